//! Memory layouts: offsets, strides and sizes in blocks and buffers.
//!
//! One rule is chosen per block ([`Rule::choose`]); [`layout_of`] then lays a type out and stores the result in the
//! module. The rules are those of the Vulkan specification ("Offset and Stride Assignment") and of Direct3D's constant
//! buffer packing. This module must not know bindings, storage classes or ids.

mod straddling;

use crate::diagnostics::{ColumnMajorIntegers, EndsTooFar, MisalignedOffset, OverlappingOffset, Unsupported};
use crate::hir::ty::{EnumId, Field, MAX_SHORT_VECTOR, MatrixOrder, Scalar, StructId, Type, TypeId};
use crate::hir::{BlockKind, Layout, LayoutId, LayoutKind, Module};
use crate::options::LayoutChoice;
use base::diag::Sink;
use base::source::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The size of a constant register, and the alignment that std140 rounds arrays and structs up to.
const REGISTER: u32 = 16;

/// The layout rule of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// std140; `relaxed` aligns vectors as their components unless that makes them straddle 16 bytes.
    Std140 {
        /// True if vectors are aligned as their components.
        relaxed: bool,
    },
    /// std430
    Std430 {
        /// True if vectors are aligned as their components.
        relaxed: bool,
    },
    /// Direct3D's packing of constant buffers.
    DxConstant,
    /// Direct3D's packing of structured buffers.
    DxStructured,
    /// Everything is aligned as its scalars.
    Scalar,
    /// Everything is aligned as its scalars, for values outside of memory, as `sizeof` measures them: explicit offsets
    /// are ignored.
    Value,
}

/// The use of a block, as far as its layout depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockUse {
    /// `cbuffer`, `ConstantBuffer`, `$Globals`.
    Uniform,
    /// `tbuffer`, `TextureBuffer`.
    Texture,
    /// Structured and byte-address buffers, push constants, shader records, buffer pointers.
    Storage,
}

impl BlockUse {
    /// The use of a block of this kind.
    pub fn of(kind: BlockKind) -> BlockUse {
        match kind {
            BlockKind::ConstantBuffer | BlockKind::Globals => BlockUse::Uniform,
            BlockKind::TextureBuffer => BlockUse::Texture,
            BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt => BlockUse::Storage,
        }
    }
}

impl Rule {
    /// The rules that people ask for by name, besides the one for values.
    pub const NAMED: [Rule; 7] = [
        Rule::Std140 { relaxed: false },
        Rule::Std430 { relaxed: false },
        Rule::Std140 { relaxed: true },
        Rule::Std430 { relaxed: true },
        Rule::DxConstant,
        Rule::DxStructured,
        Rule::Scalar,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Std140 { relaxed: false } => "std140",
            Rule::Std430 { relaxed: false } => "std430",
            Rule::Std140 { relaxed: true } => "relaxed-std140",
            Rule::Std430 { relaxed: true } => "relaxed-std430",
            Rule::DxConstant => "dx",
            Rule::DxStructured => "dx-structured",
            Rule::Scalar => "scalar",
            Rule::Value => "values",
        }
    }

    /// The rule for a use under the caller's choice.
    pub fn choose(choice: LayoutChoice, block: BlockUse) -> Rule {
        match (choice, block) {
            (LayoutChoice::Vulkan, BlockUse::Uniform) => Rule::Std140 { relaxed: true },
            (LayoutChoice::Vulkan, BlockUse::Storage | BlockUse::Texture) => Rule::Std430 { relaxed: true },
            (LayoutChoice::Gl, BlockUse::Uniform) => Rule::Std140 { relaxed: false },
            (LayoutChoice::Gl, BlockUse::Storage | BlockUse::Texture) => Rule::Std430 { relaxed: false },
            (LayoutChoice::Dx, BlockUse::Uniform | BlockUse::Texture) => Rule::DxConstant,
            (LayoutChoice::Dx, BlockUse::Storage) => Rule::DxStructured,
            (LayoutChoice::Scalar, _) => Rule::Scalar,
        }
    }

    fn rounds_to_registers(self) -> bool {
        matches!(self, Rule::Std140 { .. } | Rule::DxConstant)
    }

    fn aligns_as_scalars(self) -> bool {
        matches!(self, Rule::DxStructured | Rule::Scalar | Rule::Value)
    }

    /// Returns whether a vector member may start at any multiple of its component's size within a register.
    fn places_vectors_freely(self) -> bool {
        matches!(self, Rule::Std140 { relaxed: true } | Rule::Std430 { relaxed: true } | Rule::DxConstant)
    }
}

/// Lays out a type that a block or buffer contains directly. `order` applies to matrices in it; nested structs have
/// their own. Explicit offsets are checked, and reported at their field.
pub fn layout_of(module: &mut Module, ty: TypeId, order: MatrixOrder, rule: Rule, sink: &mut Sink) -> LayoutId {
    let layout = Placer::new(module, rule, sink).ty(ty, order);
    note_straddling(module, ty, layout, rule);
    layout
}

/// Lays out the contents of a `ConstantBuffer` or `TextureBuffer`. As in DXC, integer matrices without `row_major` are
/// accepted, and laid out row by row all the same.
pub fn layout_of_content(module: &mut Module, ty: TypeId, order: MatrixOrder, rule: Rule, sink: &mut Sink) -> LayoutId {
    let mut placer = Placer::new(module, rule, sink);
    placer.integers = Integers::ByRows;
    let layout = placer.ty(ty, order);
    note_straddling(module, ty, layout, rule);
    layout
}

fn note_straddling(module: &mut Module, ty: TypeId, layout: LayoutId, rule: Rule) {
    if module.straddling.is_none() && rule == (Rule::Std430 { relaxed: true }) {
        module.straddling = straddling::find(module, ty, layout);
    }
}

/// Lays out types that byte-address buffers load and store scalar by scalar, so that integer matrices are laid out like
/// float ones.
pub fn layout_of_bytes(module: &mut Module, ty: TypeId, order: MatrixOrder, rule: Rule, sink: &mut Sink) -> LayoutId {
    let mut placer = Placer::new(module, rule, sink);
    placer.integers = Integers::AsFloats;
    placer.ty(ty, order)
}

/// The size of a value in bytes, laid out as C would.
pub fn size_of(module: &mut Module, ty: TypeId) -> u32 {
    let mut unheard = Sink::default();
    let layout = Placer::new(module, Rule::Value, &mut unheard).ty(ty, MatrixOrder::default());
    module.layouts[layout].size
}

/// Lays out the struct of loose uniforms: members with a `register(cN)` come first, the others after the highest of them.
pub fn layout_of_globals(module: &mut Module, id: StructId, rule: Rule, sink: &mut Sink) -> LayoutId {
    Placer::new(module, rule, sink).strukt(id, true)
}

/// A matrix in memory: `count` vectors of `length` components.
struct Packed {
    length: u32,
    count: u32,
}

fn packed(rows: u8, columns: u8, order: MatrixOrder) -> Packed {
    match order {
        MatrixOrder::ColumnMajor => Packed { length: rows.into(), count: columns.into() },
        MatrixOrder::RowMajor => Packed { length: columns.into(), count: rows.into() },
    }
}

/// The treatment of integer and bool matrices that are not `row_major`. SPIR-V has float matrices only, and an array of
/// columns would be another matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Integers {
    /// They are reported.
    Refused,
    /// They are laid out row by row.
    ByRows,
    /// They need no SPIR-V type: they are laid out column by column.
    AsFloats,
}

struct Placer<'a> {
    module: &'a mut Module,
    rule: Rule,
    sink: &'a mut Sink,
    integers: Integers,
    /// True if a size does not fit into 32 bits, which is not reported yet.
    overflows: bool,
    /// The structs laid out so far.
    placed: FxHashMap<StructId, LayoutId>,
}

impl<'a> Placer<'a> {
    fn new(module: &'a mut Module, rule: Rule, sink: &'a mut Sink) -> Self {
        Placer { module, rule, sink, integers: Integers::Refused, overflows: false, placed: FxHashMap::default() }
    }
}

impl Placer<'_> {
    fn intern(&mut self, size: u32, align: u32, kind: LayoutKind) -> LayoutId {
        self.module.layouts.intern(Layout { size, align, kind })
    }

    fn ty(&mut self, ty: TypeId, order: MatrixOrder) -> LayoutId {
        match self.module.ty(ty) {
            Type::Scalar(scalar) => self.vector(scalar, 1),
            Type::Vector(scalar, length) => self.vector(scalar, length.into()),
            Type::Matrix { elem, rows, columns } => self.matrix(elem, rows, columns, order),
            Type::Array(element, length) => self.array(element, length, order),
            Type::Struct(id) => self.strukt(id, false),
            Type::Enum(id) => {
                let size = self.enum_size(id);
                self.intern(size, size, LayoutKind::Leaf)
            }
            Type::BufferPointer(..) => self.intern(8, 8, LayoutKind::Leaf),
            Type::Spirv(id) => {
                let (size, align) = (self.module.spirv_types[id].size, self.module.spirv_types[id].align);
                self.intern(size, align.max(1), LayoutKind::Leaf)
            }
            // Resources never get here: the checker has removed or reported them.
            Type::Error | Type::Void | Type::String | Type::RuntimeArray(_) | Type::Object(_) | Type::Transient(_) => {
                self.intern(0, 1, LayoutKind::Leaf)
            }
        }
    }

    fn scalar_size(&self, scalar: Scalar) -> u32 {
        scalar.bits(self.module.native_16bit) / 8
    }

    /// Enumerators have 32 bits in memory, if their underlying type has no more.
    fn enum_size(&self, id: EnumId) -> u32 {
        let base = if self.rule == Rule::Value { self.module.enums[id].base } else { self.module.enums[id].held() };
        self.scalar_size(base)
    }

    fn vector(&mut self, scalar: Scalar, length: u32) -> LayoutId {
        let size = self.scalar_size(scalar);
        // SPIR-V aligns vectors of any length to four components at least, and HLSL aligns long ones as one component.
        if length > u32::from(MAX_SHORT_VECTOR) {
            let element = self.vector(scalar, 1);
            return self.intern(size * length, size, LayoutKind::Array { stride: size, element });
        }
        let align = match self.rule {
            Rule::DxConstant | Rule::DxStructured | Rule::Scalar | Rule::Value => size,
            Rule::Std140 { .. } | Rule::Std430 { .. } => size * if length == 3 { 4 } else { length },
        };
        self.intern(size * length, align, LayoutKind::Leaf)
    }

    fn matrix(&mut self, scalar: Scalar, rows: u8, columns: u8, order: MatrixOrder) -> LayoutId {
        let size = self.scalar_size(scalar);
        let Packed { length, count } = packed(rows, columns, order);
        // A matrix of one row or column is a vector, but for Direct3D's constant buffers, where each packed vector
        // takes a register.
        if (rows == 1 || columns == 1) && !(self.rule == Rule::DxConstant && count > 1) {
            return self.vector(scalar, u32::from(rows) * u32::from(columns));
        }
        let vector_align = size * if length == 3 { 4 } else { length };
        let (total, align, stride) = if self.rule.aligns_as_scalars() {
            (size * length * count, size, size * length)
        } else {
            let align = if self.rule.rounds_to_registers() { round_up(vector_align, REGISTER) } else { vector_align };
            let total = match self.rule {
                Rule::DxConstant => align * (count - 1) + length * size,
                Rule::Std140 { .. } | Rule::Std430 { .. } | Rule::DxStructured | Rule::Scalar | Rule::Value => {
                    align * count
                }
            };
            (total, align, align)
        };
        let kind = self.matrix_kind(scalar, rows, columns, stride, order);
        self.intern(total, align, kind)
    }

    /// Float matrices are matrices in memory; others, and Direct3D's matrices of one row, are arrays of vectors.
    fn matrix_kind(&mut self, scalar: Scalar, rows: u8, columns: u8, stride: u32, order: MatrixOrder) -> LayoutKind {
        let is_float = scalar.class() == crate::hir::ty::ElemClass::Float;
        if is_float && rows > 1 && columns > 1 {
            return LayoutKind::Matrix { stride, order };
        }
        let length = packed(rows, columns, order).length;
        LayoutKind::Array { stride, element: self.vector(scalar, length) }
    }

    fn array(&mut self, element: TypeId, length: u32, order: MatrixOrder) -> LayoutId {
        let inner = self.ty(element, order);
        let Layout { size, align, .. } = self.module.layouts[inner];
        if self.rule.aligns_as_scalars() {
            // A stride is never zero, and so the elements of an array in memory take bytes even where they are empty.
            let size = if self.rule == Rule::Value { size } else { size.max(1) };
            let stride = round_up(size, align);
            let total = self.checked(size.checked_mul(length));
            return self.intern(total, align, LayoutKind::Array { stride, element: inner });
        }
        let align = if self.rule.rounds_to_registers() { round_up(align, REGISTER) } else { align };
        let stride = round_up(size.max(1), align);
        let total = match self.rule {
            // The last element is not padded: the next member may share its register.
            Rule::DxConstant => {
                stride.checked_mul(length.saturating_sub(1)).and_then(|before| before.checked_add(size))
            }
            Rule::Std140 { .. } | Rule::Std430 { .. } | Rule::DxStructured | Rule::Scalar | Rule::Value => {
                stride.checked_mul(length)
            }
        };
        let total = self.checked(total);
        self.intern(total, align, LayoutKind::Array { stride, element: inner })
    }

    /// A size, which must be a number of 32 bits.
    fn checked(&mut self, size: Option<u32>) -> u32 {
        self.overflows |= size.is_none();
        size.unwrap_or(u32::MAX)
    }

    /// Each struct is laid out once: one with many uses would otherwise be walked for each of them.
    fn strukt(&mut self, id: StructId, explicit_first: bool) -> LayoutId {
        if let Some(&known) = self.placed.get(&id) {
            return known;
        }
        let layout = self.place_struct(id, explicit_first);
        self.placed.insert(id, layout);
        layout
    }

    fn place_struct(&mut self, id: StructId, explicit_first: bool) -> LayoutId {
        let fields = self.module.structs[id].fields.clone();
        let mut members = vec![(0u32, LayoutId::new(0)); self.module.structs[id].member_count() as usize];
        let (mut end, mut highest, mut align) = (0, 0, 1);
        let mut previous: Option<u32> = None;
        let mut taken = fields.iter().any(|field| field.attributes.offset.is_some()).then(Taken::default);
        for index in placing_order(&fields, explicit_first) {
            let field = &fields[index];
            if previous == Some(field.member) {
                continue;
            }
            previous = Some(field.member);
            let order = self.order_of(field);
            if field.attributes.per_vertex {
                let what = "a 'nointerpolation' field in memory, beside GetAttributeAtVertex,".to_owned();
                self.sink.report(field.span, Unsupported { what });
            }
            let layout = self.ty(field.ty, order);
            let Layout { size, align: field_align, .. } = self.module.layouts[layout];
            let offset = self.place(field, end, size, field_align);
            if let Some((start, end, other)) = taken.as_mut().and_then(|taken| taken.take(offset, size, field.span)) {
                let [offset, start, end] = [offset, start, end].map(|byte| byte.to_string());
                let report = self.sink.report(field.span, OverlappingOffset { offset, start, end });
                report.note_at(other, "the other member is here");
            }
            members[field.member as usize] = (offset, layout);
            align = align.max(field_align);
            end = self.checked(offset.checked_add(size));
            if std::mem::take(&mut self.overflows) {
                self.sink.report(field.span, EndsTooFar {});
            }
            highest = highest.max(end);
        }
        self.drop_shared_padding(&mut members);
        if self.rule.rounds_to_registers() {
            align = round_up(align, REGISTER);
        }
        let size = if self.rule == Rule::DxConstant { highest } else { round_up(highest, align) };
        self.intern(size, align, LayoutKind::Struct(members))
    }

    /// Takes the padding from members in which the next one lies.
    fn drop_shared_padding(&mut self, members: &mut [(u32, LayoutId)]) {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&member| members[member].0);
        for pair in order.windows(2) {
            let ((offset, layout), (next, _)) = (members[pair[0]], members[pair[1]]);
            if offset.saturating_add(self.counted_size(layout)) > next {
                members[pair[0]].1 = self.unpadded(layout);
            }
        }
    }

    /// The size by SPIR-V's rules: the last row of a matrix takes the whole stride there.
    fn counted_size(&self, layout: LayoutId) -> u32 {
        let Layout { size, kind, .. } = &self.module.layouts[layout];
        match kind {
            LayoutKind::Leaf | LayoutKind::Matrix { order: MatrixOrder::ColumnMajor, .. } => *size,
            LayoutKind::Matrix { order: MatrixOrder::RowMajor, stride } => round_up(*size, *stride),
            LayoutKind::Array { element, .. } => {
                let own = self.module.layouts[*element].size;
                size.saturating_sub(own).saturating_add(self.counted_size(*element))
            }
            LayoutKind::Struct(members) => {
                let last = members.iter().max_by_key(|(offset, _)| *offset);
                last.map_or(0, |(offset, layout)| offset.saturating_add(self.counted_size(*layout)))
            }
        }
    }

    /// The layout without the padding after its last matrix, which becomes an array of rows: another member is there.
    fn unpadded(&mut self, layout: LayoutId) -> LayoutId {
        let Layout { size, align, kind } = self.module.layouts[layout].clone();
        let kind = match kind {
            LayoutKind::Matrix { order: MatrixOrder::RowMajor, stride } => {
                let row = (size - 1) % stride + 1;
                LayoutKind::Array { stride, element: self.intern(row, align, LayoutKind::Leaf) }
            }
            LayoutKind::Array { stride, element } => LayoutKind::Array { stride, element: self.unpadded(element) },
            LayoutKind::Struct(mut members) => {
                if let Some((_, layout)) = members.iter_mut().max_by_key(|(offset, _)| *offset) {
                    *layout = self.unpadded(*layout);
                }
                LayoutKind::Struct(members)
            }
            LayoutKind::Leaf | LayoutKind::Matrix { order: MatrixOrder::ColumnMajor, .. } => kind,
        };
        self.intern(size, align, kind)
    }

    /// The matrix order of a field.
    fn order_of(&mut self, field: &Field) -> MatrixOrder {
        if field.order == MatrixOrder::RowMajor
            || self.integers == Integers::AsFloats
            || !self.holds_integer_matrix(field.ty)
        {
            return field.order;
        }
        if self.integers == Integers::Refused {
            self.sink.report(field.span, ColumnMajorIntegers {});
        }
        MatrixOrder::RowMajor
    }

    /// Returns whether a type contains, outside of structs, a non-float matrix with several rows and columns.
    fn holds_integer_matrix(&self, ty: TypeId) -> bool {
        match self.module.ty(ty) {
            Type::Array(element, _) => self.holds_integer_matrix(element),
            Type::Matrix { elem, rows, columns } => {
                elem.class() != crate::hir::ty::ElemClass::Float && rows > 1 && columns > 1
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    /// The offset of a field that may start at `end`.
    fn place(&mut self, field: &Field, end: u32, size: u32, align: u32) -> u32 {
        if let Some(offset) = field.attributes.offset.filter(|_| self.rule != Rule::Value) {
            if !self.may_lie_at(offset, field.ty, size, align) {
                self.sink.report(field.span, MisalignedOffset { align: align.to_string() });
                self.module.misaligned.get_or_insert(field.span);
            }
            return offset;
        }
        match self.component_size(field.ty) {
            Some(component) if self.rule.places_vectors_freely() => place_vector(end, size, component, align),
            Some(_) | None => round_up(end, align),
        }
    }

    /// Returns whether Vulkan allows a member at an explicit offset.
    fn may_lie_at(&self, offset: u32, ty: TypeId, size: u32, align: u32) -> bool {
        match self.component_size(ty) {
            Some(component) if self.rule.places_vectors_freely() => {
                offset.is_multiple_of(component) && !straddles(offset, size)
            }
            Some(_) | None => offset.is_multiple_of(align),
        }
    }

    /// The component size of a vector in memory.
    fn component_size(&self, ty: TypeId) -> Option<u32> {
        match self.module.ty(ty) {
            Type::Vector(scalar, 2..=MAX_SHORT_VECTOR) => Some(self.scalar_size(scalar)),
            Type::Matrix { elem, rows, columns } if (rows == 1) != (columns == 1) => Some(self.scalar_size(elem)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        }
    }
}

/// The offset of a vector: the next multiple of its component's size, or the next register if it would straddle one.
/// Components of more than four bytes keep the vector's own alignment.
fn place_vector(end: u32, size: u32, component: u32, align: u32) -> u32 {
    let offset = round_up(end, if component <= 4 { component } else { align });
    if straddles(offset, size) { round_up(offset, REGISTER) } else { offset }
}

/// Returns whether a vector would lie in more registers than it needs.
fn straddles(offset: u32, size: u32) -> bool {
    if size > REGISTER {
        return !offset.is_multiple_of(REGISTER);
    }
    offset / REGISTER != offset.saturating_add(size.saturating_sub(1)) / REGISTER
}

/// The bytes of a struct that members take.
#[derive(Default)]
struct Taken {
    /// The end and the place of each member, by its start.
    members: BTreeMap<u32, (u32, Span)>,
}

impl Taken {
    /// Takes bytes for a member, and returns the start, the end and the place of another member among them.
    fn take(&mut self, offset: u32, size: u32, span: Span) -> Option<(u32, u32, Span)> {
        let end = offset.saturating_add(size);
        let others = self.members.range(..end).next_back();
        let other = others.map(|(&start, &(end, span))| (start, end, span)).filter(|(_, other, _)| *other > offset);
        if size > 0 && other.is_none() {
            self.members.insert(offset, (end, span));
        }
        other.filter(|_| size > 0)
    }
}

/// The order in which fields get their offsets.
fn placing_order(fields: &[Field], explicit_first: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fields.len()).collect();
    if explicit_first {
        order.sort_by_key(|&index| fields[index].attributes.offset.map_or((1, 0), |offset| (0, offset)));
    }
    order
}

/// The next multiple of `align` that is not below `value`.
fn round_up(value: u32, align: u32) -> u32 {
    value.checked_next_multiple_of(align.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::ty::{FieldAttributes, SpirvType, Struct};
    use base::intern::Symbol;

    const COLUMN: MatrixOrder = MatrixOrder::ColumnMajor;
    const ROW: MatrixOrder = MatrixOrder::RowMajor;

    fn define(module: &mut Module, types: &[(TypeId, MatrixOrder)]) -> TypeId {
        let fields = types.iter().enumerate().map(|(index, &(ty, order))| Field {
            name: Symbol::EMPTY,
            span: Span::NONE,
            ty,
            order,
            member: index as u32,
            bits: None,
            attributes: FieldAttributes::default(),
        });
        let id = module.structs.alloc(Struct {
            name: Symbol::EMPTY,
            span: Span::NONE,
            has_base: false,
            fields: fields.collect(),
            is_interface: false,
            tracks_sharing: false,
            is_payload: false,
            nodiscard: false,
        });
        module.types.intern(Type::Struct(id))
    }

    /// `float a; float3 b; float c; float2 d; float3 e; float f[2]; float g; float3 h[2]; float i; struct {float} s1;
    /// float j; struct {float3; float} s2; float2x3 m; float k; row_major float2x3 rm; float l; double dd; float n;
    /// struct {float; double} s3; float o; bool p; float3x1 q; float r; float1x3 t; float u; float4x4 ma[2]; uint64_t w;
    /// float z`
    fn every_kind_of_member(module: &mut Module) -> TypeId {
        let mut ty = |ty| module.types.intern(ty);
        let float = ty(Type::Scalar(Scalar::Float));
        let float2 = ty(Type::Vector(Scalar::Float, 2));
        let float3 = ty(Type::Vector(Scalar::Float, 3));
        let double = ty(Type::Scalar(Scalar::Double));
        let boolean = ty(Type::Scalar(Scalar::Bool));
        let uint64 = ty(Type::Scalar(Scalar::UInt64));
        let floats = ty(Type::Array(float, 2));
        let float3s = ty(Type::Array(float3, 2));
        let mut matrix = |rows, columns| ty(Type::Matrix { elem: Scalar::Float, rows, columns });
        let (m23, m31, m13, m44) = (matrix(2, 3), matrix(3, 1), matrix(1, 3), matrix(4, 4));
        let m44s = ty(Type::Array(m44, 2));
        let s1 = define(module, &[(float, COLUMN)]);
        let s2 = define(module, &[(float3, COLUMN), (float, COLUMN)]);
        let s3 = define(module, &[(float, COLUMN), (double, COLUMN)]);
        let mut members = Vec::new();
        for ty in [
            float, float3, float, float2, float3, floats, float, float3s, float, s1, float, s2, m23, float, m23, float,
            double, float, s3, float, boolean, m31, float, m13, float, m44s, uint64, float,
        ] {
            let order = if ty == m23 && members.len() > 12 { ROW } else { COLUMN };
            members.push((ty, order));
        }
        define(module, &members)
    }

    fn offsets(choice: LayoutChoice, block: BlockUse) -> (Vec<u32>, u32) {
        let mut module = Module::default();
        let ty = every_kind_of_member(&mut module);
        let mut sink = Sink::default();
        let id = layout_of(&mut module, ty, COLUMN, Rule::choose(choice, block), &mut sink);
        assert!(sink.diagnostics().is_empty());
        let layout = &module.layouts[id];
        let LayoutKind::Struct(members) = &layout.kind else { panic!("a struct has a struct's layout") };
        (members.iter().map(|&(offset, _)| offset).collect(), layout.size)
    }

    #[test]
    fn values_are_as_large_as_their_parts() {
        let mut module = Module::default();
        let float = module.types.intern(Type::Scalar(Scalar::Float));
        let double = module.types.intern(Type::Scalar(Scalar::Double));
        let opcode = Some(spirv::Op::TypeInt as u32);
        let spelled = SpirvType { opcode, number: 0, size: 2, align: 2, operands: Vec::new() };
        let spelled = module.spirv_types.intern(spelled);
        let spelled = module.types.intern(Type::Spirv(spelled));
        let padded = define(&mut module, &[(float, COLUMN), (double, COLUMN), (spelled, COLUMN)]);
        let several = module.types.intern(Type::Array(padded, 3));
        let Type::Struct(id) = module.ty(padded) else { panic!("this is a struct") };
        module.structs[id].fields[1].attributes.offset = Some(64);
        assert_eq!([spelled, padded, several].map(|ty| size_of(&mut module, ty)), [2, 24, 72]);
    }

    #[test]
    fn members_lie_where_the_reference_compiler_puts_them() {
        let cases: &[(LayoutChoice, BlockUse, [u32; 28])] = &[
            (
                LayoutChoice::Vulkan,
                BlockUse::Uniform,
                [
                    0, 4, 16, 20, 32, 48, 80, 96, 128, 144, 160, 176, 192, 240, 256, 288, 296, 304, 320, 336, 340, 352,
                    364, 368, 380, 384, 512, 520,
                ],
            ),
            (
                LayoutChoice::Gl,
                BlockUse::Uniform,
                [
                    0, 16, 28, 32, 48, 64, 96, 112, 144, 160, 176, 192, 208, 256, 272, 304, 312, 320, 336, 352, 356,
                    368, 380, 384, 396, 400, 528, 536,
                ],
            ),
            (
                LayoutChoice::Dx,
                BlockUse::Uniform,
                [
                    0, 4, 16, 20, 32, 48, 68, 80, 108, 112, 116, 128, 144, 184, 192, 220, 224, 232, 240, 256, 260, 272,
                    284, 288, 324, 336, 464, 472,
                ],
            ),
            (
                LayoutChoice::Scalar,
                BlockUse::Uniform,
                [
                    0, 4, 16, 20, 28, 40, 48, 52, 76, 80, 84, 88, 104, 128, 132, 156, 160, 168, 176, 192, 196, 200,
                    212, 216, 228, 232, 360, 368,
                ],
            ),
            (
                LayoutChoice::Vulkan,
                BlockUse::Storage,
                [
                    0, 4, 16, 20, 32, 44, 52, 64, 96, 100, 104, 112, 128, 152, 160, 192, 200, 208, 216, 232, 236, 240,
                    252, 256, 268, 272, 400, 408,
                ],
            ),
            (
                LayoutChoice::Gl,
                BlockUse::Storage,
                [
                    0, 16, 28, 32, 48, 60, 68, 80, 112, 116, 120, 128, 144, 168, 176, 208, 216, 224, 232, 248, 252,
                    256, 268, 272, 284, 288, 416, 424,
                ],
            ),
        ];
        for (choice, block, expected) in cases {
            assert_eq!(offsets(*choice, *block).0, expected, "{choice:?} {block:?}");
        }
        let scalar = offsets(LayoutChoice::Scalar, BlockUse::Storage);
        assert_eq!(offsets(LayoutChoice::Dx, BlockUse::Storage), scalar);
        assert_eq!(scalar.1, 376);
        assert_eq!(offsets(LayoutChoice::Vulkan, BlockUse::Storage).1, 416);
    }
}
