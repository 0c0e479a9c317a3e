//! One op: which way it is split.

use super::pieces::Splitter;
use super::shapes::{Form, Long};
use crate::error::at_op;
use dialect::diagnostics::{Code as Error, Result};
use dialect::ir::{Attrs, OpId, OpInfo, Type, TypeId, ValueId, Values};
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use isa::Class;
use spirv::{GlslStd450Op, Op};

impl Splitter<'_> {
    /// Splits an op, if long vectors are among its operands or results.
    pub(super) fn op(&mut self, op: OpId) -> Result<()> {
        let data = &self.module[op];
        let values = data.operands.iter().chain(&data.results).copied();
        let types: Vec<TypeId> = values.map(|value| self.module.type_of(value)).collect();
        let is_concerned = types.into_iter().any(|ty| self.shapes.holds(self.module, ty));
        if is_concerned {
            match ops::code(self.module, op) {
                Some(Code::Core(core)) => self.core_op(op, core)?,
                Some(Code::Gl(number)) => self.extended(op, number)?,
                Some(Code::Mlir(_)) => self.keep(op),
                Some(Code::Cl(_)) | None => return self.refuse(op),
            }
        }
        let passed: Vec<ValueId> = self.module[op].successors.iter().flat_map(|it| it.args.iter().copied()).collect();
        passed.into_iter().for_each(|value| self.keep_value(value));
        Ok(())
    }

    /// Leaves an op as it is: it takes and gives wholes.
    pub(super) fn keep(&mut self, op: OpId) {
        self.module[op].operands.clone().into_iter().for_each(|value| self.keep_value(value));
    }

    fn keep_value(&mut self, value: ValueId) {
        if self.shapes.holds(self.module, self.module.type_of(value)) {
            self.keep_whole(value);
        }
    }

    /// The error of an op that has no form for pieces.
    pub(super) fn refuse(&self, op: OpId) -> Result<()> {
        let name = self.module[op].info.name;
        let message = format!("{name} takes no vector of more than four components without SPV_EXT_long_vector");
        Err(at_op(self.module, op, Error::Unsplit, message))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn core_op(&mut self, op: OpId, core: Op) -> Result<()> {
        match core {
            Op::Load => self.load(op),
            Op::Store => self.store(op),
            Op::AccessChain | Op::InBoundsAccessChain => self.chain(op, 1),
            Op::PtrAccessChain | Op::InBoundsPtrAccessChain => self.chain(op, 2),
            Op::CopyMemory | Op::CopyMemorySized => return self.copy_memory(op),
            Op::CompositeExtract => self.composite_extract(op),
            Op::CompositeInsert => self.composite_insert(op),
            Op::CompositeConstruct => self.composite_construct(op),
            Op::VectorShuffle => self.shuffle(op),
            Op::VectorExtractDynamic => self.extract_dynamic(op),
            Op::VectorInsertDynamic => self.insert_dynamic(op),
            Op::CopyLogical => self.copy_logical(op),
            Op::CopyObject if self.result(op).is_some() => {
                let pieces = self.pieces(self.module[op].operands[0]);
                self.define(op, pieces);
            }
            Op::Dot => self.dot_product(op),
            Op::All | Op::Any => self.reduce(op, core),
            Op::GroupNonUniformAllEqual | Op::SubgroupAllEqualKHR | Op::GroupNonUniformPartitionEXT => {
                self.reduce(op, core);
            }
            Op::Bitcast => return self.bitcast(op),
            _ => return self.by_class(op, core),
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn by_class(&mut self, op: OpId, core: Op) -> Result<()> {
        match isa::class(core) {
            Class::Undef | Class::Call | Class::Variable | Class::Terminator | Class::Function => {
                self.keep(op);
                Ok(())
            }
            Class::Select if self.result(op).is_none() => {
                self.keep(op);
                Ok(())
            }
            Class::Conversion(_)
            | Class::Arithmetic(_)
            | Class::Product(_)
            | Class::Comparison(_)
            | Class::Logic(_)
            | Class::Select
            | Class::Bits(_)
            | Class::Derivative
            | Class::Group(..) => self.each(op),
            _ if self.module[op].results.is_empty() || self.result(op).is_none() => {
                self.keep(op);
                Ok(())
            }
            _ => self.refuse(op),
        }
    }

    fn extended(&mut self, op: OpId, number: u32) -> Result<()> {
        use GlslStd450Op as G;
        match G::from_u32(number) {
            Some(G::Length | G::Distance | G::Normalize | G::FaceForward | G::Reflect | G::Refract) => {
                self.geometry(op, number);
                Ok(())
            }
            Some(G::Modf | G::Frexp) => self.two_results(op, number),
            Some(_) | None => self.each(op),
        }
    }

    /// The long vector that is the result.
    pub(super) fn result(&self, op: OpId) -> Option<Long> {
        self.module[op].results.first().and_then(|value| self.long(*value))
    }

    /// Applies an op to each piece.
    fn each(&mut self, op: OpId) -> Result<()> {
        let Some(result) = self.module[op].results.first().copied() else { return self.refuse(op) };
        let members = self.long_members(result);
        let (Some(long), info, attributes) =
            (self.result(op).or(members.first().copied()), self.module[op].info, self.module[op].attrs.clone())
        else {
            return self.refuse(op);
        };
        let Some(operands) = self.operands_by_piece(op, long) else { return self.refuse(op) };
        if members.is_empty() {
            let pieces = (0..long.count()).map(|at| {
                let ty = self.piece_type(long, at);
                self.piece_of(info, operands[at as usize].clone(), &attributes, ty)
            });
            let pieces = pieces.collect();
            self.define(op, pieces);
            return Ok(());
        }
        let mut made: Vec<Vec<ValueId>> = vec![Vec::new(); members.len()];
        for at in 0..long.count() {
            let types: Vec<TypeId> = members.iter().map(|member| self.piece_type(*member, at)).collect();
            let ty = self.pair(&types);
            let both = self.emit(info, operands[at as usize].clone(), &attributes, ty);
            for (index, (member, ty)) in made.iter_mut().zip(types).enumerate() {
                member.push(self.extract(both, &[index as u32], ty));
            }
        }
        self.define_members(op, made);
        Ok(())
    }

    /// The op on a piece. The last piece may be a scalar, whose product with a scalar is another op.
    fn piece_of(&mut self, info: &'static OpInfo, operands: Values, attributes: &Attrs, ty: TypeId) -> ValueId {
        let is_product = *info == *ops::core(Op::VectorTimesScalar);
        let is_scalar = !matches!(self.module.ctx[ty], Type::Vector { .. });
        let info = if is_product && is_scalar { ops::core(Op::FMul) } else { info };
        self.emit(info, operands, attributes, ty)
    }

    /// The operands for each piece: their pieces, and every other operand as it is.
    fn operands_by_piece(&mut self, op: OpId, long: Long) -> Option<Vec<Values>> {
        let mut all: Vec<Values> = vec![Values::new(); long.count() as usize];
        for value in self.module[op].operands.clone() {
            match self.long(value) {
                Some(own) if own.len == long.len => {
                    let pieces = self.pieces(value);
                    all.iter_mut().zip(pieces).for_each(|(operands, piece)| operands.push(piece));
                }
                Some(_) => return None,
                None if self.shapes.holds(self.module, self.module.type_of(value)) => return None,
                None => all.iter_mut().for_each(|operands| operands.push(value)),
            }
        }
        Some(all)
    }

    /// The long vectors that are all members of a struct.
    fn long_members(&self, value: ValueId) -> Vec<Long> {
        let ty = self.module.type_of(value);
        let types = super::shapes::member_types(self.module, ty);
        let longs: Option<Vec<Long>> = types.iter().map(|ty| super::shapes::long(self.module, *ty)).collect();
        longs.unwrap_or_default()
    }

    /// An array of pieces reduced to one value, in ascending order.
    pub(super) fn fold(&mut self, values: Vec<ValueId>, op: Op, attributes: &Attrs, ty: TypeId) -> ValueId {
        let mut values = values.into_iter();
        let first = values.next().expect("a long vector has pieces");
        values.fold(first, |sum, value| self.emit(ops::core(op), [sum, value], attributes, ty))
    }

    /// `OpAll`, `OpAny`, whether all invocations have an equal value, and which ones have.
    fn reduce(&mut self, op: OpId, core: Op) {
        let (operands, attributes) = (self.module[op].operands.clone(), self.module[op].attrs.clone());
        let bool = self.module.type_of(self.module[op].results[0]);
        let Some(at) = operands.iter().position(|value| self.long(*value).is_some()) else { return };
        let pieces = self.pieces(operands[at]);
        let is_equality = !matches!(core, Op::All | Op::Any);
        let values: Vec<ValueId> = pieces
            .into_iter()
            .map(|piece| {
                let is_scalar = self.module.type_of(piece) == bool;
                if is_scalar && !is_equality {
                    return piece;
                }
                let mut operands = operands.clone();
                operands[at] = piece;
                self.emit(ops::core(core), operands, &attributes, bool)
            })
            .collect();
        let logic = if core == Op::Any {
            Op::LogicalOr
        } else if core == Op::GroupNonUniformPartitionEXT {
            Op::BitwiseAnd
        } else {
            Op::LogicalAnd
        };
        let value = self.fold(values, logic, &Attrs::new(), bool);
        self.replace(op, value);
    }

    /// Bits of components of the same size, or of a vector of another kind.
    fn bitcast(&mut self, op: OpId) -> Result<()> {
        let (operand, result) = (self.module[op].operands[0], self.module[op].results[0]);
        let ty = self.module.type_of(result);
        match (self.long(operand), self.long(result)) {
            (Some(from), Some(to)) if from.len == to.len => return self.each(op),
            (Some(from), None)
                if !matches!(self.module.ctx[ty], Type::Vector { .. } | Type::Int { .. } | Type::Float { .. }) =>
            {
                let components = self.components(operand);
                let parts: Values = components.into_iter().map(|it| self.scalar(it, from.elem)).collect();
                let value = self.core(Op::CompositeConstruct, parts, ty);
                self.replace(op, value);
            }
            (None, Some(to))
                if facts::part_type(&self.module.ctx, self.module.type_of(operand), 0) == Some(to.elem) =>
            {
                let pieces = self.pieces_in(operand, to, Form::LaidOut);
                self.define(op, pieces);
            }
            _ => return self.refuse(op),
        }
        Ok(())
    }
}
