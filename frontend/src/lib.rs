//! HLSL text to a syntax tree.
//!
//! Text is lexed, preprocessed, classified (which names are types, which `<` open template arguments) and parsed. This
//! crate knows neither types of expressions nor Vulkan nor SPIR-V.

pub mod ast;
pub mod classify;
pub mod diagnostics;
pub mod dump;
pub mod fingerprint;
pub mod foreign;
pub mod language;
pub mod lexed_files;
pub mod lexer;
pub mod literal;
pub mod parse;
pub mod preprocess;
mod scan;
pub mod separable;
pub mod surface;
pub mod test_functions;
pub mod token;
pub mod words;

/// The parser that is generated from `grammar.lalrpop`.
#[allow(
    clippy::all,
    clippy::pedantic,
    missing_docs,
    unreachable_pub,
    unused,
    rust_2018_idioms,
    reason = "generated code answers to its generator"
)]
mod grammar {
    include!(concat!(env!("OUT_DIR"), "/parser.rs"));
}
