//! Kernels in MLIR's general dialects (`func`, `arith`, `math`, `cf`, `scf`, `vector`, `memref`, `gpu`, `index`,
//! `complex`, `tensor`, `ub`) converted to the SPIR-V dialect.
//!
//! [`rows`] has a row for each op: what its text looks like, and what it becomes. `read` makes a tree of a text, `unroll`
//! one without the vectors that SPIR-V lacks, `emit` a module of the tree. [`host`] interprets the code around kernels, which others run. This crate knows no words, no HLSL and no
//! files.

mod bits;
mod emit;
mod format;
pub mod host;
mod read;
pub mod rows;
mod tree;
mod unroll;

use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::Module;
use emit::{Emitter, Target};
use text::lexer::{self, Kind};
use text::source;
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

/// Converts a text. Returns the places of its ops too.
///
/// # Errors
/// Those of [`convert`].
pub fn convert_placed(text: &str, options: &Options) -> Result<(Module, source::Offsets)> {
    let tree = read::read(text, false)?;
    converted(text, &tree, only_module(text, &tree)?, options)
}

/// The only module of kernels, if there is one: what stands around kernels runs on the host.
fn only_module<'t>(text: &str, tree: &'t Tree) -> Result<Option<&'t Node>> {
    let mut modules = tree.ops.iter().filter(|node| matches!(rows::row(node.row).name, rows::MODULE | rows::SPIRV));
    let module = modules.next();
    match (modules.next(), tree.ops.is_empty()) {
        (Some(second), _) => {
            let place = text::place_at(text, second.at);
            let message = format!("second {}", rows::row(second.row).name);
            Err(Error { code: Code::Unconverted, place, message })
        }
        (None, true) => Err(Error::in_module(Code::Syntax, "missing function")),
        (None, false) => Ok(module),
    }
}

/// Converts a module of kernels, or all functions of a file without one, and adds what MLIR adds in its last passes.
pub(crate) fn converted(
    text: &str,
    tree: &Tree,
    module: Option<&Node>,
    options: &Options,
) -> Result<(Module, source::Offsets)> {
    let (module, offsets) = emitted(text, tree, module, options)?;
    source::complete(text, module, offsets)
}

fn emitted(text: &str, tree: &Tree, module: Option<&Node>, options: &Options) -> Result<(Module, source::Offsets)> {
    let own = module.filter(|node| rows::row(node.row).name == rows::SPIRV);
    if let Some(node) = own {
        return text::parse_with_offsets(&alone(text, node));
    }
    let region = module.and_then(|node| node.regions.first()).and_then(|region| region.blocks.first());
    let ops = match module {
        Some(_) => region.map_or(&[][..], |block| &block.ops),
        None => &tree.ops,
    };
    let facts: Facts = module.into_iter().flat_map(|node| &node.facts).chain(&tree.facts).cloned().collect();
    let target = target(&facts, options);
    let unrolled = unroll::unrolled(text, tree, ops, target.is_kernel)?;
    let (tree, ops) = unrolled.as_ref().map_or((tree, ops), |unrolled| (unrolled, &unrolled.ops));
    let mut emitter = Emitter::new(text, tree, target, |row| rows::row(row).how);
    emitter.unit(ops, &facts)?;
    Ok((emitter.module, emitter.offsets))
}

/// The text of a module of the SPIR-V dialect at its place, with the aliases of the file, and spaces for all else.
fn alone(text: &str, module: &Node) -> String {
    let end = module.fact("end").and_then(Fact::number).unwrap_or(0) as usize;
    let mut kept = definitions(text);
    kept.push(module.at..end);
    kept.sort_by_key(|range| range.start);
    let mut bytes: Vec<u8> = text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    for range in kept {
        bytes[range.clone()].copy_from_slice(&text.as_bytes()[range]);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where a text defines aliases: each definition ends where the next line starts, unless a bracket is open.
fn definitions(text: &str) -> Vec<std::ops::Range<usize>> {
    let tokens = lexer::tokens(text);
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, None);
    for (at, token) in tokens.iter().enumerate() {
        let is_new_line = at > 0 && text[tokens[at - 1].end..token.start].contains('\n');
        if depth == 0 && (is_new_line || token.kind == Kind::End) {
            found.extend(start.take().map(|start| start..tokens[at.max(1) - 1].end));
        }
        match token.kind {
            Kind::Punct(b'{' | b'(' | b'[' | b'<') => depth += 1,
            Kind::Punct(b'}' | b')' | b']' | b'>') => depth = depth.saturating_sub(1),
            Kind::Type | Kind::Attr if depth == 0 && start.is_none() => {
                let defines = tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Punct(b'='));
                start = defines.then_some(token.start);
            }
            _ => {}
        }
    }
    found
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
