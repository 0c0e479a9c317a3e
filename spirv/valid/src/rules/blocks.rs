//! Explicit layouts: offsets, strides and alignments of memory that the host sees, and their absence elsewhere.
//!
//! Each type is checked once per layout that it can have. Arrays are unwrapped in loops; structs nest no deeper than
//! their own limit.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::types::Ty;
use crate::options::BlockLayout;
use dialect::spirv::decode::Inst;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Capability, Decoration, Op, StorageClass};

/// The strictness of alignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Scalar,
    /// std430.
    Standard,
    /// std140: arrays and structs are aligned to 16 bytes.
    Extended,
}

/// The layout of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Lines {
    stride: u32,
    by_row: bool,
}

/// The walk over types with an explicit layout.
struct Blocks<'a, 'm> {
    module: &'a Module<'m>,
    checked: FxHashSet<(u32, Mode, u32, Lines)>,
    bare: FxHashSet<u32>,
    alignments: FxHashMap<(u32, Mode), u32>,
    sizes: FxHashMap<u32, u64>,
}

/// Vulkan's layout rules, for a whole module.
pub(crate) fn check(module: &Module<'_>) -> Check {
    // Long vectors are Vulkan's, whatever environment is named.
    if !module.is_vulkan() && !module.has(Capability::LongVectorEXT) {
        return Ok(());
    }
    let mut blocks = Blocks {
        module,
        checked: FxHashSet::default(),
        bare: FxHashSet::default(),
        alignments: FxHashMap::default(),
        sizes: FxHashMap::default(),
    };
    for (at, inst) in module.insts.iter().enumerate() {
        if matches!(inst.op, Op::Variable | Op::BufferPointerEXT) {
            blame(blocks.variable(inst.type_id()), at)?;
        } else if let Some((class, ty)) = untyped(module, inst) {
            blame(blocks.behind_untyped(ty, class), at)?;
        } else if let Some((StorageClass::PhysicalStorageBuffer, pointee)) = module.pointer(inst.type_id()) {
            blame(blocks.laid_out(pointee, StorageClass::PhysicalStorageBuffer), at)?;
        }
    }
    Ok(())
}

/// The memory behind an untyped pointer: its storage class, and the type that it is taken for.
fn untyped(module: &Module<'_>, inst: &Inst) -> Option<(StorageClass, u32)> {
    use Op::*;
    let (pointer, ty) = match inst.op {
        UntypedVariableKHR
        | UntypedAccessChainKHR
        | UntypedInBoundsAccessChainKHR
        | UntypedPtrAccessChainKHR
        | UntypedInBoundsPtrAccessChainKHR => (inst.type_id(), inst.id(usize::from(inst.op == UntypedVariableKHR))),
        UntypedArrayLengthKHR => (module.type_of(inst.id(1)), inst.id(0)),
        Load => (module.type_of(inst.id(0)), inst.type_id()),
        Store => (module.type_of(inst.id(0)), module.type_of(inst.id(1))),
        _ => return None,
    };
    match module.ty(pointer) {
        Ty::UntypedPointer { class } if ty != 0 => Some((class, ty)),
        _ => None,
    }
}

impl Blocks<'_, '_> {
    /// Checks the type behind an untyped pointer. An array of blocks is one of descriptors.
    fn behind_untyped(&mut self, mut ty: u32, class: StorageClass) -> Check {
        if let Ty::Array { elem, .. } | Ty::RuntimeArray { elem } = self.module.ty(ty)
            && [Decoration::Block, Decoration::BufferBlock].iter().any(|kind| self.module.is_decorated(elem, *kind))
        {
            let is_bare = !self.has_stride(ty);
            ensure!(is_bare, vuid "StandaloneSpirv-None-10684", "an array of descriptors has a stride");
            ty = elem;
        }
        self.laid_out(ty, class)
    }

    fn has_stride(&self, ty: u32) -> bool {
        [Decoration::ArrayStride, Decoration::ArrayStrideIdEXT].iter().any(|kind| self.module.is_decorated(ty, *kind))
    }

    fn variable(&mut self, pointer: u32) -> Check {
        use StorageClass::*;
        let Some((class, mut ty)) = self.module.pointer(pointer) else { return Ok(()) };
        let is_block = self.module.is_decorated(ty, Decoration::Block);
        if matches!(class, StorageBuffer | Uniform | UniformConstant)
            && let Ty::Array { elem, .. } | Ty::RuntimeArray { elem } = self.module.ty(ty)
        {
            ensure!(
                !self.has_stride(ty),
                vuid "StandaloneSpirv-None-10684",
                "an array of descriptors has a stride"
            );
            ty = elem;
        }
        match class {
            Workgroup if is_block => self.laid_out(ty, class),
            StorageBuffer | Uniform | PushConstant | PhysicalStorageBuffer => self.laid_out(ty, class),
            Workgroup | UniformConstant => self.not_laid_out(ty),
            Function | Private if self.module.has_version(5) => self.not_laid_out(ty),
            _ => Ok(()),
        }
    }

    fn mode(&self, ty: u32, class: StorageClass) -> Mode {
        let options = self.module.options;
        let is_scalar = match class {
            StorageClass::Workgroup => options.scalar_workgroup_layout,
            _ => options.layout == BlockLayout::Scalar,
        };
        let is_buffer = self.module.is_decorated(ty, Decoration::BufferBlock);
        match class {
            _ if is_scalar => Mode::Scalar,
            StorageClass::Uniform if !is_buffer && options.layout != BlockLayout::UniformStandard => Mode::Extended,
            _ => Mode::Standard,
        }
    }

    /// Returns whether vectors may start where their components may: Vulkan 1.1 allows it unconditionally.
    fn is_relaxed(&self) -> bool {
        let env = crate::environment::Api::Vulkan(0);
        self.module.options.layout == BlockLayout::Relaxed || self.module.env().api != env
    }

    fn laid_out(&mut self, ty: u32, class: StorageClass) -> Check {
        if self.module.options.layout == BlockLayout::Any {
            return Ok(());
        }
        let mode = self.mode(ty, class);
        self.layout(ty, mode, 0, Lines::default())
    }

    /// Memory that the host does not see has no explicit layout.
    fn not_laid_out(&mut self, ty: u32) -> Check {
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !self.bare.insert(ty) {
                continue;
            }
            use Decoration::*;
            let kinds = [Block, BufferBlock, Offset, ArrayStride, ArrayStrideIdEXT, MatrixStride, RowMajor, ColMajor];
            let is_pointer = self.module.is_pointer(ty);
            let odd = self.module.decorations(ty).iter().find(|one| kinds.contains(&one.kind));
            if let Some(odd) = odd {
                ensure!(
                    is_pointer,
                    vuid "StandaloneSpirv-None-10684",
                    "memory without an explicit layout has a type with {:?}",
                    odd.kind
                );
            }
            match self.module.ty(ty) {
                Ty::Struct => stack.extend(self.module.members(ty)),
                Ty::Array { elem, .. } | Ty::RuntimeArray { elem } => stack.push(elem),
                _ => {}
            }
        }
        Ok(())
    }

    fn layout(&mut self, ty: u32, mode: Mode, offset: u32, lines: Lines) -> Check {
        if !self.checked.insert((ty, mode, offset % 16, lines)) {
            return Ok(());
        }
        let at = self.module.position(ty).unwrap_or(0);
        match self.module.ty(ty) {
            Ty::Struct => blame(self.structure(ty, mode, offset), at),
            Ty::Array { .. } | Ty::RuntimeArray { .. } => blame(self.array(ty, mode, offset, lines), at),
            Ty::Matrix { .. } => blame(self.matrix(ty, mode, lines), at),
            _ => Ok(()),
        }
    }

    fn structure(&mut self, ty: u32, mode: Mode, base: u32) -> Check {
        let members = self.members(ty)?;
        let mut next = 0u64;
        for (position, member) in members.iter().enumerate() {
            let is_open = matches!(self.module.ty(member.ty), Ty::RuntimeArray { .. });
            ensure!(
                !is_open || position + 1 == members.len(),
                vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
                "a runtime array is not the last member in memory"
            );
            let (index, offset) = (member.index, member.offset);
            let align = self.alignment(member.ty, mode, member.lines, true);
            let is_aligned = offset % align == 0 && offset.wrapping_add(base) % align == 0;
            ensure!(is_aligned, "member {index} at offset {offset} is not aligned to {align}");
            ensure!(u64::from(offset) >= next, "member {index} at offset {offset} overlaps the one before it");
            if mode != Mode::Scalar && self.is_relaxed() && self.module.is_vector(member.ty) {
                let size = self.size(member.ty, member.lines);
                ensure!(
                    !straddles(base.wrapping_add(offset), size),
                    "member {index} at offset {offset} straddles 16 bytes"
                );
            }
            self.layout(member.ty, mode, base.wrapping_add(offset), member.lines)?;
            next = u64::from(offset) + self.size(member.ty, member.lines);
            let is_rounded = matches!(self.module.ty(member.ty), Ty::Array { .. } | Ty::Struct);
            if mode != Mode::Scalar && is_rounded {
                next = next.next_multiple_of(u64::from(align.max(1)));
            }
        }
        Ok(())
    }

    /// The members of a struct by offset.
    fn members(&self, ty: u32) -> Result<Vec<Member>, Box<Fault>> {
        let mut found: Vec<Member> = (self.module.members(ty).enumerate())
            .map(|(index, ty)| Member {
                index,
                ty,
                offset: 0,
                has_offset: false,
                has_major: false,
                lines: Lines::default(),
            })
            .collect();
        for one in self.module.decorations(ty) {
            let Some(member) = one.member.and_then(|index| found.get_mut(index as usize)) else { continue };
            match one.kind {
                Decoration::Offset => (member.offset, member.has_offset) = (one.number(0), true),
                Decoration::RowMajor => (member.lines.by_row, member.has_major) = (true, true),
                Decoration::ColMajor => member.has_major = true,
                Decoration::MatrixStride => member.lines.stride = one.number(0),
                _ => {}
            }
        }
        for member in &found {
            let index = member.index;
            ensure!(member.has_offset, "member {index} of a block has no offset");
            let is_matrix = matches!(self.module.ty(self.module.strip_arrays(member.ty)), Ty::Matrix { .. });
            ensure!(!is_matrix || member.has_major, "member {index} is a matrix and is neither RowMajor nor ColMajor");
            ensure!(!is_matrix || member.lines.stride != 0, "member {index} is a matrix without a stride");
        }
        found.sort_by_key(|member| member.offset);
        Ok(found)
    }

    fn array(&mut self, ty: u32, mode: Mode, base: u32, lines: Lines) -> Check {
        // Only the device knows the size of descriptors.
        if self.module.is_decorated(ty, Decoration::ArrayStrideIdEXT) {
            return Ok(());
        }
        let stride = self.module.decoration(ty, Decoration::ArrayStride).map(|one| one.number(0));
        let Some(stride) = stride else {
            return Err(Fault::new(None, "an array in a block has no stride"));
        };
        ensure!(stride != 0, "an array in a block has a stride of 0");
        let (elem, count) = match self.module.ty(ty) {
            Ty::Array { elem, length } => (elem, self.module.constant(length).unwrap_or(1)),
            Ty::RuntimeArray { elem } => (elem, 1),
            _ => return Ok(()),
        };
        let align = self.alignment(ty, mode, lines, true);
        ensure!(stride % align == 0, "an array has a stride of {stride}, which is not aligned to {align}");
        let size = self.size(elem, lines);
        ensure!(u64::from(stride) >= size, "an array has a stride of {stride} for elements of {size} bytes");
        let mut seen = [false; 16];
        for at in 0..count.clamp(1, 16) as u32 {
            let offset = at.wrapping_mul(stride).wrapping_add(base);
            if std::mem::replace(&mut seen[offset as usize % 16], true) {
                break;
            }
            self.layout(elem, mode, offset, lines)?;
        }
        Ok(())
    }

    fn matrix(&mut self, ty: u32, mode: Mode, lines: Lines) -> Check {
        if lines.stride == 0 {
            return Ok(());
        }
        let Ty::Matrix { column, count } = self.module.ty(ty) else { return Ok(()) };
        let align = self.alignment(ty, mode, lines, true);
        let stride = lines.stride;
        ensure!(stride.is_multiple_of(align), "a matrix has a stride of {stride}, which is not aligned to {align}");
        let size = match lines.by_row {
            true => self.scalar_size(ty) * u64::from(count),
            false => self.size(column, Lines::default()),
        };
        ensure!(u64::from(stride) >= size, "a matrix has a stride of {stride} for rows or columns of {size} bytes");
        Ok(())
    }

    fn scalar_size(&self, ty: u32) -> u64 {
        u64::from(self.module.width(ty) / 8)
    }

    /// The alignment of a type.
    fn alignment(&mut self, ty: u32, mode: Mode, lines: Lines, may_relax: bool) -> u32 {
        let scalar = (self.module.width(ty) / 8).max(1);
        let padded = |count: u32| if count == 3 || count > 4 { 4 } else { count };
        let align = match self.module.ty(ty) {
            Ty::Vector { .. } | Ty::Matrix { .. } | Ty::LongVector { .. } if mode == Mode::Scalar => scalar,
            Ty::Vector { count, .. } | Ty::LongVector { count, .. } => {
                if may_relax && self.is_relaxed() {
                    scalar
                } else {
                    scalar * padded(count)
                }
            }
            Ty::Matrix { column, count } => {
                let lanes = if lines.by_row { count } else { self.module.components(column) };
                rounded(scalar * padded(lanes), mode)
            }
            Ty::Array { .. } | Ty::RuntimeArray { .. } => {
                let elem = self.module.strip_arrays(ty);
                rounded(self.alignment(elem, mode, lines, false), mode)
            }
            Ty::Struct => self.struct_alignment(ty, mode),
            Ty::Pointer { .. } | Ty::UntypedPointer { .. } => crate::rules::declare::pointer_size(self.module),
            _ => scalar,
        };
        align.max(1)
    }

    fn struct_alignment(&mut self, ty: u32, mode: Mode) -> u32 {
        if let Some(known) = self.alignments.get(&(ty, mode)) {
            return *known;
        }
        let mut align = 1;
        let mut by_row = FxHashSet::default();
        for one in self.module.decorations(ty).iter().filter(|one| one.kind == Decoration::RowMajor) {
            by_row.extend(one.member);
        }
        for (at, member) in self.module.members(ty).enumerate() {
            let lines = Lines { stride: 0, by_row: by_row.contains(&(at as u32)) };
            align = align.max(self.alignment(member, mode, lines, true));
        }
        let align = rounded(align, mode);
        self.alignments.insert((ty, mode), align);
        align
    }

    /// The size of a type in bytes.
    fn size(&mut self, ty: u32, lines: Lines) -> u64 {
        match self.module.ty(ty) {
            Ty::Vector { count, .. } | Ty::LongVector { count, .. } => self.scalar_size(ty) * u64::from(count),
            Ty::Matrix { column, count } => {
                let stride = u64::from(lines.stride);
                match lines.by_row {
                    true => {
                        let rows = u64::from(self.module.components(column));
                        rows.saturating_sub(1) * stride + u64::from(count) * self.scalar_size(ty)
                    }
                    false => u64::from(count) * stride,
                }
            }
            Ty::Array { .. } => self.array_size(ty, lines),
            Ty::RuntimeArray { .. } => 0,
            Ty::Struct => self.struct_size(ty),
            Ty::Pointer { .. } | Ty::UntypedPointer { .. } => {
                u64::from(crate::rules::declare::pointer_size(self.module))
            }
            _ => self.scalar_size(ty),
        }
    }

    fn array_size(&mut self, mut ty: u32, lines: Lines) -> u64 {
        let mut before = 0u64;
        while let Ty::Array { elem, length } = self.module.ty(ty) {
            let Some(count) = self.module.constant(length) else { return 0 };
            let stride = self.module.decoration(ty, Decoration::ArrayStride).map_or(0, |one| one.number(0));
            let steps = (count.max(1) as u64 - 1).saturating_mul(u64::from(stride));
            before = before.saturating_add(steps);
            ty = elem;
        }
        before.saturating_add(self.size(ty, lines))
    }

    fn struct_size(&mut self, ty: u32) -> u64 {
        if let Some(known) = self.sizes.get(&ty) {
            return *known;
        }
        let last = self.members(ty).ok().and_then(|members| members.last().copied());
        let size = last.map_or(0, |last| u64::from(last.offset) + self.size(last.ty, last.lines));
        self.sizes.insert(ty, size);
        size
    }
}

/// A member of a struct and its place.
#[derive(Clone, Copy)]
struct Member {
    index: usize,
    ty: u32,
    offset: u32,
    has_offset: bool,
    has_major: bool,
    lines: Lines,
}

fn rounded(align: u32, mode: Mode) -> u32 {
    if mode == Mode::Extended { align.next_multiple_of(16) } else { align }
}

/// Returns whether a vector crosses a 16-byte boundary that it need not cross.
fn straddles(offset: u32, size: u64) -> bool {
    let last = u64::from(offset) + size.max(1) - 1;
    match size <= 16 {
        true => u64::from(offset) / 16 != last / 16,
        false => !offset.is_multiple_of(16),
    }
}
