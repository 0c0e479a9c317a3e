//! Locations: `OpLine`, debug lines and scopes, and source files.

use super::error::error;
use super::reader::{Entity, Reader};
use crate::diagnostics::{Code, Result};
use crate::ir::{Attr, AttrId, Loc};
use crate::spirv::decode::{Inst, Operand};
use base::intern::Symbol;
use spirv::NonsemanticShaderDebuginfo100Op as Debug;

impl Reader<'_> {
    /// `OpLine` and `OpNoLine`.
    pub(super) fn line(&mut self, inst: &Inst) -> Result<()> {
        let line = match inst.operands.as_slice() {
            [Operand::Id(file), Operand::Literal(line), Operand::Literal(column)] => {
                let Some(file) = self.file(*file) else {
                    return error(Code::Operand, inst, format!("%{file} is not a text"));
                };
                Some(Loc { file, line: *line, column: *column, scope: None, range: None })
            }
            _ => None,
        };
        self.places.set_line(line);
        Ok(())
    }

    /// The file name in a string.
    fn file(&mut self, id: u32) -> Option<Symbol> {
        let Some(Entity::Text(attr)) = self.entities.get(id) else { return None };
        let attr = *attr;
        if let Some(file) = self.files.get(&attr) {
            return Some(*file);
        }
        let Attr::Str(text) = self.module.ctx[attr].clone() else { return None };
        let file = self.module.ctx.name(&text);
        self.files.insert(attr, file);
        Some(file)
    }

    /// Records the file of a debug source.
    pub(super) fn note_source(&mut self, inst: &Inst, source: Symbol) {
        if self.debug_instruction(inst) == Some(Debug::DebugSource)
            && let Some(Operand::Id(file)) = inst.operands.get(2)
            && let Some(file) = self.file(*file)
        {
            self.places.add_source(source, file);
        }
    }

    /// Debug scopes and lines, which are as frequent as all other instructions. Returns false for anything else.
    pub(super) fn debug_place(&mut self, inst: &Inst) -> Result<bool> {
        match self.debug_instruction(inst) {
            Some(Debug::DebugScope) => {
                let scope = self.debug_arguments(inst)?;
                self.places.set_scope(Some(scope));
            }
            Some(Debug::DebugNoScope) => self.places.set_scope(None),
            Some(Debug::DebugLine) => {
                let range = self.debug_arguments(inst)?;
                self.places.set_range(Some(range));
            }
            Some(Debug::DebugNoLine) => self.places.set_range(None),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn debug_arguments(&mut self, inst: &Inst) -> Result<AttrId> {
        let operands = inst.operands.get(2..).unwrap_or_default();
        let mut args = Vec::with_capacity(operands.len());
        for operand in operands {
            args.push(match operand {
                Operand::Literal(value) => self.module.ctx.attr(Attr::Literal(*value)),
                _ => self.static_operand(inst, operand)?,
            });
        }
        Ok(self.module.ctx.attr(Attr::Array(args.into())))
    }
}
