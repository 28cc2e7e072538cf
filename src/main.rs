//! Parses arguments, runs one command, maps its end to an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    scoresheet::commands::main()
}
