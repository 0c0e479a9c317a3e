//! Instructions that compute, one by one.

use super::{Reader, Target, Value, tables};
use crate::code::{Arg, Code, ComputeCode, EachCode, Numbers, Special, SpecialCode, Watch};
use crate::compute::Op as Each;
use crate::error::{Refused, Result, refuse};
use crate::rows::RowOp;
use crate::types::{Scalar, Type};
use abi::math::Function;
use abi::print::{self, Given, Language};
use dialect::spirv::access::{Access, literal_of};
use dialect::spirv::decode::{self, ExtSet, Inst};
use spirv::{GlslStd450Op as Gl, Op};

impl Reader<'_> {
    /// Writes the code of an instruction that is not a terminator and no call.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn instruction(&mut self, inst: &Inst) -> Result<()> {
        if let Some(row) = tables::each(inst.op) {
            let operands: Vec<u32> = inst.ids_from(0).collect();
            return self.each(inst, row, &operands);
        }
        match inst.op {
            Op::Nop
            | Op::Label
            | Op::Phi
            | Op::SelectionMerge
            | Op::Line
            | Op::NoLine
            | Op::FunctionParameter
            | Op::Function
            | Op::AssumeTrueKHR
            | Op::LifetimeStart
            | Op::LifetimeStop => Ok(()),
            Op::Undef => {
                let slot = self.result(inst)?;
                let count = self.types.count(inst.type_id())?;
                self.program.undefined.extend(slot..slot + count);
                Ok(())
            }
            Op::FRem | Op::FMod => self.float_rest(inst),
            Op::IAddCarry => self.pair(inst, Each::IAdd, Each::Carry),
            Op::ISubBorrow => self.pair(inst, Each::ISub, Each::Borrow),
            Op::UMulExtended => self.pair(inst, Each::IMul, Each::UMulHigh),
            Op::SMulExtended => self.pair(inst, Each::IMul, Each::SMulHigh),
            Op::Dot | Op::MatrixTimesVector | Op::VectorTimesMatrix | Op::MatrixTimesMatrix | Op::OuterProduct => {
                self.product(inst)
            }
            Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => self.int_dot(inst),
            Op::Any => self.special(inst, Special::Any, &[inst.id(0)]),
            Op::All => self.special(inst, Special::All, &[inst.id(0)]),
            Op::CompositeConstruct
            | Op::CompositeConstructReplicateEXT
            | Op::CompositeExtract
            | Op::CompositeInsert
            | Op::VectorShuffle
            | Op::Transpose => self.composite_op(inst),
            Op::CopyObject | Op::CopyLogical | Op::ExpectKHR | Op::ArithmeticFenceEXT => {
                self.alias(inst, inst.id(0), 0)
            }
            Op::Bitcast => self.bitcast(inst),
            Op::VectorExtractDynamic | Op::VectorInsertDynamic => self.dynamic(inst),
            Op::ExtInst => self.extended(inst),
            Op::ReadClockKHR => {
                let dst = self.result(inst)?;
                let count = self.types.count(inst.type_id())?;
                self.push(Code::Clock { dst, count })
            }
            Op::DemoteToHelperInvocation => self.push(Code::Demote),
            Op::BeginInvocationInterlockEXT => self.push(Code::Section { begins: true }),
            Op::EndInvocationInterlockEXT => self.push(Code::Section { begins: false }),
            _ => self.memory_op(inst),
        }
    }

    /// A value that is a part of another one, which needs no code.
    fn alias(&mut self, inst: &Inst, id: u32, offset: u32) -> Result<()> {
        let value = self.value(id)?;
        self.define(inst.result_id(), value.slot + offset, inst.type_id());
        if let Some(target) = self.targets.get(&id).cloned() {
            self.targets.insert(inst.result_id(), target);
        }
        Ok(())
    }

    /// An op on each component of these operands.
    fn each(&mut self, inst: &Inst, row: tables::Row, operands: &[u32]) -> Result<()> {
        let mut values = operands.iter().map(|id| self.value(*id)).collect::<Result<Vec<_>>>()?;
        if row.is_flipped && values.len() == 2 {
            values.swap(0, 1);
        }
        if let (Watch::Amount, [_, amount]) = (row.watch, operands) {
            values[1] = self.amount(*amount)?;
        }
        let Some(typed) = values.get(row.typed()) else { return refuse("missing operand") };
        let bits = self.scalar_of(*typed).bits();
        let result = self.types.scalar(inst.type_id());
        let count = self.types.count(inst.type_id())?;
        let mut args = [Arg::default(); 4];
        for (arg, value) in args.iter_mut().zip(&values) {
            let step = u32::from(self.count_of(*value)? == count);
            *arg = Arg { slot: value.slot, step };
        }
        let watch = match (row.watch, result) {
            (Watch::Birth, Scalar::Float { .. }) => Watch::Birth,
            (Watch::Half, scalar) if scalar.bits() == 16 => Watch::Half,
            (Watch::Birth | Watch::Half, _) => Watch::Nothing,
            (watch, _) => watch,
        };
        let dst = self.result(inst)?;
        let op = RowOp { op: row.op, bits, to: result.bits() };
        self.push(ComputeCode::Each(EachCode { op, count, dst, args, watch }))?;
        if let Some(target) = operands.get(1).and_then(|id| self.targets.get(id)).cloned() {
            // A pointer that is selected.
            self.targets.insert(inst.result_id(), Target { shape: Default::default(), ..target });
        }
        Ok(())
    }

    /// The amount of a shift as the source has it: compilers of HLSL take it modulo the width, as the machine does too.
    fn amount(&self, id: u32) -> Result<Value> {
        let own = self.value(id)?;
        let masked = self.index.def(id).filter(|inst| self.is_of_hlsl && inst.op == Op::BitwiseAnd);
        let Some(masked) = masked else { return Ok(own) };
        let last = u64::from(self.scalar_of(own).bits() - 1);
        let is_mask =
            self.constants.get(&masked.id(1)).is_some_and(|cells| cells.iter().all(|cell| *cell == Some(last)));
        if is_mask { self.value(masked.id(0)) } else { Ok(own) }
    }

    fn pair(&mut self, inst: &Inst, low: Each, high: Each) -> Result<()> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let (bits, count) = (self.scalar_of(a).bits(), self.count_of(a)?);
        let dst = self.result(inst)?;
        let arg = |value: Value| Arg { slot: value.slot, step: 1 };
        let args = [arg(a), arg(b), Arg::default(), Arg::default()];
        for (op, dst) in [(low, dst), (high, dst + count)] {
            let op = RowOp { op, bits, to: bits };
            self.push(ComputeCode::Each(EachCode { op, count, dst, args, watch: Watch::Nothing }))?;
        }
        Ok(())
    }

    /// A function of the host on each component.
    fn elementary(
        &mut self,
        inst: &Inst,
        name: &str,
        arity: usize,
        operands: &[u32],
        domain: Option<Gl>,
    ) -> Result<()> {
        let values = operands.iter().map(|id| self.value(*id)).collect::<Result<Vec<_>>>()?;
        let bits = self.types.scalar(inst.type_id()).bits();
        let Some(function) = Function::new(name, arity).filter(|_| bits <= 32 && values.len() == arity) else {
            return refuse(format!("function '{name}' does not support {bits}-bit operands"));
        };
        let count = self.types.count(inst.type_id())?;
        let dst = self.result(inst)?;
        let args = [values[0].slot, values[arity - 1].slot];
        self.push(ComputeCode::Call { function, bits, count, dst, args, arity: arity as u32, domain })
    }

    fn float_rest(&mut self, inst: &Inst) -> Result<()> {
        self.elementary(inst, "fmod", 2, &[inst.id(0), inst.id(1)], None)?;
        if inst.op == Op::FRem {
            return Ok(());
        }
        let (rest, y) = (self.value(inst.result_id())?, self.operand(inst, 1)?);
        let (bits, count) = (self.scalar_of(y).bits(), self.count_of(y)?);
        let arg = |value: Value| Arg { slot: value.slot, step: 1 };
        let args = [arg(rest), arg(y), Arg::default(), Arg::default()];
        let dst = self.result(inst)?;
        let op = RowOp { op: Each::FMod, bits, to: bits };
        self.push(ComputeCode::Each(EachCode { op, count, dst, args, watch: Watch::Nothing }))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn product(&mut self, inst: &Inst) -> Result<()> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let bits = self.scalar_of(a).bits();
        let height = |reader: &Self, value: Value| {
            if let Type::Matrix { column, .. } = reader.types.get(value.ty) {
                reader.types.length(*column)
            } else {
                reader.types.length(value.ty)
            }
        };
        let (left, right) = (height(self, a), height(self, b));
        let width = |reader: &Self, value: Value| {
            if let Type::Matrix { count, .. } = reader.types.get(value.ty) { *count } else { 1 }
        };
        // The components of a row of the left and a column of the right.
        let (rows, columns, inner) = match inst.op {
            Op::Dot => (1, 1, left),
            Op::MatrixTimesVector => (left, 1, width(self, a)),
            Op::VectorTimesMatrix => (1, width(self, b), left),
            Op::MatrixTimesMatrix => (left, width(self, b), width(self, a)),
            _ => (left, right, 1),
        };
        let row_major = matches!(inst.op, Op::Dot | Op::VectorTimesMatrix);
        let sums = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let sums = sums.map(|(column, row)| {
            let term = |at: u32| {
                let left_at = if row_major { at } else { at * rows + row };
                let right_at = if inst.op == Op::OuterProduct { column } else { column * inner + at };
                (a.slot + left_at, b.slot + right_at)
            };
            (0..inner).map(term).collect()
        });
        let sums = sums.collect();
        let dst = self.result(inst)?;
        self.push(ComputeCode::Products { bits, dst, sums })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn int_dot(&mut self, inst: &Inst) -> Result<()> {
        let signs = match inst.op {
            Op::UDot | Op::UDotAccSat => [false, false],
            Op::SUDot | Op::SUDotAccSat => [true, false],
            _ => [true, true],
        };
        let a = self.operand(inst, 0)?;
        let saturate = matches!(inst.op, Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat);
        let from = self.scalar_of(a).bits();
        let operands: Vec<u32> = inst.ids_from(0).take(2 + usize::from(saturate)).collect();
        self.special(inst, Special::Dot { signs, from, saturate }, &operands)
    }

    fn special(&mut self, inst: &Inst, special: Special, operands: &[u32]) -> Result<()> {
        let mut args = Vec::new();
        for id in operands {
            let value = self.value(*id)?;
            args.push((value.slot, self.count_of(value)?));
        }
        if args.iter().any(|(_, count)| *count > 16) || args.is_empty() {
            return refuse("too many components");
        }
        let bits = if matches!(special, Special::Unpack { .. } | Special::UnpackHalf | Special::Dot { .. }) {
            self.types.scalar(inst.type_id()).bits()
        } else {
            self.scalar_of(self.value(operands[0])?).bits()
        };
        let results = self.types.count(inst.type_id())?;
        let dst = self.result(inst)?;
        self.push(ComputeCode::Special(SpecialCode { special, bits, dst, results, args: args.into() }))
    }

    /// Values put together of others and taken apart.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn composite_op(&mut self, inst: &Inst) -> Result<()> {
        match inst.op {
            Op::CompositeExtract => {
                let from = self.operand(inst, 0)?;
                let (offset, _) = self.part_of(from.ty, inst, 1)?;
                return self.alias(inst, inst.id(0), offset);
            }
            Op::CompositeInsert => {
                let (part, whole) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let (offset, _) = self.part_of(whole.ty, inst, 2)?;
                let (count, total) = (self.count_of(part)?, self.count_of(whole)?);
                let dst = self.result(inst)?;
                let moves = (0..total).map(|at| match at.checked_sub(offset).filter(|at| *at < count) {
                    Some(own) => (dst + at, part.slot + own),
                    None => (dst + at, whole.slot + at),
                });
                let moves = moves.collect();
                return self.push(ComputeCode::Moves(moves));
            }
            _ => {}
        }
        let mut sources: Vec<Option<u32>> = Vec::new();
        let total = self.types.count(inst.type_id())?;
        match inst.op {
            Op::VectorShuffle => {
                let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let (first, second) = (self.count_of(a)?, self.count_of(b)?);
                sources.extend(inst.operands.get(2..).unwrap_or_default().iter().map(|at| {
                    match literal_of(Some(at)) {
                        u32::MAX => None,
                        at if at < first => Some(a.slot + at),
                        at => Some(b.slot + (at - first).min(second)),
                    }
                }));
            }
            Op::Transpose => {
                let from = self.operand(inst, 0)?;
                let (columns, rows) = (self.types.length(from.ty), self.types.length(self.types.part(from.ty)));
                sources.extend(
                    (0..rows).flat_map(|row| (0..columns).map(move |column| Some(from.slot + column * rows + row))),
                );
            }
            Op::CompositeConstructReplicateEXT => {
                let part = self.operand(inst, 0)?;
                let count = self.count_of(part)?.max(1);
                sources.extend((0..total).map(|at| Some(part.slot + at % count)));
            }
            _ => {
                for id in inst.ids_from(0) {
                    let part = self.value(id)?;
                    sources.extend((0..self.count_of(part)?).map(|at| Some(part.slot + at)));
                }
            }
        }
        if sources.len() != total as usize {
            return refuse("wrong number of constituents");
        }
        let dst = self.result(inst)?;
        self.program.undefined.extend((dst..).zip(&sources).filter(|(_, from)| from.is_none()).map(|(at, _)| at));
        let moves = (dst..).zip(sources).filter_map(|(at, from)| Some((at, from?))).collect();
        self.push(ComputeCode::Moves(moves))
    }

    /// The first cell and the type of a part that literals choose.
    fn part_of(&self, ty: u32, inst: &Inst, from: usize) -> Result<(u32, u32)> {
        let (mut offset, mut ty) = (0, ty);
        for operand in inst.operands.get(from..).unwrap_or_default() {
            let at = literal_of(Some(operand));
            match self.types.get(ty) {
                Type::Struct(members) if (at as usize) < members.len() => {
                    for member in &members[..at as usize] {
                        offset += self.types.count(member.ty)?;
                    }
                    ty = members[at as usize].ty;
                }
                Type::Vector { count, .. } | Type::Matrix { count, .. } | Type::Array { count, .. } if at < *count => {
                    ty = self.types.part(ty);
                    offset += self.types.count(ty)? * at;
                }
                Type::Void
                | Type::Scalar(_)
                | Type::Vector { .. }
                | Type::Matrix { .. }
                | Type::Array { .. }
                | Type::Runtime { .. }
                | Type::Struct(_)
                | Type::Pointer { .. }
                | Type::Image(_)
                | Type::Sampler
                | Type::SampledImage(_)
                | Type::Scene
                | Type::Query
                | Type::Other => return refuse("index out of bounds"),
            }
        }
        Ok((offset, ty))
    }

    fn bitcast(&mut self, inst: &Inst) -> Result<()> {
        let from = self.operand(inst, 0)?;
        match (self.is_address(from.ty), self.is_address(inst.type_id())) {
            (true, true) => return self.alias(inst, inst.id(0), 0),
            (true, false) | (false, true) => return self.address_cast(inst),
            (false, false) => {}
        }
        let (old, new) = (self.scalar_of(from).bits(), self.types.scalar(inst.type_id()).bits());
        if old == new {
            return self.alias(inst, inst.id(0), 0);
        }
        let (count, results) = (self.count_of(from)?, self.types.count(inst.type_id())?);
        let dst = self.result(inst)?;
        self.push(ComputeCode::Repack { from: old, count, to: new, results, src: from.slot, dst })
    }

    fn dynamic(&mut self, inst: &Inst) -> Result<()> {
        let vector = self.operand(inst, 0)?;
        let count = self.count_of(vector)?;
        let last = self.value(inst.id(if inst.op == Op::VectorExtractDynamic { 1 } else { 2 }))?;
        let (index, bits) = (last.slot, self.scalar_of(last).bits());
        if inst.op == Op::VectorExtractDynamic {
            let dst = self.result(inst)?;
            return self.push(ComputeCode::ExtractDynamic { dst, src: vector.slot, count, index, bits });
        }
        let value = self.operand(inst, 1)?.slot;
        let dst = self.result(inst)?;
        self.push(ComputeCode::InsertDynamic { dst, src: vector.slot, count, value, index, bits })
    }

    fn extended(&mut self, inst: &Inst) -> Result<()> {
        let name = self.index.def(inst.id(0)).map_or("", |set| set.text(0));
        match decode::ext_set(name) {
            Some(ExtSet::Gl) => self.gl(inst),
            Some(ExtSet::NonSemantic) if name == "NonSemantic.DebugPrintf" => self.print(inst),
            Some(ExtSet::NonSemantic | ExtSet::DebugInfo) => Ok(()),
            Some(ExtSet::Cl | ExtSet::Vendor(_)) | None => refuse(format!("unknown instruction set '{name}'")),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn gl(&mut self, inst: &Inst) -> Result<()> {
        let Some(op) = Gl::from_u32(inst.literal(1)) else { return refuse("unknown function") };
        let operands: Vec<u32> = inst.ids_from(2).collect();
        if let Some(row) = tables::gl(op) {
            return self.each(inst, row, &operands);
        }
        if let Some((name, arity)) = tables::elementary(op) {
            return self.elementary(inst, name, arity, &operands, tables::has_domain(op).then_some(op));
        }
        let special = match op {
            Gl::Length => Special::Length,
            Gl::Distance => Special::Distance,
            Gl::Normalize => Special::Normalize,
            Gl::Cross => Special::Cross,
            Gl::FaceForward => Special::FaceForward,
            Gl::Reflect => Special::Reflect,
            Gl::Refract => Special::Refract,
            Gl::Determinant => Special::Determinant,
            Gl::MatrixInverse => Special::Inverse,
            Gl::ModfStruct => Special::Modf,
            Gl::FrexpStruct => Special::Frexp,
            Gl::Modf => return self.with_second(inst, Special::Modf, &operands),
            Gl::Frexp => return self.with_second(inst, Special::Frexp, &operands),
            Gl::PackSnorm4x8 => Special::Pack { bits: 8, signed: true },
            Gl::PackUnorm4x8 => Special::Pack { bits: 8, signed: false },
            Gl::PackSnorm2x16 => Special::Pack { bits: 16, signed: true },
            Gl::PackUnorm2x16 => Special::Pack { bits: 16, signed: false },
            Gl::UnpackSnorm4x8 => Special::Unpack { bits: 8, signed: true },
            Gl::UnpackUnorm4x8 => Special::Unpack { bits: 8, signed: false },
            Gl::UnpackSnorm2x16 => Special::Unpack { bits: 16, signed: true },
            Gl::UnpackUnorm2x16 => Special::Unpack { bits: 16, signed: false },
            Gl::PackHalf2x16 => Special::PackHalf,
            Gl::UnpackHalf2x16 => Special::UnpackHalf,
            Gl::Ldexp => return self.ldexp(inst, &operands),
            Gl::PackDouble2x32 | Gl::UnpackDouble2x32 => {
                let operands = vec![dialect::spirv::decode::Operand::Id(operands[0])];
                return self.bitcast(&Inst { op: Op::Bitcast, operands: operands.into(), ..inst.clone() });
            }
            _ => return refuse(format!("the function {op:?} of GLSL.std.450 has no row")),
        };
        self.special(inst, special, &operands)
    }

    /// A function whose second result goes to memory.
    fn with_second(&mut self, inst: &Inst, special: Special, operands: &[u32]) -> Result<()> {
        let [value, pointer] = operands else { return refuse("wrong number of operands") };
        let (value, to) = (self.value(*value)?, self.value(*pointer)?);
        let (bits, count) = (self.scalar_of(value).bits(), self.count_of(value)?);
        let both = self.cells(2 * count)?;
        let args = [(value.slot, count)].into();
        self.push(ComputeCode::Special(SpecialCode { special, bits, dst: both, results: 2 * count, args }))?;
        self.define(inst.result_id(), both, inst.type_id());
        let second = Value { slot: both + count, ty: self.pointee(to)? };
        self.store(to, *pointer, second, self.quality(*pointer))
    }

    fn ldexp(&mut self, inst: &Inst, operands: &[u32]) -> Result<()> {
        let [value, exponent] = operands else { return refuse("wrong number of operands") };
        let (value, exponent) = (self.value(*value)?, self.value(*exponent)?);
        let (bits, count) = (self.scalar_of(value).bits(), self.count_of(value)?);
        let width = self.constant_cell(self.scalar_of(exponent).bits().into())?;
        let dst = self.result(inst)?;
        let arg = |value: Value| Arg { slot: value.slot, step: 1 };
        let args = [arg(value), arg(exponent), Arg::default(), Arg { slot: width, step: 0 }];
        let op = RowOp { op: Each::Ldexp, bits, to: bits };
        self.push(ComputeCode::Each(EachCode { op, count, dst, args, watch: Watch::Nothing }))
    }

    /// `printf` of NonSemantic.DebugPrintf.
    fn print(&mut self, inst: &Inst) -> Result<()> {
        let text = self.index.def(inst.id(2)).filter(|format| format.op == Op::String);
        let Some(text) = text.map(|format| format.text(0)) else { return refuse("format is not a string") };
        let (mut given, mut values) = (Vec::new(), Vec::new());
        for id in inst.ids_from(3) {
            if let Some(text) = self.index.def(id).filter(|text| text.op == Op::String) {
                given.push(Given::Text(text.text(0).to_owned()));
                continue;
            }
            let numbers = self.numbers(self.value(id)?)?;
            let Numbers { bits, float, count, .. } = numbers;
            given.push(if matches!(self.types.scalar(self.value(id)?.ty), Scalar::Handle) {
                Given::Other
            } else {
                Given::Number { is_float: float, width: bits, components: count }
            });
            values.push(numbers);
        }
        let parsed = print::parse(text, Language::Messages, &given);
        let parsed = parsed.map_err(|message| Refused { word: None, message: format!("'printf': {message}") })?;
        let shown = parsed.format.pieces.iter().filter_map(|piece| match piece {
            print::Piece::Value(value) => Some(value.shown == print::Shown::Signed),
            print::Piece::Text(_) | print::Piece::Given(..) => None,
        });
        let values =
            values.into_iter().zip(shown.zip(parsed.narrow)).map(|(value, (signed, bits))| (value, signed, bits));
        let values = values.collect();
        self.program.formats.push(parsed.format);
        self.push(Code::Print { format: self.program.formats.len() as u32 - 1, values })
    }

    /// The cells of a value as numbers.
    pub(super) fn numbers(&self, value: Value) -> Result<Numbers> {
        let scalar = self.scalar_of(value);
        let float = matches!(scalar, Scalar::Float { .. });
        Ok(Numbers { slot: value.slot, count: self.count_of(value)?, bits: scalar.bits(), float })
    }
}
