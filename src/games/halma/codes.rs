//! The codes of Halma, those that it shares with other games in its own words.

use crate::codes::codes;
use crate::diagnostic::{Code, Severity};

codes! {
    /// The board has no such square.
    OFF_BOARD = Error "off-board" Some("HA-4"), "the board has no such square",
        "The ply names a square outside the board. Halma is played on 16x16, 10x10 or 8x8, as the variant says. The letter i is in use: a board of 16 columns ends with p.",
        "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. a5-a4, h4-i5";
    /// No piece where the ply begins.
    NO_PIECE = Error "no-piece" Some("HA-4"), "no piece stands where the ply begins",
        "The first square of the ply is empty. Perhaps an earlier ply of the record is wrong, or the sides are the wrong way round.",
        "[Game \"halma\"]\n\n1. a11-a10";
    /// A piece of another side.
    NOT_OWN_PIECE = Error "not-own-piece" Some("HA-4"), "the piece belongs to another side",
        "A side moves its own pieces; in a game of pairs, a side whose pieces fill the opposite base may move its partner's pieces (HA-11).",
        "[Game \"halma\"]\n\n1. l1-k1";
    /// A landing square that is filled.
    OCCUPIED = Error "occupied" Some("HA-4"), "a square on which the piece lands is filled",
        "Each square on which the piece lands must be empty, also in the middle of a chain. The piece's own first square counts as empty once it has left.",
        "[Game \"halma\"]\n\n1. a16-a15";
    /// A leg that is neither step nor jump.
    BAD_LEG = Error "bad-leg" Some("HA-3"), "a leg that is neither a step nor a jump",
        "Each leg goes to the next square in any of eight directions (a step), or over one piece on the next square to the square just beyond it (a jump). A piece cannot jump over two pieces at once, nor over a piece further away than the next square.",
        "[Game \"halma\"]\n\n1. a12-a9";
    /// A jump over nothing.
    NOTHING_TO_JUMP = Error "nothing-to-jump" Some("HA-3"), "a jump over an empty square",
        "A jump goes over one piece, own or enemy, on the next square. Here that square is empty. Often an earlier ply of the record is wrong.",
        "[Game \"halma\"]\n\n1. a12-a10";
    /// Steps and jumps in one ply, or more than one step.
    MIXED_LEGS = Error "mixed-legs" Some("HA-3"), "steps in a ply of several legs",
        "A ply is one step or a chain of jumps. A step is a whole ply: neither a jump nor a second step may come with it.",
        "[Game \"halma\"]\n\n1. a12-a11-a10";
    /// A pass that is not forced, or a ply back to its own square.
    PASS_REFUSED = Error "pass-not-allowed" Some("HA-5"), "a side passes although it can move",
        "Only a side without any legal ply passes. A chain that ends on the square where it began is a pass too, and illegal.",
        "[Game \"halma\"]\n\n1. a12-a11, --";
    /// A dark piece that does not step diagonally.
    PARLETT_STEP = Error "parlett-step" Some("HA-15"), "a piece on a dark square only steps diagonally",
        "In Parlett's variant a piece that begins its ply on a dark square (a1 is dark) may only step diagonally, one square.",
        "[Game \"halma\"]\n[Variant \"parlett\"]\n\n1. c13-c12";
    /// A light piece that does not jump orthogonally.
    PARLETT_JUMP = Error "parlett-jump" Some("HA-15"), "a piece on a light square only jumps orthogonally",
        "In Parlett's variant a piece that begins its ply on a light square may only jump, along columns and rows.",
        "[Game \"halma\"]\n[Variant \"parlett\"]\n\n1. a12-a11";
    /// Enemy pieces jumped that sum up to more than the jumper's number.
    JUMP_SUM = Error "jump-sum" Some("HA-14"), "the enemy pieces jumped add up to more than the jumping piece",
        "In the variant number-expert a ply of jumps is legal only if the number of the moving piece is at least the sum of the numbers of the enemy pieces it jumps, each counted every time it is jumped.",
        "[Game \"halma\"]\n[Variant \"number-expert\"]\n[Setup \"W(2)W(6)W(11)W(15)W(18)11/W(7)W(12)W(16)13/W(3)W(8)W(13)W(17)12/W(4)W(9)W(14)W(19)12/W(5)W(10)14/16/16/6W(1)9/5G(2)10/16/16/14G(10)G(5)/12G(19)G(14)G(9)G(4)/12G(17)G(13)G(8)G(3)/13G(16)G(12)G(7)/11G(18)G(15)G(11)G(6)G(1) W\"]\n\n1. g9-e7";
    /// No path leads from the first to the last square.
    NO_PATH = Error "no-path" Some("HA-17"), "no step and no chain of jumps leads there",
        "In the notation `ends` a ply gives only its first and its last square. The program looks for a path between them, and the rules of the variant allow none.",
        "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. a12-a10";
}
