//! `convert_*`: conversions between numbers, saturating and rounding as the name says.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::ValueId;
use spirv::Op;

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_conversion(&mut self, call: &Call<'_>) -> Result<Made> {
        let Some(rest) = call.name.strip_prefix("convert_") else { return Ok(None) };
        let mut parts = rest.split('_');
        let to_unsigned = parts.next().is_some_and(|name| name.starts_with('u'));
        let said: Vec<&str> = parts.collect();
        let value = self.arg(call, 0)?;
        let (from, to) = (self.type_of(value), call.ty);
        let shapes = [from, to].map(|ty| self.import.out.shape(self.import.out.scalar(ty)));
        let op = match shapes {
            [Shape::Float(_), Shape::Int(_)] if to_unsigned => Op::ConvertFToU,
            [Shape::Float(_), Shape::Int(_)] => Op::ConvertFToS,
            [Shape::Int(_), Shape::Float(_)] if call.is_unsigned(0) => Op::ConvertUToF,
            [Shape::Int(_), Shape::Float(_)] => Op::ConvertSToF,
            [Shape::Float(a), Shape::Float(b)] if a != b => Op::FConvert,
            [Shape::Float(_), Shape::Float(_)] => return Ok(Some(Some(value))),
            [Shape::Int(a), Shape::Int(b)] => return self.integers(call, value, [a, b], to_unsigned, &said),
            _ => return refuse("a conversion is not supported"),
        };
        let made = self.make(op, to, &[value]);
        self.said(made, &said)?;
        Ok(Some(Some(made)))
    }

    /// Integers do not round. Where nothing can be lost, saturation says nothing either.
    fn integers(
        &mut self,
        call: &Call<'_>,
        value: ValueId,
        [from, to]: [u32; 2],
        to_unsigned: bool,
        said: &[&str],
    ) -> Result<Made> {
        let from_unsigned = call.is_unsigned(0);
        let saturates = said.contains(&"sat");
        let (op, is_needed) = match (from_unsigned, to_unsigned) {
            (false, true) if saturates => (Op::SatConvertSToU, false),
            (true, false) if saturates && to <= from => (Op::SatConvertUToS, false),
            (true, _) => (Op::UConvert, saturates && to < from),
            (false, _) => (Op::SConvert, saturates && to < from),
        };
        if from == to && matches!(op, Op::UConvert | Op::SConvert) {
            return Ok(Some(Some(value)));
        }
        let made = self.make(op, call.ty, &[value]);
        if is_needed {
            self.said(made, &["sat"])?;
        }
        Ok(Some(Some(made)))
    }
}
