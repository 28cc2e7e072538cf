//! Small records that show the rules of Gomoku and Renju on which no code rests, for `explain`.

/// For each rule a record.
pub(super) static EXAMPLES: &[(&str, &str)] = &[
    ("GM-1", "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n1. h8, i9"),
    ("GM-3", "[Game \"gomoku\"]\n\n1. f10, a1; 2. g10, b1; 3. h10, c1; 4. i10, d1; 5. j10"),
    (
        "GM-4",
        "[Game \"gomoku\"]\n[Board \"5x5\"]\n\n1. d3, c1; 2. e5, c5; 3. c2, b5; 4. e2, c3; 5. a4, b1; 6. b3, b2; 7. d4, c4; 8. e4, a2;\n9. a1, b4; 10. d5, a3; 11. e3, d1; 12. a5, e1; 13. d2",
    ),
    (
        "GM-5",
        "[Game \"gomoku\"]\n[Variant \"freestyle\"]\n\n1. f10, a1; 2. g10, b1; 3. h10, c1; 4. j10, d1; 5. k10, a5; 6. i10",
    ),
    (
        "GM-6",
        "[Game \"gomoku\"]\n[Variant \"omok\"]\n\n1. f10, a1; 2. g10, b1; 3. h10, c1; 4. j10, d1; 5. k10, a5; 6. i10",
    ),
    ("GM-7", "[Game \"gomoku\"]\n[Variant \"caro\"]\n\n1. f10, e10; 2. g10, k10; 3. h10, a1; 4. i10, b1; 5. j10, c1"),
    ("RJ-1", "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, h9; 2. j10"),
    (
        "RJ-2",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, a1; 2. o15, b1; 3. o1, c1; 4. a15, e1; 5. h15, f1; 6. n8, d1",
    ),
    (
        "RJ-4",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Termination \"foul\"]\n\n1. f8, a1; 2. g8, a3; 3. h8, a5; 4. i5, a7; 5. i6, a9; 6. i7, a11; 7. i8",
    ),
    (
        "RJ-5",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Termination \"foul\"]\n\n1. g8, a1; 2. h8, a3; 3. i6, a5; 4. i7, a7; 5. i8",
    ),
    (
        "RJ-6",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Termination \"foul\"]\n\n1. e8, a1; 2. f8, a3; 3. g8, a5; 4. i8, a7; 5. j8, a9; 6. h8",
    ),
    ("RJ-7", "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, --; 2. --"),
];
