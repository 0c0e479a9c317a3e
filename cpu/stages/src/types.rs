//! Types and constants of a module by what they are, and new ones where it lacks them.

use crate::words::{self, Ids};
use dialect::spirv::access::Access;
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// The declarations of types and constants.
pub(crate) struct Types {
    known: FxHashMap<Vec<u32>, u32>,
    /// The new declarations, which go behind those of the module.
    pub(crate) added: Vec<u32>,
}

impl Types {
    /// The types that a module declares.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn new(index: &Index<'_>) -> Self {
        let mut known = FxHashMap::default();
        for inst in &index.insts[..index.globals] {
            let key = match inst.op {
                Op::TypeVoid | Op::TypeBool => vec![inst.op as u32],
                Op::TypeFloat if inst.operands.len() > 1 => continue,
                Op::TypeFloat => vec![inst.op as u32, inst.literal(0)],
                Op::TypeInt => vec![inst.op as u32, inst.literal(0), inst.literal(1)],
                Op::TypeVector => vec![inst.op as u32, inst.id(0), inst.literal(1)],
                Op::TypeFunction => std::iter::once(inst.op as u32).chain(inst.ids_from(0)).collect(),
                Op::TypeRayQueryKHR | Op::TypeAccelerationStructureKHR => vec![inst.op as u32],
                Op::TypeMatrix => vec![inst.op as u32, inst.id(0), inst.literal(1)],
                _ => continue,
            };
            known.entry(key).or_insert(inst.result_id());
        }
        Types { known, added: Vec::new() }
    }

    /// The id of a type.
    pub(crate) fn get(&mut self, ids: &mut Ids, op: Op, operands: &[u32]) -> u32 {
        let key = [&[op as u32], operands].concat();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = ids.fresh();
        words::push(&mut self.added, op, &[&[id], operands].concat());
        self.known.insert(key, id);
        id
    }

    pub(crate) fn void(&mut self, ids: &mut Ids) -> u32 {
        self.get(ids, Op::TypeVoid, &[])
    }

    pub(crate) fn bool(&mut self, ids: &mut Ids) -> u32 {
        self.get(ids, Op::TypeBool, &[])
    }

    pub(crate) fn int(&mut self, ids: &mut Ids, bits: u32, signed: bool) -> u32 {
        self.get(ids, Op::TypeInt, &[bits, u32::from(signed)])
    }

    pub(crate) fn uint(&mut self, ids: &mut Ids) -> u32 {
        self.int(ids, 32, false)
    }

    pub(crate) fn float(&mut self, ids: &mut Ids) -> u32 {
        self.get(ids, Op::TypeFloat, &[32])
    }

    pub(crate) fn vector(&mut self, ids: &mut Ids, ty: u32, count: u32) -> u32 {
        self.get(ids, Op::TypeVector, &[ty, count])
    }

    /// The type of functions without parameters and results.
    pub(crate) fn procedure(&mut self, ids: &mut Ids) -> u32 {
        let void = self.void(ids);
        self.get(ids, Op::TypeFunction, &[void])
    }

    pub(crate) fn pointer(&mut self, ids: &mut Ids, storage: StorageClass, ty: u32) -> u32 {
        self.get(ids, Op::TypePointer, &[storage as u32, ty])
    }

    /// A type of which each declaration is another one.
    pub(crate) fn declare(&mut self, ids: &mut Ids, op: Op, operands: &[u32]) -> u32 {
        let id = ids.fresh();
        words::push(&mut self.added, op, &[&[id], operands].concat());
        id
    }

    /// A 32-bit unsigned number.
    pub(crate) fn number(&mut self, ids: &mut Ids, value: u32) -> u32 {
        let ty = self.uint(ids);
        self.constant(ids, Op::Constant, ty, &[value])
    }

    /// A constant of a type.
    pub(crate) fn constant(&mut self, ids: &mut Ids, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let key = [&[op as u32, ty], operands].concat();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = words::value(&mut self.added, ids, op, ty, operands);
        self.known.insert(key, id);
        id
    }

    /// A private variable.
    pub(crate) fn private(&mut self, ids: &mut Ids, ty: u32) -> u32 {
        self.variable(ids, StorageClass::Private, ty)
    }

    /// A variable.
    pub(crate) fn variable(&mut self, ids: &mut Ids, storage: StorageClass, ty: u32) -> u32 {
        let pointer = self.pointer(ids, storage, ty);
        words::value(&mut self.added, ids, Op::Variable, pointer, &[storage as u32])
    }
}
