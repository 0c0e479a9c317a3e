//! Locations: the lines and scopes before the ops to which they apply.

use super::{Id, Word, Words, Writer};
use crate::diagnostics::Result;
use crate::ir::{Attr, AttrId, Loc, LocId};
use base::intern::Symbol;
use spirv::{NonsemanticShaderDebuginfo100Op as Debug, Op};

/// The current location in a block.
#[derive(Default)]
pub(super) struct Said {
    line: Option<(Symbol, u32, u32)>,
    scope: Option<AttrId>,
    range: Option<AttrId>,
}

impl Writer<'_> {
    /// Writes the location of the next instruction. `may_lack` is true if it may have no scope.
    pub(super) fn place(
        &mut self,
        body: &mut Vec<Word>,
        loc: Option<LocId>,
        may_lack: bool,
        said: &mut Said,
    ) -> Result<()> {
        let place = loc.map(|loc| self.module.ctx.loc_of(loc));
        let Some(set) = self.debug_set()? else { return self.line(body, place, said) };
        let (scope, range) = place.map_or((None, None), |place| (place.scope, place.range));
        if scope != said.scope && (scope.is_some() || !may_lack) {
            said.scope = scope;
            let number = if scope.is_some() { Debug::DebugScope } else { Debug::DebugNoScope };
            self.state(body, set, number, scope)?;
        }
        if range != said.range && (range.is_some() || !may_lack) {
            said.range = range;
            let number = if range.is_some() { Debug::DebugLine } else { Debug::DebugNoLine };
            self.state(body, set, number, range)?;
        }
        // A range makes the line redundant.
        self.line(body, place.filter(|place| place.range.is_none()), said)
    }

    /// Writes the line of a declaration, which has no scope.
    pub(super) fn alone(&mut self, body: &mut Vec<Word>, loc: Option<LocId>) -> Result<()> {
        let place = loc.map(|loc| self.module.ctx.loc_of(loc)).filter(|place| place.range.is_none());
        self.line(body, place, &mut Said::default())
    }

    fn line(&mut self, body: &mut Vec<Word>, place: Option<Loc>, said: &mut Said) -> Result<()> {
        let line = place.map(|place| (place.file, place.line, place.column));
        let line = line.filter(|(file, line, _)| *line != 0 || !self.module.ctx.str(*file).is_empty());
        if line == said.line {
            return Ok(());
        }
        said.line = line;
        let Some((file, line, column)) = line else { return Words::new(Op::NoLine).write(body) };
        let text = self.module.ctx.str(file);
        let attr = self.ctx.attr(Attr::Str(text.into()));
        let file = self.string_id(attr, text)?;
        Words::new(Op::Line).id(file).numbers([line, column]).write(body)
    }

    fn state(&mut self, body: &mut Vec<Word>, set: Id, number: Debug, args: Option<AttrId>) -> Result<()> {
        let head = [self.type_id(self.none)?, self.fresh(), set];
        let mut words = Words::new(Op::ExtInst).with_ids(head).number(number as u32);
        if let Some(Attr::Array(items)) = args.map(|args| &self.module.ctx[args]) {
            for item in items {
                words.push(self.static_word(*item, false)?);
            }
        }
        words.write(body)
    }

    /// The debug set, if the module has anything to refer to.
    fn debug_set(&mut self) -> Result<Option<Id>> {
        match self.index.debug_set.map(|attr| &self.module.ctx[attr]) {
            Some(Attr::Str(set)) => self.set_id(set).map(Some),
            _ => Ok(None),
        }
    }
}
