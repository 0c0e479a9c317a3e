//! Types, constants and the variables of a module.

use super::{MOST_MEMORY, Reader, Target, Value};
use crate::code::{
    ADDRESS, BUFFERS, Builtin, ComputeCode, DESCRIPTORS, LOCAL, MemoryCode, NOWHERE, Named, PUSH, Pointer, SHARED,
};
use crate::compute;
use crate::error::{Result, refuse};
use crate::query_types;
use crate::read::tables;
use crate::types::{ImageType, Member, Scalar, Shape, Type};
use abi::{Binding, BindingKind};
use dialect::spirv::access::{Access, literal_of};
use dialect::spirv::decode::{Inst, Operand};
use spirv::{BuiltIn, Decoration, Dim, Op, StorageClass};
use std::sync::Arc;

impl<'m> Reader<'m> {
    /// Reads all that precedes the functions.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn globals(&mut self) -> Result<()> {
        for inst in &self.index.insts[..self.index.globals] {
            match inst.op {
                Op::Constant | Op::SpecConstant => self.number(inst)?,
                Op::ConstantTrue | Op::SpecConstantTrue => self.truth(inst, 1)?,
                Op::ConstantFalse | Op::SpecConstantFalse => self.truth(inst, 0)?,
                Op::ConstantNull => {
                    let count = self.types.count(inst.type_id())?;
                    self.constant_value(inst, vec![Some(0); count as usize])?;
                }
                Op::Undef => {
                    let count = self.types.count(inst.type_id())?;
                    self.constant_value(inst, vec![None; count as usize])?;
                }
                Op::ConstantComposite | Op::SpecConstantComposite => self.composite(inst)?,
                Op::ConstantDataKHR => self.data(inst)?,
                Op::SpecConstantOp => self.constant_op(inst)?,
                Op::Variable => self.variable(inst)?,
                Op::ConstantSampler => return refuse("immutable samplers"),
                _ => self.type_of(inst)?,
            }
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn type_of(&mut self, inst: &Inst) -> Result<()> {
        let id = inst.result_id();
        // Truth values have no size that a module could know: some put a byte each, in memory of groups.
        let stride = |reader: &Self| {
            let found = reader.index.decoration(id, Decoration::ArrayStride)?;
            let least = reader.types.size(inst.id(0), Shape::Packed).unwrap_or(0);
            Some(u64::from(found.number(0))).filter(|stride| *stride >= least)
        };
        let ty = match inst.op {
            Op::TypeVoid => Type::Void,
            Op::TypeBool => Type::Scalar(Scalar::Bool),
            Op::TypeInt => Type::Scalar(Scalar::Int { bits: inst.literal(0), signed: inst.literal(1) == 1 }),
            Op::TypeFloat if inst.operands.len() == 1 => Type::Scalar(Scalar::Float { bits: inst.literal(0) }),
            Op::TypeVector => Type::Vector { of: inst.id(0), count: inst.literal(1) },
            Op::TypeMatrix => Type::Matrix { column: inst.id(0), count: inst.literal(1) },
            Op::TypeArray => {
                let Some(count) = self.constant(inst.id(1)).and_then(|count| u32::try_from(count).ok()) else {
                    return refuse("array length is not a known constant");
                };
                Type::Array { of: inst.id(0), count, stride: stride(self) }
            }
            Op::TypeRuntimeArray => Type::Runtime { of: inst.id(0), stride: stride(self) },
            Op::TypeStruct => Type::Struct(self.members(inst)),
            Op::TypePointer => {
                let class = StorageClass::from_u32(inst.value(0)).unwrap_or(StorageClass::Function);
                Type::Pointer { class, to: inst.id(1) }
            }
            Op::TypeImage => Type::Image(ImageType {
                sampled: inst.id(0),
                dim: Dim::from_u32(inst.value(1)).unwrap_or(Dim::Dim2D),
                arrayed: inst.literal(3) == 1,
                multisampled: inst.literal(4) == 1,
                format: inst.value(6),
            }),
            Op::TypeSampler => Type::Sampler,
            Op::TypeAccelerationStructureKHR => Type::Scene,
            Op::TypeRayQueryKHR => {
                query_types::add(&mut self.types);
                Type::Query
            }
            Op::TypeSampledImage => Type::SampledImage(inst.id(0)),
            _ => return Ok(()),
        };
        self.types.all.insert(id, ty);
        Ok(())
    }

    fn members(&self, inst: &Inst) -> Arc<[Member]> {
        let id = inst.result_id();
        let names = self.index.insts[..self.index.globals].iter();
        let names: Vec<_> = names.filter(|name| name.op == Op::MemberName && name.id(0) == id).collect();
        let member = |(at, ty): (usize, u32)| {
            let own = |kind: Decoration| {
                let found = self.index.decorations(id).iter();
                let mut found = found.filter(move |one| one.member == Some(at as u32) && one.kind == kind);
                found.next().copied()
            };
            let stride = own(Decoration::MatrixStride).map(|found| u64::from(found.number(0)));
            let name = names.iter().find(|name| name.literal(1) == at as u32).map_or("", |name| name.text(2));
            Member {
                ty,
                offset: own(Decoration::Offset).map(|found| u64::from(found.number(0))),
                matrix: stride.map(|stride| (stride, own(Decoration::RowMajor).is_some())),
                name: name.into(),
                coherent: own(Decoration::Coherent).is_some(),
            }
        };
        inst.ids_from(0).enumerate().map(member).collect()
    }

    /// A constant with these cells.
    fn constant_value(&mut self, inst: &Inst, cells: Vec<Option<u64>>) -> Result<()> {
        let slot = self.result(inst)?;
        for (at, cell) in (slot..).zip(&cells) {
            match cell {
                Some(0) => {}
                Some(value) => self.program.constants.push((at, *value)),
                None => self.program.undefined.push(at),
            }
        }
        self.constants.insert(inst.result_id(), cells);
        Ok(())
    }

    /// The value that the host gives a specialisation constant.
    fn overridden(&self, inst: &Inst) -> Option<u64> {
        let number = self.index.decoration(inst.result_id(), Decoration::SpecId)?.number(0);
        self.overrides.iter().find(|(id, _)| *id == number).map(|(_, value)| *value)
    }

    fn number(&mut self, inst: &Inst) -> Result<()> {
        let bits = self.types.scalar(inst.type_id()).bits();
        let value = match inst.operands.first() {
            Some(Operand::Number(value)) => *value,
            other => literal_of(other).into(),
        };
        let value = self.overridden(inst).unwrap_or(value) & compute::mask(bits);
        self.constant_value(inst, vec![Some(value)])
    }

    fn truth(&mut self, inst: &Inst, value: u64) -> Result<()> {
        let value = self.overridden(inst).map_or(value, |value| u64::from(value != 0));
        self.constant_value(inst, vec![Some(value)])
    }

    fn composite(&mut self, inst: &'m Inst) -> Result<()> {
        self.types.count(inst.type_id())?;
        let mut cells = Vec::new();
        for id in inst.ids_from(0) {
            match self.constants.get(&id) {
                Some(part) => cells.extend(part.iter().copied()),
                // A part is computed when the entry point starts, and so is this.
                None => {
                    self.result(inst)?;
                    self.late_constants.push(inst);
                    return Ok(());
                }
            }
        }
        self.constant_value(inst, cells)
    }

    /// An array of integers whose bits stand one after the other.
    fn data(&mut self, inst: &'m Inst) -> Result<()> {
        let &Type::Array { of, count, .. } = self.types.get(inst.type_id()) else {
            return refuse("data is not an array");
        };
        self.types.count(inst.type_id())?;
        let bits = self.types.scalar(of).bits();
        let (wide, mask) = (u64::from(bits), compute::mask(bits));
        let word = |at: u64| inst.operands.get(at as usize).map_or(0, |_| u64::from(inst.literal(at as usize)));
        let cell = |at: u64| ((word(at / 32) | word(at / 32 + 1) << 32) >> (at % 32)) & mask;
        let cells = (0..u64::from(count)).map(|at| Some(cell(at * wide))).collect();
        self.constant_value(inst, cells)
    }

    /// A constant that is computed: at once where it is a number of numbers, else when the entry point starts.
    fn constant_op(&mut self, inst: &'m Inst) -> Result<()> {
        let op = Op::from_u32(inst.literal(0)).unwrap_or(Op::Nop);
        let operands: Option<Vec<u64>> = inst.ids_from(1).map(|id| self.constant(id)).collect();
        let types: Vec<u32> = inst.ids_from(1).filter_map(|id| self.values.get(&id).map(|value| value.ty)).collect();
        let row = tables::each(op);
        if let (Some(operands), Some(row), Some(first)) = (operands, row, types.get(row.map_or(0, |row| row.typed()))) {
            let mut args = [0; 4];
            args.iter_mut().zip(&operands).for_each(|(arg, operand)| *arg = *operand);
            let (bits, to) = (self.types.scalar(*first).bits(), self.types.scalar(inst.type_id()).bits());
            if self.types.count(inst.type_id())? == 1 {
                return self.constant_value(inst, vec![Some(compute::compute(row.op, bits, to, args))]);
            }
        }
        self.result(inst)?;
        self.late_constants.push(inst);
        Ok(())
    }

    /// Code for a constant that is computed when the entry point starts.
    pub(super) fn late_constant(&mut self, inst: &Inst) -> Result<()> {
        let dst = self.value(inst.result_id())?;
        if inst.op == Op::SpecConstantOp {
            let op = Op::from_u32(inst.literal(0)).unwrap_or(Op::Nop);
            let operands: Vec<Operand> = inst.operands[1..].to_vec();
            self.instruction(&Inst { op, operands: operands.into(), ..inst.clone() })?;
        } else {
            self.instruction(&Inst { op: Op::CompositeConstruct, ..inst.clone() })?;
        }
        // Others have been told the cells of the first moment.
        let made = self.value(inst.result_id())?;
        let count = self.count_of(made)?;
        self.push(ComputeCode::Moves((0..count).map(|at| (dst.slot + at, made.slot + at)).collect()))?;
        self.values.insert(inst.result_id(), dst);
        Ok(())
    }

    /// A variable of the module: a pointer whose cells are known.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn variable(&mut self, inst: &Inst) -> Result<()> {
        let id = inst.result_id();
        let Type::Pointer { class, to } = *self.types.get(inst.type_id()) else {
            return refuse("variable type is not a pointer");
        };
        let coherent = self.is_decorated(id, Decoration::Coherent);
        let name = self.name_of(id);
        self.targets.insert(id, Target { coherent, name: Arc::clone(&name), ..Target::default() });
        let (object, offset) = match class {
            StorageClass::Workgroup if self.is_decorated(id, Decoration::Aliased) => {
                return refuse("blocks in workgroup memory that share their bytes");
            }
            StorageClass::Workgroup => (SHARED, self.place_in(id, to, SHARED)?),
            StorageClass::Private | StorageClass::Output => (LOCAL, self.place_in(id, to, LOCAL)?),
            StorageClass::Input => (LOCAL, self.input(id, to)?),
            StorageClass::PushConstant => {
                self.name_object(PUSH, 0, u64::MAX, id, to);
                (PUSH, 0)
            }
            StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::UniformConstant => {
                self.resource(id, to)
            }
            _ => (NOWHERE, 0),
        };
        let slot = self.result(inst)?;
        self.fix(slot, Pointer { object, offset });
        Ok(())
    }

    /// Memory of a lane or a group for a variable.
    pub(super) fn place_in(&mut self, id: u32, ty: u32, object: u64) -> Result<u64> {
        let size = self.types.size(ty, Shape::Packed)?;
        let used = if object == SHARED { &mut self.extent.shared } else { &mut self.extent.local };
        // Numbers of four bytes do not share a granule of the shadow.
        let start = used.next_multiple_of(4);
        *used = start.saturating_add(size);
        if *used > MOST_MEMORY {
            return refuse("variables exceed the memory limit");
        }
        let end = start + size;
        self.name_object(object, start, end, id, ty);
        Ok(start)
    }

    fn name_object(&mut self, object: u64, start: u64, end: u64, id: u32, ty: u32) {
        let name = self.name_of(id);
        self.program.named.push(Named { object: object as u32, start, end, name, ty });
    }

    fn input(&mut self, id: u32, ty: u32) -> Result<u64> {
        let offset = self.place_in(id, ty, LOCAL)?;
        let Some(builtin) = self.index.decoration(id, Decoration::BuiltIn) else { return Ok(offset) };
        let Some(builtin) = BuiltIn::from_u32(builtin.number(0)) else { return Ok(offset) };
        self.program.reads_wave |=
            matches!(builtin, BuiltIn::SubgroupSize | BuiltIn::NumSubgroups | BuiltIn::SubgroupId);
        let count = self.types.count(ty)?;
        let bytes = (self.types.size(ty, Shape::Packed)? / u64::from(count.max(1))) as u32;
        self.program.builtins.push(Builtin { builtin, offset: offset as u32, count, bytes });
        Ok(offset)
    }

    /// The pointer to a buffer, or to descriptors.
    fn resource(&mut self, id: u32, ty: u32) -> (u64, u64) {
        let Some(binding) = self.binding(id) else { return (NOWHERE, 0) };
        let (slot, kind) = (u64::from(binding.slot), binding.kind);
        let is_buffer = matches!(kind, BindingKind::UniformBuffer | BindingKind::StorageBuffer);
        let is_array = matches!(self.types.get(ty), Type::Array { .. } | Type::Runtime { .. });
        match is_buffer && !is_array {
            true => (BUFFERS + slot, 0),
            false => (DESCRIPTORS, slot),
        }
    }

    /// The binding of a variable.
    pub(super) fn binding(&self, id: u32) -> Option<&'m Binding> {
        let number = |kind| self.index.decoration(id, kind).map(|found| found.number(0));
        let (set, binding) = (number(Decoration::DescriptorSet).unwrap_or(0), number(Decoration::Binding)?);
        let info = self.info;
        info.bindings.iter().find(|known| (known.set, known.binding) == (set, binding))
    }

    /// Code that gives a variable of the module its first value.
    pub(super) fn declare_global(&mut self, inst: &Inst) -> Result<()> {
        let pointer = self.value(inst.result_id())?;
        let to = self.pointee(pointer)?;
        let init = inst.ids_from(1).next().map(|id| self.value(id)).transpose()?;
        let Type::Pointer { class, .. } = *self.types.get(inst.type_id()) else { return Ok(()) };
        if let (StorageClass::Private | StorageClass::Workgroup, Some(Value { slot, .. })) = (class, init) {
            let layout = self.layout(to, Shape::Packed)?;
            let store = MemoryCode::Store {
                src: slot,
                pointer: pointer.slot,
                local: None,
                layout,
                quality: Default::default(),
            };
            self.push(store)?;
        }
        Ok(())
    }

    /// Returns whether a pointer is an address.
    pub(super) fn is_address(&self, ty: u32) -> bool {
        matches!(self.types.get(ty), Type::Pointer { class: StorageClass::PhysicalStorageBuffer, .. })
    }

    /// The cells of an address.
    pub(super) fn address_object(&mut self, slot: u32) {
        self.program.constants.push((slot, ADDRESS));
    }
}
