//! Expands null constants before the optimiser sees them: where a part of a vector is `OpConstantNull`, it folds with
//! arbitrary bits instead of zero.
//!
//! Only integers and `bool`s are folded in this way. Large arrays are left alone.

use super::words::{HEADER_WORDS, Instructions};
use base::ids::Map;
use spirv::Op;

/// The index of the id bound in the header.
const BOUND: usize = 3;
/// The limit of scalars per constant.
const MAX_SCALARS: u64 = 64;

/// A type of constants.
#[derive(Clone, Debug)]
enum Type {
    Bool,
    /// An integer; the number of words of its constants.
    Int(usize),
    /// A type without integers, or of unknown size.
    Other,
    /// Vectors, arrays and structs: the types of the parts.
    Parts(Vec<u32>),
}

/// The module with equal constants, expanded.
pub(crate) fn spell_out(words: &[u32]) -> Vec<u32> {
    if !Instructions::of(words).any(|instruction| is(instruction, Op::ConstantNull)) {
        return words.to_vec();
    }
    let mut speller = Speller { types: Map::default(), lengths: Map::default(), words: Vec::new() };
    speller.words.extend_from_slice(&words[..HEADER_WORDS]);
    for instruction in Instructions::of(words) {
        speller.take(instruction);
    }
    speller.words
}

fn is(instruction: &[u32], op: Op) -> bool {
    instruction[0] & 0xffff == op as u32
}

struct Speller {
    types: Map<u32, Type>,
    /// Constants that may be lengths of arrays.
    lengths: Map<u32, u32>,
    words: Vec<u32>,
}

impl Speller {
    fn take(&mut self, instruction: &[u32]) {
        if is(instruction, Op::ConstantNull)
            && let &[_, ty, id] = instruction
            && self.scalars(ty).is_some_and(|(count, _)| count <= MAX_SCALARS)
            && self.scalars(ty).is_some_and(|(_, integers)| integers)
        {
            return self.zero(ty, id);
        }
        self.note(instruction);
        self.words.extend_from_slice(instruction);
    }

    fn note(&mut self, instruction: &[u32]) {
        let (id, ty) = match (Op::from_u32(instruction[0] & 0xffff), instruction) {
            (Some(Op::Constant), &[_, _, id, value]) => {
                self.lengths.insert(id, value);
                return;
            }
            (Some(Op::TypeBool), &[_, id]) => (id, Type::Bool),
            (Some(Op::TypeInt), &[_, id, width, _]) => (id, Type::Int(width.div_ceil(32) as usize)),
            (Some(Op::TypeFloat), &[_, id, ..]) => (id, Type::Other),
            (Some(Op::TypeVector), &[_, id, element, count]) => (id, Type::Parts(vec![element; count as usize])),
            (Some(Op::TypeArray), &[_, id, element, length]) => {
                let length = self.lengths.get(&length).copied().filter(|&length| u64::from(length) <= MAX_SCALARS);
                (id, length.map_or(Type::Other, |length| Type::Parts(vec![element; length as usize])))
            }
            (Some(Op::TypeStruct), [_, id, members @ ..]) => (*id, Type::Parts(members.to_vec())),
            _ => return,
        };
        self.types.insert(id, ty);
    }

    /// The number of scalars in a type, and whether there are integers or `bool`s among them; `None` if it is too
    /// large, or contains more than numbers.
    fn scalars(&self, ty: u32) -> Option<(u64, bool)> {
        match self.types.get(&ty)? {
            Type::Bool | Type::Int(_) => Some((1, true)),
            Type::Other => Some((1, false)),
            Type::Parts(parts) => parts.iter().try_fold((0, false), |(count, integers), &part| {
                let (more, others) = self.scalars(part)?;
                (count + more <= MAX_SCALARS).then_some((count + more, integers | others))
            }),
        }
    }

    fn zero(&mut self, ty: u32, id: u32) {
        let mut operands = vec![ty, id];
        let op = match self.types[&ty].clone() {
            Type::Bool => Op::ConstantFalse,
            Type::Other => Op::ConstantNull,
            Type::Int(words) => {
                operands.resize(2 + words, 0);
                Op::Constant
            }
            Type::Parts(parts) => {
                let mut known: Map<u32, u32> = Map::default();
                for part in parts {
                    let id = known.get(&part).copied().unwrap_or_else(|| self.fresh_zero(part));
                    known.insert(part, id);
                    operands.push(id);
                }
                Op::ConstantComposite
            }
        };
        self.words.push((operands.len() as u32 + 1) << 16 | op as u32);
        self.words.extend_from_slice(&operands);
    }

    fn fresh_zero(&mut self, ty: u32) -> u32 {
        let id = self.words[BOUND];
        self.words[BOUND] += 1;
        self.zero(ty, id);
        id
    }
}
