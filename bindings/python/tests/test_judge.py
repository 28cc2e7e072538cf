"""Records are validated, converted, identified and repaired, as the program does it."""

from __future__ import annotations

import base64
import dataclasses
import errno
import functools
import gzip
import json
import os
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import scoresheet

GAME = '[Game "forza4"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a'
GOMOKU = '[Game "gomoku"]\n\n1. h8, i9'


def test_a_text_is_judged() -> None:
    [report] = scoresheet.validate(GAME)
    assert report.valid and report.plies == 9
    assert report.moves == ["c", "e", "c", "c", "d", "d", "b", "e", "a"]
    assert report.outcome == scoresheet.Outcome("win", "White", "line", [["a1", "b1", "c1", "d1"]])
    assert repr(report) == "<Report <text> record 1: forza4, valid, 9 plies, White has won (line)>"


def parts(thing: object) -> Iterator[object]:
    """The dataclass instances in a thing."""
    if isinstance(thing, list | tuple):
        for one in thing:
            yield from parts(one)
    elif dataclasses.is_dataclass(thing):
        yield thing
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))


def test_everything_that_is_said_can_be_put_into_a_set() -> None:
    def said() -> list[object]:
        text = GAME.replace("\n\n", '\n[Result "Red"]\n\n', 1)
        return [
            scoresheet.validate(text + " (5. b) z"),
            scoresheet.convert(text, "squares"),
            scoresheet.identify(text),
            scoresheet.repair(text),
            scoresheet.select(text, "plies >= 0"),
            scoresheet.collate(GAME, GAME.replace("3. d, d", "3. d, f")),
            scoresheet.games(),
            scoresheet.formats(),
            scoresheet.schema(),
            scoresheet.explain("column-full"),
        ]

    found = list(parts(said()))
    assert len({type(one) for one in found}) == 21
    assert [hash(one) for one in found] == [hash(one) for one in parts(said())]
    assert set(found) == set(parts(said()))


def test_a_fault_is_data() -> None:
    [report] = scoresheet.validate('[Game "forza4"]\n[Board "5x4"]\n\n1. c, c; 2. c, c; 3. c')
    assert not report.valid
    [fault] = report.errors
    assert (fault.code, fault.rule, fault.ply, fault.line, fault.column) == ("column-full", "F4-2", 5, 4, 22)
    assert fault.message == "c is full: four pieces stand in it"
    assert "4:22: error[column-full] c is full" in repr(report)


def test_a_report_holds_as_many_diagnostics_as_the_command_shows() -> None:
    text = '[Game "forza4"]\n\n1. c ' + ") " * 150
    [report] = scoresheet.validate(text)
    assert (len(report.diagnostics), report.not_shown) == (100, 50)
    [report] = scoresheet.validate(text, max_diagnostics=20)
    assert (len(report.diagnostics), report.not_shown) == (20, 130)


@pytest.mark.parametrize("kind", ["str", "bytes", "Path"])
def test_texts_and_paths_are_told_apart(kind: str, samples: Path) -> None:
    path = samples / "forza4" / "game.txt"
    given: dict[str, scoresheet.Source] = {"str": str(path), "bytes": path.read_bytes(), "Path": path}
    [report] = scoresheet.validate(given[kind])
    assert report.game == "forza4" and report.valid
    assert report.file == ("<text>" if kind == "bytes" else str(path))


def test_a_path_that_is_not_there_is_an_exception() -> None:
    with pytest.raises(FileNotFoundError, match="nothing.txt"):
        scoresheet.validate("nothing.txt")
    with pytest.raises(FileNotFoundError):
        scoresheet.read("nothing.txt")
    # Movetext with a break, and a line of a list, look like no path.
    assert scoresheet.validate("4423", game="forza4", format="lines")[0].plies == 4


@pytest.mark.parametrize(("text", "game"), [("1.c", "forza4"), ("1.h8", "gomoku"), ("h8.h9", "gomoku")])
def test_movetext_with_a_full_stop_is_no_path(text: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [report] = scoresheet.validate(text, game=game)
    assert report.file == "<text>"
    monkeypatch.chdir(tmp_path)
    (tmp_path / text).write_text(GAME)
    assert scoresheet.validate(text)[0].file == text
    for name in ("games.txt.gz", "games.SGF", "games.zip", "club games.txt", "games.json", "server.log", "sheet.ods"):
        with pytest.raises(FileNotFoundError):
            scoresheet.validate(name)


def test_a_str_is_decoded_already(tmp_path: Path) -> None:
    white = GAME.replace("\n\n", '\n[White "黑"]\n\n', 1)
    [report] = scoresheet.validate(white.encode("gbk"), encoding="gbk")
    assert report.tags["White"] == "黑"
    for ask in (scoresheet.validate, scoresheet.identify, scoresheet.page, scoresheet.Game, scoresheet.collate):
        with pytest.raises(ValueError, match="a str is decoded already"):
            ask(white, encoding="gbk")
    path = tmp_path / "games.txt"
    path.write_bytes(white.encode("gbk"))
    assert scoresheet.validate(str(path), encoding="gbk")[0].tags["White"] == "黑"
    assert scoresheet.validate(white, encoding=None)[0].valid


def test_defaults_override_the_tags() -> None:
    [report] = scoresheet.validate("1. a1, b2", game="gomoku", board="15x15", notation="squares")
    assert (report.game, report.board, report.valid, report.plies) == ("gomoku", "15x15", True, 2)
    with pytest.raises(ValueError, match="there is no notation"):
        scoresheet.validate("1. a1", notation="quares")
    with pytest.raises(TypeError, match="gmae"):
        scoresheet.validate("1. a1", gmae="gomoku")  # type: ignore[call-arg]


OPTION = re.compile(r"--(?!json|format |as )[a-z]{3,}|`scoresheet [a-z]|games --formats")


def test_messages_name_the_arguments_of_python(samples: Path) -> None:
    def told(text: str, **known: Any) -> list[tuple[str, str | None]]:
        return [(said.message, said.help) for said in scoresheet.validate(text, **known)[0].errors]

    [(message, _)] = told("1. c", game="chess")
    assert message == "unknown game `chess` (from game=)"
    [(_, help)] = told("1. c")
    assert help is not None and "name it with game=; " in help and help.endswith("`scoresheet.identify` finds it out")
    [(_, help)] = told("<html><body>(;FF[4]GM[4])</body></html>")
    assert help == 'if SGF stands in it, format="sgf" reads that'
    with pytest.raises(scoresheet.Unreadable, match='moves_column="NAME" names .* header=False says'):
        told("a,b\nc,d", format="csv")
    with pytest.raises(scoresheet.Illegal, match="where='game = gomoku and") as raised:
        scoresheet.tree([samples / "forza4", samples / "gomoku"])
    assert OPTION.search(str(raised.value)) is None
    rows = scoresheet.read(samples, rows="diagnostics", columns=["message", "help"]).to_arrow().to_pylist()
    assert [row for row in rows if OPTION.search(f"{row['message']} {row['help']}")] == []


def test_arguments_that_there_are_not_are_type_errors() -> None:
    asked: list[Callable[..., Any]] = [scoresheet.validate, scoresheet.collate, scoresheet.read, scoresheet.Game]
    for ask in asked:
        with pytest.raises(TypeError, match="unexpected keyword argument 'gmae'; .* game, variant"):
            ask(ROOT / "samples" / "catalogue.txt", gmae="gomoku")
    with pytest.raises(TypeError, match="bytes are a text"):
        scoresheet.read(b"1. c")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"columns=\['file'\]"):
        scoresheet.read([], columns="file")


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("latin-1", "windows-1252"), ("iso8859_15", "ISO-8859-15"), ("utf_16_le", "UTF-16LE"), ("UTF-16-BE", "UTF-16BE"),
        ("utf_8", None), ("u8", None), ("euc_jp", "EUC-JP"), ("big5hkscs", "Big5"), ("mac_roman", "macintosh"),
        ("cp874", "windows-874"), ("cp1251", "windows-1251"), ("cp936", "GBK"), ("cp932", "Shift_JIS"), ("koi8_r", "KOI8-R"),
    ],
)  # fmt: skip
def test_encodings_have_the_names_that_python_gives_them(codec: str, name: str | None) -> None:
    text = GAME.replace("\n\n", '\n[Event "a"]\n\n', 1)
    [report] = scoresheet.validate(text.encode(codec), encoding=codec)
    assert (report.valid, report.encoding, report.tags["Event"]) == (True, name, "a")


def test_an_encoding_that_is_not_read_is_refused() -> None:
    for name in ("latin-99", "cp037", "rot13"):
        with pytest.raises(ValueError, match=f'there is no encoding "{name}" here'):
            scoresheet.validate(GAME.encode(), encoding=name)


def test_every_sample_says_what_its_json_says(samples: Path) -> None:
    reports = scoresheet.validate(samples / "catalogue.txt")
    assert len(reports) > 50
    # A second way to the same verdicts: the table.
    table = scoresheet.read(samples / "catalogue.txt").to_arrow().to_pylist()
    assert len(table) == len(reports)
    for report, row in zip(reports, table, strict=True):
        assert (report.record, report.line, report.game, report.valid) == (
            row["record"], row["line"], row["game"], row["valid"],
        )  # fmt: skip
        assert (report.plies, report.moves, report.outcome.kind, report.position) == (
            row["plies"], row["moves"], row["outcome"], row["position"],
        )  # fmt: skip
        assert report.tags == dict(row["tags"])
        assert {said.code for said in report.diagnostics} <= set(row["codes"])
        assert json.loads(json.dumps(dataclasses.asdict(report)))["file"] == report.file


def test_bytes_that_are_no_text_come_back() -> None:
    text = b'[Game "forza4"]\n\n1. c\xff, e'
    [report] = scoresheet.validate(text)
    assert report.text is not None
    assert report.text.encode("utf-8", "surrogateescape") == text


def test_records_are_converted() -> None:
    converted = scoresheet.convert(GAME, to="squares")
    assert (converted.written, converted.refused) == (1, [])
    assert str(converted) == '[Game "forza4"]\n[Notation "squares"]\n[Result "White"]\n\n1. c1, e1; 2. c2, c3; 3. d1, d2; 4. b1, e2; 5. a1\n'
    lines = scoresheet.convert(GAME + "\n\n" + GAME.replace(", e", ", z"), to=["digits", "lines"])
    assert "354" not in lines.text and lines.written == 1
    assert [said.code for said in lines.refused[0].errors] == ["off-board"]
    with pytest.raises(ValueError, match="there is no notation"):
        scoresheet.convert(GAME, to="sqares")


def test_one_text_holds_one_format() -> None:
    both = GAME + "\n\n" + GOMOKU
    for text in (both, GOMOKU + "\n\n" + GAME):
        with pytest.raises(ValueError, match='one text holds one format: to=\\["transcript", "sgf"\\]'):
            scoresheet.convert(text, "sgf")
    converted = scoresheet.convert(both, ["transcript", "sgf"])
    assert (converted.format, converted.written) == ("transcript", 2)
    assert [report.valid for report in scoresheet.validate(converted.data)] == [True, True]
    assert (scoresheet.convert(GOMOKU, "sgf").format, scoresheet.convert(GAME, "sgf").format) == ("sgf", "transcript")
    # Formats whose files begin with what their records have in common.
    table = scoresheet.convert(GOMOKU + "\n\n" + GOMOKU, "csv")
    assert (table.format, table.written, len(scoresheet.validate(table.data, file="games.csv"))) == ("csv", 2, 2)


def test_what_is_dropped_is_told() -> None:
    text = GAME.replace("1. c, e", "1. c (d), e") + "\n\n" + GAME
    converted = scoresheet.convert(text, "lines", lossy=True)
    assert (converted.written, converted.refused) == (2, [])
    [report] = converted.dropped
    assert (report.record, report.game, report.valid) == (1, "forza4", True)
    assert [said.message.partition(":")[0] for said in report.diagnostics] == ["1 variation"]
    assert scoresheet.convert(text, "squares").dropped == []
    assert scoresheet.convert(text, "lines").written == 1


def test_records_are_identified_and_repaired() -> None:
    [found] = scoresheet.identify("1. h8, h9; 2. i8, i9; 3. j8, j9; 4. k8, k9; 5. l8")
    assert found.candidates[0].game == "gomoku" and found.plies == 9
    [repair] = scoresheet.repair(GAME.replace("5. a", "5. a\n\n[Result"), limit=3)
    assert isinstance(repair.valid, bool)
    [repair] = scoresheet.repair(GAME.replace("\n\n", '\n[Result "Red"]\n\n', 1))
    assert (repair.valid, repair.error) == (False, "result-mismatch")
    first = repair.proposals[0]
    assert (first.changes[0].kind, first.changes[0].from_, first.changes[0].to) == ("result", "Red", "White")
    assert scoresheet.validate(first.text)[0].valid
    [sound] = scoresheet.repair(GAME)
    assert sound.valid and sound.proposals == [] and sound.best is None


def test_records_are_chosen() -> None:
    text = '[White "Ada"]\n' + GAME + "\n\n" + GAME + "\n"
    chosen = scoresheet.select(text, "White = ada and plies > 3")
    assert [(one.record, one.line) for one in chosen] == [(1, 1)]
    assert chosen[0].text.startswith('[White "Ada"]')
    with pytest.raises(scoresheet.Illegal, match="at byte 12") as raised:
        scoresheet.select(text, "White = Ada Neri")
    assert raised.value.code == "bad-expression"


@pytest.mark.parametrize(
    ("codec", "encoding"), [("utf-8", "UTF-8"), ("utf-16", "UTF-16LE"), ("utf-16-be", "UTF-16BE"), ("gbk", "GBK")]
)
def test_chosen_records_are_texts_in_any_encoding(codec: str, encoding: str) -> None:
    text = GAME.replace("\n\n", '\n[White "\u9ed1"]\n\n', 1) + "\n"
    known: scoresheet.Known = {} if codec in ("utf-8", "utf-16") else {"encoding": encoding}
    one, other = scoresheet.select((text + "\n" + text).encode(codec), "plies = 9", **known)
    assert (one.encoding, one.text.strip(), other.text.strip()) == (encoding, text.strip(), text.strip())


def test_bytes_that_are_no_text_are_chosen_too() -> None:
    data = GAME.encode() + b" {\xff}\n"
    [one] = scoresheet.select(data, "plies >= 0")
    assert one.text.encode("utf-8", "surrogateescape") == one.data == data


ROOT = Path(__file__).resolve().parents[3]


def test_copies_are_collated_as_the_cases_say() -> None:
    lines = (ROOT / "tests" / "cases" / "collate" / "collate.jsonl").read_text().splitlines()
    assert len(lines) >= 6
    for case in map(json.loads, lines):
        found = scoresheet.collate(*case["witnesses"])
        [game] = found.games
        letters = ["A", "B", "C", "D", "E"][: len(case["witnesses"])]
        assert [witness.name for witness in game.witnesses] == letters
        assert len(game.readings) == len(case["errors"]), case["id"]
        [report] = scoresheet.validate(game.text)
        assert report.valid, case["id"]
        assert (found.left_out, found.unread, game.left_out) == (0, [], 0)
        assert str(game).startswith("A <text> (record 1), B <text> (record 1)")
        assert str(found) == f"{game}\n{found.summary}" and found.summary.startswith("1 game in several copies")


def test_what_a_collation_says(tmp_path: Path) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    alone = '[Game "forza4"]\n[White "Bea"]\n\n1. g, g; 2. g, g'
    one.write_text(f"{GAME}\n\n{alone}\n")
    other.write_text(GAME.replace("3. d, d", "3. d, z"))
    found = scoresheet.collate(one, other, jobs=1)
    both, single = found.games
    assert [(witness.name, witness.file, witness.record) for witness in both.witnesses] == [
        ("A", str(one), 1),
        ("B", str(other), 1),
    ]
    [reading] = both.readings
    assert (reading.ply, reading.chosen, reading.by) == (6, "d", "legality")
    assert [(variant.text, variant.witnesses, variant.legal) for variant in reading.variants] == [
        ("d", ["A"], True),
        ("z", ["B"], False),
    ]
    assert [(rest.witness, rest.played, rest.of) for rest in reading.variants[0].rest] == [("A", 3, 3), ("B", 3, 3)]
    assert (single.readings, single.text) == ([], alone + "\n")
    assert found.text == both.text + "\n" + single.text
    assert "ply 6: d (A), not z (B), which is illegal; by legality" in str(found)
    assert found.summary == "1 game in several copies, 1 record without a copy; 1 reading: 1 by legality, 0 by number, 0 by order"
    # By their numbers: the single game of the second file with the first of the first.
    assert [len(game.witnesses) for game in scoresheet.collate(one, other, pairs=True).games] == [2, 1]
    # Nothing is alike enough, and there are no players.
    assert len(scoresheet.collate(one, other, alike=1.0).games) == 3


def test_what_cannot_be_collated_is_said(tmp_path: Path) -> None:
    found = scoresheet.collate('[Game "chess"]\n\n1. e4, e5', GAME)
    assert (len(found.games), found.left_out) == (1, 1)
    with pytest.raises(ValueError, match="alike is a number from 0 to 1, not 80; 0.8 is 80 percent"):
        scoresheet.collate(GAME, GAME, alike=80.0)
    with pytest.raises(TypeError, match="at least one"):
        scoresheet.collate()
    with pytest.raises(FileNotFoundError, match="nothing.txt"):
        scoresheet.collate(GAME, "nothing.txt")
    path = tmp_path / "games.txt.gz"
    path.write_bytes(gzip.compress((GAME + "\n\n").encode() * 1000)[:-20])
    [(name, why)] = scoresheet.collate(path).unread
    assert name == str(path) and why


def replayed(html: str) -> list[dict[str, Any]]:
    """The records that a page holds; many are compressed there."""
    found = re.search('<script type="application/(json|gzip)" id="records">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    form, text = found.groups()
    records: list[dict[str, Any]] = json.loads(text if form == "json" else gzip.decompress(base64.b64decode(text)))
    return records


def test_pages_replay_records(samples: Path, tmp_path: Path) -> None:
    html = scoresheet.page(samples / "forza4" / "slip.txt")
    assert html.startswith("<!DOCTYPE html>") and html.endswith("</html>\n")
    assert "<title>slip.txt</title>" in html
    [record] = replayed(html)
    assert (record["n"], record["game"], record["invalid"]) == (1, "forza4", 1)
    # What it may have been, and the same with the ply that was played.
    assert record["mends"][0]["words"] == "ply 10 `c1` misread for `e1`: then all 24 plies are legal and the game goes on"
    two = GAME + "\n\n" + GAME.replace("5. a", "5. g") + "\n"
    assert [record["n"] for record in replayed(scoresheet.page(two))] == [1, 2]
    [second] = replayed(scoresheet.page(two, record=2))
    assert second["n"] == 2 and second["files"]["txt"].startswith('[Game "forza4"]')
    assert "<title>Records</title>" in scoresheet.page(two)
    assert "<title>club.txt</title>" in scoresheet.page(two, file="club.txt")
    assert "<title>A &amp; B</title>" in scoresheet.page(two, title="A & B")
    opening = '"opening">{"flipped":true,"ply":3,"theme":"dark"}'
    assert opening in scoresheet.page(two, ply=3, flip=True, theme="dark")


def test_files_with_any_name_are_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/g\xff.txt"))
    try:
        path.write_text(GAME)
    except OSError:
        pytest.skip("names of files are UTF-8 here")
    assert "<title>g\ufffd.txt</title>" in scoresheet.page(path)
    [report] = scoresheet.validate(path)
    assert report.valid and len(scoresheet.Game(path)) == 9
    assert "<title>g\ufffd.txt</title>" in scoresheet.page(GAME, file=path.name)
    assert scoresheet.validate(GAME, file=path.name)[0].file == "g\ufffd.txt"


def test_what_no_page_can_show_is_an_exception() -> None:
    with pytest.raises(IndexError, match="there is no record 3; there are 1"):
        scoresheet.page(GAME, record=3)
    with pytest.raises(scoresheet.Illegal, match="there is no record in it"):
        scoresheet.page("")
    with pytest.raises(ValueError, match='there is no theme "green"'):
        scoresheet.page(GAME, theme="green")  # type: ignore[arg-type]


def test_archives_are_summed_up(archive: Path) -> None:
    summary = scoresheet.audit(archive)
    assert summary["records"]["read"] == 3000
    assert summary["records"]["invalid"] == 600
    tree = scoresheet.tree(archive, depth=1)
    assert tree["games"] == sum(row["count"] for row in tree["plies"]) == 2400


@pytest.mark.parametrize("jobs", [0, -1])
def test_somebody_has_to_work(jobs: int, archive: Path) -> None:
    for ask in (scoresheet.read, scoresheet.audit, scoresheet.tree, scoresheet.collate):
        with pytest.raises(ValueError, match=f"jobs is at least 1, not {jobs}"):
            ask(archive, jobs=jobs)


def test_a_tree_begins_at_one_place(archive: Path) -> None:
    with pytest.raises(ValueError, match="give one of them"):
        scoresheet.tree(archive, line="c", position="7/7/7/7/7/2W4 R")


@pytest.mark.parametrize("depth", [-1, 0, 65])
def test_a_tree_counts_from_1_to_64_plies(depth: int, archive: Path) -> None:
    with pytest.raises(ValueError, match=f"from 1 to 64, not {depth}"):
        scoresheet.tree(archive, depth=depth)


def test_what_there_is_to_know() -> None:
    assert [game.id for game in scoresheet.games()] == ["forza4", "plus4", "gomoku", "lefile", "halma"]
    assert "squares" in scoresheet.notations()
    assert any(form.name == "sgf" and form.written for form in scoresheet.formats())
    # What is known cannot be changed: it is the same for all callers.
    assert len({*scoresheet.games(), *scoresheet.formats()}) == len(scoresheet.games()) + len(scoresheet.formats())
    scoresheet.games().clear()
    assert scoresheet.games()[0].sides == ("White", "Red")
    assert scoresheet.explain("column-full")[0].rule == "F4-2"
    assert scoresheet.explain("F4-2")[0].text
    assert "White" in scoresheet.guide()
    with pytest.raises(KeyError):
        scoresheet.explain("no-such-code")


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A folder with a sound file, a damaged one and another sound one."""
    (tmp_path / "a.txt").write_text(GAME)
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(GAME.encode() * 1000)[:-20])
    (tmp_path / "c.txt").write_text(GAME)
    return tmp_path


def test_a_damaged_file_is_an_exception(damaged: Path) -> None:
    with pytest.raises(scoresheet.Unreadable, match="b.txt.gz"):
        scoresheet.validate(damaged / "b.txt.gz")


def test_a_damaged_file_costs_no_other(damaged: Path) -> None:
    sound = {str(damaged / "a.txt"), str(damaged / "c.txt")}
    asked: list[Callable[[Path], Any]] = [
        scoresheet.validate,
        scoresheet.identify,
        functools.partial(scoresheet.repair, effort=10),
        functools.partial(scoresheet.select, where="plies >= 0"),
    ]
    for ask in asked:
        with pytest.raises(scoresheet.Unreadable, match="b.txt.gz: ") as raised:
            ask(damaged)
        assert sound <= {one.file for one in raised.value.results}
        [(name, why)] = raised.value.unread
        assert name == str(damaged / "b.txt.gz") and why
    with pytest.raises(scoresheet.Unreadable) as raised:
        scoresheet.convert(damaged, "squares")
    assert raised.value.results.written >= 2
    twin = pickle.loads(pickle.dumps(raised.value))
    assert (twin.results, twin.unread) == (raised.value.results, raised.value.unread)
    with pytest.raises(scoresheet.Unreadable) as raised:
        scoresheet.page(damaged)
    assert len(replayed(raised.value.results)) >= 2
    # What was asked for may stand in the damaged file, unless it was found.
    with pytest.raises(scoresheet.Unreadable):
        scoresheet.Game(damaged, record=2**30)
    assert scoresheet.Game(damaged).report.valid


def test_what_is_counted_tells_what_is_unread(damaged: Path) -> None:
    for found in (scoresheet.audit(damaged), scoresheet.tree(damaged)):
        [unread] = found["unread"]
        assert unread["input"] == str(damaged / "b.txt.gz") and unread["message"]
    assert scoresheet.tree(damaged / "a.txt")["unread"] == []


def test_a_path_that_is_not_there_is_told_as_the_system_tells_it() -> None:
    for ask in (scoresheet.validate, scoresheet.read, scoresheet.audit, scoresheet.tree, scoresheet.page, scoresheet.collate):
        with pytest.raises(FileNotFoundError) as raised:
            ask(Path("nothing.txt"))
        assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, "nothing.txt")
