//! Metadata as attributes: nodes are lists, of text, of numbers, of names and of other nodes.

use super::{Reader, Ref};
use crate::jit::numbers::{FUNCTION, INT};
use dialect::ir::{Attr, AttrId};
use std::ffi::CString;
use std::ptr;

/// The limit of nesting of nodes; deeper ones are dropped, and importers use none.
const MAX_DEPTH: usize = 4;
/// The prefixes of the names that importers use.
const ASKED: &[&str] = &["spirv.", "opencl."];

impl Reader<'_> {
    /// The named metadata of the module that importers use.
    pub(super) fn named_metadata(&mut self) -> AttrId {
        let mut found = Vec::new();
        for named in Self::list(self.api.first_named(self.module), |one| self.api.next_named(one)) {
            let mut length = 0;
            let start = self.api.named_name(named, &raw mut length);
            let name = Self::text(start, length);
            let Ok(key) = CString::new(name.as_str()) else { continue };
            if !ASKED.iter().any(|start| name.starts_with(start)) {
                continue;
            }
            let mut nodes = vec![ptr::null_mut(); self.api.named_count(self.module, key.as_ptr()) as usize];
            self.api.named_operands(self.module, key.as_ptr(), nodes.as_mut_ptr());
            let mut list = vec![self.builder.module.ctx.str_attr(&name)];
            list.extend(nodes.into_iter().map(|node| self.node(node, 0)));
            found.push(self.builder.module.ctx.attr(Attr::Array(list.into())));
        }
        self.builder.module.ctx.attr(Attr::Array(found.into()))
    }

    /// A node, or an operand of one.
    pub(super) fn node(&mut self, value: Ref, depth: usize) -> AttrId {
        let attr = if value.is_null() || depth > MAX_DEPTH {
            Attr::Undef
        } else if !self.api.is_string(value).is_null() {
            let mut length = 0;
            let start = self.api.md_string(value, &raw mut length);
            Attr::Str(Self::text(start, length as usize).into())
        } else if !self.api.is_node(value).is_null() {
            let mut parts = vec![ptr::null_mut(); self.api.node_count(value) as usize];
            self.api.node_operands(value, parts.as_mut_ptr());
            Attr::Array(parts.into_iter().map(|part| self.node(part, depth + 1)).collect())
        } else {
            self.leaf(value)
        };
        self.builder.module.ctx.attr(attr)
    }

    fn leaf(&mut self, value: Ref) -> Attr {
        match self.api.value_kind(value) {
            INT if self.api.int_width(self.api.type_of(value)) <= 64 => {
                let width = self.api.int_width(self.api.type_of(value));
                Attr::Int { bits: self.api.int_value(value), ty: self.builder.int(width) }
            }
            FUNCTION => match self.names.get(&value) {
                Some(name) => Attr::Symbol(self.builder.module.ctx.name(name)),
                None => Attr::Undef,
            },
            // A hint gives a type by a value of it.
            _ => self.ty(self.api.type_of(value)).map_or(Attr::Undef, Attr::Type),
        }
    }
}
