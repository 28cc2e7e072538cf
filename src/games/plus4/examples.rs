//! Small records that show the rules of Plus 4 on which no code rests, for `explain`.

/// For each rule a record.
pub(super) static EXAMPLES: &[(&str, &str)] = &[
    ("P4-1", "[Game \"plus4\"]\n[Setup \"RRBR/BRBB/RBBR/1RRB R\"]\n\n1. d"),
    ("P4-2", "[Game \"plus4\"]\n\n1. c, c; 2. c, c; 3. c"),
    ("P4-4", "[Game \"plus4\"]\n\n1. a, a; 2. b, b; 3. b, b; 4. c, c; 5. d, c; 6. a, d; 7. c, d; 8. c, a"),
    ("P4-6", "[Game \"plus4\"]\n[Variant \"continua\"]\n\n1. b, c; 2. c, d; 3. a, d; 4. d"),
    ("P4-7", "[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"1\"]\n\n1. b, c; 2. c, d; 3. a, d; 4. d"),
];
