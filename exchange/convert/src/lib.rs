//! Kernels in MLIR's general dialects (`func`, `arith`, `math`, `cf`, `scf`, `vector`, `memref`, `gpu`, `index`,
//! `complex`, `ub`) converted to the SPIR-V dialect.
//!
//! [`rows`] has a row for each op: what its text looks like, and what it becomes. `read` makes a tree of a text, `emit` a
//! module of the tree. This crate knows no words, no HLSL and no files.

mod emit;
mod format;
mod read;
pub mod rows;
mod tree;

use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::Module;
use dialect::source;
use dialect::text::lexer::{self, Kind};
use emit::{Emitter, Target};
use tree::{Fact, Facts, Node, Tree};

/// The invocations of a subgroup where a text names no number.
const SUBGROUP: u32 = 32;

/// The choices of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The bits of an `index`: 32 or 64. By default 64 for kernels whose text requires nothing, and 32 for shaders.
    pub index_width: Option<u32>,
    /// Make kernels of OpenCL where the text names no target.
    pub kernels: bool,
}

/// Returns whether a text has ops of the general dialects, which the SPIR-V dialect alone does not read.
pub fn is_foreign(text: &str) -> bool {
    let tokens = lexer::tokens(text);
    let is_op = |token: &lexer::Token| {
        let word = &text[token.start..token.end];
        let name = match token.kind {
            Kind::Word => word,
            Kind::Text => word.trim_matches('"'),
            _ => return false,
        };
        name.split_once('.').is_some_and(|(dialect, _)| !matches!(dialect, "spirv" | "func" | "builtin"))
            && rows::find(name).is_some()
    };
    tokens.iter().any(is_op)
}

/// Converts a text.
///
/// # Errors
/// When it is malformed, or has an op or a type without a conversion, with the line and the column.
pub fn convert(text: &str, options: &Options) -> Result<Module> {
    convert_placed(text, options).map(|(module, _)| module)
}

/// The same, with the places of its ops.
///
/// # Errors
/// Those of [`convert`].
pub fn convert_placed(text: &str, options: &Options) -> Result<(Module, source::Offsets)> {
    let (module, offsets) = emitted(text, options)?;
    source::complete(text, module, offsets)
}

fn emitted(text: &str, options: &Options) -> Result<(Module, source::Offsets)> {
    let tree = read::read(text)?;
    let unit = unit(text, &tree)?;
    let target = target(&unit.facts, options);
    let mut emitter = Emitter::new(text, &tree, target, |row| rows::row(row).how);
    emitter.unit(unit.ops, &unit.facts)?;
    Ok((emitter.module, emitter.offsets))
}

/// The functions that become one module, with what is said of it.
struct Unit<'t> {
    ops: &'t [Node],
    facts: Facts,
}

/// The only module of kernels, or else all functions: what stands around kernels runs on the host.
fn unit<'t>(text: &str, tree: &'t Tree) -> Result<Unit<'t>> {
    let mut modules = tree.ops.iter().filter(|node| rows::row(node.row).name == rows::MODULE);
    let Some(module) = modules.next() else {
        return match tree.ops.is_empty() {
            true => Err(Error::in_module(Code::Syntax, "missing function")),
            false => Ok(Unit { ops: &tree.ops, facts: tree.facts.clone() }),
        };
    };
    if let Some(second) = modules.next() {
        let place = dialect::text::place_at(text, second.at);
        return Err(Error { code: Code::Unconverted, place, message: "second gpu.module".to_owned() });
    }
    let ops = module.regions.first().and_then(|region| region.blocks.first()).map_or(&[][..], |block| &block.ops);
    let own = module.facts.iter().chain(&tree.facts).cloned().collect();
    Ok(Unit { ops, facts: own })
}

/// The environment that a text names, or that the options ask for.
fn target(facts: &Facts, options: &Options) -> Target {
    let env = facts.iter().find(|(name, _)| name == dialect::spirv::attrs::TARGET_ENV);
    let env = match env {
        Some((_, Fact::Word(text))) => Some(text.as_str()),
        _ => None,
    };
    let has = |name: &str| {
        let env = env.unwrap_or("");
        lexer::tokens(env).iter().any(|token| &env[token.start..token.end] == name)
    };
    let is_kernel = if env.is_some() { has("Kernel") && !has("Shader") } else { options.kernels };
    let subgroup = env.and_then(|env| number_after(env, "subgroup_size")).unwrap_or(SUBGROUP);
    let index = options.index_width.unwrap_or(if is_kernel { 64 } else { 32 });
    Target { is_kernel, index, subgroup }
}

/// The number behind a word and `=`.
fn number_after(text: &str, word: &str) -> Option<u32> {
    let rest = text.split_once(word)?.1.trim_start().strip_prefix('=')?.trim_start();
    let end = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
