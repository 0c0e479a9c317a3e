//! Layout of values in memory, by the offsets and strides of the module. If there are none, OpenCL kernels have C's
//! layout, in which vectors are aligned as wholes and those of three are padded to four; everything else is packed.

use crate::constants::Constants;
use crate::error::{LowerError, Result, invalid, unsupported};
use crate::facts as facts_of_module;
use dialect::ir::{Module, NamedAttr, Type, TypeId};
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::types::{Length, Member, SpirvType};
use rustc_hash::FxHashMap;
use spirv::{MemoryModel, Op, StorageClass};
use std::cell::RefCell;

/// Booleans are 32-bit numbers in memory.
pub(crate) const BOOL_BYTES: u64 = 4;
/// A fat pointer: a base address, an offset and a size.
const POINTER_BYTES: u64 = 24;
/// The limit of the size of a variable.
const MAX_BYTES: u64 = 1 << 40;

/// Context of a type's layout besides the type: the decorations of the member that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// The type.
    pub(crate) ty: TypeId,
    /// For matrices and what contains them: the distance of rows or columns, and whether it is that of rows.
    pub(crate) matrix: Option<(u64, bool)>,
    /// For vectors: the distance of components, when it is not their size.
    pub(crate) component_stride: Option<u64>,
}

impl Shape {
    pub(crate) fn of(ty: TypeId) -> Shape {
        Shape { ty, matrix: None, component_stride: None }
    }
}

/// A part of something in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Its type.
    pub(crate) shape: Shape,
    /// Where it starts, or for arrays how far the elements are apart.
    pub(crate) bytes: u64,
}

/// The bytes that a scalar takes.
pub(crate) fn scalar_bytes(module: &Module, ty: TypeId) -> Option<u64> {
    match module.ctx[ty] {
        Type::Int { width: 1, .. } => Some(BOOL_BYTES),
        Type::Int { width, .. } | Type::Float { width, .. } => Some(u64::from(width) / 8),
        Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => None,
    }
}

/// The layouts of a module's types. Sizes are remembered, since types may hold each other many times over.
#[derive(Debug)]
pub(crate) struct Layouts<'m> {
    module: &'m Module,
    pub(crate) constants: &'m Constants,
    /// True if the layout is that of C, with pointers as numbers.
    pub(crate) is_of_c: bool,
    sizes: RefCell<FxHashMap<Shape, (u64, u64)>>,
}

impl<'m> Layouts<'m> {
    pub(crate) fn new(module: &'m Module, constants: &'m Constants) -> Self {
        let kind = Kind::MemoryModel.table().snake;
        let is_of_c = facts::number_of(module, module.root, kind) == Some(MemoryModel::OpenCL as u64);
        Layouts { module, constants, is_of_c, sizes: RefCell::default() }
    }

    /// The number of elements of an array.
    pub(crate) fn array_len(&self, len: &Length) -> Result<u64> {
        match len {
            Length::Const(len) => Ok(*len),
            Length::Symbol(name) => self.constants.bits(*name),
        }
    }

    /// The size of something in memory. A run-time array has none.
    pub(crate) fn size(&self, shape: Shape) -> Result<u64> {
        Ok(self.size_and_align(shape)?.0)
    }

    /// The size, and the largest alignment that a scalar inside needs.
    fn size_and_align(&self, shape: Shape) -> Result<(u64, u64)> {
        if let Some(known) = self.sizes.borrow().get(&shape) {
            return Ok(*known);
        }
        let found = self.compute(shape)?;
        if found.0 > MAX_BYTES {
            return Err(LowerError::TooLarge("variable has an invalid size".to_owned()));
        }
        self.sizes.borrow_mut().insert(shape, found);
        Ok(found)
    }

    fn compute(&self, shape: Shape) -> Result<(u64, u64)> {
        match &self.module.ctx[shape.ty] {
            Type::Vector { elem, len } => {
                let scalar = scalar_bytes(self.module, *elem).unwrap_or(0);
                if self.is_of_c {
                    let size = scalar * u64::from(len.next_power_of_two());
                    return Ok((size, size));
                }
                let stride = shape.component_stride.unwrap_or(scalar);
                Ok((stride * u64::from(len.saturating_sub(1)) + scalar, scalar))
            }
            Type::Spirv(SpirvType::Matrix { column, columns }) => self.matrix(shape, *column, *columns),
            Type::Spirv(SpirvType::Array { elem, len, stride }) => {
                let len = self.array_len(len)?;
                let inner = Shape { ty: *elem, matrix: shape.matrix, component_stride: None };
                let (size, align) = self.size_and_align(inner)?;
                let stride = distance(*stride, size, align);
                Ok((stride.saturating_mul(len.saturating_sub(1)).saturating_add(size), align))
            }
            Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => {
                let inner = Shape { ty: *elem, matrix: shape.matrix, component_stride: None };
                Ok((0, self.size_and_align(inner)?.1))
            }
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                let (_, end, align) = self.members(members, members.len())?;
                Ok((if self.is_of_c { end.next_multiple_of(align) } else { end }, align))
            }
            _ if facts::storage_of(self.module, shape.ty) == Some(StorageClass::PhysicalStorageBuffer) => Ok((8, 8)),
            _ if self.is_of_c && facts::storage_of(self.module, shape.ty).is_some() => Ok((8, 8)),
            // These are only in memory of the kernel itself, in their LLVM representation.
            _ if facts::storage_of(self.module, shape.ty).is_some() => Ok((POINTER_BYTES, 8)),
            Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler) => Ok((8, 8)),
            Type::Spirv(SpirvType::SampledImage(_)) => Ok((16, 8)),
            // Nothing is there: the place of a ray query is its name.
            Type::Spirv(SpirvType::Other { op: Op::TypeEvent | Op::TypeRayQueryKHR, .. }) => Ok((4, 4)),
            Type::Spirv(ty) if facts_of_module::is_scene(ty) => Ok((8, 8)),
            _ => match scalar_bytes(self.module, shape.ty) {
                Some(bytes) => Ok((bytes, bytes)),
                None => unsupported("a variable", format!("it contains {}", describe(self.module, shape.ty))),
            },
        }
    }

    fn matrix(&self, shape: Shape, column: TypeId, columns: u32) -> Result<(u64, u64)> {
        let Type::Vector { elem, len } = self.module.ctx[column] else { return invalid("a matrix without columns") };
        let scalar = scalar_bytes(self.module, elem).unwrap_or(0);
        let (rows, columns) = (u64::from(len), u64::from(columns));
        let size = match shape.matrix {
            Some((stride, true)) => stride * rows.saturating_sub(1) + columns * scalar,
            Some((stride, false)) => stride * columns.saturating_sub(1) + rows * scalar,
            None => columns * rows * scalar,
        };
        Ok((size, scalar))
    }

    /// The last of the first `count` members: where it starts; the end of all of them; the alignment.
    fn members(&self, members: &[Member], count: usize) -> Result<(u64, u64, u64)> {
        let (mut start, mut cursor, mut end, mut align) = (0u64, 0u64, 0u64, 1u64);
        for member in &members[..count] {
            let (size, own) = self.size_and_align(member_shape(self.module, member))?;
            start = member.offset.map_or(cursor.next_multiple_of(own.max(1)), u64::from);
            cursor = start.saturating_add(size);
            end = end.max(cursor);
            align = align.max(own);
        }
        Ok((start, end, align))
    }

    /// A column of a matrix, and how far columns are apart.
    pub(crate) fn column(&self, shape: Shape, column: TypeId) -> Result<Part> {
        let Type::Vector { elem, .. } = self.module.ctx[column] else { return invalid("a matrix without columns") };
        let scalar = scalar_bytes(self.module, elem).unwrap_or(0);
        Ok(match shape.matrix {
            Some((stride, true)) => {
                Part { shape: Shape { ty: column, matrix: None, component_stride: Some(stride) }, bytes: scalar }
            }
            Some((stride, false)) => Part { shape: Shape::of(column), bytes: stride },
            None => Part { shape: Shape::of(column), bytes: self.size(Shape::of(column))? },
        })
    }

    /// An element of an array, and how far elements are apart.
    pub(crate) fn element(&self, shape: Shape, elem: TypeId, stride: Option<u32>) -> Result<Part> {
        let inner = Shape { ty: elem, matrix: shape.matrix, component_stride: None };
        let (size, align) = self.size_and_align(inner)?;
        Ok(Part { shape: inner, bytes: distance(stride, size, align) })
    }

    /// A member of a struct, and where it starts.
    pub(crate) fn member(&self, ty: TypeId, index: usize) -> Result<Part> {
        let Type::Spirv(SpirvType::Struct { members, .. }) = &self.module.ctx[ty] else {
            return invalid("member access to a non-struct");
        };
        let Some(wanted) = members.get(index) else { return invalid("a struct has no such member") };
        let (start, _, _) = self.members(members, index + 1)?;
        Ok(Part { shape: member_shape(self.module, wanted), bytes: start })
    }

    /// Where the run-time array at the end of a type starts, and how far its elements are apart.
    pub(crate) fn runtime_array(&self, ty: TypeId) -> Result<Option<(u64, u64)>> {
        match &self.module.ctx[ty] {
            Type::Spirv(SpirvType::RuntimeArray { elem, stride }) => {
                Ok(Some((0, self.element(Shape::of(ty), *elem, *stride)?.bytes)))
            }
            Type::Spirv(SpirvType::Struct { members, .. }) if !members.is_empty() => {
                let part = self.member(ty, members.len() - 1)?;
                let inner = self.runtime_array(part.shape.ty)?;
                Ok(inner.map(|(start, stride)| (part.bytes + start, stride)))
            }
            _ => Ok(None),
        }
    }
}

/// Layout of a type that has none of its own.
fn describe(module: &Module, ty: TypeId) -> String {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Other { op, .. }) => {
            let name = format!("{op:?}");
            format!("a value of the type {}, which has no layout in memory", name.trim_start_matches("Type"))
        }
        _ => "values that have no layout in memory".to_owned(),
    }
}

fn member_shape(module: &Module, member: &Member) -> Shape {
    let find = |name: &str| member.decorations.iter().find(|(key, _): &&NamedAttr| *key == name).map(|(_, attr)| *attr);
    let stride = find("matrix_stride").and_then(|attr| facts::number(module, attr));
    let matrix = stride.map(|stride| (stride, find("row_major").is_some()));
    Shape { ty: member.ty, matrix, component_stride: None }
}

/// The distance of elements. Truth values have no size that a module could know: some put a byte each, in memory of groups.
fn distance(stride: Option<u32>, size: u64, align: u64) -> u64 {
    stride.map(u64::from).filter(|stride| *stride >= size).unwrap_or_else(|| size.next_multiple_of(align.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::spirv::ops::{self, Mlir};

    #[test]
    fn what_has_no_layout_of_its_own_lies_tightly() {
        let mut module = Module::new(ops::mlir(Mlir::Module));
        let ctx = &mut module.ctx;
        let (bool, byte, single, double) = (ctx.bool(), ctx.int(8), ctx.float(32), ctx.float(64));
        let vector = ctx.vector(single, 3);
        let members = [byte, vector, double, bool].map(|ty| Member { ty, offset: None, decorations: Vec::new() });
        let record = SpirvType::Struct { name: None, members: members.into(), decorations: Vec::new() };
        let record = ctx.ty(Type::Spirv(record));
        let array = ctx.ty(Type::Spirv(SpirvType::Array { elem: record, len: Length::Const(3), stride: None }));
        let constants = Constants::default();
        let layouts = Layouts::new(&module, &constants);
        let starts = [0, 1, 2, 3].map(|index| layouts.member(record, index).map(|part| part.bytes));
        assert_eq!(starts, [Ok(0), Ok(4), Ok(16), Ok(24)]);
        assert_eq!(layouts.size(Shape::of(array)), Ok(2 * 32 + 28));
    }

    #[test]
    fn kernels_have_the_layout_of_c() {
        let mut module = Module::new(ops::mlir(Mlir::Module));
        let model = module.ctx.enum_attr(Kind::MemoryModel.id(), MemoryModel::OpenCL as u32);
        let root = module.root;
        module[root].set_attr(Kind::MemoryModel.table().snake, model);
        let ctx = &mut module.ctx;
        let (byte, single) = (ctx.int(8), ctx.float(32));
        let (three, four) = (ctx.vector(single, 3), ctx.vector(single, 4));
        let record = |ctx: &mut dialect::ir::Context, members: &[TypeId]| {
            let members = members.iter().map(|ty| Member { ty: *ty, offset: None, decorations: Vec::new() });
            ctx.ty(Type::Spirv(SpirvType::Struct { name: None, members: members.collect(), decorations: Vec::new() }))
        };
        let inner = record(ctx, &[four, byte]);
        let outer = record(ctx, &[byte, three, single, inner, byte]);
        let constants = Constants::default();
        let layouts = Layouts::new(&module, &constants);
        let starts = [0, 1, 2, 3, 4].map(|index| layouts.member(outer, index).map(|part| part.bytes));
        assert_eq!(starts, [Ok(0), Ok(16), Ok(32), Ok(48), Ok(80)]);
        assert_eq!(layouts.size(Shape::of(outer)), Ok(96));
    }

    #[test]
    fn types_that_hold_each_other_many_times_are_measured_once() {
        let mut module = Module::new(ops::mlir(Mlir::Module));
        let mut ty = module.ctx.float(32);
        for _ in 0..30 {
            let members = vec![Member { ty, offset: None, decorations: Vec::new() }; 2];
            ty = module.ctx.ty(Type::Spirv(SpirvType::Struct { name: None, members, decorations: Vec::new() }));
        }
        let constants = Constants::default();
        assert_eq!(Layouts::new(&module, &constants).size(Shape::of(ty)), Ok(4 << 30));
    }
}
