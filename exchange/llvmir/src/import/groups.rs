//! Group operations of workgroups and subgroups, by OpenCL's names.

use super::calls::{Call, Made};
use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::ValueId;
use dialect::spirv::operands::Arg;
use spirv::{GroupOperation, Op, Scope};

/// The execution scope, by the start of the name.
const GROUPS: &[(&str, Scope)] = &[
    ("work_group_", Scope::Workgroup),
    ("sub_group_", Scope::Subgroup),
    // Intel's, for more types.
    ("intel_sub_group_", Scope::Subgroup),
];

/// The group operation, by the start of the name.
const OPERATIONS: &[(&str, GroupOperation)] = &[
    ("reduce_", GroupOperation::Reduce),
    ("scan_inclusive_", GroupOperation::InclusiveScan),
    ("scan_exclusive_", GroupOperation::ExclusiveScan),
];

/// Operations on floating point, on signed and on unsigned integers.
const FUNCTIONS: &[(&str, Option<Op>, Op, Op)] = &[
    ("add", Some(Op::GroupFAdd), Op::GroupIAdd, Op::GroupIAdd),
    ("min", Some(Op::GroupFMin), Op::GroupSMin, Op::GroupUMin),
    ("max", Some(Op::GroupFMax), Op::GroupSMax, Op::GroupUMax),
    ("mul", Some(Op::GroupFMulKHR), Op::GroupIMulKHR, Op::GroupIMulKHR),
    ("and", None, Op::GroupBitwiseAndKHR, Op::GroupBitwiseAndKHR),
    ("or", None, Op::GroupBitwiseOrKHR, Op::GroupBitwiseOrKHR),
    ("xor", None, Op::GroupBitwiseXorKHR, Op::GroupBitwiseXorKHR),
];

/// Operations on truth values, which are integers in OpenCL C.
const LOGIC: &[(&str, Op)] = &[
    ("logical_and", Op::GroupLogicalAndKHR),
    ("logical_or", Op::GroupLogicalOrKHR),
    ("logical_xor", Op::GroupLogicalXorKHR),
];

/// The names of these functions.
pub(super) fn names() -> Vec<String> {
    let functions: Vec<&str> = FUNCTIONS.iter().map(|row| row.0).chain(LOGIC.iter().map(|row| row.0)).collect();
    let mut all = Vec::new();
    for (group, _) in GROUPS {
        all.extend(["all", "any", "broadcast"].map(|name| format!("{group}{name}")));
        for (operation, _) in OPERATIONS {
            all.extend(functions.iter().map(|name| format!("{group}{operation}{name}")));
        }
    }
    all
}

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
        if let Some((_, op)) = LOGIC.iter().find(|(known, _)| *known == name) {
            let value = self.arg(call, 0)?;
            let value = self.truth_of(value);
            let operands = [scope.into(), Arg::Word(operation as u32), value.into()];
            let truth = self.truth(*op, scope, &operands);
            return Ok(Some(Some(self.as_number(truth, call.ty, 1))));
        }
        let Some((_, of_floats, signed, unsigned)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            return Ok(None);
        };
        let value = self.arg(call, 0)?;
        let op = match self.shape_of(value) {
            Shape::Float(_) => *of_floats,
            Shape::Int(_) if call.is_unsigned(0) => Some(*unsigned),
            Shape::Int(_) => Some(*signed),
            _ => return refuse("a group computes with scalars"),
        };
        let Some(op) = op else { return refuse(format!("'{}' is for integers", call.name)) };
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
