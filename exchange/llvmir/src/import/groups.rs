//! Group operations of workgroups and subgroups, by OpenCL's names.

use super::calls::{Call, Made};
use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::ValueId;
use dialect::spirv::operands::Arg;
use spirv::{GroupOperation, Op, Scope};

/// The execution scope, by the start of the name.
const GROUPS: &[(&str, Scope)] = &[("work_group_", Scope::Workgroup), ("sub_group_", Scope::Subgroup)];

/// The group operation, by the start of the name.
const OPERATIONS: &[(&str, GroupOperation)] = &[
    ("reduce_", GroupOperation::Reduce),
    ("scan_inclusive_", GroupOperation::InclusiveScan),
    ("scan_exclusive_", GroupOperation::ExclusiveScan),
];

/// Operations on floating point, on signed and on unsigned integers.
const FUNCTIONS: &[(&str, Op, Op, Op)] = &[
    ("add", Op::GroupFAdd, Op::GroupIAdd, Op::GroupIAdd),
    ("min", Op::GroupFMin, Op::GroupSMin, Op::GroupUMin),
    ("max", Op::GroupFMax, Op::GroupSMax, Op::GroupUMax),
];

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_groups(&mut self, call: &Call<'_>) -> Result<Made> {
        let found = GROUPS.iter().find_map(|(start, scope)| Some((call.name.strip_prefix(start)?, *scope)));
        let Some((rest, scope)) = found else { return Ok(None) };
        let scope = self.u32(scope as u32);
        match rest {
            "all" | "any" => {
                let value = self.arg(call, 0)?;
                let value = self.truth_of(value);
                let op = if rest == "all" { Op::GroupAll } else { Op::GroupAny };
                let truth = self.truth(op, value, &[scope, value]);
                return Ok(Some(Some(self.as_number(truth, call.ty, 1))));
            }
            "broadcast" => return self.broadcast(call, scope).map(|made| Some(Some(made))),
            _ => {}
        }
        let found = OPERATIONS.iter().find_map(|(start, operation)| Some((rest.strip_prefix(start)?, *operation)));
        let Some((name, operation)) = found else { return Ok(None) };
        let Some((_, float, signed, unsigned)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            return Ok(None);
        };
        let value = self.arg(call, 0)?;
        let op = match self.shape_of(value) {
            Shape::Float(_) => *float,
            Shape::Int(_) if call.is_unsigned(0) => *unsigned,
            Shape::Int(_) => *signed,
            _ => return refuse("a group computes with scalars"),
        };
        Ok(Some(Some(self.make(op, call.ty, &[scope.into(), Arg::Word(operation as u32), value.into()]))))
    }

    /// From which invocation: a number, or a vector of two or three.
    fn broadcast(&mut self, call: &Call<'_>, scope: ValueId) -> Result<ValueId> {
        let args = self.args(call)?;
        let (value, from) = match args.as_slice() {
            [value, from] => (*value, *from),
            [value, places @ ..] if (2..=3).contains(&places.len()) => {
                let len = places.len() as u32;
                let elem = self.type_of(places[0]);
                let ty = self.import.out.vector(elem, len);
                let mut vector = self.undef(ty);
                for (at, place) in places.iter().enumerate() {
                    vector =
                        self.make(Op::CompositeInsert, ty, &[Arg::Value(*place), vector.into(), Arg::Word(at as u32)]);
                }
                (*value, vector)
            }
            _ => return refuse("two to four arguments are expected"),
        };
        Ok(self.make(Op::GroupBroadcast, call.ty, &[scope, value, from]))
    }
}
