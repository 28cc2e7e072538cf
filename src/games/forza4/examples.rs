//! Small records that show the rules of Forza 4 on which no code rests, for `explain`.

/// For each rule a record.
pub(super) static EXAMPLES: &[(&str, &str)] = &[
    ("F4-1", "[Game \"forza4\"]\n[Board \"8x8\"]\n\n1. h, a"),
    ("F4-3", "[Game \"forza4\"]\n\n1. c, c; 2. c, c"),
    ("F4-4", "[Game \"forza4\"]\n\n1. d, e; 2. d, e; 3. d, e; 4. d"),
    (
        "F4-5",
        "[Game \"forza4\"]\n[Board \"4x4\"]\n\n1. a, a; 2. d, c; 3. d, c; 4. b, a; 5. c, b; 6. b, a; 7. c, d; 8. b, d",
    ),
    ("F4-7", "[Game \"forza4\"]\n[Options \"equalizer\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, b"),
];
