//! The names of files on the command line. Their encoding is in `base::file_names`.

pub use base::file_names::{to_bytes, to_path, to_text};
use std::path::Path;

/// The name of the standard input or output on the command line.
pub const STANDARD_STREAM: &str = "-";

/// The arguments of this process, without the program's name. A program called `ShaderMake` is the command of that name.
pub fn arguments() -> Vec<String> {
    let mut given = std::env::args_os();
    let program = given.next().unwrap_or_default();
    let is_shadermake = Path::new(&program).file_stem().is_some_and(|name| name == "ShaderMake");
    let command = is_shadermake.then(|| "shadermake".to_owned());
    command.into_iter().chain(given.map(|argument| to_text(&argument).into_owned())).collect()
}
