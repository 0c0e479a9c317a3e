//! Queries on types: their parts, their sizes, and their contents.

use crate::index::access::Access;
use crate::index::facts::Facts;
use crate::index::module::Module;
pub(crate) use crate::index::ty::Ty;
use dialect::spirv::decode::{Inst, Operand};
use isa::{Class, TypeKind};
use spirv::{Op, StorageClass};

/// The types that the instructions before the first function declare.
pub(crate) fn gather(module: &Module<'_>) -> Vec<Ty> {
    module.insts[..declarations(module)].iter().map(|inst| module.ty_that_is(inst)).collect()
}

/// The number of instructions before the first function.
fn declarations(module: &Module<'_>) -> usize {
    module.insts.iter().position(|inst| inst.op == Op::Function).unwrap_or(module.insts.len())
}

/// The facts of all types of a module, by instruction. Parts precede composites, so one walk is enough.
pub(crate) fn gather_facts(module: &Module<'_>) -> Vec<Facts> {
    let end = declarations(module);
    let mut facts: Vec<Facts> = vec![Facts::default(); end];
    for at in 0..end {
        let inst = &module.insts[at];
        if !isa::class(inst.op).is_type() {
            continue;
        }
        let mut all = own_facts(module, inst);
        if isa::class(inst.op) == Class::Type(TypeKind::Composite) {
            let parts = inst.ids_from(0).filter_map(|part| module.position(part));
            all = parts.fold(all, |all, part| match part < at {
                true => all.or(facts[part]),
                false => all.or(forward_facts(&module.insts[part])),
            });
        }
        facts[at] = all;
    }
    facts
}

fn own_facts(module: &Module<'_>, inst: &Inst) -> Facts {
    use Op::*;
    let opaque = Facts::OPAQUE.or(Facts::NOT_NULLABLE).or(Facts::NOT_DATA);
    match inst.op {
        TypeBool => Facts::BOOL,
        TypeInt => match inst.literal(0) {
            8 => Facts::INT8,
            16 => Facts::INT16,
            64 => Facts::INT64,
            _ => Facts::WIDE,
        },
        TypeFloat => match (inst.literal(0), inst.operands.len() > 1) {
            (8, _) => Facts::FLOAT8,
            (16, false) => Facts::FLOAT16,
            (16, true) => Facts::BFLOAT,
            (64, _) => Facts::FLOAT64,
            _ => Facts::WIDE,
        },
        TypeRuntimeArray => Facts::RUNTIME_ARRAY.or(Facts::NOT_NULLABLE),
        TypePointer | TypeUntypedPointerKHR => pointer_facts(class_of(inst)),
        TypeStruct => struct_facts(module, inst),
        TypeMatrix => Facts::MATRIX,
        TypeCooperativeMatrixKHR | TypeCooperativeMatrixNV => Facts::COOPERATIVE,
        TypeVectorIdEXT if module.constant(inst.id(1)).is_some_and(|count| count > 4) => {
            Facts::LONG_VECTOR.or(Facts::WIDE_VECTOR)
        }
        TypeVectorIdEXT => Facts::LONG_VECTOR,
        TypeVector if inst.literal(1) > 4 => Facts::WIDE_VECTOR,
        TypeVector | TypeArray => Facts::default(),
        TypeNodePayloadArrayAMDX => Facts::NOT_NULLABLE,
        TypeEvent | TypeDeviceEvent | TypeReserveId | TypeQueue => Facts::NOT_DATA,
        TypeVoid | TypeFunction => Facts::NOT_NULLABLE.or(Facts::NOT_DATA),
        TypeImage | TypeSampler | TypeSampledImage | TypeAccelerationStructureKHR => opaque.or(Facts::DESCRIPTOR),
        TypeHitObjectEXT | TypeHitObjectNV => opaque.or(Facts::HIT_OBJECT),
        _ => opaque,
    }
}

/// The facts of a part that follows the type: that can only be a pointer.
fn forward_facts(part: &Inst) -> Facts {
    match part.op {
        Op::TypePointer | Op::TypeUntypedPointerKHR => pointer_facts(class_of(part)),
        _ => Facts::default(),
    }
}

fn pointer_facts(class: StorageClass) -> Facts {
    let logical = Facts::POINTER.or(Facts::LOGICAL_POINTER);
    match class {
        StorageClass::PhysicalStorageBuffer => Facts::POINTER.or(Facts::PHYSICAL_POINTER).or(Facts::NOT_NULLABLE),
        StorageClass::StorageBuffer => logical.or(Facts::BUFFER_POINTER),
        StorageClass::Workgroup => logical.or(Facts::SHARED_POINTER),
        _ => logical.or(Facts::FIXED_POINTER),
    }
}

fn struct_facts(module: &Module<'_>, inst: &Inst) -> Facts {
    use spirv::Decoration::{Block, BufferBlock, BuiltIn};
    let mut facts = Facts::default();
    for one in module.decorations(inst.result_id()) {
        match (one.kind, one.member) {
            (Block | BufferBlock, None) => facts = facts.or(Facts::BLOCK),
            (BuiltIn, Some(_)) => facts = facts.or(Facts::BUILTIN),
            _ => {}
        }
    }
    facts
}

/// The operands of `OpTypeImage`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageType {
    pub(crate) sampled_type: u32,
    pub(crate) dim: spirv::Dim,
    pub(crate) depth: u32,
    pub(crate) arrayed: bool,
    pub(crate) multisampled: bool,
    pub(crate) sampled: u32,
    pub(crate) format: spirv::ImageFormat,
}

fn class_of(inst: &Inst) -> StorageClass {
    StorageClass::from_u32(inst.value(0)).unwrap_or(StorageClass::Function)
}

impl Module<'_> {
    /// The type with an id.
    pub(crate) fn ty(&self, id: u32) -> Ty {
        let Some(at) = self.position(id) else { return Ty::None };
        self.types.get(at).copied().unwrap_or_else(|| self.ty_that_is(&self.insts[at]))
    }

    /// The type that an instruction declares.
    fn ty_that_is(&self, inst: &Inst) -> Ty {
        match inst.op {
            Op::TypeVoid => Ty::Void,
            Op::TypeBool => Ty::Bool,
            Op::TypeInt => Ty::Int { width: inst.literal(0), signed: inst.literal(1) != 0 },
            Op::TypeFloat => {
                let encoding = inst.operands.get(1).map(|_| inst.value(1));
                Ty::Float { width: inst.literal(0), encoding }
            }
            Op::TypeVector => Ty::Vector { elem: inst.id(0), count: inst.literal(1) },
            Op::TypeMatrix => Ty::Matrix { column: inst.id(0), count: inst.literal(1) },
            Op::TypeArray => Ty::Array { elem: inst.id(0), length: inst.id(1) },
            Op::TypeRuntimeArray => Ty::RuntimeArray { elem: inst.id(0) },
            Op::TypeNodePayloadArrayAMDX => Ty::PayloadArray { elem: inst.id(0) },
            Op::TypeStruct => Ty::Struct,
            Op::TypePointer => Ty::Pointer { class: class_of(inst), pointee: inst.id(1) },
            Op::TypeUntypedPointerKHR => Ty::UntypedPointer { class: class_of(inst) },
            Op::TypeFunction => Ty::Function,
            Op::TypeImage => Ty::Image,
            Op::TypeSampler => Ty::Sampler,
            Op::TypeSampledImage => Ty::SampledImage { image: inst.id(0) },
            Op::TypeAccelerationStructureKHR => Ty::AccelerationStructure,
            Op::TypeRayQueryKHR => Ty::RayQuery,
            Op::TypeCooperativeMatrixKHR | Op::TypeCooperativeMatrixNV => Ty::CooperativeMatrix { elem: inst.id(0) },
            Op::TypeVectorIdEXT => {
                Ty::LongVector { elem: inst.id(0), count: self.constant(inst.id(1)).unwrap_or(0) as u32 }
            }
            op if isa::class(op).is_type() => Ty::Other,
            _ => Ty::None,
        }
    }

    /// The type of a value, or 0.
    pub(crate) fn type_of(&self, value: u32) -> u32 {
        self.def(value).map_or(0, |inst| inst.type_id())
    }

    /// The type of a value, decoded.
    pub(crate) fn ty_of(&self, value: u32) -> Ty {
        self.ty(self.type_of(value))
    }

    /// The scalar type of a scalar, vector, matrix or cooperative matrix.
    pub(crate) fn scalar(&self, ty: u32) -> u32 {
        match self.ty(ty) {
            Ty::Vector { elem, .. } | Ty::CooperativeMatrix { elem } | Ty::LongVector { elem, .. } => elem,
            Ty::Matrix { column, .. } => match self.ty(column) {
                Ty::Vector { elem, .. } => elem,
                _ => 0,
            },
            Ty::Bool | Ty::Int { .. } | Ty::Float { .. } => ty,
            _ => 0,
        }
    }

    /// The number of components of a vector; 1 for scalars, 0 for all else.
    pub(crate) fn components(&self, ty: u32) -> u32 {
        match self.ty(ty) {
            Ty::Vector { count, .. } | Ty::LongVector { count, .. } => count,
            Ty::Bool | Ty::Int { .. } | Ty::Float { .. } => 1,
            _ => 0,
        }
    }

    /// The width of a type's scalar type, or 0.
    pub(crate) fn width(&self, ty: u32) -> u32 {
        match self.ty(self.scalar(ty)) {
            Ty::Int { width, .. } | Ty::Float { width, .. } => width,
            _ => 0,
        }
    }

    fn is_scalar_or_vector(&self, ty: u32) -> bool {
        self.components(ty) != 0 || matches!(self.ty(ty), Ty::LongVector { .. })
    }

    /// Returns whether a type is a scalar or vector of integers.
    pub(crate) fn is_int(&self, ty: u32) -> bool {
        self.is_scalar_or_vector(ty) && matches!(self.ty(self.scalar(ty)), Ty::Int { .. })
    }

    /// Returns whether a type is a scalar or vector of unsigned integers.
    pub(crate) fn is_unsigned(&self, ty: u32) -> bool {
        self.is_scalar_or_vector(ty) && matches!(self.ty(self.scalar(ty)), Ty::Int { signed: false, .. })
    }

    /// Returns whether a type is a scalar or vector of floating-point numbers.
    pub(crate) fn is_float(&self, ty: u32) -> bool {
        self.is_scalar_or_vector(ty) && matches!(self.ty(self.scalar(ty)), Ty::Float { .. })
    }

    /// Returns whether a type is a boolean or a vector of them.
    pub(crate) fn is_bool(&self, ty: u32) -> bool {
        self.is_scalar_or_vector(ty) && self.ty(self.scalar(ty)) == Ty::Bool
    }

    /// Returns whether a type is an integer.
    pub(crate) fn is_int_scalar(&self, ty: u32) -> bool {
        matches!(self.ty(ty), Ty::Int { .. })
    }

    /// Returns whether a type is an integer of this width.
    pub(crate) fn is_int_of(&self, ty: u32, bits: u32) -> bool {
        matches!(self.ty(ty), Ty::Int { width, .. } if width == bits)
    }

    /// Returns whether a type is a floating-point number of this width.
    pub(crate) fn is_float_of(&self, ty: u32, bits: u32) -> bool {
        matches!(self.ty(ty), Ty::Float { width, .. } if width == bits)
    }

    /// Returns whether a type is a floating-point number.
    pub(crate) fn is_float_scalar(&self, ty: u32) -> bool {
        matches!(self.ty(ty), Ty::Float { .. })
    }

    /// Returns whether a type is a vector.
    pub(crate) fn is_vector(&self, ty: u32) -> bool {
        matches!(self.ty(ty), Ty::Vector { .. } | Ty::LongVector { .. })
    }

    /// Returns whether a type is a pointer, typed or not.
    pub(crate) fn is_pointer(&self, ty: u32) -> bool {
        matches!(self.ty(ty), Ty::Pointer { .. } | Ty::UntypedPointer { .. })
    }

    /// The storage class of a pointer type.
    pub(crate) fn class(&self, pointer_type: u32) -> Option<StorageClass> {
        match self.ty(pointer_type) {
            Ty::Pointer { class, .. } | Ty::UntypedPointer { class } => Some(class),
            _ => None,
        }
    }

    /// The storage class and the pointee of a typed pointer type.
    pub(crate) fn pointer(&self, pointer_type: u32) -> Option<(StorageClass, u32)> {
        match self.ty(pointer_type) {
            Ty::Pointer { class, pointee } => Some((class, pointee)),
            _ => None,
        }
    }

    /// The members of a struct.
    pub(crate) fn members(&self, ty: u32) -> impl ExactSizeIterator<Item = u32> {
        let operands: &[Operand] = match self.def(ty) {
            Some(inst) if inst.op == Op::TypeStruct => &inst.operands,
            _ => &[],
        };
        operands.iter().map(|operand| crate::index::access::id_of(Some(operand)))
    }

    /// The type of a member of a struct, or 0.
    pub(crate) fn member(&self, ty: u32, index: u32) -> u32 {
        self.def(ty).filter(|inst| inst.op == Op::TypeStruct).map_or(0, |inst| inst.id(index as usize))
    }

    /// The operands of an image type.
    pub(crate) fn image(&self, ty: u32) -> Option<ImageType> {
        let inst = self.def(ty).filter(|inst| inst.op == Op::TypeImage)?;
        Some(ImageType {
            sampled_type: inst.id(0),
            dim: spirv::Dim::from_u32(inst.value(1))?,
            depth: inst.literal(2),
            arrayed: inst.literal(3) == 1,
            multisampled: inst.literal(4) == 1,
            sampled: inst.literal(5),
            format: spirv::ImageFormat::from_u32(inst.value(6))?,
        })
    }

    /// The value of an integer constant that cannot be specialised, sign-extended.
    pub(crate) fn constant(&self, id: u32) -> Option<i64> {
        let inst = self.def(id)?;
        match (inst.op, self.ty(inst.type_id())) {
            (Op::ConstantNull, Ty::Int { .. }) => Some(0),
            (Op::Constant, Ty::Int { width, signed }) => {
                let Some(Operand::Number(bits)) = inst.operands.first() else { return None };
                Some(extend(*bits, width, signed))
            }
            _ => None,
        }
    }

    /// The value of an integer constant, or the default of a specialisation constant.
    pub(crate) fn default_value(&self, id: u32) -> Option<i64> {
        let inst = self.def(id)?;
        match (inst.op, self.ty(inst.type_id())) {
            (Op::SpecConstant, Ty::Int { width, signed }) => {
                let Some(Operand::Number(bits)) = inst.operands.first() else { return None };
                Some(extend(*bits, width, signed))
            }
            _ => self.constant(id),
        }
    }

    /// Returns whether a type has one of these facts, or contains a type that has.
    pub(crate) fn holds(&self, ty: u32, facts: Facts) -> bool {
        let found = self.position(ty).and_then(|at| self.facts.get(at));
        found.is_some_and(|found| found.meets(facts))
    }

    /// The element type below all arrays.
    pub(crate) fn strip_arrays(&self, mut ty: u32) -> u32 {
        while let Ty::Array { elem, .. } | Ty::RuntimeArray { elem } = self.ty(ty) {
            ty = elem;
        }
        ty
    }
}

fn extend(bits: u64, width: u32, signed: bool) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    match signed {
        true => (bits << unused) as i64 >> unused,
        false => ((bits << unused) >> unused) as i64,
    }
}

impl Module<'_> {
    /// Returns whether a type can represent a handle or a time: 64 bits, as one unsigned integer or two.
    pub(crate) fn is_handle(&self, ty: u32) -> bool {
        let shape = (self.components(ty), self.width(ty));
        self.is_unsigned(ty) && matches!(shape, (1, 64) | (2, 32))
    }

    /// Returns whether two types match logically: arrays and structs of the same parts, decorations aside.
    pub(crate) fn logically_match(&self, left: u32, right: u32) -> bool {
        let mut pairs = vec![(left, right)];
        let mut seen = base::ids::Set::default();
        let mut is_top = true;
        while let Some((left, right)) = pairs.pop() {
            let is_part = !std::mem::take(&mut is_top);
            if is_part && left == right || !seen.insert((left, right)) {
                continue;
            }
            match (self.ty(left), self.ty(right)) {
                (Ty::Array { elem: a, length: n }, Ty::Array { elem: b, length: m }) => {
                    let are_equal = n == m || self.constant(n).is_some() && self.constant(n) == self.constant(m);
                    if !are_equal {
                        return false;
                    }
                    pairs.push((a, b));
                }
                (Ty::Struct, Ty::Struct) if self.members(left).len() == self.members(right).len() => {
                    pairs.extend(self.members(left).zip(self.members(right)));
                }
                _ => return false,
            }
        }
        true
    }
}

impl Module<'_> {
    /// The size in bytes of the largest scalar in a type.
    pub(crate) fn largest_scalar(&self, ty: u32) -> u32 {
        let is = |facts: Facts| self.holds(ty, facts);
        if is(Facts::INT64.or(Facts::FLOAT64).or(Facts::PHYSICAL_POINTER)) {
            return 8;
        }
        let small = Facts::INT16.or(Facts::FLOAT16).or(Facts::BFLOAT);
        match (is(Facts::WIDE), is(small), is(Facts::INT8.or(Facts::FLOAT8))) {
            (true, ..) => 4,
            (false, true, _) => 2,
            (false, false, true) => 1,
            (false, false, false) => 0,
        }
    }

    /// Returns whether two structs have equal members at equal offsets.
    pub(crate) fn same_layout(&self, left: u32, right: u32) -> bool {
        let mut pairs = vec![(left, right)];
        let mut seen = base::ids::Set::default();
        while let Some((left, right)) = pairs.pop() {
            if left == right || !seen.insert((left, right)) {
                continue;
            }
            let are_structs = self.ty(left) == Ty::Struct && self.ty(right) == Ty::Struct;
            if !are_structs || self.members(left).len() != self.members(right).len() || self.offsets_differ(left, right)
            {
                return false;
            }
            pairs.extend(self.members(left).zip(self.members(right)));
        }
        true
    }

    fn offsets_differ(&self, left: u32, right: u32) -> bool {
        let offsets = |ty: u32| -> base::ids::Map<Option<u32>, u32> {
            let of = self.decorations(ty).iter().filter(|one| one.kind == spirv::Decoration::Offset);
            of.map(|one| (one.member, one.number(0))).collect()
        };
        let (left, right) = (offsets(left), offsets(right));
        left.iter().any(|(member, offset)| right.get(member).is_some_and(|other| other != offset))
    }
}
