//! Instructions that LLVM and SPIR-V both have.

use super::function::Body;
use super::output::{Shape, Target};
use crate::error::{Result, refuse};
use crate::tables::{BINARY, COMPARISONS, Comparison, FAST, LIBERTIES};
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::{self, FloatPredicate, IntPredicate};
use dialect::llvm::ops::{self, Form, Opcode};
use dialect::spirv::facts;
use dialect::spirv::operands::Arg;
use dialect::spirv::ops::{self as spirv_ops, Code};
use isa::{ArithmeticKind, Class};
use spirv::{Decoration, Op};

impl Body<'_, '_> {
    /// An instruction that does not end a block.
    pub(super) fn inst(&mut self, op: OpId) -> Result<()> {
        let module = self.import.module;
        let Some(row) = ops::row(module, op) else { return refuse("it is not an instruction of LLVM IR") };
        let operands = module[op].operands.as_slice();
        if module[op].results.is_empty() && self.import.is_decorated(op) {
            return refuse("decorations of instructions without a result are not supported in SPIR-V");
        }
        let made = match row.form {
            // Constants are examined where they are used.
            Form::Constant | Form::Symbolic | Form::AddressOf => return Ok(()),
            Form::IntBinary | Form::FloatBinary => self.binary(op, row.op)?,
            Form::FloatUnary => {
                let value = self.data(operands[0])?;
                let ty = self.type_of(value);
                self.make(Op::FNegate, ty, &[value])
            }
            Form::Unary => return self.same(op, operands[0]),
            Form::IntCompare => self.int_compare(op)?,
            Form::FloatCompare => self.float_compare(op)?,
            Form::Cast(cast) => match self.cast(op, row.op, cast)? {
                Some(made) => made,
                None => return self.same(op, operands[0]),
            },
            Form::Select => self.select(operands)?,
            Form::Alloca => self.alloca(op)?,
            Form::Gep => match self.gep(op)? {
                Some(made) => made,
                None => return self.same(op, operands[0]),
            },
            Form::Load => self.load(op)?,
            Form::Store => return self.store(op),
            Form::AtomicRmw => self.atomic_rmw(op)?,
            Form::Cmpxchg => self.cmpxchg(op)?,
            Form::Fence => return self.fence(op),
            Form::ExtractElement => self.extract_element(op)?,
            Form::InsertElement => self.insert_element(op)?,
            Form::Shuffle => self.shuffle(op)?,
            Form::ExtractValue => self.extract_value(op)?,
            Form::InsertValue => self.insert_value(op)?,
            Form::Call => match self.call(op)? {
                Some(made) => made,
                None => return Ok(()),
            },
            Form::CallPointer => match self.call_pointer(operands, op)? {
                Some(made) => made,
                None => return Ok(()),
            },
            Form::Br
            | Form::CondBr
            | Form::Switch
            | Form::Return
            | Form::Unreachable
            | Form::Intrinsic
            | Form::Func
            | Form::Global
            | Form::Module => return refuse("the instruction is not supported"),
        };
        self.finish(op, made)
    }

    /// The op's result is this value, which may be that of another op.
    fn finish(&mut self, op: OpId, made: ValueId) -> Result<()> {
        if self.import.module[op].results.is_empty() {
            return Ok(());
        }
        self.define(op, made);
        self.liberties(op, made)?;
        let is_variable = ops::row(self.import.module, op).is_some_and(|row| row.op == Opcode::Alloca);
        match self.made_last(made) {
            _ if !self.import.is_decorated(op) => Ok(()),
            None if !is_variable => {
                // The value is that of another instruction, which is not decorated by this.
                let ty = self.type_of(made);
                let copy = self.make(Op::CopyObject, ty, &[made]);
                self.define(op, copy);
                self.import.decorations(op, Target::Value(copy), &[])
            }
            _ => self.import.decorations(op, Target::Value(made), &[]),
        }
    }

    fn same(&mut self, op: OpId, value: ValueId) -> Result<()> {
        let id = self.value(value)?;
        self.finish(op, id)
    }

    /// Decorates arithmetic with its fast-math flags.
    fn liberties(&mut self, op: OpId, made: ValueId) -> Result<()> {
        let Some(bits) = facts::number_of(self.import.module, op, ops::LIBERTIES) else { return Ok(()) };
        let bits = bits as u32;
        let mode = match bits & FAST.0 == FAST.0 {
            true => FAST.1,
            false => LIBERTIES.iter().filter(|(own, _)| bits & own != 0).fold(0, |mode, (_, other)| mode | other),
        };
        // A negation takes none before version 1.6.
        let takes_any = |op: OpId| match spirv_ops::code(&self.import.out.module, op) {
            Some(Code::Core(op)) => isa::class(op) == Class::Arithmetic(ArithmeticKind::Float) && op != Op::FNegate,
            code => matches!(code, Some(Code::Cl(_))),
        };
        match self.made_last(made).filter(|op| mode != 0 && takes_any(*op)) {
            Some(_) => self.import.out.decorate(Target::Value(made), Decoration::FPFastMathMode, &[mode]),
            None => Ok(()),
        }
    }

    fn binary(&mut self, op: OpId, opcode: Opcode) -> Result<ValueId> {
        let operands = &self.import.module[op].operands;
        let (a, b) = (self.data(operands[0])?, self.data(operands[1])?);
        let ty = self.type_of(a);
        let is_bool = matches!(self.import.out.shape(self.import.out.scalar(ty)), Shape::Bool);
        if opcode == Opcode::Xor && b == self.constant(ty, u64::MAX) {
            return Ok(self.make(if is_bool { Op::LogicalNot } else { Op::Not }, ty, &[a]));
        }
        let found = match (is_bool, opcode) {
            (true, Opcode::And | Opcode::Mul) => Some(Op::LogicalAnd),
            (true, Opcode::Or) => Some(Op::LogicalOr),
            (true, Opcode::Xor | Opcode::Add | Opcode::Sub) => Some(Op::LogicalNotEqual),
            // A shift by anything but 0 has no value.
            (true, Opcode::Shl | Opcode::LShr | Opcode::AShr) => return Ok(a),
            (true, _) => None,
            (false, _) => BINARY.iter().find(|(_, known)| *known == opcode).map(|(op, _)| *op),
        };
        match found {
            Some(op) => Ok(self.make(op, ty, &[a, b])),
            None => refuse("the instruction does not support booleans"),
        }
    }

    fn int_compare(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let Some(predicate) = enums::value_of::<IntPredicate>(module, op, ops::PREDICATE) else {
            return refuse("unknown comparison");
        };
        let operands = &module[op].operands;
        let (mut a, mut b) = (self.data(operands[0])?, self.data(operands[1])?);
        if let Shape::Pointer(..) = self.shape_of(a) {
            let size = self.import.out.size();
            a = self.make(Op::ConvertPtrToU, size, &[a]);
            b = self.make(Op::ConvertPtrToU, size, &[b]);
        }
        let (from, bool) = (self.type_of(a), self.import.out.bool());
        let ty = self.import.out.like(from, bool);
        if self.import.out.shape(self.import.out.scalar(from)) == Shape::Bool {
            return Ok(self.bool_compare(predicate, ty, a, b));
        }
        self.compare(Some(Comparison::Int(predicate)), ty, &[a, b])
    }

    /// Of booleans, as integers of one bit, true is 1, and with a sign -1.
    fn bool_compare(&mut self, predicate: IntPredicate, ty: TypeId, a: ValueId, b: ValueId) -> ValueId {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (a, b) = if matches!(predicate, Ugt | Uge | Slt | Sle) { (b, a) } else { (a, b) };
        match predicate {
            Eq => self.make(Op::LogicalEqual, ty, &[a, b]),
            Ne => self.make(Op::LogicalNotEqual, ty, &[a, b]),
            Ult | Ugt | Slt | Sgt => {
                let not = self.make(Op::LogicalNot, ty, &[a]);
                self.make(Op::LogicalAnd, ty, &[not, b])
            }
            Ule | Uge | Sle | Sge => {
                let not = self.make(Op::LogicalNot, ty, &[a]);
                self.make(Op::LogicalOr, ty, &[not, b])
            }
        }
    }

    fn float_compare(&mut self, op: OpId) -> Result<ValueId> {
        let module = self.import.module;
        let operands = &module[op].operands;
        let (a, b) = (self.data(operands[0])?, self.data(operands[1])?);
        let (from, bool) = (self.type_of(a), self.import.out.bool());
        let ty = self.import.out.like(from, bool);
        let predicate = enums::value_of::<FloatPredicate>(module, op, ops::PREDICATE);
        self.compare(predicate.map(Comparison::Float), ty, &[a, b])
    }

    fn compare(&mut self, comparison: Option<Comparison>, ty: TypeId, operands: &[ValueId]) -> Result<ValueId> {
        match COMPARISONS.iter().find(|(_, known)| Some(*known) == comparison) {
            Some((op, _)) => Ok(self.make(*op, ty, operands)),
            None => refuse("unknown comparison"),
        }
    }

    /// SPIR-V chooses between vectors component by component.
    fn select(&mut self, operands: &[ValueId]) -> Result<ValueId> {
        let (mut condition, a, b) = (self.data(operands[0])?, self.data(operands[1])?, self.data(operands[2])?);
        let ty = self.type_of(a);
        match self.import.out.shape(ty) {
            Shape::Vector(_, len) if self.shape_of(condition) == Shape::Bool => {
                let bool = self.import.out.bool();
                let all = self.import.out.vector(bool, len);
                condition = self.splat(all, condition, len);
            }
            Shape::Array(_) | Shape::Struct(_) | Shape::Other => {
                return refuse("SPIR-V does not support selecting between composites");
            }
            _ => {}
        }
        Ok(self.make(Op::Select, ty, &[condition, a, b]))
    }

    /// A vector of one value.
    pub(super) fn splat(&mut self, ty: TypeId, value: ValueId, len: u32) -> ValueId {
        let mut vector = self.undef(ty);
        for at in 0..len {
            vector = self.make(Op::CompositeInsert, ty, &[value.into(), vector.into(), Arg::Word(at)]);
        }
        vector
    }
}
