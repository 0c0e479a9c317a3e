//! A shader's pointers: the places they lead to, and the offsets that chains and indices add.

use crate::error::{Result, refuse};
use crate::place::{Bytes, Handle, MatrixLayout, Place, Resource};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{Attr, OpId, Type, TypeId, ValueId};
use dialect::spirv::ops;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts};
use spirv::{Op, StorageClass};

/// A constant is found after at most this many copies.
const MAX_STEPS: usize = 8;

/// A shader's pointers.
impl Rewriter<'_> {
    /// The target of a pointer of the shader.
    pub(crate) fn place(&mut self, pointer: ValueId) -> Result<Place> {
        if let Some(place) = self.places.get(&pointer) {
            return Ok(place.clone());
        }
        match self.module.ctx[self.old_type(pointer)].clone() {
            Type::Spirv(SpirvType::Pointer { pointee, storage: StorageClass::PhysicalStorageBuffer, .. }) => {
                let address = self.resolve(pointer);
                Ok(Place::Bytes(self.behind(address, pointee)))
            }
            _ => refuse("pointers selected at run time are not supported in kernels"),
        }
    }

    /// The place at an address.
    fn behind(&mut self, address: ValueId, ty: TypeId) -> Bytes {
        let storage = StorageClass::CrossWorkgroup;
        let byte = self.module.ctx.int(8);
        let pointer = self.pointer_type(byte, storage);
        let base = self.core(Op::ConvertUToPtr, &[address], pointer);
        let (offset, size) = (None, None);
        Bytes { base, storage, size, offset, constant: 0, ty, matrix: None, step: None, volatile: false }
    }

    /// Where the variable of a resource leads.
    pub(crate) fn resource(&mut self, resource: &Resource) -> Place {
        match resource.is_array {
            true => Place::Table(resource.clone()),
            false => self.handle(resource, resource.elements[0]),
        }
    }

    fn handle(&mut self, resource: &Resource, handle: Handle) -> Place {
        match handle {
            Handle::Memory(base, storage, size) => Place::Bytes(Bytes {
                base,
                storage,
                size,
                offset: None,
                constant: 0,
                ty: resource.ty,
                matrix: None,
                step: None,
                volatile: resource.volatile,
            }),
            Handle::Opaque(value) => Place::Opaque(value),
            Handle::Combined(image, sampler) => Place::Combined(image, sampler),
        }
    }

    /// An element of an array of resources: one argument, or one chosen by its number.
    fn choose(&mut self, resource: &Resource, index: ValueId) -> Result<Place> {
        if let Some(number) = self.constant_of(index) {
            return match resource.elements.get(number as usize) {
                Some(element) => Ok(self.handle(resource, *element)),
                None => refuse("index out of bounds of a resource array"),
            };
        }
        let index = self.resolve(index);
        let mut chosen: Option<(ValueId, StorageClass, Option<ValueId>)> = None;
        for (at, element) in resource.elements.iter().enumerate() {
            let Handle::Memory(pointer, storage, size) = *element else {
                return refuse("images or samplers selected at run time are not supported in kernels");
            };
            chosen = Some(match chosen {
                None => (pointer, storage, size),
                Some((before, _, size_before)) => {
                    let ty = self.type_of(index);
                    let number = self.bits(ty, at as u64);
                    let is_it = self.compare(Op::IEqual, &[index, number]);
                    let size = size.zip(size_before).map(|(size, before)| self.select(is_it, size, before));
                    (self.same_choice(is_it, pointer, before), storage, size)
                }
            });
        }
        match chosen {
            Some((pointer, storage, size)) => Ok(self.handle(resource, Handle::Memory(pointer, storage, size))),
            None => refuse("empty resource array"),
        }
    }

    fn same_choice(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.type_of(yes);
        self.core(Op::Select, &[condition, yes, no], ty)
    }

    /// The number that a value of the shader is: a constant, or a component of a vector that is made with one.
    pub(crate) fn constant_of(&self, value: ValueId) -> Option<u64> {
        let (mut value, mut component) = (value, None);
        for _ in 0..MAX_STEPS {
            let op = self.module.defining_op(value)?;
            let operands = &self.module[op].operands;
            match (ops::code(self.module, op)?, component) {
                (ops::Code::Mlir(ops::Mlir::Constant), _) => return self.known_bits(op, component),
                (ops::Code::Core(Op::CompositeExtract), None) => {
                    component = Some(self.only_index(op)?);
                    value = *operands.first()?;
                }
                (ops::Code::Core(Op::CompositeConstruct), Some(at)) => {
                    let lanes = types::lanes(&self.module.ctx, self.module.type_of(value));
                    // Each of the given number of operands is a component.
                    value = *operands.get(at).filter(|_| operands.len() == lanes as usize)?;
                    component = None;
                }
                (ops::Code::Core(Op::Bitcast), _) => {
                    let from = *operands.first()?;
                    let shape = |value| {
                        let ty = self.module.type_of(value);
                        (types::lanes(&self.module.ctx, ty), types::width(&self.module.ctx, ty))
                    };
                    value = Some(from).filter(|from| shape(*from) == shape(value))?;
                }
                _ => return None,
            }
        }
        None
    }

    /// The number that a constant is, or a component of it.
    fn known_bits(&self, op: OpId, component: Option<usize>) -> Option<u64> {
        let ctx = &self.module.ctx;
        let attr = self.module.attr(op, attrs::VALUE)?;
        let attr = match (component, &ctx[attr]) {
            (None, _) => attr,
            (Some(at), Attr::Dense { elems, .. } | Attr::Array(elems)) => *elems.get(at)?,
            (Some(_), _) => return None,
        };
        match ctx[attr] {
            Attr::Int { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// The one number by which an op takes a part.
    fn only_index(&self, op: OpId) -> Option<usize> {
        match &self.module.ctx[self.module.attr(op, attrs::INDICES)?] {
            Attr::Array(indices) if indices.len() == 1 => facts::number(self.module, indices[0]).map(|at| at as usize),
            _ => None,
        }
    }

    /// The target of an access chain.
    pub(crate) fn chain(&mut self, start: Place, indices: &[ValueId]) -> Result<Place> {
        let mut place = start;
        for (at, index) in indices.iter().enumerate() {
            place = match place {
                Place::Table(resource) => self.choose(&resource, *index)?,
                Place::Bytes(bytes) => Place::Bytes(self.step(bytes, *index)?),
                Place::Builtin { builtin, ty, component: None } => {
                    let ty = self.module.ctx.scalar_of(ty);
                    Place::Builtin { builtin, ty, component: Some(*index) }
                }
                Place::Typed { pointer, storage, ty } => {
                    return self.typed_chain(pointer, storage, ty, &indices[at..]);
                }
                Place::Builtin { .. } | Place::Opaque(_) | Place::Combined(..) | Place::Texel => {
                    return refuse("access chain into a non-composite");
                }
            };
        }
        Ok(place)
    }

    fn typed_chain(
        &mut self,
        pointer: ValueId,
        storage: StorageClass,
        ty: TypeId,
        indices: &[ValueId],
    ) -> Result<Place> {
        let mut current = ty;
        let mut operands = vec![pointer];
        for index in indices {
            let at = self.constant_of(*index).unwrap_or(0);
            let Some(part) = facts::part_type(&self.module.ctx, current, at as usize) else {
                return refuse("access chain index out of bounds");
            };
            current = part;
            operands.push(self.resolve(*index));
        }
        let stored = self.types.stored(&mut self.module.ctx, current);
        let target = self.pointer_type(stored, storage);
        let pointer = self.core(Op::InBoundsAccessChain, &operands, target);
        Ok(Place::Typed { pointer, storage, ty: current })
    }

    /// One step of a chain in memory that the host shares.
    fn step(&mut self, bytes: Bytes, index: ValueId) -> Result<Bytes> {
        let number = self.constant_of(index);
        match self.module.ctx[bytes.ty].clone() {
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                let Some(member) = number.and_then(|at| members.get(at as usize)) else {
                    return refuse("non-constant struct member index");
                };
                let constant = bytes.constant + u64::from(member.offset.unwrap_or(0));
                let matrix = MatrixLayout::of(&self.module.ctx, member);
                Ok(Bytes { constant, ty: member.ty, matrix, ..bytes })
            }
            Type::Spirv(SpirvType::Array { elem, stride, .. } | SpirvType::RuntimeArray { elem, stride }) => {
                Ok(self.advance(Bytes { ty: elem, ..bytes }, index, u64::from(stride.unwrap_or(0))))
            }
            Type::Spirv(SpirvType::Matrix { column, .. }) => {
                let layout = bytes.matrix.unwrap_or_default();
                let size = types::bytes(&self.module.ctx, column);
                let (stride, step) = if layout.row_major { (size, Some(layout.stride)) } else { (layout.stride, None) };
                Ok(self.advance(Bytes { ty: column, step, matrix: None, ..bytes }, index, u64::from(stride)))
            }
            Type::Vector { elem, .. } => {
                let stride = bytes.step.unwrap_or_else(|| types::bytes(&self.module.ctx, elem));
                Ok(self.advance(Bytes { ty: elem, step: None, ..bytes }, index, u64::from(stride)))
            }
            _ => refuse("access chain into a non-composite"),
        }
    }

    /// An index times a stride, added to a place.
    pub(super) fn advance(&mut self, bytes: Bytes, index: ValueId, stride: u64) -> Bytes {
        if let Some(number) = self.constant_of(index) {
            let constant = bytes.constant.wrapping_add(number.wrapping_mul(stride));
            return Bytes { constant, ..bytes };
        }
        let is_signed = types::is_signed(&self.module.ctx, self.old_type(index));
        let (index, size) = (self.resolve(index), self.size_type());
        let index = self.resize(index, size, is_signed);
        let stride = self.size(stride);
        let distance = self.same(Op::IMul, &[index, stride]);
        let offset = match bytes.offset {
            Some(offset) => self.same(Op::IAdd, &[offset, distance]),
            None => distance,
        };
        Bytes { offset: Some(offset), ..bytes }
    }
}
