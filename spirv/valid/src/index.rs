//! The index over a module's instructions: ids and types, functions and blocks, graphs, and the faults that rules
//! report. It contains no rule.

pub(crate) mod access;
pub(crate) mod facts;
pub(crate) mod fault;
pub(crate) mod graph;
pub(crate) mod imports;
pub(crate) mod module;
pub(crate) mod ops;
pub(crate) mod program;
pub(crate) mod sets;
pub(crate) mod site;
pub(crate) mod ty;
pub(crate) mod types;
pub(crate) mod uses;
pub(crate) mod view;
