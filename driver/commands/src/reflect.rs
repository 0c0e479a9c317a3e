//! The sub-command `reflect`. The reflection itself is the crate `reflect`'s.

mod link;

use super::compile;
use ::reflect::Reflection;
use ::reflect::code::{self, Api, Derive, Names, RustOptions, Unsayable};
use arguments::{ReflectApi, ReflectArguments, ReflectDerive, ReflectFormat};
use library::api::compile::Artifact;
use library::files::names::to_text;
use library::files::staged::Staged;
use library::reflection::layouts::text as text_of_layouts;
use library::report::console::{complain, print_or_complain};

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &ReflectArguments) -> u8 {
    if arguments.schema {
        return print_or_complain(::reflect::SCHEMA);
    }
    if let Some(name) = &arguments.layout {
        return layouts(arguments, name).unwrap_or_else(|status| status);
    }
    if !arguments.link.is_empty() {
        return link::run(arguments).unwrap_or_else(|status| status);
    }
    module(arguments).unwrap_or_else(|status| status)
}

/// One module, or what a source declares.
fn module(arguments: &ReflectArguments) -> Result<u8, u8> {
    let (input, mut found) = match arguments.declared || arguments.all_structs.is_some() {
        true => compile::declared(&arguments.compilation, arguments.all_structs)?,
        false => {
            let (input, artifact) = compile::compile(&arguments.compilation)?;
            let found = reflected(&input, &artifact)?;
            (input, found)
        }
    };
    if arguments.no_spans {
        found.leave_out_spans();
    }
    match written(found, arguments) {
        Ok(text) => Ok(emit(&text, arguments)),
        Err(error) => {
            complain(format_args!("'{input}': {error}"));
            Err(1)
        }
    }
}

/// The reflection of a module. Mistakes of the compiler are reported, and fail nothing.
fn reflected(input: &str, artifact: &Artifact) -> Result<Reflection, u8> {
    match artifact.compared_reflection() {
        Ok((found, differences)) => {
            for difference in differences {
                let what = "this is a bug in the compiler; please report it";
                complain(format_args!("'{input}': {difference}; {what}"));
            }
            Ok(found)
        }
        Err(error) => {
            complain(format_args!("'{input}': {error}"));
            Err(1)
        }
    }
}

/// Prints a text, or writes it to the file that was asked for. Returns the exit status.
fn emit(text: &str, arguments: &ReflectArguments) -> u8 {
    let Some(output) = &arguments.output else { return print_or_complain(text) };
    let mut staged = Staged::default();
    match staged.write(&to_text(output.as_os_str()), text.as_bytes()).and_then(|()| staged.commit()) {
        Ok(()) => 0,
        Err(error) => {
            complain(format_args!("cannot write '{}': {}", error.file, error.reason));
            1
        }
    }
}

/// One struct under several rules.
fn layouts(arguments: &ReflectArguments, name: &str) -> Result<u8, u8> {
    let (input, laid) = compile::layouts(&arguments.compilation, name, &arguments.rule)?;
    if laid.is_empty() {
        complain(format_args!("'{input}': unknown struct '{name}'"));
        return Ok(1);
    }
    Ok(print_or_complain(&text_of_layouts(name, &laid)))
}

fn written(mut found: Reflection, arguments: &ReflectArguments) -> Result<String, Unsayable> {
    if !matches!(arguments.format, ReflectFormat::Text | ReflectFormat::Json) {
        let names = Names::default().prefix(&arguments.prefix);
        let renamed = arguments.rename.iter().fold(names, |names, (old, new)| names.rename(old, new));
        renamed.apply(&mut found)?;
    }
    let derive = match arguments.derive {
        ReflectDerive::Bytemuck => Derive::Bytemuck,
        ReflectDerive::None => Derive::Nothing,
    };
    match arguments.format {
        ReflectFormat::Text => Ok(::reflect::text(&found)),
        ReflectFormat::Json => Ok(found.to_json() + "\n"),
        ReflectFormat::Rust => {
            let mut options = RustOptions::default().derive(derive);
            options.api = arguments.api.map(|api| match api {
                ReflectApi::Ash => Api::Ash,
                ReflectApi::Vulkano => Api::Vulkano,
                ReflectApi::Wgpu => Api::Wgpu,
            });
            code::rust(&found, options)
        }
        ReflectFormat::C | ReflectFormat::Cpp => code::c(&found),
        ReflectFormat::Python => code::python(&found),
        ReflectFormat::Ctypes => code::ctypes(&found),
    }
}
