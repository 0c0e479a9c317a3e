//! Options of a validation.

use crate::environment::Environment;
use dialect::spirv::decode;

/// The layouts that blocks may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BlockLayout {
    /// std140 for uniform blocks, std430 for others.
    #[default]
    Standard,
    /// As [`Self::Standard`], but vectors may start where their components may (VK_KHR_relaxed_block_layout).
    Relaxed,
    /// std430 for all blocks (VK_KHR_uniform_buffer_standard_layout).
    UniformStandard,
    /// Everything may start where its scalars may (VK_EXT_scalar_block_layout).
    Scalar,
    /// Layouts are not checked.
    Any,
}

/// The strictness of a validation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The environment that consumes the module.
    pub environment: Environment,
    /// The layouts that its blocks may have.
    pub layout: BlockLayout,
    /// True if shared memory with an explicit layout may have the scalar one.
    pub scalar_workgroup_layout: bool,
    /// True if the module still waits for passes that make it legal.
    pub before_legalisation: bool,
    /// True if pointers may be stored and loaded in logical addressing.
    pub relaxed_logical_pointers: bool,
    /// True if a struct may be stored as another one with the same layout.
    pub relaxed_struct_stores: bool,
    /// True if `LocalSizeId` is there before Vulkan 1.3.
    pub allow_local_size_id: bool,
    /// True if offsets of image samples need not be constant.
    pub allow_offset_operand: bool,
    /// True if the alignment of an access through an address may be less than that of its scalars, as a source may ask.
    pub allow_any_alignment: bool,
    /// True if bit instructions take integers of all widths (VK_KHR_maintenance9).
    pub allow_wide_bit_operations: bool,
    /// The limit of ids.
    pub max_bound: u32,
}

impl Options {
    /// The rules of an environment to the letter.
    pub fn new(environment: Environment) -> Options {
        Options {
            environment,
            layout: BlockLayout::Standard,
            scalar_workgroup_layout: false,
            before_legalisation: false,
            relaxed_logical_pointers: false,
            relaxed_struct_stores: false,
            allow_local_size_id: false,
            allow_offset_operand: false,
            allow_any_alignment: false,
            allow_wide_bit_operations: false,
            max_bound: decode::MAX_BOUND,
        }
    }

    /// Returns whether pointers may be stored and loaded in logical addressing, as before legalisation.
    pub(crate) fn has_free_pointers(&self) -> bool {
        self.relaxed_logical_pointers || self.before_legalisation
    }
}
