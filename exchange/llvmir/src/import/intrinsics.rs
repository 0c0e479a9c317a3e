//! LLVM's intrinsics, lowered to the equivalent functions of OpenCL.

use super::attachments;
use super::calls::{Call, Made};
use super::function::Body;
use super::output::{Shape, Target};
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use dialect::llvm::ops;
use dialect::spirv::facts;
use dialect::spirv::operands::Arg;
use spirv::{MemoryAccess, Op, OpenclStd100Op as CLOp};

/// Arithmetic intrinsics, without the type suffix, and the number of significant arguments.
pub(super) const FUNCTIONS: &[(&str, CLOp, usize)] = &[
    ("acos", CLOp::acos, 1),
    ("asin", CLOp::asin, 1),
    ("atan", CLOp::atan, 1),
    ("atan2", CLOp::atan2, 2),
    ("ceil", CLOp::ceil, 1),
    ("copysign", CLOp::copysign, 2),
    ("cos", CLOp::cos, 1),
    ("cosh", CLOp::cosh, 1),
    ("exp", CLOp::exp, 1),
    ("exp2", CLOp::exp2, 1),
    ("exp10", CLOp::exp10, 1),
    ("fabs", CLOp::fabs, 1),
    ("floor", CLOp::floor, 1),
    ("fma", CLOp::fma, 3),
    // The rounding of the product is unspecified.
    ("fmuladd", CLOp::mad, 3),
    ("ldexp", CLOp::ldexp, 2),
    ("log", CLOp::log, 1),
    ("log10", CLOp::log10, 1),
    ("log2", CLOp::log2, 1),
    ("maxnum", CLOp::fmax, 2),
    ("minnum", CLOp::fmin, 2),
    ("nearbyint", CLOp::rint, 1),
    ("pow", CLOp::pow, 2),
    ("rint", CLOp::rint, 1),
    ("round", CLOp::round, 1),
    ("roundeven", CLOp::rint, 1),
    ("sin", CLOp::sin, 1),
    ("sinh", CLOp::sinh, 1),
    ("sqrt", CLOp::sqrt, 1),
    ("tan", CLOp::tan, 1),
    ("tanh", CLOp::tanh, 1),
    ("trunc", CLOp::trunc, 1),
    ("ctlz", CLOp::clz, 1),
    ("cttz", CLOp::ctz, 1),
    ("ctpop", CLOp::popcount, 1),
    ("sadd.sat", CLOp::s_add_sat, 2),
    ("uadd.sat", CLOp::u_add_sat, 2),
    ("ssub.sat", CLOp::s_sub_sat, 2),
    ("usub.sat", CLOp::u_sub_sat, 2),
    ("smax", CLOp::s_max, 2),
    ("smin", CLOp::s_min, 2),
    ("umax", CLOp::u_max, 2),
    ("umin", CLOp::u_min, 2),
];

/// Hints for the optimiser, and what is for debuggers and profilers, which are dropped.
const SILENT: &[&str] = &[
    "lifetime.",
    "assume",
    "invariant.",
    "donothing",
    "sideeffect",
    "dbg.",
    "var.annotation",
    "fake.use",
    "instrprof.increment",
    "trap",
    "debugtrap",
    "ubsantrap",
];

/// Intrinsics whose result is their first argument.
const SAME: &[&str] =
    &["expect.", "annotation.", "arithmetic.fence.", "ssa.copy.", "launder.invariant.group.", "strip.invariant.group."];

/// The operand of an access that says its alignment next.
const ALIGNED: Arg = Arg::Word(MemoryAccess::ALIGNED.bits());

impl Body<'_, '_> {
    /// A call of an intrinsic, by its name after `llvm.`.
    pub(super) fn intrinsic(&mut self, call: &Call<'_>, name: &str) -> Result<Made> {
        if SILENT.iter().any(|start| name.starts_with(start)) {
            return Ok(Some(None));
        }
        if SAME.iter().any(|start| name.starts_with(start)) {
            return self.arg(call, 0).map(|made| Some(Some(made)));
        }
        let is_it = |known: &str| name.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
        if let Some((_, function, count)) = FUNCTIONS.iter().find(|(known, ..)| is_it(known)) {
            let args = self.args(call)?;
            let Some(args) = args.get(..*count) else { return Ok(None) };
            return Ok(Some(Some(self.extended(*function, call.ty, args))));
        }
        if let Some(made) = self.sequence(call, name)? {
            return Ok(Some(Some(made)));
        }
        if let Some(name) = name.strip_prefix("experimental.constrained.") {
            return self.constrained(call, name);
        }
        match name.split('.').next() {
            Some("ptr") if name.starts_with("ptr.annotation.") => self.annotation(call).map(|made| Some(Some(made))),
            Some("abs") => self.absolute(call).map(|made| Some(Some(made))),
            Some("fshl" | "fshr") => self.funnel(call, name.starts_with("fshl")).map(|made| Some(Some(made))),
            Some("stackrestore") => {
                let place = self.arg(call, 0)?;
                if self.has_run_time_sizes {
                    self.effect(Op::RestoreMemoryINTEL, &[place]);
                }
                Ok(Some(None))
            }
            Some("memcpy" | "memmove") => self.copy(call).map(|()| Some(None)),
            Some("memset") => self.fill(call).map(|()| Some(None)),
            Some("is") if name.starts_with("is.fpclass") => self.class(call).map(|made| Some(Some(made))),
            Some("is") if name.starts_with("is.constant") => {
                let is_constant = call.args.first().is_some_and(|value| self.is_known(*value));
                Ok(Some(Some(self.constant(call.ty, u64::from(is_constant)))))
            }
            _ => Ok(None),
        }
    }

    /// A pointer with what its text says of it. A copy of it, so that the pointer elsewhere stays as it is.
    fn annotation(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let pointer = self.arg(call, 0)?;
        let Some(text) = call.args.get(1).and_then(|value| self.text_at(*value)) else {
            return refuse("the text of an annotation is not known");
        };
        let ty = self.type_of(pointer);
        let made = self.make(Op::CopyObject, ty, &[pointer]);
        self.import.annotate(Target::Value(made), &text)?;
        Ok(made)
    }

    /// The text of a constant variable.
    fn text_at(&self, value: ValueId) -> Option<String> {
        let module = self.import.module;
        let symbol = facts::symbol_of(module, module.defining_op(value)?, ops::SYMBOL)?;
        attachments::text_of(module, facts::find_symbol(module, symbol)?)
    }

    /// The absolute value of an integer: OpenCL's function returns an unsigned number with the same bits.
    fn absolute(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let value = self.arg(call, 0)?;
        Ok(self.extended(CLOp::s_abs, call.ty, &[value]))
    }

    /// The high or low half of two concatenated values after a shift.
    fn funnel(&mut self, call: &Call<'_>, to_left: bool) -> Result<ValueId> {
        let args = self.args(call)?;
        let &[high, low, count] = args.as_slice() else { return refuse("three arguments are expected") };
        let ty = call.ty;
        let Shape::Int(width) = self.import.out.shape(self.import.out.scalar(ty)) else {
            return refuse("only integers are shifted");
        };
        if high == low && to_left {
            return Ok(self.extended(CLOp::rotate, ty, &[high, count]));
        }
        let (last, one) = (self.constant(ty, u64::from(width) - 1), self.constant(ty, 1));
        let own = self.make(Op::BitwiseAnd, ty, &[count, last]);
        let rest = self.make(Op::BitwiseXor, ty, &[own, last]);
        // The other value is shifted by one and then by the rest, so that no shift is as wide as the value.
        let (a, b) = if to_left {
            let low = self.make(Op::ShiftRightLogical, ty, &[low, one]);
            (self.make(Op::ShiftLeftLogical, ty, &[high, own]), self.make(Op::ShiftRightLogical, ty, &[low, rest]))
        } else {
            let high = self.make(Op::ShiftLeftLogical, ty, &[high, one]);
            (self.make(Op::ShiftLeftLogical, ty, &[high, rest]), self.make(Op::ShiftRightLogical, ty, &[low, own]))
        };
        Ok(self.make(Op::BitwiseOr, ty, &[a, b]))
    }

    /// `memcpy`: if both pointers are to a value of this size, a load and a store.
    fn copy(&mut self, call: &Call<'_>) -> Result<()> {
        let &[to, from, size, ..] = call.args else { return refuse("four arguments are expected") };
        if self.number(size) == Some(0) {
            return Ok(());
        }
        if let Some(ty) = self.whole(to, size)?
            && self.leads_to(from, ty)
        {
            let (to, from) = (self.pointer(to, ty)?, self.pointer(from, ty)?);
            let value = self.make(Op::Load, ty, &[from.into(), ALIGNED, Arg::Word(1)]);
            self.effect(Op::Store, &[to.into(), value.into(), ALIGNED, Arg::Word(1)]);
            return Ok(());
        }
        let (to, from, size) = (self.data(to)?, self.data(from)?, self.data(size)?);
        self.effect(Op::CopyMemorySized, &[to.into(), from.into(), size.into(), ALIGNED, Arg::Word(1)]);
        Ok(())
    }

    /// The pointee of a pointer, if it has this size.
    fn whole(&mut self, pointer: ValueId, size: ValueId) -> Result<Option<TypeId>> {
        let (id, size) = (self.value(pointer)?, self.number(size));
        Ok(match self.shape_of(id) {
            Shape::Pointer(_, ty) => {
                let is_whole = size.is_some() && self.import.out.size_of(ty).map(|(bytes, _)| bytes) == size;
                is_whole.then_some(ty)
            }
            _ => None,
        })
    }

    fn leads_to(&mut self, pointer: ValueId, ty: TypeId) -> bool {
        let id = self.value(pointer);
        id.is_ok_and(|id| matches!(self.shape_of(id), Shape::Pointer(_, own) if own == ty))
    }

    /// `memset`, as stores, if the size is known.
    fn fill(&mut self, call: &Call<'_>) -> Result<()> {
        const MAX: u32 = 4096;
        let &[place, value, count, ..] = call.args else { return refuse("four arguments are expected") };
        if let (Some(ty), Some(0)) = (self.whole(place, count)?, self.number(value)) {
            let (place, zero) = (self.pointer(place, ty)?, self.null(ty));
            self.effect(Op::Store, &[place.into(), zero.into(), ALIGNED, Arg::Word(1)]);
            return Ok(());
        }
        let (to, byte, size) = (self.data(place)?, self.data(value)?, self.known(call, 2)?);
        if size > MAX {
            return refuse(format!("more than {MAX} bytes are filled at once"));
        }
        let Shape::Pointer(..) = self.shape_of(to) else { return refuse("it is not an address") };
        let (ty, size_type) = (self.type_of(to), self.import.out.size());
        for at in 0..size {
            let place = match at {
                0 => to,
                at => {
                    let at = self.constant(size_type, u64::from(at));
                    self.make(Op::InBoundsPtrAccessChain, ty, &[to, at])
                }
            };
            self.effect(Op::Store, &[place.into(), byte.into(), ALIGNED, Arg::Word(1)]);
        }
        Ok(())
    }
}
