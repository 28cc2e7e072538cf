"""Positions are played, compared, hashed, copied and pickled; games are walked through."""

from __future__ import annotations

import copy
import functools
import pickle
from pathlib import Path

import pytest

import scoresheet
from scoresheet import Game, Illegal, Position


def test_plies_are_played_and_taken_back() -> None:
    position = Position("forza4", board="8x8")
    assert position.legal() == list("abcdefgh")
    position.play("c")
    assert (position.turn, position.plies, position.outcome, position.winner) == ("Red", ["c"], "unfinished", None)
    assert position.undo() == "c" and position.undo() is None
    for ply in ["a", "b", "a", "b", "a", "b", "a"]:
        position.play(ply)
    assert (position.outcome, position.winner, position.reason, position.legal()) == ("win", "White", "line", [])


def test_illegal_plies_say_why() -> None:
    position = Position("forza4", board="5x4")
    for _ in range(4):
        position.play("c")
    with pytest.raises(Illegal, match="c is full") as raised:
        position.play("c")
    fault = raised.value
    assert (fault.code, fault.rule, fault.help) == ("column-full", "F4-2", "legal columns here: a, b, d, e")
    assert len(position.plies) == 4
    with pytest.raises(Illegal) as raised:
        Position("chess")
    assert raised.value.code == "unknown-game"


def test_positions_are_values() -> None:
    one, other = Position("forza4"), Position("Connect Four")
    for ply in "abc":
        one.play(ply)
    for ply in "cba":
        other.play(ply)
    assert one == other and hash(one) == hash(other) and one != Position("forza4") and one != "a"
    assert len({one, other, Position("forza4")}) == 2
    for twin in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), one.copy()):
        assert twin == one and twin.plies == one.plies
        twin.play("d")
        assert twin != one


def test_equal_positions_have_the_same_outcomes() -> None:
    """As the docstring says: it is not enough that no ply can follow."""
    one, other = Position("forza4"), Position("forza4", notation="squares")
    for ply in "abababa":
        one.play(ply)
    for ply in "bababab":
        other.play(ply)
    assert (one.legal(), one.winner) == (other.legal(), other.winner) == ([], "White")
    assert one != other and one == one.copy()
    doc = " ".join((Position.__doc__ or "").split())
    assert "equal if the same plies can follow and lead to the same outcomes" in doc


def test_settings_are_pickled_too() -> None:
    position = Position("gomoku", variant="renju", notation="go", tags={"Board": "15x15"})
    position.play("h8")
    twin = pickle.loads(pickle.dumps(position))
    assert (twin.game, twin.variant, twin.plies) == ("gomoku", "renju", position.plies)
    set_up = Position("forza4", setup="7/7/7/7/RRR4/WWW4 W")
    set_up.play("d")
    assert set_up.winner == "White"
    assert pickle.loads(pickle.dumps(set_up)) == set_up


def test_positions_show_themselves() -> None:
    position = Position("forza4", board="5x4")
    position.play("c")
    assert str(position).splitlines()[3] == "1 │ · · ○ · · │"
    assert repr(position) == '<Position forza4 "5/5/5/2W2 R">'
    assert position._repr_svg_().startswith("<svg") and "after ply 1" in position.svg()


def test_a_game_is_walked_through(samples: Path) -> None:
    game = Game(samples / "forza4" / "game.txt")
    positions = list(game)
    assert len(positions) == len(game) + 1 == 10
    assert positions[0] == Position("forza4") and positions[-1].winner == "White"
    assert positions[-1].string == game.report.position
    assert game.position(3) == positions[3]
    assert game.show(ply=3).startswith("after ply 3: c\n6 │")
    assert game.svg(0).startswith("<svg")


@pytest.mark.parametrize("number", [0, -1, 2, 2**70])
def test_an_absent_record_is_an_index_error(number: int) -> None:
    text = '[Game "forza4"]\n\n1. c, e'
    for ask in (scoresheet.Game, scoresheet.page, functools.partial(scoresheet.convert, to="squares")):
        with pytest.raises(IndexError, match=f"there is no record {number}"):
            ask(text, record=number)


@pytest.mark.parametrize("number", [-1, 3, 2**70])
def test_an_absent_ply_is_an_index_error(number: int) -> None:
    text = '[Game "forza4"]\n\n1. c, e'
    game = Game(text)
    page = functools.partial(scoresheet.page, text)
    for ask in (game.position, game.show, game.svg, lambda ply: page(ply=ply), lambda ply: page(ply=ply, record=1)):
        with pytest.raises(IndexError, match=f"no ply {number}"):
            ask(number)
    assert scoresheet.page(text, ply=2)


def test_exceptions_are_pickled() -> None:
    position = Position("forza4", board="5x4")
    for _ in range(4):
        position.play("c")
    with pytest.raises(Illegal) as raised:
        position.play("c")
    with pytest.raises(Illegal) as other:
        scoresheet.select("1. c", "plies >")
    assert other.value.span == (7, 7)
    for fault in (raised.value, other.value, Illegal("a text"), scoresheet.Unreadable("games.gz: it ends too early")):
        twin = pickle.loads(pickle.dumps(fault))
        assert type(twin) is type(fault) and str(twin) == str(fault)
        for name in ("code", "message", "rule", "help", "span"):
            assert getattr(twin, name, None) == getattr(fault, name, None)
    assert (Illegal("a text").code, Illegal.__module__) == (None, "scoresheet._native")


def test_positions_of_a_game_are_those_of_its_replay(samples: Path) -> None:
    """The strings and the sides to move are those that the table of plies tells, which another replay makes."""
    stood = 0
    for path in [*samples.glob("*.txt"), *samples.glob("*/*.*")]:
        reports = [report for report in scoresheet.validate(path) if report.position is not None]
        columns = ["record", "ply", "position"]
        rows = scoresheet.read(path, rows="plies", columns=columns).to_arrow().to_pylist()
        strings = {(row["record"], row["ply"]): row["position"] for row in rows}
        for report in reports[:20]:
            game = Game(path, record=report.record)
            positions = list(game)
            assert len(positions) == report.plies + 1, (path, report.record)
            assert positions[-1].string == report.position, (path, report.record)
            assert game.position() == positions[-1]
            for ply, position in enumerate(positions[1:-1], 1):
                assert position.string == strings[report.record, ply], (path, report.record, ply)
            stood += len(report.stands)
            for position in positions[-1], positions[len(positions) // 2]:
                twin = pickle.loads(pickle.dumps(position))
                assert (twin, twin.plies, twin.string) == (position, position.plies, position.string)
    assert stood > 2


def test_the_other_side_moves_after_a_ply_that_stood() -> None:
    game = Game('[Game "forza4"]\n\n1. c, e; 2. c, -- {[%stands]}; 3. c, e')
    assert (len(game), game.report.stands, game.report.valid) == (6, [4], True)
    assert [position.turn for position in game] == ["White", "Red"] * 3 + ["White"]
    last = game.position()
    last.play("d")
    twin = pickle.loads(pickle.dumps(last))
    assert twin == last and twin.plies[-2:] == ["e", "d"]
    assert last.undo() == "d" and last.undo() == "e" and last == game.position(5)
    assert pickle.loads(pickle.dumps(last)) == last
    assert last.after(1) == game.position(1)
    with pytest.raises(IndexError, match="no ply 6"):
        last.after(6)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ('[Starts "Red"]\n\n1. ..., c; 2. e', ["Red", "White", "Red"]),
        # Taken as if it were not there.
        ('[Starts "Green"]\n\n1. c, e', ["White", "Red", "White"]),
    ],
)
def test_a_game_begins_with_the_side_that_its_record_says(text: str, turns: list[str]) -> None:
    assert [position.turn for position in Game(f'[Game "forza4"]\n{text}')] == turns
    given = Game("1. ..., c; 2. e", game="forza4", starts="Red")
    assert [position.turn for position in given] == ["Red", "White", "Red"]


@pytest.mark.parametrize("text", ["1. c, e", '[Game "forza4"]\n[Notation "diagram"]\n\n1 . .\n'])
def test_a_record_that_cannot_be_replayed_has_no_positions(text: str) -> None:
    game = Game(text)
    assert list(game) == [] and len(game) == 0
    for ask in (game.position, game.show):
        with pytest.raises(Illegal, match="record 1 cannot be replayed"):
            ask()


@pytest.mark.parametrize("rest", ["1. c1, e1; 2. c2", "1. c1, e1; 2. c2, z9", "1. c1, e1 {why?}; 2. c2 (d1)"])
def test_plies_of_a_game_are_in_its_default_notation(rest: str) -> None:
    game = Game(f'[Game "forza4"]\n[Notation "squares"]\n\n{rest}')
    last = game.position()
    assert last.plies == game.moves == ["c", "e", "c"] and last.legal() == list("abcdefg")
    assert [position.string for position in Game('[Game "forza4"]\n\n1. z')] == ["7/7/7/7/7/7 W"]


def test_a_game_becomes_sgf() -> None:
    game = Game('[Game "gomoku"]\n[Black "Ada"]\n\n1. h8, i9', record=1)
    assert game.to_sgf().startswith("(;") and "PB[Ada]" in game.to_sgf()
    with pytest.raises(ValueError, match="h8 is filled"):
        Game('[Game "gomoku"]\n\n1. h8, h8').to_sgf()
    with pytest.raises(ValueError, match="the game forza4 has no SGF"):
        Game('[Game "forza4"]\n\n1. c, e').to_sgf()


def test_every_sample_is_walked_through_to_its_last_position(samples: Path) -> None:
    """Whatever the game: the positions that are played are those that the replay has seen."""
    walked = 0
    for path in sorted(samples.glob("*/*.txt")):
        for report in scoresheet.validate(path):
            if not report.valid or report.position is None:
                continue
            game = Game(path, record=report.record)
            positions = list(game)
            assert len(positions) == report.plies + 1, (path, report.record)
            assert positions[-1].string == report.position, (path, report.record)
            walked += 1
    assert walked > 80
