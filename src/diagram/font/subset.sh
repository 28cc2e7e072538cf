#!/bin/sh
# Makes the font files of this folder from the fonts unpacked in the folder $1; README.md tells what they are.
set -e
cd "$(dirname "$0")"
letters="$1/fontpkg_noto_sans/files/NotoSans[wdth,wght].ttf"
signs="$1/usr/share/fonts/truetype/noto"
keep() { # from, to, features, code points
    pyftsubset "$1" --output-file="$2" --layout-features="$3" --unicodes="$4" --no-hinting --notdef-outline \
        --drop-tables+=STAT,gasp --name-IDs=0,1,2,3,4,5,6,13,14
}

latin=U+20-7E,U+A0-17F,U+192,U+1A0,U+1A1,U+1AF,U+1B0,U+1CD-1DC,U+1E6,U+1E7,U+1EA,U+1EB,U+1FA-1FF,U+218-21B,U+232
latin=$latin,U+233,U+237,U+259,U+1E80-1E85,U+1E9E,U+1EA0-1EF9
accents=U+2BB,U+2BC,U+2C6,U+2C7,U+2D8-2DD,U+300-304,U+306-30C,U+31B,U+323,U+326-328,U+331
greek=U+370-3E1,U+3F0-3FF
cyrillic=U+400-45F,U+48A-4FF
punctuation=U+2010-2027,U+202F-203A,U+2044,U+2070-208E,U+20A0-20C0,U+2103,U+2113,U+2116,U+2122,U+2126,U+2150-215F
punctuation=$punctuation,U+2212,U+FFFD

for style in Regular:400 Bold:700; do
    whole=$(mktemp)
    fonttools varLib.instancer -q "$letters" wght="${style#*:}" wdth=100 \
        --update-name-table --static --no-recalc-timestamp -o "$whole"
    keep "$whole" "NotoSans-${style%:*}.ttf" ccmp,locl,kern "$latin,$accents,$greek,$cyrillic,$punctuation"
    rm "$whole"
done
keep "$signs/NotoSansMath-Regular.ttf" NotoSansMath.ttf '' \
    U+2190-2199,U+21D0-21D5,U+2202,U+2206,U+220F,U+2211,U+221A,U+221E,U+2248,U+2260,U+2264,U+2265
keep "$signs/NotoSansSymbols2-Regular.ttf" NotoSansSymbols2.ttf '' \
    U+25A0,U+25A1,U+25B2,U+25B3,U+25B6,U+25B7,U+25BC,U+25BD,U+25C0,U+25C1,U+25C6,U+25C7,U+25CB,U+25CE,U+25CF,U+2605,U+2606,U+2654-2667,U+2713,U+2717
