//! Small records that show the rules of Le File on which no code rests, for `explain`.

/// For each rule a record.
pub(super) static EXAMPLES: &[(&str, &str)] = &[
    ("LF-2", "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n\n1. 1b d4-d3 =a3-d3"),
    (
        "LF-9",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3r c3-d4, 3r c6-b5; 2. 3r d4-c5",
    ),
    ("LF-13", "[Game \"lefile\"]\n[Cut \"7h 7c, 5d 3s\"]\n\n1. 24 Pb4"),
    ("LF-14", "[Game \"lefile\"]\n\n1. 22 Pb2, 22 P*c3; 2. 24 Pz9"),
];
