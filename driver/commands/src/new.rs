//! The sub-command `new`: a project with shaders, a build rule, and a test of the shaders on the CPU.
//!
//! Owns the templates and their placeholders; what a build tool does with them it must not know.

use arguments::{BuildTool, NewArguments};
use library::files::names::to_text;
use library::files::{reading, staged};
use library::report::console::{complain, say};
use std::path::Path;

/// A file of a project: its name, and its text with placeholders.
type Template = (&'static str, &'static str);

/// The files of each project.
const SHADERS: &[Template] = &[
    ("shaders/scale.hlsl", include_str!("new/shaders/scale.hlsl")),
    ("shaders/sky.hlsl", include_str!("new/shaders/sky.hlsl")),
    ("tests/scale.json", include_str!("new/tests/scale.json")),
];

/// The files for Cargo.
const CARGO: &[Template] = &[
    (".gitignore", "/target\n"),
    ("Cargo.toml", include_str!("new/cargo/Cargo.toml.in")),
    ("build.rs", include_str!("new/cargo/build.rs.in")),
    ("src/main.rs", include_str!("new/cargo/main.rs.in")),
    ("tests/shaders.rs", include_str!("new/cargo/shaders.rs.in")),
];

/// The files for CMake.
const CMAKE: &[Template] = &[(".gitignore", "/build\n"), ("CMakeLists.txt", include_str!("new/cmake/CMakeLists.txt"))];

/// Writes a project and says what to do next.
pub(crate) fn run(arguments: &NewArguments) -> u8 {
    match write(arguments) {
        Ok(()) => {
            say(next_steps(arguments));
            0
        }
        Err(reason) => {
            complain(reason);
            1
        }
    }
}

fn write(arguments: &NewArguments) -> Result<(), String> {
    let folder = &arguments.folder;
    let shown = folder.display();
    let name = project_name(arguments)?;
    if !reading::is_vacant(folder) {
        return Err(format!("'{shown}' exists and is not an empty folder"));
    }
    let mut files = staged::Staged::default();
    for (file, text) in templates(arguments.build) {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(folder);
        staged::make_folder(parent).map_err(|error| format!("cannot create '{}': {error}", parent.display()))?;
        let text = text.replace("{name}", &name).replace("{version}", env!("CARGO_PKG_VERSION"));
        files.write(&to_text(path.as_os_str()), text.as_bytes()).map_err(|error| error.to_string())?;
    }
    files.commit().map_err(|error| error.to_string())
}

fn templates(build: BuildTool) -> impl Iterator<Item = &'static Template> {
    let of_tool = match build {
        BuildTool::Cargo => CARGO,
        BuildTool::Cmake => CMAKE,
    };
    SHADERS.iter().chain(of_tool)
}

/// The name of the package or project: an identifier of Cargo and of CMake.
fn project_name(arguments: &NewArguments) -> Result<String, String> {
    let of_folder = || arguments.folder.file_name().map(|name| to_text(name).into_owned());
    let name = arguments.name.clone().or_else(of_folder).unwrap_or_default();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    match is_name {
        true => Ok(name),
        false => Err(format!(
            "'{name}' cannot be the name of a project: expected a letter, then letters, digits, '-' and '_'; use \
             '--name NAME'"
        )),
    }
}

/// The commands that a user may try first.
fn next_steps(arguments: &NewArguments) -> String {
    let folder = Path::new(&arguments.folder).display();
    let build = match arguments.build {
        BuildTool::Cargo => {
            "cargo run             # compile the shaders and print their sizes\ncargo test            # run them on the CPU"
        }
        BuildTool::Cmake => {
            "cmake -B build && cmake --build build   # compile the shaders\nctest --test-dir build                  # run them on the CPU"
        }
    };
    format!(
        "created '{folder}'; in this folder:\n\nhlsl2spirv draw shaders/sky.hlsl --out sky.png   # render the pixel shader\n\
         hlsl2spirv test tests                            # run the compute shader\n{build}\n"
    )
}
