//! `hlsl2spirv opt`: a module through our own passes.

use arguments::OptArguments;
use library::files::names::to_text;
use library::files::staged::Staged;
use library::files::{outputs, reading};
use library::pipeline::optimise::optimise;
use library::pipeline::passes::names::{self, NotOurs};
use library::pipeline::validator;
use library::report::console::complain;

/// Carries out `opt`. Returns the exit status.
pub(crate) fn run(arguments: &OptArguments) -> u8 {
    match carry_out(arguments) {
        Ok(()) => 0,
        Err(message) => {
            complain(message);
            1
        }
    }
}

fn carry_out(arguments: &OptArguments) -> Result<(), String> {
    let (file, output) = (to_text(arguments.file.as_os_str()), to_text(arguments.output.as_os_str()));
    let words = reading::read_module(&file)?;
    let options = opt::Options {
        level: if arguments.level == 0 { opt::Level::Legal } else { opt::Level::Full },
        keep_interface: arguments.preserve_interface,
        keep_bindings: arguments.preserve_bindings,
        ..opt::Options::default()
    };
    let passes = arguments.passes.as_deref().map(names::ours).transpose().map_err(|name| refusal(&name))?;
    let words = optimise(&words, &options, passes.as_deref()).map_err(|error| format!("'{file}': {error}"))?;
    if !arguments.no_validate {
        let is_partial = passes.is_some();
        validator::validate_result(&words, valid::Environment::UNIVERSAL, is_partial)
            .map_err(|error| format!("'{file}': {error}"))?;
    }
    let mut staged = Staged::default();
    let written = staged.write(&output, &outputs::bytes(&words)).and_then(|()| staged.commit());
    written.map_err(|error| format!("cannot write '{output}': {}", error.reason))
}

fn refusal(name: &NotOurs) -> String {
    match name.theirs {
        Some(_) => format!("pass '{}' is not available without SPIRV-Tools", name.name),
        None => format!("unknown pass '{}'", name.name),
    }
}
