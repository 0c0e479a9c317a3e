//! Scopes of the source, one inside of the other, and the places where its local variables are declared.

use base::ids::Map;
use dialect::ir::{Attr, AttrId, Loc, Module};
use dialect::spirv::debug::{instruction, set_of};
use dialect::spirv::{attrs, facts};
use spirv::NonsemanticShaderDebuginfo100Op as Inst;

/// A lexical scope, and the `DebugInlinedAt` of the call that it is inlined from.
type Scope = (AttrId, Option<AttrId>);

/// The scopes around each scope.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    /// The scope around a block.
    blocks: Map<AttrId, AttrId>,
    /// The lines and the scopes of inlined calls.
    calls: Map<AttrId, (AttrId, Scope)>,
    /// The source that a block or a function is in.
    sources: Map<AttrId, AttrId>,
}

impl Scopes {
    /// The scopes of a module; none if it has no debug information.
    pub(crate) fn of(module: &mut Module) -> Scopes {
        let mut scopes = Scopes::default();
        if set_of(module).is_none() {
            return scopes;
        }
        for op in module.top_ops().to_vec() {
            let Some(inst) = instruction(module, op) else { continue };
            let Some(name) = facts::name_of(module, op) else { continue };
            let name = module.ctx.symbol_attr(name);
            match (inst, facts::array_of(module, op, attrs::ARGS)) {
                (Inst::DebugLexicalBlock, [source, _, _, around, ..]) => {
                    scopes.blocks.insert(name, *around);
                    scopes.sources.insert(name, *source);
                }
                (Inst::DebugFunction, [_, _, source, ..]) => _ = scopes.sources.insert(name, *source),
                (Inst::DebugInlinedAt, [line, scope, outer @ ..]) => {
                    scopes.calls.insert(name, (*line, (*scope, outer.first().copied())));
                }
                _ => {}
            }
        }
        scopes
    }

    /// Returns whether a scope is inside of another one, and not the same.
    pub(crate) fn is_inside(&self, module: &Module, inner: Option<AttrId>, outer: Option<AttrId>) -> bool {
        let (Some(mut at), Some(outer)) = (scope(module, inner), scope(module, outer)) else { return false };
        while at != outer {
            let (lexical, call) = at;
            let around = match self.blocks.get(&lexical) {
                Some(block) => Some((*block, call)),
                None => call.and_then(|call| self.calls.get(&call)).map(|(_, around)| *around),
            };
            let Some(around) = around else { return false };
            if around == outer {
                return true;
            }
            at = around;
        }
        false
    }

    /// The location in an outer scope of the call that leads to an inner one.
    pub(crate) fn call_site(&self, module: &mut Module, inner: Loc, outer: Option<AttrId>) -> Option<Loc> {
        let (mut at, outer) = (scope(module, inner.scope)?, scope(module, outer)?);
        loop {
            while let Some(block) = self.blocks.get(&at.0) {
                at.0 = *block;
            }
            let (line, around) = self.calls.get(&at.1?)?;
            if around.1 == outer.1 {
                let (source, start) = (self.sources.get(&around.0)?, module.ctx.i32_attr(1));
                let range = module.ctx.attr(Attr::Array([*source, *line, *line, start, start].into()));
                let line = facts::number(module, *line)? as u32;
                return Some(Loc { line, column: 1, range: Some(range), ..inner });
            }
            at = *around;
        }
    }
}

fn scope(module: &Module, attr: Option<AttrId>) -> Option<Scope> {
    let Attr::Array(items) = &module.ctx[attr?] else { return None };
    Some((*items.first()?, items.get(1).copied()))
}

/// The declarations of local variables in the source, as ranges. `OpenCL.DebugInfo.100` has no ranges.
#[derive(Debug, Default)]
pub(crate) struct Declarations(Map<AttrId, AttrId>);

impl Declarations {
    /// The declarations of a module.
    pub(crate) fn of(module: &mut Module) -> Declarations {
        let mut found = Map::default();
        if set_of(module).is_none() {
            return Declarations(found);
        }
        for op in module.top_ops().to_vec() {
            if instruction(module, op) != Some(Inst::DebugLocalVariable) {
                continue;
            }
            let [_, _, source, line, column, ..] = *facts::array_of(module, op, attrs::ARGS) else { continue };
            let Some(name) = facts::name_of(module, op).filter(|_| !matches!(module.ctx[line], Attr::Literal(_)))
            else {
                continue;
            };
            let name = module.ctx.symbol_attr(name);
            let range = module.ctx.attr(Attr::Array([source, line, line, column, column].into()));
            found.insert(name, range);
        }
        Declarations(found)
    }

    /// A location at the declaration of a local variable.
    pub(crate) fn place(&self, module: &Module, local: AttrId, near: Loc) -> Loc {
        let Some(range) = self.0.get(&local) else { return near };
        let number = |at: usize| {
            let Attr::Array(items) = &module.ctx[*range] else { return 0 };
            facts::number(module, items[at]).map_or(0, |number| number as u32)
        };
        Loc { line: number(1), column: number(3), range: Some(*range), ..near }
    }
}
