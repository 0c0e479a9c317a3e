//! Values as words: payloads, data of callable shaders and attributes on their way from one shader to another.

use crate::code::Code;
use crate::error::{Result, unsupported};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::Op;

/// The most words of a payload.
const MOST_WORDS: usize = 1024;

/// A number within a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Bool,
    Int(u32),
    Float(u32),
}

impl Part {
    fn words(self) -> usize {
        match self {
            Part::Bool => 1,
            Part::Int(bits) | Part::Float(bits) => bits.div_ceil(32) as usize,
        }
    }
}

/// The number of words of a shape.
pub(super) fn words(shape: &[Part]) -> usize {
    shape.iter().map(|part| part.words()).sum()
}

impl Code<'_> {
    /// The types of the parts of a composite, if it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn parts(&self, ty: u32) -> Option<Vec<u32>> {
        let def = self.index.def(ty)?;
        match def.op {
            Op::TypeVector | Op::TypeMatrix => Some(vec![def.id(0); def.literal(1).min(4) as usize]),
            Op::TypeArray => {
                let length = self.index.def(def.id(1)).filter(|length| length.op == Op::Constant)?.literal(0);
                Some(vec![def.id(0); (length as usize).min(MOST_WORDS + 1)])
            }
            Op::TypeStruct => Some(def.ids_from(0).collect()),
            _ => None,
        }
    }

    /// The numbers of a type, in order.
    ///
    /// # Errors
    /// When values of the type are not passed on.
    pub(super) fn shape(&self, at: &Inst, ty: u32) -> Result<Vec<Part>> {
        let mut shape = Vec::new();
        self.add_shape(at, ty, &mut shape, 0)?;
        match words(&shape) > MOST_WORDS {
            true => unsupported(at, "the payload", format!("it has more than {} bytes", 4 * MOST_WORDS)),
            false => Ok(shape),
        }
    }

    fn add_shape(&self, at: &Inst, ty: u32, shape: &mut Vec<Part>, depth: u32) -> Result<()> {
        if let Some(parts) = self.parts(ty).filter(|_| depth < 32) {
            for part in parts {
                if shape.len() > MOST_WORDS {
                    break;
                }
                self.add_shape(at, part, shape, depth + 1)?;
            }
            return Ok(());
        }
        shape.push(match self.index.def(ty) {
            Some(def) if def.op == Op::TypeBool => Part::Bool,
            Some(def) if def.op == Op::TypeInt => Part::Int(def.literal(0)),
            Some(def) if def.op == Op::TypeFloat && def.operands.len() == 1 => Part::Float(def.literal(0)),
            _ => return unsupported(at, "the payload", "values of its type are not passed on"),
        });
        Ok(())
    }

    /// The words of a value.
    pub(super) fn explode(&mut self, value: u32, ty: u32, to: &mut Vec<u32>) {
        if let Some(parts) = self.parts(ty) {
            for (at, part) in (0..).zip(parts) {
                let own = self.value(Op::CompositeExtract, part, &[value, at]);
                self.explode(own, part, to);
            }
            return;
        }
        let uint = self.uint();
        let Some(def) = self.index.def(ty) else { return };
        let is_float = def.op == Op::TypeFloat;
        let bits = if def.op == Op::TypeBool { 1 } else { def.literal(0) };
        let word = match bits {
            1 => {
                let [one, zero] = [1, 0].map(|number| self.number(number));
                self.value(Op::Select, uint, &[value, one, zero])
            }
            32 if ty == uint => value,
            32 => self.value(Op::Bitcast, uint, &[value]),
            64 => {
                let pair = self.vector(uint, 2);
                let both = self.value(Op::Bitcast, pair, &[value]);
                to.push(self.value(Op::CompositeExtract, uint, &[both, 0]));
                self.value(Op::CompositeExtract, uint, &[both, 1])
            }
            _ if is_float => {
                let float = self.float();
                let wide = self.value(Op::FConvert, float, &[value]);
                self.value(Op::Bitcast, uint, &[wide])
            }
            _ if def.literal(1) == 1 => {
                let int = self.types.int(&mut self.ids, 32, true);
                let wide = self.value(Op::SConvert, int, &[value]);
                self.value(Op::Bitcast, uint, &[wide])
            }
            _ => self.value(Op::UConvert, uint, &[value]),
        };
        to.push(word);
    }

    /// The value of a type from words.
    pub(super) fn build(&mut self, ty: u32, from: &mut dyn FnMut(&mut Self) -> u32) -> u32 {
        if let Some(parts) = self.parts(ty) {
            let parts: Vec<u32> = parts.into_iter().map(|part| self.build(part, from)).collect();
            return self.value(Op::CompositeConstruct, ty, &parts);
        }
        let (uint, word) = (self.uint(), from(self));
        let Some(def) = self.index.def(ty) else { return word };
        let is_float = def.op == Op::TypeFloat;
        let bits = if def.op == Op::TypeBool { 1 } else { def.literal(0) };
        match bits {
            1 => {
                let (bool, zero) = (self.bool(), self.number(0));
                self.value(Op::INotEqual, if ty == bool { ty } else { bool }, &[word, zero])
            }
            32 if ty == uint => word,
            32 => self.value(Op::Bitcast, ty, &[word]),
            64 => {
                let (pair, high) = (self.vector(uint, 2), from(self));
                let both = self.value(Op::CompositeConstruct, pair, &[word, high]);
                self.value(Op::Bitcast, ty, &[both])
            }
            _ if is_float => {
                let float = self.float();
                let wide = self.value(Op::Bitcast, float, &[word]);
                self.value(Op::FConvert, ty, &[wide])
            }
            _ if def.literal(1) == 1 => self.value(Op::SConvert, ty, &[word]),
            _ => self.value(Op::UConvert, ty, &[word]),
        }
    }
}
