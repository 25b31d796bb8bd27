//! The command `roundhouse`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bot::cli::main()
}
