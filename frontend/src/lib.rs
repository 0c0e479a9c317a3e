//! HLSL text to a syntax tree.
//!
//! Text is lexed, preprocessed, classified (which names are types, which `<` open template arguments) and parsed. This
//! crate knows neither types of expressions nor Vulkan nor SPIR-V.

pub mod ast;
pub mod diagnostics;
pub mod language;
pub mod lexer;
pub mod literal;
pub mod token;
