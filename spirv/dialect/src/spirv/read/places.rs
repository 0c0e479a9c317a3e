//! Current locations: lines and scopes are not ops, but part of the locations of the following ops.

use crate::ir::{Attr, AttrId, Loc, LocId, Module};
use crate::spirv::facts;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The location of the following ops.
#[derive(Default)]
pub(super) struct Places {
    /// The location from `OpLine`.
    line: Option<Loc>,
    scope: Option<AttrId>,
    range: Option<AttrId>,
    /// The combined location, once an op needs it.
    found: Option<Option<LocId>>,
    /// The files of debug sources.
    files: FxHashMap<Symbol, Symbol>,
}

impl Places {
    /// Resets at the end of a block.
    pub(super) fn end(&mut self) {
        (self.line, self.scope, self.range, self.found) = (None, None, None, None);
    }

    /// Records the file of a debug source.
    pub(super) fn add_source(&mut self, source: Symbol, file: Symbol) {
        self.files.insert(source, file);
    }

    /// Sets the line of the following ops.
    pub(super) fn set_line(&mut self, line: Option<Loc>) {
        (self.line, self.found) = (line, None);
    }

    /// Sets the debug scope of the following ops.
    pub(super) fn set_scope(&mut self, scope: Option<AttrId>) {
        (self.scope, self.found) = (scope, None);
    }

    /// Sets the debug range of the following ops.
    pub(super) fn set_range(&mut self, range: Option<AttrId>) {
        (self.range, self.found) = (range, None);
    }

    /// The current location.
    pub(super) fn place(&mut self, module: &mut Module) -> Option<LocId> {
        if let Some(found) = self.found {
            return found;
        }
        let (scope, range) = (self.scope, self.range);
        let found = match self.line {
            None if scope.is_none() && range.is_none() => None,
            line => {
                let start = self.start_of(module, range).or(line).unwrap_or_else(|| module.ctx.nowhere());
                Some(module.ctx.loc(Loc { scope, range, ..start }))
            }
        };
        self.found = Some(found);
        found
    }

    /// The start of a debug range.
    fn start_of(&self, module: &Module, range: Option<AttrId>) -> Option<Loc> {
        let Attr::Array(items) = &module.ctx[range?] else { return None };
        let [source, line, _, column, ..] = **items else { return None };
        let Attr::Symbol(source) = module.ctx[source] else { return None };
        let file = *self.files.get(&source)?;
        let number = |attr| facts::number(module, attr).map(|number| number as u32);
        Some(Loc { file, line: number(line)?, column: number(column)?, scope: None, range: None })
    }
}
