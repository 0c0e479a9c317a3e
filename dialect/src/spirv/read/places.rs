//! Where instructions stand, as far as it has been said: lines and scopes are no ops, but part of the place of what follows.

use crate::ir::{Attr, AttrId, Loc, LocId, Module};
use crate::spirv::facts;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// What has been said about the place of what follows.
#[derive(Default)]
pub(super) struct Places {
    /// The place that `OpLine` names.
    line: Option<Loc>,
    scope: Option<AttrId>,
    range: Option<AttrId>,
    /// All of that together, once something stands there.
    found: Option<Option<LocId>>,
    /// The files that sources for debuggers are.
    files: FxHashMap<Symbol, Symbol>,
}

impl Places {
    /// Nothing holds beyond the end of a block.
    pub(super) fn end(&mut self) {
        (self.line, self.scope, self.range, self.found) = (None, None, None, None);
    }

    /// A source for debuggers is this file.
    pub(super) fn add_source(&mut self, source: Symbol, file: Symbol) {
        self.files.insert(source, file);
    }

    /// What follows stands in this line.
    pub(super) fn set_line(&mut self, line: Option<Loc>) {
        (self.line, self.found) = (line, None);
    }

    /// What follows is in this scope, as debuggers are told.
    pub(super) fn set_scope(&mut self, scope: Option<AttrId>) {
        (self.scope, self.found) = (scope, None);
    }

    /// What follows reaches from here to there, as debuggers are told.
    pub(super) fn set_range(&mut self, range: Option<AttrId>) {
        (self.range, self.found) = (range, None);
    }

    /// The place of what is read now.
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

    /// Where a range starts that is told to debuggers.
    fn start_of(&self, module: &Module, range: Option<AttrId>) -> Option<Loc> {
        let Attr::Array(items) = &module.ctx[range?] else { return None };
        let [source, line, _, column, ..] = **items else { return None };
        let Attr::Symbol(source) = module.ctx[source] else { return None };
        let file = *self.files.get(&source)?;
        let number = |attr| facts::number(module, attr).map(|number| number as u32);
        Some(Loc { file, line: number(line)?, column: number(column)?, scope: None, range: None })
    }
}
