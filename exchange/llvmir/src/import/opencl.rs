//! The functions of OpenCL C, by the names that clang gives them.

mod atomics;
mod conversions;
mod extensions;
mod known;
mod memory;
mod pipes;
mod struct_results;
mod subgroups;
mod sync;
mod tables;

use super::calls::{Call, Made, extended_named};
use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use spirv::{BuiltIn, Op, OpenclStd100Op as CLOp};
use tables::{BY_TYPE, ByType, NUMBERS, PLACES, TRUTHS};

impl Body<'_, '_> {
    /// A call of a function of OpenCL C.
    pub(super) fn opencl(&mut self, call: &Call<'_>) -> Result<Made> {
        let name = call.name;
        if let Some((_, builtin, other)) = PLACES.iter().find(|(known, ..)| *known == name) {
            return self.place(call, *builtin, *other).map(|made| Some(Some(made)));
        }
        if let Some((_, builtin)) = NUMBERS.iter().find(|(known, _)| *known == name) {
            let variable = self.import.builtin(*builtin, call.ty)?;
            return Ok(Some(Some(self.read(variable, call.ty))));
        }
        if let Some((_, op)) = TRUTHS.iter().find(|(known, _)| *known == name) {
            return self.comparison(call, *op).map(|made| Some(Some(made)));
        }
        if let Some(row) = BY_TYPE.iter().find(|row| row.name == name) {
            return self.by_type(call, row).map(|made| Some(Some(made)));
        }
        let groups: [fn(&mut Self, &Call<'_>) -> Result<Made>; 11] = [
            Self::of_memory,
            Self::of_conversion,
            Self::of_atomics,
            Self::of_sync,
            Self::of_subgroups,
            Self::of_extensions,
            Self::of_ranges,
            Self::of_groups,
            Self::of_images,
            Self::of_pipes,
            Self::of_rest,
        ];
        for group in groups {
            if let Some(made) = group(self, call)? {
                return Ok(Some(made));
            }
        }
        Ok(None)
    }

    /// A component of a builtin by a dimension, which may be out of range.
    fn place(&mut self, call: &Call<'_>, builtin: BuiltIn, other: u64) -> Result<ValueId> {
        let ty = call.ty;
        let vector = self.import.out.vector(ty, 3);
        let variable = self.import.builtin(builtin, vector)?;
        let Some(index) = call.args.first().copied() else { return refuse("a dimension is expected") };
        let other = self.constant(ty, other);
        match self.number(index) {
            Some(0..3) => {
                let whole = self.read(variable, vector);
                self.component_of(whole, index, ty)
            }
            Some(_) => Ok(other),
            None => {
                let (whole, index) = (self.read(variable, vector), self.data(index)?);
                let (three, zero) = (self.u32(3), self.u32(0));
                let is_there = self.truth(Op::ULessThan, index, &[index, three]);
                let own = self.type_of(index);
                let safe = self.make(Op::Select, own, &[is_there, index, zero]);
                let found = self.make(Op::VectorExtractDynamic, ty, &[whole, safe]);
                Ok(self.make(Op::Select, ty, &[is_there, found, other]))
            }
        }
    }

    /// A boolean is 1 for a scalar, and all bits for a component of a vector.
    fn comparison(&mut self, call: &Call<'_>, op: Op) -> Result<ValueId> {
        let args = self.args(call)?;
        let Some(first) = args.first().copied() else { return refuse("an argument is expected") };
        let truth = self.truth(op, first, &args);
        let one = if matches!(self.import.out.shape(call.ty), Shape::Vector(..)) { u64::MAX } else { 1 };
        Ok(self.as_number(truth, call.ty, one))
    }

    fn by_type(&mut self, call: &Call<'_>, row: &ByType) -> Result<ValueId> {
        let mut args = self.args(call)?;
        let function = match (call.is_float(0), row.of_floats) {
            (true, Some(function)) => function,
            (true, None) => return refuse(format!("'{}' is for integers", call.name)),
            (false, _) if call.is_unsigned(0) => row.unsigned,
            (false, _) => row.signed,
        };
        self.widen(call.ty, &mut args);
        Ok(self.extended(function, call.ty, &args))
    }

    /// Scalars beside vectors represent vectors of them.
    fn widen(&mut self, ty: TypeId, args: &mut [ValueId]) {
        let Shape::Vector(elem, len) = self.import.out.shape(ty) else { return };
        for arg in args {
            if self.type_of(*arg) == elem {
                *arg = self.splat(ty, *arg, len);
            }
        }
    }

    /// Functions that are instructions, and those that go by the same name.
    fn of_rest(&mut self, call: &Call<'_>) -> Result<Made> {
        match call.name {
            "dot" => return self.dot(call).map(|made| Some(Some(made))),
            "any" | "all" => return self.highest_bits(call).map(|made| Some(Some(made))),
            "printf" => return self.print(call).map(|made| Some(Some(made))),
            _ => {}
        }
        let Some(function) = extended_named(call.name) else { return Ok(None) };
        let mut args = self.args(call)?;
        if SPREAD.contains(&function) {
            self.widen(call.ty, &mut args);
        }
        Ok(Some(self.run(function, call.ty, &args)))
    }

    fn dot(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let args = self.args(call)?;
        let is_vector = args.first().is_some_and(|first| matches!(self.shape_of(*first), Shape::Vector(..)));
        Ok(self.make(if is_vector { Op::Dot } else { Op::FMul }, call.ty, &args))
    }

    /// Tests the highest bit of any or of all components.
    fn highest_bits(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let value = self.arg(call, 0)?;
        let ty = self.type_of(value);
        let zero = self.constant(ty, 0);
        let mut truth = self.truth(Op::SLessThan, value, &[value, zero]);
        if matches!(self.import.out.shape(ty), Shape::Vector(..)) {
            truth = self.truth(if call.name == "any" { Op::Any } else { Op::All }, truth, &[truth]);
        }
        Ok(self.as_number(truth, call.ty, 1))
    }

    fn print(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let mut args = self.args(call)?;
        if let (Some(format), Some(value)) = (args.first_mut(), call.args.first()) {
            let byte = self.import.out.int(8);
            *format = self.pointer(*value, byte)?;
        }
        Ok(self.extended(CLOp::printf, call.ty, &args))
    }
}

/// Functions that take scalars beside vectors.
const SPREAD: &[CLOp] = &[CLOp::fmax, CLOp::fmin, CLOp::mix, CLOp::step, CLOp::smoothstep, CLOp::ldexp];
