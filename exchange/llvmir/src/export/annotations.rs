//! Decorated copies of pointers: what a copy says is the text of an annotation.

use super::body::Body;
use super::state::{Export, Spelling, number};
use crate::error::{Result, refuse};
use crate::tables::{RESERVED, Said};
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
                    text.push_str(&braced(*kind, params)?);
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

/// A decoration as a part of an annotation: by a reserved name, or by its number.
fn braced(kind: u32, params: &[Operand]) -> Result<String> {
    let mut words = Vec::new();
    for param in params {
        words.push(match param {
            Operand::Id(_) => return refuse("decorations of pointers in LLVM IR have numbers and text alone"),
            Operand::Text(text) if text.contains(['{', '}', '"', ':', ',']) => {
                return refuse("the text of a pointer's decoration has braces, quotes, colons or commas");
            }
            Operand::Text(text) => text.to_string(),
            param => number(Some(param)).to_string(),
        });
    }
    let row = RESERVED.iter().find(|(_, decoration, _)| *decoration as u32 == kind);
    Ok(match row {
        Some((name, _, Said::Nothing)) => format!("{{{name}:1}}"),
        Some((name, _, Said::Pumps(pumps))) => format!("{{{name}:{pumps}}}"),
        Some((name, _, Said::Texts)) => format!("{{{name}:{}}}", words.join(":")),
        Some((name, _, Said::Numbers | Said::Text)) => format!("{{{name}:{}}}", words.join(",")),
        None if words.is_empty() => format!("{{{kind}}}"),
        None => {
            let is_text = |param: &Operand| matches!(param, Operand::Text(_));
            let quoted = words.iter().zip(params);
            let quoted: Vec<String> =
                quoted.map(|(word, param)| if is_text(param) { format!("\"{word}\"") } else { word.clone() }).collect();
            format!("{{{kind}:{}}}", quoted.join(","))
        }
    })
}

/// The address space of the texts.
const TEXTS: u32 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_precede_numbers() {
        let text = |text: &str| Operand::Text(text.into());
        let rows: [(Decoration, Vec<Operand>, &str); 12] = [
            (Decoration::RegisterALTERA, vec![], "{register:1}"),
            (Decoration::MemoryALTERA, vec![text("MLAB")], "{memory:MLAB}"),
            (Decoration::NumbanksALTERA, vec![Operand::Literal(4)], "{numbanks:4}"),
            (Decoration::BankwidthALTERA, vec![Operand::Literal(8)], "{bankwidth:8}"),
            (Decoration::MaxPrivateCopiesALTERA, vec![Operand::Literal(3)], "{private_copies:3}"),
            (Decoration::SinglepumpALTERA, vec![], "{pump:1}"),
            (Decoration::DoublepumpALTERA, vec![], "{pump:2}"),
            (Decoration::MaxReplicatesALTERA, vec![Operand::Literal(2)], "{max_replicates:2}"),
            (Decoration::SimpleDualPortALTERA, vec![], "{simple_dual_port:1}"),
            (Decoration::MergeALTERA, vec![text("key"), text("depth")], "{merge:key:depth}"),
            (Decoration::BankBitsALTERA, [1, 2, 3].map(Operand::Literal).into(), "{bank_bits:1,2,3}"),
            (Decoration::ForcePow2DepthALTERA, vec![Operand::Literal(0)], "{force_pow2_depth:0}"),
        ];
        for (decoration, params, expected) in rows {
            assert_eq!(braced(decoration as u32, &params).unwrap(), expected);
        }
        assert_eq!(braced(Decoration::Alignment as u32, &[Operand::Literal(4)]).unwrap(), "{44:4}");
        assert_eq!(braced(Decoration::Volatile as u32, &[]).unwrap(), "{21}");
        assert!(braced(Decoration::MemoryALTERA as u32, &[text("a:b")]).is_err());
    }
}
