#!/bin/sh
# Measures `scoresheet audit` beside `wc -l` on the same warm files, in one run: medians of several rounds.
#
#     sh benches/audit.sh [FOLDER]
#
# FOLDER keeps the archives (about 500 MB), so that they are made only once; ROUNDS and GAMES set other numbers than 5
# rounds and 2000000 games.
set -eu
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-5}
games=${GAMES:-2000000}
folder=${1:-${TMPDIR:-/tmp}/scoresheet-audit-$games}
target=${CARGO_TARGET_DIR:-target}
program=$target/release/scoresheet

cargo build --release --quiet
mkdir -p "$folder"
if [ ! -f "$folder/made" ]; then
    cargo run --release --quiet --example archive -- "$folder" "$games"
    : > "$folder/made"
fi

# The seconds that a command takes (`date` of GNU and of busybox knows nanoseconds).
seconds() {
    begin=$(date +%s%N)
    "$@" > /dev/null 2>&1 || :
    end=$(date +%s%N)
    echo "$(((end - begin) / 1000000))" | awk '{ printf "%.3f\n", $1 / 1000 }'
}

median() {
    sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# measure NAME FILE COMMAND...: prints a line; the first since `base` was emptied is what others are compared with.
measure() {
    name=$1 bytes=$(wc -c < "$2")
    shift 2
    "$@" > /dev/null 2>&1 || :
    round=0 times=
    while [ "$round" -lt "$rounds" ]; do
        times="$times $(seconds "$@")"
        round=$((round + 1))
    done
    time=$(printf '%s\n' $times | median)
    [ -n "${base:-}" ] || base=$time
    echo "$name $time $bytes $base" | awk '{
        printf "  %-24s %7.3f s  %7.0f MB/s  %5.1f times\n", $1, $2, $3 / 1e6 / ($2 > 0 ? $2 : 0.001), $2 / ($4 > 0 ? $4 : 0.001)
    }'
}

for file in forza4.txt forza4.lines gomoku.txt; do
    path=$folder/$file
    echo "$file: $(wc -c < "$path" | tr -d ' ') bytes"
    given=
    case $file in *.lines) given="--game forza4 --notation digits" ;; esac
    base=
    measure wc-l "$path" wc -l "$path"
    measure audit "$path" "$program" audit $given --format none "$path"
    measure audit-1-job "$path" "$program" audit $given --jobs 1 --format none "$path"
    measure audit-jsonl "$path" "$program" audit $given --format jsonl "$path"
    if command -v zstd > /dev/null; then
        [ -f "$path.zst" ] || zstd -q -3 "$path" -o "$path.zst"
        echo "$file.zst, against its decompression:"
        base=
        measure zstd-dc "$path" zstd -dcq "$path.zst"
        measure audit "$path" "$program" audit $given --format none "$path.zst"
    fi
done
