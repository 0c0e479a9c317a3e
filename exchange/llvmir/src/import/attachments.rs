//! Metadata attached to functions, variables and the module.

use dialect::ir::{Attr, AttrId, Module, OpId};
use dialect::llvm::ops;
use dialect::spirv::facts;

/// The nodes of a list that is attached to an op, or to the module.
pub(super) fn nodes<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m [AttrId]> {
    facts::array_of(module, op, ops::METADATA).iter().find_map(|list| match &module.ctx[*list] {
        Attr::Array(items) => match items.split_first().map(|(own, nodes)| (&module.ctx[*own], nodes)) {
            Some((Attr::Str(own), nodes)) if **own == *name => Some(nodes),
            _ => None,
        },
        _ => None,
    })
}

/// The parts of a node.
pub(super) fn parts(module: &Module, node: AttrId) -> &[AttrId] {
    match &module.ctx[node] {
        Attr::Array(parts) => parts,
        _ => &[],
    }
}

/// The parts of the one node that a name attaches to an op.
pub(super) fn attached<'m>(module: &'m Module, op: OpId, name: &str) -> Option<&'m [AttrId]> {
    nodes(module, op, name)?.first().map(|node| parts(module, *node))
}

/// A part that is text.
pub(super) fn text(module: &Module, attr: AttrId) -> Option<&str> {
    match &module.ctx[attr] {
        Attr::Str(text) => Some(text),
        _ => None,
    }
}

/// The text that a constant variable holds.
pub(super) fn text_of(module: &Module, variable: OpId) -> Option<String> {
    let Attr::Array(parts) = &module.ctx[module.attr(variable, ops::VALUE)?] else { return None };
    let bytes = parts.iter().filter_map(|part| facts::number(module, *part)).map(|byte| byte as u8);
    String::from_utf8(bytes.take_while(|byte| *byte != 0).collect()).ok()
}
