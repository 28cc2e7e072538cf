//! Files of which every byte may be a bad place to cut.

use proptest::prelude::*;

/// Words of which transcripts are made.
pub(crate) const TRANSCRIPT: &[&str] = &[
    "[Game \"forza4\"]\n",
    "[Game \"gomoku\"]\n",
    "[Notation \"squares\"]\n",
    " [Game \"halma\"]\n",
    "[Event \"x",
    "\"]\n",
    "[Game \"forza4\"]",
    "Game: forza4\n",
    "1. c, e; 2. c",
    "1. h8, z9",
    "c e c c",
    " 1-0",
    "\n",
    "\n\n",
    "\r\n",
    " \t",
    "{x}",
    "{ ",
    "}",
    "{\n\n",
    "{a\n[Game \"plus4\"]\n",
    "\n{b}\n# c\n",
    "# ",
    "# [Game \"x\"]\n",
    "[",
    "]",
    "\\",
    "é",
    "王",
    "[Result \"1-0\"]\r\n",
    "(2. c, c)",
    "\u{feff}",
];

/// Words of which lists are made.
pub(crate) const LIST: &[&str] = &[
    "4423",
    "44444444",
    "c e c",
    "3216 11",
    "c* d",
    "\n",
    "\r\n",
    "\n\n",
    "  ",
    "#: [Game \"forza4\"]\n",
    "#: [Game \"gomoku\"] [Board \"15x15\"]\n",
    " #: [Game \"x\"\n",
    "# no",
    "#",
    "#:\n",
    "h8h9i8",
    "{x}",
    "é",
    "\u{feff}",
];

/// Words of which JSON Lines are made.
pub(crate) const JSON: &[&str] = &[
    "{\"game\":\"forza4\",\"moves\":\"c e c c\"}",
    "{\"game\":\"forza4\",\"moves\":[\"c\",\"e\"]}",
    "{\"game\":\"forza4\",\"moves\":\"4423\"}",
    "{\"moves\":\"c\\n\"",
    "\n",
    "\r\n",
    "\n\n",
    "  ",
    "{}",
    "[]",
    "é",
    "{\"game\":\"gomoku\",\"moves\":\"7 7, 8 8\"}",
    "\u{feff}",
];

/// Words of which collections of SGF are made.
pub(crate) const SGF: &[&str] = &[
    "(;GM[4]SZ[15];B[hh];W[ii])",
    "(;GM[4]SZ[15]C[(;\\]",
    "])",
    "(;GM[4];B[hh](;W[hi])(;W[hj]))",
    "\n",
    "\r\n",
    "(",
    "(;",
    ")",
    "]",
    "[",
    " x (y) ",
    "C[\n(;GM[4]\n]",
    "\\",
    "é",
    ";B[aa]",
    "(;GM[4]CA[GBK]C[\u{738b}];B[hh])\n",
    "\u{feff}",
];

/// A file made of such words, with a byte here and there that is no text.
pub(crate) fn pieces(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        20 => proptest::sample::select(words).prop_map(|word| word.as_bytes().to_vec()),
        1 => Just(vec![0xff]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}
