//! Unique names.

use crate::ir::Context;
use base::ids::Set;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    used: Set<Symbol>,
    /// The next suffix to try for each name. It only grows, so that names which look like variations of another one
    /// collide once.
    next: FxHashMap<Symbol, usize>,
}

impl Names {
    /// The name, or an unused variation of it.
    pub(super) fn unique(&mut self, ctx: &mut Context, wanted: &str) -> Symbol {
        let plain = ctx.name(wanted);
        if self.used.insert(plain) {
            return plain;
        }
        let mut number = self.used.len().max(self.next.get(&plain).copied().unwrap_or(0));
        loop {
            let symbol = ctx.name(&format!("{wanted}_{number}"));
            number += 1;
            if self.used.insert(symbol) {
                self.next.insert(plain, number);
                return symbol;
            }
        }
    }

    /// Takes a name if it is unused.
    pub(super) fn take(&mut self, name: Symbol) -> bool {
        self.used.insert(name)
    }
}
