//! Pointers, loads and stores: what the host shares is reached by byte addresses, part for part; the rest as it was, with
//! truth values as words.

use crate::error::{Result, refuse};
use crate::place::{Bytes, Handle, MatrixLayout, Place, Resource};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{Attr, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops;
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{abi, attrs};
use spirv::{BuiltIn, MemoryAccess, Op, StorageClass};

/// A composite that is read or written as a whole has at most this many scalars.
const MAX_PARTS: u64 = 4096;
/// A constant is found behind at most this many copies.
const MAX_STEPS: usize = 8;

/// A shader's pointers.
impl Rewriter<'_> {
    /// Where a pointer of the shader leads.
    pub(crate) fn place(&mut self, pointer: ValueId) -> Result<Place> {
        if let Some(place) = self.places.get(&pointer) {
            return Ok(place.clone());
        }
        match self.module.ctx[self.old_type(pointer)].clone() {
            Type::Spirv(SpirvType::Pointer { pointee, storage: StorageClass::PhysicalStorageBuffer, .. }) => {
                let address = self.resolve(pointer);
                Ok(Place::Bytes(self.behind(address, pointee)))
            }
            _ => refuse("a pointer that is chosen at run time has no kernel form"),
        }
    }

    /// What stands at an address.
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
                None => refuse("an array of resources has no such element"),
            };
        }
        let index = self.resolve(index);
        let mut chosen: Option<(ValueId, StorageClass, Option<ValueId>)> = None;
        for (at, element) in resource.elements.iter().enumerate() {
            let Handle::Memory(pointer, storage, size) = *element else {
                return refuse("an image or sampler that is chosen at run time has no kernel form");
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
            None => refuse("an array of resources is empty"),
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
                    // Each of so many operands is a component.
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
            Attr::Array(indices) if indices.len() == 1 => abi::number(self.module, indices[0]).map(|at| at as usize),
            _ => None,
        }
    }

    /// Where a chain leads.
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
                    return refuse("a pointer leads into what has no parts");
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
            let Some(part) = abi::part_type(&self.module.ctx, current, at as usize) else {
                return refuse("a pointer leads to a part that is not there");
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
                    return refuse("a member of a struct is chosen at run time");
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
            _ => refuse("a pointer leads into what has no parts"),
        }
    }

    /// So many times a distance further on.
    fn advance(&mut self, bytes: Bytes, index: ValueId, stride: u64) -> Bytes {
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

    /// The part with this number.
    fn part(&mut self, place: &Place, at: u32) -> Result<Place> {
        let index = self.word(at);
        self.chain(place.clone(), &[index])
    }
}

/// Accesses.
impl Rewriter<'_> {
    /// The pointer to a scalar, or to a vector whose components lie one after the other.
    fn pointer_into(&mut self, bytes: &Bytes) -> ValueId {
        let mut offset = bytes.offset;
        if bytes.constant != 0 || offset.is_none() {
            let constant = self.size(bytes.constant);
            offset = Some(match offset {
                Some(offset) => self.same(Op::IAdd, &[offset, constant]),
                None => constant,
            });
        }
        let base = match offset {
            Some(offset) if bytes.constant != 0 || bytes.offset.is_some() => {
                let ty = self.type_of(bytes.base);
                self.core(Op::InBoundsPtrAccessChain, &[bytes.base, offset], ty)
            }
            _ => bytes.base,
        };
        let ty = self.types.value(&mut self.module.ctx, bytes.ty);
        let target = self.pointer_type(ty, bytes.storage);
        self.bitcast(base, target)
    }

    /// The pointer to a scalar, for atomics.
    pub(crate) fn pointer_to_scalar(&mut self, place: &Place) -> Result<ValueId> {
        match place {
            Place::Bytes(bytes) => Ok(self.pointer_into(bytes)),
            Place::Typed { pointer, .. } => Ok(*pointer),
            Place::Texel => refuse("an atomic operation on a texel has no kernel form: OpenCL's images have none"),
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) => {
                refuse("an atomic operation on what is no memory")
            }
        }
    }

    fn set_access(&mut self, op: OpId, align: u32, volatile: bool) {
        let mut bits = MemoryAccess::ALIGNED;
        if volatile {
            bits |= MemoryAccess::VOLATILE;
        }
        let align = self.module.ctx.attr(Attr::Literal(align.max(1)));
        let (kind, value, params) = (Kind::MemoryAccess.id(), bits.bits(), [align].into());
        let attr = self.module.ctx.attr(Attr::Enum { kind, value, params });
        self.module[op].set_attr(Kind::MemoryAccess.table().snake, attr);
    }

    /// Whether what is there is read and written as one.
    fn is_one(&mut self, place: &Place) -> bool {
        match place {
            Place::Typed { ty, .. } => {
                let ctx = &mut self.module.ctx;
                let is_scalar = matches!(ctx[ctx.scalar_of(*ty)], Type::Int { .. } | Type::Float { .. });
                is_scalar || self.types.stored(ctx, *ty) == self.types.value(ctx, *ty)
            }
            Place::Bytes(bytes) => match self.module.ctx[bytes.ty] {
                Type::Vector { elem, len } => {
                    let size = types::bytes(&self.module.ctx, elem);
                    len != 3 && bytes.step.is_none_or(|step| step == size)
                }
                Type::Int { .. } | Type::Float { .. } => true,
                Type::Spirv(SpirvType::Pointer { .. }) => true,
                _ => false,
            },
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => true,
        }
    }

    fn type_at(place: &Place) -> Option<TypeId> {
        match place {
            Place::Bytes(bytes) => Some(bytes.ty),
            Place::Typed { ty, .. } | Place::Builtin { ty, .. } => Some(*ty),
            Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => None,
        }
    }

    /// The number of parts of a composite in memory.
    fn part_count(&self, ty: TypeId) -> Result<u32> {
        match &self.module.ctx[ty] {
            Type::Vector { len, .. } => Ok(*len),
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) if *len <= MAX_PARTS => Ok(*len as u32),
            Type::Spirv(SpirvType::Matrix { columns, .. }) => Ok(*columns),
            Type::Spirv(SpirvType::Struct { members, .. }) => Ok(members.len() as u32),
            _ => refuse("a value is too large to be read or written as a whole, or its size is not known"),
        }
    }

    /// Refuses composites of too many parts.
    fn check_size(&self, ty: TypeId) -> Result<()> {
        let (mut total, mut stack) = (0u64, vec![(ty, 1u64)]);
        while let Some((ty, times)) = stack.pop() {
            match &self.module.ctx[ty] {
                Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
                    stack.push((*elem, times.saturating_mul(*len)));
                }
                Type::Spirv(SpirvType::Matrix { column, columns }) => {
                    stack.push((*column, times.saturating_mul(u64::from(*columns))));
                }
                Type::Spirv(SpirvType::Struct { members, .. }) => {
                    stack.extend(members.iter().map(|member| (member.ty, times)));
                }
                Type::Vector { len, .. } => total = total.saturating_add(times.saturating_mul(u64::from(*len))),
                _ => total = total.saturating_add(times),
            }
            if total > MAX_PARTS || times > MAX_PARTS {
                return refuse(format!("more than {MAX_PARTS} numbers are read or written as one value"));
            }
        }
        Ok(())
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place) -> Result<ValueId> {
        if self.is_one(place) {
            return self.load_one(place);
        }
        let Some(ty) = Self::type_at(place) else { return refuse("a value is read from what is no memory") };
        self.check_size(ty)?;
        let mut parts = Vec::new();
        for at in 0..self.part_count(ty)? {
            let part = self.part(place, at)?;
            parts.push(self.load(&part)?);
        }
        let ty = self.types.value(&mut self.module.ctx, ty);
        Ok(self.construct(&parts, ty))
    }

    fn load_one(&mut self, place: &Place) -> Result<ValueId> {
        match place {
            Place::Bytes(bytes) => {
                let pointer = self.pointer_into(bytes);
                let ty = self.types.value(&mut self.module.ctx, bytes.ty);
                let op = self.effect(ops::core(Op::Load), &[pointer]);
                self.set_access(op, types::bytes(&self.module.ctx, bytes.ty), bytes.volatile);
                Ok(self.module.add_result(op, ty))
            }
            Place::Typed { pointer, ty, .. } => {
                let stored = self.types.stored(&mut self.module.ctx, *ty);
                let value = self.core(Op::Load, &[*pointer], stored);
                let is_bool = stored != self.types.value(&mut self.module.ctx, *ty);
                if !is_bool {
                    return Ok(value);
                }
                let none = self.bits(stored, 0);
                Ok(self.compare(Op::INotEqual, &[value, none]))
            }
            Place::Builtin { builtin, ty, component } => self.load_builtin(*builtin, *ty, *component),
            Place::Opaque(value) => Ok(*value),
            Place::Combined(image, sampler) => Ok(self.sampled_image(*image, *sampler)),
            Place::Table(_) | Place::Texel => refuse("a value is read from what is no memory"),
        }
    }

    /// Writes a value to a place.
    pub(crate) fn store(&mut self, place: &Place, value: ValueId) -> Result<()> {
        if self.is_one(place) {
            return self.store_one(place, value);
        }
        let Some(ty) = Self::type_at(place) else { return refuse("a value is written to what is no memory") };
        self.check_size(ty)?;
        for at in 0..self.part_count(ty)? {
            let part = self.part(place, at)?;
            let value = self.extract(value, at);
            self.store(&part, value)?;
        }
        Ok(())
    }

    fn store_one(&mut self, place: &Place, value: ValueId) -> Result<()> {
        match place {
            Place::Bytes(bytes) => {
                let pointer = self.pointer_into(bytes);
                let op = self.effect(ops::core(Op::Store), &[pointer, value]);
                self.set_access(op, types::bytes(&self.module.ctx, bytes.ty), bytes.volatile);
                Ok(())
            }
            Place::Typed { pointer, ty, .. } => {
                let stored = self.types.stored(&mut self.module.ctx, *ty);
                let value = match self.type_of(value) == stored {
                    true => value,
                    false => {
                        let (one, none) = (self.bits(stored, 1), self.bits(stored, 0));
                        self.select(value, one, none)
                    }
                };
                self.effect(ops::core(Op::Store), &[*pointer, value]);
                Ok(())
            }
            Place::Builtin { .. } | Place::Table(_) | Place::Opaque(_) | Place::Combined(..) | Place::Texel => {
                refuse("a value is written to what is no memory")
            }
        }
    }

    fn load_builtin(&mut self, builtin: BuiltIn, ty: TypeId, component: Option<ValueId>) -> Result<ValueId> {
        let new = self.types.value(&mut self.module.ctx, ty);
        let whole = match builtin {
            BuiltIn::GlobalInvocationId
            | BuiltIn::LocalInvocationId
            | BuiltIn::WorkgroupId
            | BuiltIn::NumWorkgroups
            | BuiltIn::WorkgroupSize => self.builtin(builtin, true),
            BuiltIn::LocalInvocationIndex => return Ok(self.local_index()),
            BuiltIn::SubgroupSize
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupId
            | BuiltIn::NumSubgroups => return Ok(self.builtin(builtin, false)),
            other => return refuse(format!("the builtin {other:?} has no kernel form")),
        };
        let value = match component {
            None => whole,
            Some(index) => match self.constant_of(index) {
                Some(at) => self.extract(whole, at as u32),
                None => {
                    let (index, size) = (self.resolve(index), self.size_type());
                    self.core(Op::VectorExtractDynamic, &[whole, index], size)
                }
            },
        };
        Ok(self.resize(value, new, false))
    }

    /// The number of the invocation in its workgroup.
    fn local_index(&mut self) -> ValueId {
        let own = self.builtin(BuiltIn::LocalInvocationId, true);
        let sizes = match self.local_size {
            Some(sizes) => sizes.map(|size| self.size(u64::from(size))),
            None => {
                let all = self.builtin(BuiltIn::WorkgroupSize, true);
                [0, 1, 2].map(|at| self.extract(all, at))
            }
        };
        let [x, y, z] = [0, 1, 2].map(|at| self.extract(own, at));
        let planes = self.same(Op::IMul, &[z, sizes[1]]);
        let rows = self.same(Op::IAdd, &[planes, y]);
        let rows = self.same(Op::IMul, &[rows, sizes[0]]);
        let number = self.same(Op::IAdd, &[rows, x]);
        let word = self.module.ctx.int(32);
        self.resize(number, word, false)
    }

    /// An image with a sampler, as a value.
    pub(crate) fn sampled_image(&mut self, image: ValueId, sampler: ValueId) -> ValueId {
        let image_type = self.type_of(image);
        let ty = self.module.ctx.ty(Type::Spirv(SpirvType::SampledImage(image_type)));
        self.core(Op::SampledImage, &[image, sampler], ty)
    }
}

/// How ops on memory are rewritten.
impl Rewriter<'_> {
    /// A variable of the function.
    pub(crate) fn rewrite_variable(&mut self, op: OpId) -> Result<()> {
        let result = self.module[op].results[0];
        let Some((ty, _)) = abi::pointer(self.module, self.old_type(result)) else {
            return refuse("a variable is not a pointer");
        };
        let stored = self.types.stored(&mut self.module.ctx, ty);
        let pointer = self.variable(stored);
        self.module[pointer].name = self.module[result].name;
        let place = Place::Typed { pointer, storage: StorageClass::Function, ty };
        if !self.module[op].operands.is_empty() {
            let value = self.operand(op, 0);
            self.store(&place, value)?;
        }
        self.lead(op, place);
        Ok(())
    }

    /// A chain, or a copy of a pointer.
    pub(crate) fn rewrite_chain(&mut self, op: OpId) -> Result<()> {
        let operands = self.module[op].operands.clone();
        let start = self.place(operands[0])?;
        let place = self.chain(start, &operands[1..])?;
        self.lead_or_address(op, place)
    }

    /// A chain that starts with a step among the elements around what a pointer leads to.
    pub(crate) fn rewrite_pointer_chain(&mut self, op: OpId) -> Result<()> {
        let operands = self.module[op].operands.clone();
        let Type::Spirv(SpirvType::Pointer { stride, .. }) = self.module.ctx[self.old_type(operands[0])] else {
            return refuse("a pointer of another kind has no kernel form");
        };
        let Place::Bytes(bytes) = self.place(operands[0])? else {
            return refuse("a pointer among variables has no kernel form");
        };
        let Some(stride) = stride else { return refuse("the distance of elements is not known") };
        let start = Place::Bytes(self.advance(bytes, operands[1], u64::from(stride)));
        let place = self.chain(start, &operands[2..])?;
        self.lead_or_address(op, place)
    }

    /// Pointers to physical memory are numbers too: they may be stored.
    fn lead_or_address(&mut self, op: OpId, place: Place) -> Result<()> {
        let result = self.module[op].results[0];
        let is_physical = abi::pointer(self.module, self.old_type(result))
            .is_some_and(|(_, storage)| storage == StorageClass::PhysicalStorageBuffer);
        if let (true, Place::Bytes(bytes)) = (is_physical, &place) {
            let address = self.address_of(bytes);
            self.values.insert(result, address);
        }
        self.lead(op, place);
        Ok(())
    }

    fn address_of(&mut self, bytes: &Bytes) -> ValueId {
        let pointer = self.pointer_into(bytes);
        let size = self.size_type();
        self.core(Op::ConvertPtrToU, &[pointer], size)
    }

    /// A load.
    pub(crate) fn rewrite_load(&mut self, op: OpId) -> Result<()> {
        let pointer = self.module[op].operands[0];
        let place = self.place(pointer)?;
        let value = self.load(&place)?;
        self.replace(op, value);
        Ok(())
    }

    /// A store.
    pub(crate) fn rewrite_store(&mut self, op: OpId) -> Result<()> {
        let place = self.place(self.module[op].operands[0])?;
        let value = self.operand(op, 1);
        self.store(&place, value)
    }

    /// A copy from memory to memory.
    pub(crate) fn rewrite_copy(&mut self, op: OpId) -> Result<()> {
        let (to, from) = (self.module[op].operands[0], self.module[op].operands[1]);
        let (to, from) = (self.place(to)?, self.place(from)?);
        let value = self.load(&from)?;
        self.store(&to, value)
    }

    /// How many elements the array at the end of a buffer has.
    pub(crate) fn rewrite_length(&mut self, op: OpId) -> Result<()> {
        let place = self.place(self.module[op].operands[0])?;
        let (_, word) = self.result_types(op);
        let Place::Bytes(bytes) = place else { return refuse("what is no buffer is asked for its length") };
        let Some(size) = bytes.size else { return refuse("the length of this buffer is not known") };
        let Type::Spirv(SpirvType::Struct { members, .. }) = self.module.ctx[bytes.ty].clone() else {
            return refuse("what is no buffer is asked for its length");
        };
        let Some(member) = members.last() else { return refuse("a buffer holds nothing") };
        let stride = match self.module.ctx[member.ty] {
            Type::Spirv(SpirvType::RuntimeArray { stride: Some(stride), .. }) if stride != 0 => stride,
            _ => return refuse("the distance of elements is not known"),
        };
        let (start, stride) = (self.size(u64::from(member.offset.unwrap_or(0))), self.size(u64::from(stride)));
        let rest = self.same(Op::ISub, &[size, start]);
        let count = self.same(Op::UDiv, &[rest, stride]);
        let count = self.resize(count, word, false);
        self.replace(op, count);
        Ok(())
    }

    /// A number that becomes a pointer to physical memory, or the other way.
    pub(crate) fn rewrite_pointer_cast(&mut self, op: OpId) -> Result<()> {
        let (_, new) = self.result_types(op);
        let value = self.operand(op, 0);
        let is_plain = !matches!(self.module.ctx[new], Type::Spirv(_));
        if !is_plain && self.type_of(value) != new {
            return refuse("a copy among structs that differ has no kernel form");
        }
        let value = self.bitcast(value, new);
        self.replace(op, value);
        Ok(())
    }
}
