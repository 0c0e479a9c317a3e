//! Results that are structs, which LLVM IR has in memory of the caller: the first argument is where.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use dialect::spirv::operands::Arg;
use spirv::Op;

/// Instructions whose result is a struct of two values of the type of their operands.
const PAIRS: &[Op] = &[Op::IAddCarry, Op::ISubBorrow, Op::UMulExtended, Op::SMulExtended];

/// The functions for ranges, with the number of dimensions.
const RANGES: &[(&str, u32)] = &[("ndrange_1D", 1), ("ndrange_2D", 2), ("ndrange_3D", 3)];

/// The names of these functions.
pub(super) fn names() -> impl Iterator<Item = String> {
    RANGES.iter().map(|(name, _)| (*name).to_owned())
}

impl Body<'_, '_> {
    /// A call of a function of OpenCL C for a range: its sizes, or offset, global size and local size.
    pub(super) fn of_ranges(&mut self, call: &Call<'_>) -> Result<Made> {
        let Some((_, dims)) = RANGES.iter().find(|(known, _)| *known == call.name) else { return Ok(None) };
        let sizes: Vec<ValueId> = call.args.get(1..).unwrap_or_default().to_vec();
        // The order of the instruction is global size, local size, offset.
        let ordered = match sizes.as_slice() {
            [global] => [Some(*global), None, None],
            [global, local] => [Some(*global), Some(*local), None],
            [offset, global, local] => [Some(*global), Some(*local), Some(*offset)],
            _ => return refuse("a range has one to three sizes"),
        };
        self.range(call, *dims, ordered).map(|()| Some(None))
    }

    /// A call of an instruction by its name whose result is in memory. Nothing if it is another one.
    pub(in super::super) fn returned(&mut self, call: &Call<'_>, op: Op, said: &[&str]) -> Result<Made> {
        let void = self.import.out.void();
        if call.ty != void {
            return Ok(None);
        }
        if op == Op::BuildNDRange {
            let dims = said.iter().find_map(|word| word.strip_suffix('D')?.parse().ok());
            let &[_, global, local, offset] = call.args else { return refuse("a range has three sizes") };
            return match dims {
                Some(dims @ 1..=3) => self.range(call, dims, [Some(global), Some(local), Some(offset)]),
                _ => refuse("a range has one, two or three dimensions"),
            }
            .map(|()| Some(None));
        }
        if !PAIRS.contains(&op) {
            return Ok(None);
        }
        let [_, a, b] = call.args else { return refuse("a place and two operands are expected") };
        let (a, b) = (self.data(*a)?, self.data(*b)?);
        let ty = self.type_of(a);
        let result = self.import.out.structure(&[ty, ty]);
        let made = self.make(op, result, &[a, b]);
        self.keep(call, made, result)?;
        Ok(Some(None))
    }

    /// Stores a result where the caller wants it.
    fn keep(&mut self, call: &Call<'_>, made: ValueId, ty: TypeId) -> Result<()> {
        let Some(place) = call.args.first().copied() else { return refuse("the call has too few arguments") };
        let place = self.pointer(place, ty)?;
        self.effect(Op::Store, &[place, made]);
        Ok(())
    }

    fn range(&mut self, call: &Call<'_>, dims: u32, sizes: [Option<ValueId>; 3]) -> Result<()> {
        let size = self.import.out.size();
        let ty = if dims == 1 { size } else { self.import.out.array(size, u64::from(dims)) };
        let mut operands: Vec<ValueId> = Vec::new();
        for one in sizes {
            operands.push(match one {
                Some(one) => self.size_in(one, ty)?,
                None => self.null(ty),
            });
        }
        let int = self.import.out.int(32);
        let three = self.import.out.array(size, 3);
        let result = self.import.out.structure(&[int, three, three, three]);
        let made = self.make(Op::BuildNDRange, result, &operands);
        self.keep(call, made, result)
    }

    /// A size as a value: what a pointer leads to, or an aggregate as it is.
    fn size_in(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let own = self.value(value)?;
        match self.shape_of(own) {
            Shape::Pointer(..) => {
                let place = self.pointer(value, ty)?;
                Ok(self.make(Op::Load, ty, &[place]))
            }
            // A number as wide as another device's addresses.
            Shape::Int(_) if self.type_of(own) != ty && matches!(self.import.out.shape(ty), Shape::Int(_)) => {
                Ok(self.make(Op::UConvert, ty, &[own]))
            }
            Shape::Vector(_, len) => {
                let size = self.import.out.size();
                let mut parts = Vec::new();
                for at in 0..len {
                    parts.push(self.make(Op::CompositeExtract, size, &[own.into(), Arg::Word(at)]));
                }
                Ok(self.make(Op::CompositeConstruct, ty, &parts))
            }
            _ => Ok(own),
        }
    }
}
