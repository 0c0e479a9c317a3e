//! The capabilities that types require by their operands, which the published grammar leaves out: widths of numbers, in
//! arithmetic and in memory, and dimensions of images.

use spirv::{Capability, Dim, StorageClass};

/// The capability for arithmetic on integers of a width, if it needs one.
pub fn of_int(width: u32) -> Option<Capability> {
    match width {
        8 => Some(Capability::Int8),
        16 => Some(Capability::Int16),
        64 => Some(Capability::Int64),
        _ => None,
    }
}

/// The capability for arithmetic on IEEE floats of a width, if it needs one.
pub fn of_float(width: u32) -> Option<Capability> {
    match width {
        16 => Some(Capability::Float16),
        64 => Some(Capability::Float64),
        _ => None,
    }
}

/// The capabilities that allow numbers of a width in memory of the application, between stages and in explicit layouts of
/// workgroup memory, without arithmetic on them.
#[derive(Debug)]
pub struct SmallStorage {
    /// The width in bits.
    pub bits: u32,
    /// In storage buffers.
    pub buffer: Capability,
    /// In uniform buffers. It implies `buffer`.
    pub uniform: Capability,
    /// In push constants.
    pub push: Capability,
    /// Between stages; `None` where such numbers cannot be.
    pub stages: Option<Capability>,
    /// In workgroup memory.
    pub shared: Capability,
}

const SMALL_STORAGE: [SmallStorage; 2] = [
    SmallStorage {
        bits: 16,
        buffer: Capability::StorageBuffer16BitAccess,
        uniform: Capability::UniformAndStorageBuffer16BitAccess,
        push: Capability::StoragePushConstant16,
        stages: Some(Capability::StorageInputOutput16),
        shared: Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
    },
    SmallStorage {
        bits: 8,
        buffer: Capability::StorageBuffer8BitAccess,
        uniform: Capability::UniformAndStorageBuffer8BitAccess,
        push: Capability::StoragePushConstant8,
        stages: None,
        shared: Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
    },
];

impl SmallStorage {
    /// All widths.
    pub fn all() -> &'static [SmallStorage] {
        &SMALL_STORAGE
    }

    /// The row of a width; `None` for numbers that every memory holds.
    pub fn of(bits: u32) -> Option<&'static SmallStorage> {
        SMALL_STORAGE.iter().find(|row| row.bits == bits)
    }

    /// The capability for a storage class. A `BufferBlock` of uniforms is a storage buffer.
    pub fn capability(&self, class: StorageClass, is_buffer_block: bool) -> Option<Capability> {
        match class {
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => Some(self.buffer),
            StorageClass::Uniform => Some(if is_buffer_block { self.buffer } else { self.uniform }),
            StorageClass::PushConstant => Some(self.push),
            StorageClass::Input | StorageClass::Output => self.stages,
            StorageClass::Workgroup => Some(self.shared),
            _ => None,
        }
    }

    /// The capabilities of all storage classes.
    pub fn any(&self) -> impl Iterator<Item = Capability> {
        [self.buffer, self.uniform, self.push, self.shared].into_iter().chain(self.stages)
    }
}

/// The capabilities of images of a dimension: as storage, and sampled.
pub fn of_dimension(dim: Dim, is_arrayed: bool) -> Option<[Capability; 2]> {
    match dim {
        Dim::Dim1D => Some([Capability::Image1D, Capability::Sampled1D]),
        Dim::DimBuffer => Some([Capability::ImageBuffer, Capability::SampledBuffer]),
        Dim::DimRect => Some([Capability::ImageRect, Capability::SampledRect]),
        Dim::DimCube if is_arrayed => Some([Capability::ImageCubeArray, Capability::SampledCubeArray]),
        _ => None,
    }
}
