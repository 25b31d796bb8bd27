//! The command `roundhouse`, built beside the tests so that they can start it, kill it and send it signals. It is the
//! bot's own main function and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    bot::cli::main()
}
