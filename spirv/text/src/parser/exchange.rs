//! Restores ops that MLIR lacks from the forms that text for MLIR has in their place: the inverse of the printer's `exchange`.

use super::Parser;
use crate::lexer;
use crate::stand_ins::{ANY_TYPE, SAMPLER, unescaped};
use base::ids::Set;
use base::intern::Symbol;
use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::types::Sign;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use dialect::spirv::attrs;
use dialect::spirv::buffers;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self as table, Code as OpCode, Mlir, OpRow};
use rustc_hash::FxHashMap;
use spirv::Op;

impl Parser<'_> {
    /// Parses a text that is in this one by itself. Its errors are at the place of the whole.
    fn within<T>(&mut self, text: &str, parse: impl FnOnce(&mut Parser<'_>) -> Result<T>) -> Result<T> {
        self.enter()?;
        let root = table::mlir(Mlir::Module);
        let module = std::mem::replace(&mut self.module, Module::new(root));
        let mut inner = Parser::of(text, module);
        (inner.depth, inner.repeated) = (self.depth, self.repeated);
        let found = parse(&mut inner).and_then(|found| match inner.kind() {
            lexer::Kind::End => Ok(found),
            _ => inner.error(Code::Syntax, "nothing may follow in this text"),
        });
        (self.module, self.repeated) = (inner.module, inner.repeated);
        self.depth -= 1;
        found.map_err(|error| {
            let message = format!("in the text here: {}", error.message);
            Error { code: error.code, place: self.place_of(self.at.saturating_sub(1)), message }
        })
    }

    /// The attribute whose text is in a dictionary.
    pub(super) fn spelled_attr(&mut self, text: &str) -> Result<AttrId> {
        self.within(text, |inner| inner.attr())
    }

    /// The type that a struct without members represents, by the struct's name.
    pub(super) fn type_behind(&mut self, name: &str) -> Result<Option<TypeId>> {
        if name == SAMPLER {
            return self.within("!spirv.sampler", |inner| inner.ty()).map(Some);
        }
        match name.strip_prefix(ANY_TYPE).and_then(unescaped) {
            Some(text) => self.within(&text, |inner| inner.ty()).map(Some),
            None => Ok(None),
        }
    }

    /// Puts everything back: declarations, capabilities, and ops for which calls stand.
    pub(super) fn restore(&mut self) -> Result<()> {
        self.restore_declarations()?;
        self.restore_names(attrs::ALL_CAPABILITIES, attrs::CAPABILITIES)?;
        self.restore_names(attrs::ALL_EXTENSIONS, attrs::EXTENSIONS)?;
        self.restore_entry_names();
        self.restore_layouts();
        self.restore_calls()?;
        self.restore_buffers()
    }

    /// Gives the constants that are layouts a sign, if they had one.
    fn restore_layouts(&mut self) {
        let root = self.module.root;
        if self.take_attr(root, attrs::SIGNED_LAYOUTS).is_none() {
            return;
        }
        let ty = self.module.ctx.ty(Type::Int { width: 32, sign: Sign::Signed });
        for op in std::mem::take(&mut self.layouts) {
            let bits = facts::number_of(&self.module, op, attrs::VALUE).unwrap_or(0);
            let attr = self.module.ctx.attr(Attr::Int { bits, ty });
            self.module[op].set_attr(attrs::VALUE, attr);
            let result = self.module[op].results[0];
            self.module[result].ty = ty;
        }
    }

    fn restore_entry_names(&mut self) {
        let root = self.module.root;
        let Some(list) = self.take_attr(root, attrs::ENTRY_NAMES) else { return };
        let Attr::Array(items) = self.module.ctx[list].clone() else { return };
        let is_entry = |op: &OpId| table::code(&self.module, *op) == Some(OpCode::Core(Op::EntryPoint));
        let entries: Vec<OpId> = self.module.top_ops().iter().copied().filter(is_entry).collect();
        for item in items {
            let Attr::Array(pair) = &self.module.ctx[item] else { continue };
            let [at, name] = pair[..] else { continue };
            let entry = facts::number(&self.module, at).and_then(|at| entries.get(at as usize));
            if let Some(entry) = entry.copied() {
                self.module[entry].set_attr(attrs::ENTRY_NAME, name);
            }
        }
    }

    fn restore_buffers(&mut self) -> Result<()> {
        let root = self.module.root;
        let Some(list) = self.take_attr(root, attrs::EARLY_BUFFERS) else { return Ok(()) };
        let Attr::Array(items) = self.module.ctx[list].clone() else {
            return self.error(Code::Syntax, "a list of buffers is a list of names");
        };
        let mut names = Vec::new();
        for item in items {
            match self.module.ctx[item] {
                Attr::Symbol(name) => names.push(name),
                _ => {
                    let others = facts::array_of(&self.module, root, attrs::EXTENSIONS).iter();
                    let others: Vec<AttrId> = others.copied().filter(|extension| *extension != item).collect();
                    let others = self.module.ctx.attr(Attr::Array(others.into()));
                    self.module[root].set_attr(attrs::EXTENSIONS, others);
                }
            }
        }
        // A pass may have dropped some.
        let there: Set<Symbol> =
            self.module.top_ops().iter().filter_map(|op| facts::name_of(&self.module, *op)).collect();
        names.retain(|name| there.contains(name));
        match buffers::to_early(&mut self.module, &names) {
            true => Ok(()),
            false => self.error(Code::Type, "invalid SPIR-V 1.0 buffer, or its pointer escapes"),
        }
    }

    /// Removes an attribute of an op.
    pub(super) fn take_attr(&mut self, op: OpId, name: &str) -> Option<AttrId> {
        let at = self.module[op].attrs.iter().position(|(known, _)| *known == name)?;
        let mut all = self.module[op].attrs.to_vec();
        let (_, attr) = all.remove(at);
        self.module[op].attrs = all.into();
        Some(attr)
    }

    /// Reads which names of a function the text has changed.
    pub(super) fn read_renamed(&mut self, op: OpId) {
        let Some(list) = self.take_attr(op, attrs::RENAMED) else { return };
        let Attr::Array(items) = &self.module.ctx[list] else { return };
        let text = |attr: &AttrId| match &self.module.ctx[*attr] {
            Attr::Str(text) => text.to_string(),
            _ => String::new(),
        };
        let pairs = items.iter().filter_map(|item| match &self.module.ctx[*item] {
            Attr::Array(pair) if pair.len() == 2 => Some((text(&pair[0]), text(&pair[1]))),
            _ => None,
        });
        self.renamed = pairs.collect();
    }

    fn restore_declarations(&mut self) -> Result<()> {
        let root = self.module.root;
        let Some(list) = self.take_attr(root, attrs::DECLARATIONS) else { return Ok(()) };
        let Attr::Array(items) = self.module.ctx[list].clone() else {
            return self.error(Code::Syntax, "the declarations of a module are a list");
        };
        let body = self.module.body();
        let others = std::mem::take(&mut self.module[body].ops);
        let mut others = others.into_iter();
        for item in items {
            let parts = match &self.module.ctx[item] {
                Attr::Array(parts) => parts.to_vec(),
                _ => Vec::new(),
            };
            let text = match parts.get(1).map(|attr| &self.module.ctx[*attr]) {
                Some(Attr::Str(text)) if parts.len() == 2 => text.to_string(),
                _ => return self.error(Code::Syntax, "a declaration is a place and a text"),
            };
            let place = facts::number(&self.module, parts[0]).unwrap_or(0) as usize;
            while self.module[body].ops.len() < place {
                let Some(op) = others.next() else { break };
                self.module[body].ops.push(op);
            }
            self.within(&text, |inner| inner.op(body))?;
        }
        self.module[body].ops.extend(others);
        Ok(())
    }

    /// Replaces what the head of a module lists by all names, and keeps what others have added to the head.
    fn restore_names(&mut self, all: &str, listed: &'static str) -> Result<()> {
        let root = self.module.root;
        let Some(names) = self.take_attr(root, all) else { return Ok(()) };
        let Attr::Array(names) = self.module.ctx[names].clone() else {
            return self.error(Code::Syntax, format!("'{all}' is a list of names"));
        };
        let mut items: Vec<AttrId> = Vec::new();
        for name in names {
            let Attr::Str(text) = &self.module.ctx[name] else {
                return self.error(Code::Syntax, format!("'{all}' is a list of names"));
            };
            items.push(match (listed == attrs::CAPABILITIES, EnumKind::Capability.table().find(text)) {
                (false, _) => name,
                (true, Some(value)) => self.module.ctx.enum_attr(EnumKind::Capability.id(), value),
                (true, None) => {
                    let message = format!("Capability has no value '{text}'");
                    return self.error(Code::UnknownName, message);
                }
            });
        }
        let added = facts::array_of(&self.module, root, listed).iter().copied();
        let known: Set<AttrId> = items.iter().copied().collect();
        let added: Vec<AttrId> = added.filter(|attr| !known.contains(attr)).collect();
        items.extend(added);
        let items = self.module.ctx.attr(Attr::Array(items.into()));
        self.module[root].set_attr(listed, items);
        Ok(())
    }

    fn restore_calls(&mut self) -> Result<()> {
        let mut behind: FxHashMap<Symbol, &'static OpRow> = FxHashMap::default();
        let body = self.module.body();
        for op in self.module[body].ops.clone() {
            let Some(name) = self.module.attr(op, attrs::STANDS_FOR) else { continue };
            let row = match &self.module.ctx[name] {
                Attr::Str(name) => table::by_name(name),
                _ => None,
            };
            let (Some(row), Some(symbol)) = (row, facts::name_of(&self.module, op)) else {
                return self.error(Code::UnknownName, "function represents an unknown op");
            };
            behind.insert(symbol, row);
            self.module[op].block = None;
        }
        if behind.is_empty() {
            return Ok(());
        }
        let module = &mut self.module;
        let kept: Vec<OpId> = module.top_ops().iter().copied().filter(|op| module[*op].block.is_some()).collect();
        module[body].ops = kept;
        for op in walk::ops_in(module, module.root) {
            let is_call = table::code(module, op) == Some(OpCode::Core(Op::FunctionCall));
            let row = facts::symbol_of(module, op, attrs::SYMBOL).and_then(|name| behind.get(&name));
            let Some(row) = row.filter(|_| is_call) else { continue };
            module[op].info = &row.info;
            // The callee comes first; the op may name something too.
            module[op].attrs = module[op].attrs[1..].to_vec().into();
            if module[op].is_terminator() {
                drop_after(module, op);
            }
        }
        Ok(())
    }
}

/// Removes what follows a terminator in its block: the op that ended the block while a call represented it.
fn drop_after(module: &mut Module, op: OpId) {
    let Some(block) = module[op].block else { return };
    if let Some(at) = module[block].ops.iter().position(|other| *other == op) {
        for dropped in module[block].ops.split_off(at + 1) {
            module[dropped].block = None;
        }
    }
}
