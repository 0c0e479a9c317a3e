//! The states after the module: the SPIR-V dialect, the LLVM dialect, LLVM IR and other languages, of our modules and of any
//! others.
//!
//! The conversions are in the crates `dialect` and `lower`, and in [`crate::pipeline::languages`].

use crate::diagnostics as E;
use crate::options::settings::{Emit, Options};
use crate::pipeline::languages::{self, Absent};
use crate::pipeline::spirv_tools::{self, Listing};
use base::diag::Sink;
use base::source::Span;

/// The limit of the texts of all states of a compilation.
const MOST_TEXT: usize = 64 << 20;

/// The texts of the requested states.
#[derive(Default)]
pub(crate) struct Texts {
    texts: Vec<(Emit, String)>,
    bytes: usize,
}

impl Texts {
    /// Adds the text of a state.
    ///
    /// # Errors
    /// When all texts together exceed the limit, with the reason.
    pub(crate) fn add(&mut self, state: Emit, text: String) -> Result<(), Absent> {
        self.bytes += text.len();
        if self.bytes > MOST_TEXT {
            return Err(too_long().into());
        }
        self.texts.push((state, text));
        Ok(())
    }

    /// The states with their texts, in the order of the stages.
    pub(crate) fn into_texts(self) -> Vec<(Emit, String)> {
        self.texts
    }
}

fn too_long() -> String {
    format!("the requested states have more than {} MiB of text", MOST_TEXT >> 20)
}

/// The text of a state of a module.
///
/// # Errors
/// When the module has no such state, with the reason.
pub(crate) fn text(words: &[u32], state: Emit, options: &Options) -> Result<String, Absent> {
    match state {
        Emit::Spirv => {
            let listing = Listing { raw_ids: options.output.raw_ids, ..Listing::default() };
            Ok(spirv_tools::listing(words, listing).unwrap_or_else(|error| error))
        }
        Emit::Dialect => Ok(dialect_text(words, !options.output.own_dialect)?),
        Emit::SpirvLlvm => Ok(kernels_as_llvm(words, llvmir::Spelling::Opaque)?),
        Emit::SpirvLlvmTyped => Ok(kernels_as_llvm(words, llvmir::Spelling::Typed)?),
        Emit::LlvmDialect | Emit::Llvm => Ok(llvm_text(words, state, options)?),
        Emit::Language(language) => languages::write(words, language, options),
        Emit::Tokens | Emit::Ast | Emit::Hir => Err("it precedes the module".to_owned().into()),
    }
}

/// Reports that a module lacks a state.
pub(crate) fn report(state: Emit, absent: Absent, place: Span, sink: &mut Sink) {
    let (name, reason) = (state.name().to_owned(), absent.reason);
    match state {
        Emit::Language(_) => sink.report(place, E::NotTranslated { language: name, reason }),
        _ => sink.report(place, E::NoState { state: name, reason }),
    };
}

fn kernels_as_llvm(words: &[u32], spelling: llvmir::Spelling) -> Result<String, String> {
    llvmir::to_llvm(words, spelling).map_err(|error| error.to_string())
}

fn dialect_text(words: &[u32], for_mlir: bool) -> Result<String, String> {
    let mut module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
    dialect::spirv::structurize::structurize(&mut module).map_err(|error| error.to_string())?;
    let shown = text::Options { for_mlir, ..text::Options::default() };
    let text = text::print_within(&module, &shown, MOST_TEXT);
    text.ok_or_else(too_long)
}

/// The number of lanes shown as a vector if a kernel allows it: independent of the machine.
#[cfg(feature = "runner")]
const SHOWN_LANES: u32 = 8;

#[cfg(feature = "runner")]
fn llvm_text(words: &[u32], state: Emit, options: &Options) -> Result<String, String> {
    let module = read(words)?;
    let choices = lower::Options { vector: Some(SHOWN_LANES), ..lower::Options::default() };
    let lowered = match &options.output.function {
        Some(name) => lower::compile_function(&module, name, &choices).map_err(|error| error.to_string())?,
        None => kernel(words, module, options, &choices)?,
    };
    match state {
        Emit::LlvmDialect => Ok(text::llvm_dialect::print(&lowered)),
        _ => Ok(text::llvm_ir::print(&lowered)),
    }
}

#[cfg(feature = "runner")]
fn read(words: &[u32]) -> Result<dialect::ir::Module, String> {
    dialect::spirv::read::read(words).map_err(|error| error.to_string())
}

/// The kernel of an entry point, which for a stage of draws is the compute shader that it runs as.
#[cfg(feature = "runner")]
fn kernel(
    words: &[u32],
    module: dialect::ir::Module,
    options: &Options,
    choices: &lower::Options,
) -> Result<dialect::ir::Module, String> {
    let name = |known: &[String]| match known {
        // Passes and other compilers may have renamed the only entry point.
        [only] if options.entry.is_none() => only.clone(),
        _ => options.analysis.entry_name.clone().unwrap_or_else(|| options.entry().to_owned()),
    };
    let entry = name(&lower::entry_points(&module));
    let stages = runner::stages::entry_points(words).map_err(|error| error.to_string())?;
    let names: Vec<String> = stages.iter().map(|(_, name)| name.clone()).collect();
    let is_compute = lower::entry_points(&module).contains(&entry);
    let Some((stage, entry)) = stages.into_iter().find(|(_, own)| !is_compute && *own == name(&names)) else {
        return lowered(&module, &entry, choices);
    };
    let words = runner::stages::kernel(words, stage, &entry, SHOWN_LANES).map_err(|error| error.to_string())?;
    lowered(&read(&words)?, &entry, choices)
}

#[cfg(feature = "runner")]
fn lowered(module: &dialect::ir::Module, entry: &str, choices: &lower::Options) -> Result<dialect::ir::Module, String> {
    let lowered = lower::compile_module(module, entry, choices).map_err(|error| error.to_string())?;
    Ok(lowered.module)
}

/// The reason why a build has no LLVM IR and runs nothing.
pub const WITHOUT: &str = "this build does not include the feature 'runner'";

#[cfg(not(feature = "runner"))]
fn llvm_text(_: &[u32], _: Emit, _: &Options) -> Result<String, String> {
    Err(WITHOUT.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{MOST_TEXT, Texts};
    use crate::options::settings::Emit;

    #[test]
    fn the_limit_is_that_of_all_texts() {
        let mut texts = Texts::default();
        let half = || "x".repeat(MOST_TEXT / 2);
        assert!(texts.add(Emit::Ast, half()).is_ok() && texts.add(Emit::Hir, half()).is_ok());
        let absent = texts.add(Emit::Spirv, "x".to_owned()).expect_err("there is one byte too much");
        assert_eq!(absent.reason, "the requested states have more than 64 MiB of text");
        assert_eq!(texts.into_texts().len(), 2);
    }
}
