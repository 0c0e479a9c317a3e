//! Decorated copies of pointers: what a copy says is the text of an annotation.

use super::body::Body;
use super::state::{Export, Spelling, number};
use crate::error::{Result, refuse};
use dialect::ir::{Attr, ValueId};
use dialect::llvm::{ops, types};
use dialect::spirv::decode::{Inst, Operand};
use spirv::{Decoration, StorageClass};

impl Body<'_, '_> {
    /// A copy of a pointer with decorations, as a call of LLVM's function for annotations.
    pub(super) fn annotated(&mut self, inst: &Inst) -> Result<()> {
        let pointer = self.operand(inst, 0)?;
        let ty = self.export.builder.type_of(pointer);
        let Some(space) = types::space(&self.export.builder.module.ctx, ty) else {
            return refuse("decorated copies of non-pointers cannot be exported to LLVM IR");
        };
        if self.export.spelling == Spelling::Typed {
            return refuse("decorated copies of pointers are not supported in LLVM 15 syntax");
        }
        let text = self.said(inst.result.unwrap_or(0))?;
        let text = self.constant_text(&text)?;
        let builder = &mut self.export.builder;
        let (line, text_ty) = (builder.i32(0), builder.type_of(text));
        let none = builder.zero(text_ty);
        let name = format!("llvm.ptr.annotation.p{space}.p{TEXTS}");
        let Some(made) = builder.call(&name, &[pointer, text, none, line, none], ty) else {
            return refuse("an annotation has no result");
        };
        self.values.insert(inst.result.unwrap_or(0), made);
        Ok(())
    }

    /// The decorations of an id as the text of an annotation: `{44:4}{5825}`, or what a user says.
    fn said(&self, id: u32) -> Result<String> {
        let mut text = String::new();
        for inst in self.export.decorations(id) {
            let Some(Operand::Enum(_, kind, params)) = inst.operands.get(1) else { continue };
            match &params[..] {
                [Operand::Text(said)] if *kind == Decoration::UserSemantic as u32 => {
                    if said.contains(['{', '}']) || !text.is_empty() && !text.ends_with('}') {
                        return refuse("UserSemantic on a pointer cannot be exported to LLVM IR");
                    }
                    text.push_str(said);
                }
                params => {
                    if !text.is_empty() && !text.ends_with('}') {
                        return refuse("decorations after UserSemantic on a pointer cannot be exported to LLVM IR");
                    }
                    let is_number = |param: &Operand| !matches!(param, Operand::Text(_) | Operand::Id(_));
                    if !params.iter().all(is_number) {
                        return refuse("pointer decorations in LLVM IR must have numeric operands only");
                    }
                    let params: Vec<String> = params.iter().map(|param| number(Some(param)).to_string()).collect();
                    let params = if params.is_empty() { String::new() } else { format!(":{}", params.join(",")) };
                    text.push_str(&format!("{{{kind}{params}}}"));
                }
            }
        }
        Ok(text)
    }

    /// The address of a constant variable with a text.
    fn constant_text(&mut self, text: &str) -> Result<ValueId> {
        let space = Export::space(StorageClass::CrossWorkgroup as u64)?;
        let name = format!(".annotation.{}", self.export.texts);
        self.export.texts += 1;
        let byte = self.export.builder.int(8);
        let ctx = &mut self.export.builder.module.ctx;
        let bytes: Vec<_> =
            text.bytes().chain([0]).map(|bits| ctx.attr(Attr::Int { bits: bits.into(), ty: byte })).collect();
        let elem = types::array(ctx, byte, bytes.len() as u64);
        let (symbol, ty) = (ctx.name(&name), types::ptr_in(ctx, space));
        let op = self.export.builder.global(&name, elem, space);
        for (name, attr) in [
            (ops::VALUE, Attr::Array(bytes.into())),
            (ops::INTERNAL, Attr::Unit),
            (ops::ALIGNMENT, Attr::Literal(1)),
            (ops::CONSTANT, Attr::Unit),
        ] {
            self.export.set(op, name, attr);
        }
        Ok(self.export.builder.address_of(symbol, ty))
    }
}

/// The address space of the texts.
const TEXTS: u32 = 1;
