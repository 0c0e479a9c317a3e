//! `hlsl2spirv asm` and `hlsl2spirv dis`: text to modules and modules to text, as SPIRV-Tools spell it.

use arguments::{AsmArguments, DisArguments};
use library::files::names::to_text;
use library::files::staged::Staged;
use library::files::{outputs, reading};
use library::pipeline::validator;
use library::report::console::{complain, print_or_complain};
use text::assembly;
use text::listing::{self, Listing};

/// Runs `asm`. Returns the exit status.
pub(crate) fn assemble(arguments: &AsmArguments) -> u8 {
    status(carry_out_asm(arguments))
}

/// Runs `dis`. Returns the exit status.
pub(crate) fn disassemble(arguments: &DisArguments) -> u8 {
    match carry_out_dis(arguments) {
        Ok(Some(text)) => print_or_complain(&text),
        done => status(done.map(drop)),
    }
}

fn status(done: Result<(), String>) -> u8 {
    done.map_or_else(
        |message| {
            complain(message);
            1
        },
        |()| 0,
    )
}

fn carry_out_asm(arguments: &AsmArguments) -> Result<(), String> {
    let (file, output) = (to_text(arguments.file.as_os_str()), to_text(arguments.output.as_os_str()));
    let bytes = reading::read_bytes(&file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    let text = reading::decode(bytes);
    let environment = arguments.target_env.unwrap_or(valid::Environment::UNIVERSAL);
    let version = arguments.target_env.map(|named| named.spirv).or_else(|| version_in(&text));
    let options = assembly::Options {
        version: version.unwrap_or(environment.spirv),
        preserve_numeric_ids: arguments.preserve_numeric_ids,
    };
    let words = assembly::assemble(&text, &options).map_err(|error| format!("{file}:{error}"))?;
    if !arguments.no_validate {
        validator::validate_result(&words, environment, false).map_err(|error| format!("{file}: {error}"))?;
    }
    write(&output, &outputs::bytes(&words))
}

/// The version in the comments before the first instruction, as `dis` writes it.
fn version_in(text: &str) -> Option<(u8, u8)> {
    let mut head = text.lines().take_while(|line| line.is_empty() || line.starts_with(';'));
    let minor = head.find_map(|line| line.strip_prefix("; Version: 1.")?.trim().parse().ok())?;
    (minor <= valid::Environment::UNIVERSAL.spirv.1).then_some((1, minor))
}

/// The text, if it goes to the standard output.
fn carry_out_dis(arguments: &DisArguments) -> Result<Option<String>, String> {
    let file = to_text(arguments.file.as_os_str());
    let words = reading::read_module(&file)?;
    let form = Listing { raw_ids: arguments.raw_ids, byte_offsets: arguments.offsets, colour: false };
    let text = listing::print(&words, form).map_err(|error| format!("'{file}': {error}"))?;
    let Some(output) = &arguments.output else { return Ok(Some(text)) };
    write(&to_text(output.as_os_str()), text.as_bytes()).map(|()| None)
}

fn write(output: &str, bytes: &[u8]) -> Result<(), String> {
    let mut staged = Staged::default();
    let written = staged.write(output, bytes).and_then(|()| staged.commit());
    written.map_err(|error| format!("cannot write '{output}': {}", error.reason))
}
