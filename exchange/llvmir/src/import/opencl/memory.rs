//! Loads and stores of vectors, prefetching, and asynchronous copies of a workgroup.

use super::super::calls::{Call, Made, extended_named};
use super::super::function::Body;
use super::super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use dialect::spirv::operands::Arg;
use spirv::{FPRoundingMode, Op, OpenclStd100Op as CLOp, Scope};

/// The functions that take a vector's length at the end of their names, or before the rounding.
const FAMILIES: &[(&str, CLOp, Option<CLOp>)] = &[
    ("vloada_half", CLOp::vloada_halfn, None),
    ("vload_half", CLOp::vload_halfn, None),
    ("vload", CLOp::vloadn, None),
    ("vstorea_half", CLOp::vstorea_halfn, Some(CLOp::vstorea_halfn_r)),
    ("vstore_half", CLOp::vstore_halfn, Some(CLOp::vstore_halfn_r)),
    ("vstore", CLOp::vstoren, None),
];

/// The rounding modes by the suffixes of names.
pub(super) const ROUNDINGS: &[(&str, FPRoundingMode)] = &[
    ("_rte", FPRoundingMode::RTE),
    ("_rtz", FPRoundingMode::RTZ),
    ("_rtp", FPRoundingMode::RTP),
    ("_rtn", FPRoundingMode::RTN),
];

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_memory(&mut self, call: &Call<'_>) -> Result<Made> {
        let rounding = ROUNDINGS.iter().find(|(end, _)| call.name.ends_with(end));
        let (name, rounding) = match rounding {
            Some((end, mode)) => (call.name.trim_end_matches(end), Some(*mode)),
            None => (call.name, None),
        };
        match name {
            "vload_half" | "vloada_half" => return self.function(call, CLOp::vload_half).map(Some),
            "vstore_half" | "vstorea_half" => return self.half_store(call, rounding).map(Some),
            "prefetch" => return self.function(call, CLOp::prefetch).map(Some),
            "async_work_group_copy" | "async_work_group_strided_copy" => return self.copy_together(call).map(Some),
            "wait_group_events" => return self.wait(call).map(|()| Some(None)),
            "shuffle" | "shuffle2" => {
                let Some(function) = extended_named(name) else { return Ok(None) };
                return self.function(call, function).map(Some);
            }
            _ => {}
        }
        let family = FAMILIES.iter().find_map(|(start, plain, rounded)| {
            let length: u32 = name.strip_prefix(start)?.parse().ok()?;
            Some((*plain, *rounded, length))
        });
        match family {
            Some((CLOp::vloadn | CLOp::vload_halfn | CLOp::vloada_halfn, ..)) => self.vector_load(call, family),
            Some((plain, rounded, _)) => self.vector_store(call, plain, rounded, rounding).map(|()| Some(None)),
            None => Ok(None),
        }
    }

    fn vector_load(&mut self, call: &Call<'_>, family: Option<(CLOp, Option<CLOp>, u32)>) -> Result<Made> {
        let Some((function, _, length)) = family else { return Ok(None) };
        let args = self.args(call)?;
        let operands: Vec<Arg> = args.into_iter().map(Arg::Value).chain([Arg::Word(length)]).collect();
        Ok(Some(Some(self.extended(function, call.ty, &operands))))
    }

    fn vector_store(
        &mut self,
        call: &Call<'_>,
        plain: CLOp,
        rounded: Option<CLOp>,
        rounding: Option<FPRoundingMode>,
    ) -> Result<()> {
        let mut operands: Vec<Arg> = self.args(call)?.into_iter().map(Arg::Value).collect();
        let function = match (rounding, rounded) {
            (Some(mode), Some(function)) => {
                operands.push(Arg::Word(mode as u32));
                function
            }
            (Some(_), None) => return refuse("invalid rounding mode"),
            (None, _) => plain,
        };
        let void = self.import.out.void();
        self.run(function, void, &operands);
        Ok(())
    }

    fn half_store(&mut self, call: &Call<'_>, rounding: Option<FPRoundingMode>) -> Result<Option<ValueId>> {
        let mut operands: Vec<Arg> = self.args(call)?.into_iter().map(Arg::Value).collect();
        let void = self.import.out.void();
        operands.extend(rounding.map(|mode| Arg::Word(mode as u32)));
        let function = if rounding.is_some() { CLOp::vstore_half_r } else { CLOp::vstore_half };
        self.run(function, void, &operands);
        Ok(None)
    }

    fn copy_together(&mut self, call: &Call<'_>) -> Result<Option<ValueId>> {
        let mut args = self.args(call)?;
        let size = self.import.out.size();
        if call.name == "async_work_group_copy" && args.len() == 4 {
            let one = self.constant(size, 1);
            args.insert(3, one);
        }
        if args.len() != 5 {
            return refuse("five arguments are expected");
        }
        let scope = self.u32(Scope::Workgroup as u32);
        let operands: Vec<ValueId> = std::iter::once(scope).chain(args).collect();
        let event = self.event(call.ty)?;
        Ok(Some(self.make(Op::GroupAsyncCopy, event, &operands)))
    }

    /// The type of events, which must be one.
    fn event(&mut self, ty: TypeId) -> Result<TypeId> {
        match self.import.out.shape(ty) {
            Shape::Other => Ok(ty),
            _ => refuse("events are target types; LLVM 16 and later write them"),
        }
    }

    fn wait(&mut self, call: &Call<'_>) -> Result<()> {
        let event = self.import.out.other(Op::TypeEvent, &[]);
        let (count, Some(list)) = (self.arg(call, 0)?, call.args.get(1).copied()) else {
            return refuse("two arguments are expected");
        };
        let list = self.pointer(list, event)?;
        let scope = self.u32(Scope::Workgroup as u32);
        self.effect(Op::GroupWaitEvents, &[scope, count, list]);
        Ok(())
    }
}
