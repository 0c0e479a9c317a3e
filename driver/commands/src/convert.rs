//! `hlsl2spirv convert`: kernels in MLIR's general dialects to SPIR-V.

use arguments::ConvertArguments;
use library::files::names::to_text;
use library::files::staged::Staged;
use library::files::{outputs, reading};
use library::pipeline::validator;
use library::report::console::{complain, print_or_complain};

/// Runs `convert`. Returns the exit status.
pub(crate) fn run(arguments: &ConvertArguments) -> u8 {
    match carry_out(arguments) {
        Ok(Some(text)) => print_or_complain(&text),
        Ok(None) => 0,
        Err(message) => {
            complain(message);
            1
        }
    }
}

/// The text, if it goes to the standard output.
fn carry_out(arguments: &ConvertArguments) -> Result<Option<String>, String> {
    let file = to_text(arguments.file.as_os_str());
    let bytes = reading::read_bytes(&file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    let options = convert::Options { index_width: arguments.index_width, kernels: arguments.kernels };
    let module = convert::convert(&reading::decode(bytes), &options).map_err(|error| format!("{file}:{error}"))?;
    let words = dialect::spirv::write::write(&module).map_err(|error| format!("{file}: {error}"))?;
    if !arguments.no_validate {
        validator::validate_result(&words, valid::Environment::UNIVERSAL, false)
            .map_err(|error| format!("{file}: {error}"))?;
    }
    let shown = text::Options { for_mlir: true, ..text::Options::default() };
    let output = arguments.output.as_ref().map(|output| to_text(output.as_os_str()));
    let Some(output) = output else { return Ok(Some(text::print_with(&module, &shown))) };
    let bytes = if reading::is_dialect(&output) {
        text::print_with(&module, &shown).into_bytes()
    } else {
        outputs::bytes(&words)
    };
    let mut staged = Staged::default();
    let written = staged.write(&output, &bytes).and_then(|()| staged.commit());
    written.map(|()| None).map_err(|error| format!("cannot write '{output}': {}", error.reason))
}
