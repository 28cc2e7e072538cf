//! Small records that show the rules of Halma on which no code rests, for `explain`.

/// For each rule a record.
pub(super) static EXAMPLES: &[(&str, &str)] = &[
    ("HA-1", "[Game \"halma\"]\n\n1. d14-e13"),
    ("HA-2", "[Game \"halma\"]\n\n1. e15-f14"),
    (
        "HA-6",
        "[Game \"halma\"]\n[Variant \"8x8\"]\n[Setup \"GGGG4/GGG5/GG6/1G6/6W1/6WW/5WWW/4WWWW G\"]\n\n1. ..., b5-a5",
    ),
    ("HA-7", "[Game \"halma\"]\n[Options \"move-limit\"]\n[MoveLimit \"70\"]\n\n1. d14-e13"),
    ("HA-8", "[Game \"halma\"]\n[Options \"vacate\"]\n[Vacate \"3/10\"]\n\n1. d14-e13"),
    ("HA-9", "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. d8-e7"),
    ("HA-10", "[Game \"halma\"]\n[Variant \"four\"]\n\n1. d15-e14, m15-l14, m2-l3, d2-e3"),
    ("HA-11", "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"Red+Blue\"]\n\n1. d15-e14, m15-l14"),
    ("HA-12", "[Game \"halma\"]\n[Variant \"double-colour\"]\n\n1. d14-e13"),
    ("HA-13", "[Game \"halma\"]\n[Variant \"number\"]\n\n1. d14-e13"),
    ("HA-16", "[Game \"halma\"]\n[Variant \"marked\"]\n\n1. d14-e13"),
    ("HA-18", "[Game \"halma\"]\n[Variant \"number\"]\n[Options \"four\"]\n\n1. d15-e14"),
];
