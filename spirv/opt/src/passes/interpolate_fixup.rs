//! `InterpolateAt*` takes a pointer to an input, or to a part of one. If a front end loaded the input and took parts of
//! the value, pointers to these parts replace them; vectors built of such parts are interpolated part by part.
//!
//! Other values computed from inputs are left alone, and are invalid.

use crate::edit::{self, Pool};
use crate::rules;
use dialect::ir::{Attr, Module, OpId, OpInfo, RegionId, Type, TypeId, ValueId, walk};
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// The limit of nested vectors between an interpolation and its inputs.
const MAX_DEPTH: u32 = 4;

/// Returns whether ops of a code interpolate.
pub(crate) fn is_subject(code: Code) -> bool {
    matches!(code, Code::Gl(number) if rules::is_interpolation(number))
}

/// Gives interpolation the addresses of inputs.
pub(crate) fn address(module: &mut Module) {
    for func in edit::functions(module) {
        let loaded: Vec<OpId> = walk::ops(module, func).filter(|op| takes_value(module, *op)).collect();
        if let (false, Some(region)) = (loaded.is_empty(), edit::body(module, func)) {
            function(module, func, region, &loaded);
        }
    }
}

fn function(module: &mut Module, func: OpId, region: RegionId, loaded: &[OpId]) {
    let mut pool = Pool::of(module, region);
    let mut instead: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut replaced = edit::Replaced::default();
    for &op in loaded {
        let mut parts = Parts { module, pool: &mut pool, op, made: Vec::new() };
        if let Some(value) = parts.interpolated(parts.module[op].operands[0], MAX_DEPTH) {
            let made = parts.made;
            replaced.replace(module[op].results[0], value);
            instead.insert(op, made);
        }
    }
    for op in walk::ops_in(module, func) {
        replaced.apply(module, op);
    }
    edit::put_in_place(module, &instead);
    pool.finish(module);
}

/// Returns whether an op is interpolation of what is not an address.
fn takes_value(module: &Module, op: OpId) -> bool {
    let is_interpolation = ops::code(module, op).is_some_and(is_subject);
    let interpolant = module[op].operands.first();
    is_interpolation && interpolant.is_some_and(|value| facts::pointer(module, module.type_of(*value)).is_none())
}

/// The replacement of one interpolation.
struct Parts<'a> {
    module: &'a mut Module,
    pool: &'a mut Pool,
    op: OpId,
    made: Vec<OpId>,
}

impl Parts<'_> {
    /// A value interpolated as the op requires it, if all of it comes from inputs and constants.
    fn interpolated(&mut self, value: ValueId, depth: u32) -> Option<ValueId> {
        if edit::constant(self.module, value).is_some() {
            return Some(value);
        }
        let ty = self.module.type_of(value);
        if let Some((base, path)) = self.place(value) {
            let pointer = self.pointer(base, path, ty);
            let mut operands = self.module[self.op].operands.to_vec();
            operands[0] = pointer;
            return Some(self.like(self.op, operands, ty));
        }
        let from = self.module.defining_op(value)?;
        let is_made = matches!(edit::core(self.module, from), Some(Op::CompositeConstruct | Op::VectorShuffle));
        if !is_made || depth == 0 {
            return None;
        }
        let operands = self.module[from].operands.to_vec();
        let parts: Option<Vec<_>> = operands.into_iter().map(|part| self.interpolated(part, depth - 1)).collect();
        Some(self.like(from, parts?, ty))
    }

    /// The input that a value is or is a part of, with the indices that lead to the part.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn place(&mut self, mut value: ValueId) -> Option<(ValueId, Vec<ValueId>)> {
        let mut path = Vec::new();
        loop {
            let from = self.module.defining_op(value)?;
            let base = *self.module[from].operands.first()?;
            match edit::core(self.module, from)? {
                Op::Load => {
                    let storage = facts::storage_of(self.module, self.module.type_of(base));
                    path.reverse();
                    return (storage == Some(StorageClass::Input)).then_some((base, path));
                }
                Op::CompositeExtract => {
                    for index in rules::indices(self.module, from).iter().rev() {
                        path.push(self.index(*index));
                    }
                }
                Op::VectorExtractDynamic => path.push(self.module[from].operands[1]),
                _ => return None,
            }
            value = base;
        }
    }

    fn index(&mut self, index: u32) -> ValueId {
        let ty = self.module.ctx.int(32);
        let attr = self.module.ctx.attr(Attr::Int { bits: u64::from(index), ty });
        self.pool.constant(self.module, attr, ty)
    }

    fn pointer(&mut self, base: ValueId, path: Vec<ValueId>, ty: TypeId) -> ValueId {
        if path.is_empty() {
            return base;
        }
        let pointer = SpirvType::Pointer { pointee: ty, storage: StorageClass::Input, stride: None };
        let pointer = self.module.ctx.ty(Type::Spirv(pointer));
        let operands = std::iter::once(base).chain(path).collect();
        self.op(ops::core(Op::AccessChain), operands, pointer)
    }

    /// An op as `op` with other operands.
    fn like(&mut self, op: OpId, operands: Vec<ValueId>, ty: TypeId) -> ValueId {
        let value = self.op(self.module[op].info, operands, ty);
        let (made, attrs) = (self.made[self.made.len() - 1], self.module[op].attrs.clone());
        self.module[made].attrs = attrs;
        value
    }

    fn op(&mut self, info: &'static OpInfo, operands: Vec<ValueId>, ty: TypeId) -> ValueId {
        let op = self.module.add_op(info);
        let like = &self.module[self.op];
        let (loc, word, block) = (like.loc, like.word, like.block);
        let made = &mut self.module[op];
        (made.operands, made.loc, made.word, made.block) = (operands.into(), loc, word, block);
        self.made.push(op);
        self.module.add_result(op, ty)
    }
}
