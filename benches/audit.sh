#!/bin/sh
# Measures `scoresheet audit` beside `wc -l` on the same warm files, in one run: medians of several rounds. The archives
# are shaped as people keep them: each record has a header of its own, no game comes twice.
#
#     sh benches/audit.sh [FOLDER]
#
# FOLDER keeps the archives (about 1.3 GB), so that they are made only once. These variables change what is done:
#
#     MEGABYTES   the size of each archive (20)
#     ROUNDS      how often each thing is measured (5)
#     GAMES       the games, separated by commas: forza4,renju (all)
#     SCORESHEET  a program that is built already (target/release/scoresheet, built first)
#     OTHERS      no: leaves out other people's programs
set -eu
cd "$(dirname "$0")/.."
megabytes=${MEGABYTES:-20}
rounds=${ROUNDS:-5}
folder=${1:-${TMPDIR:-/tmp}/scoresheet-shapes-$megabytes}
target=${CARGO_TARGET_DIR:-target}
program=${SCORESHEET:-$target/release/scoresheet}
all=forza4,gomoku,renju,plus4,plus4-continua,plus4-manche,halma,halma-ends,halma-four,halma-four-ends,lefile
games=$(echo "${GAMES:-$all}" | tr , ' ')

[ -n "${SCORESHEET:-}" ] || cargo build --release --quiet
mkdir -p "$folder"
for game in $games; do
    [ ! -f "$folder/$game.made" ] || continue
    # As the tests are built: the archives are the same however fast they are made.
    cargo run --quiet --example archive -- "$folder" "$megabytes" "$game"
    : > "$folder/$game.made"
done

# seconds COMMAND...: how long it takes (`date` of GNU and of busybox knows nanoseconds). It may find faults in records, but
# not fail.
seconds() {
    begin=$(date +%s%N)
    status=0
    "$@" > /dev/null 2>&1 || status=$?
    end=$(date +%s%N)
    if [ "$status" -gt 1 ]; then
        echo "$* ends with exit code $status" >&2
        return 1
    fi
    awk -v begin="$begin" -v end="$end" 'BEGIN { printf "%.4f\n", (end - begin) / 1e9 }'
}

# median COMMAND...: of several rounds, after one that is not counted.
median() {
    times=$(seconds "$@") || return 1
    times= round=0
    while [ "$round" -lt "$rounds" ]; do
        times="$times $(seconds "$@")" || return 1
        round=$((round + 1))
    done
    # Each number is a word.
    printf '%s\n' $times | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

size() {
    wc -c < "$1" | tr -d ' '
}

printf '%-24s %5s %9s | %9s %8s %8s | %9s %8s\n' archive MB 'wc -l s' '2 jobs s' MB/s times '1 job s' MB/s
for game in $games; do
    for path in "$folder/$game".*.*; do
        case $path in *.zst) continue ;; esac
        base=$(median wc -l "$path")
        two=$(median "$program" audit --format none --jobs 2 "$path")
        one=$(median "$program" audit --format none --jobs 1 "$path")
        name=$(basename "$path")
        echo "${name%.*} $(size "$path") $base $two $one" | awk '{
            printf "%-24s %5.0f %9.4f | %9.4f %8.0f %8.1f | %9.4f %8.0f\n",
                $1, $2 / 1e6, $3, $4, $2 / 1e6 / $4, $4 / $3, $5, $2 / 1e6 / $5
        }'
    done
done

if command -v zstd > /dev/null && [ -f "$folder/forza4.roster.txt" ]; then
    path=$folder/forza4.roster.txt
    [ -f "$path.zst" ] || zstd -q -3 "$path" -o "$path.zst"
    echo "forza4.roster compressed: zstd -dc $(median zstd -dcq "$path.zst") s, audit --jobs 2 $(median "$program" audit --format none --jobs 2 "$path.zst") s"
fi

[ "${OTHERS:-yes}" != no ] || exit 0

# report NAME SECONDS FILE PLIES
report() {
    echo "$2 $(size "$3") $4" | awk -v name="$1" '{
        printf "  %-50s %8.4f s %7.1f MB/s %7.2f million plies a second\n", name, $1, $2 / 1e6 / $1, $3 / 1e6 / $1
    }'
}

# plies FILE: how many plies there are in all records, by the summary.
plies() {
    "$program" audit --format none "$1" | sed -n '1s/.*; \([0-9]*\) plies.*/\1/p'
}

echo
echo "Other people's programs, all on one thread"
others=$folder/others/release/others
if ! CARGO_TARGET_DIR=$folder/others cargo build --release --quiet --manifest-path benches/others/Cargo.toml; then
    echo "  not measured: sgf-parse, pgn-reader and shakmaty, which cargo could not fetch or build"
    others=
fi
path=$folder/gomoku.bare.txt
if [ -f "$path" ]; then
    count=$(plies "$path")
    echo "The same games of Gomoku, as transcripts and as SGF; only scoresheet checks the rules"
    report 'scoresheet audit --jobs 1' "$(median "$program" audit --format none --jobs 1 "$path")" "$path" "$count"
    if [ -n "$others" ]; then
        report 'sgf-parse' "$(median "$others" sgf "$folder/gomoku.sgf")" "$folder/gomoku.sgf" "$count"
    fi
    # The virtual environment stays in FOLDER.
    python=$folder/python/bin/python3
    if [ -x "$python" ] || { python3 -m venv "$folder/python" && "$folder/python/bin/pip" install -q sgfmill; } > /dev/null 2>&1; then
        head -n 2000 "$folder/gomoku.sgf" > "$folder/gomoku.part"
        moves=$(tr -cd ';' < "$folder/gomoku.part" | wc -c)
        report 'sgfmill (Python), the first 2000 games' "$(median "$python" -c '
import sys
from sgfmill import sgf
for line in open(sys.argv[1], "rb"):
    sgf.Sgf_game.from_bytes(line).get_main_sequence()
' "$folder/gomoku.part")" "$folder/gomoku.part" "$((moves - 2000))"
    else
        rm -rf "$folder/python"
        echo "  not measured: sgfmill, which pip could not install"
    fi
fi
path=$folder/forza4.roster.txt
if [ -n "$others" ] && [ -f "$path" ]; then
    chess=$folder/chess.pgn
    [ -f "$chess" ] || "$others" make-pgn "$chess" "$megabytes" > /dev/null
    echo "Records with headers, other games: chess has harder rules than Forza 4"
    report 'scoresheet audit --jobs 1, Forza 4' "$(median "$program" audit --format none --jobs 1 "$path")" "$path" "$(plies "$path")"
    count=$("$others" pgn "$chess" | sed 's/.* \([0-9]*\) moves/\1/')
    report 'pgn-reader with shakmaty, chess' "$(median "$others" pgn "$chess")" "$chess" "$count"
fi
