//! Unique names of what a module declares.

use crate::ir::Context;
use base::ids::Set;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The names in use.
#[derive(Debug, Default)]
pub struct Names {
    used: Set<Symbol>,
    /// The number of the next generated name.
    generated: u32,
    /// The next suffix to try for each name. It only grows, so that names which look like variations of another one
    /// collide once.
    next: FxHashMap<Symbol, usize>,
}

impl Names {
    /// The name, or an unused variation of it.
    pub fn unique(&mut self, ctx: &mut Context, wanted: &str) -> Symbol {
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

    /// An unused name for an entity without one. See [`super::facts::is_generated`].
    pub fn generated(&mut self, ctx: &mut Context) -> Symbol {
        loop {
            let symbol = ctx.name(&format!("__{}", self.generated));
            self.generated += 1;
            if self.used.insert(symbol) {
                return symbol;
            }
        }
    }
}
