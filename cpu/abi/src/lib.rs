//! Interface between a compiled kernel and its host: the memory that a kernel is given, the functions that it calls,
//! and the facts that the host needs to bind buffers and images.
//!
//! Everything that compiled code reads is `repr(C)` and its offsets are asserted; a change to any of it is a new
//! [`VERSION`]. The host fills all of it, the lowering writes code that reads it. What both engines do alike is here too:
//! [`print`] parses formats, [`math`] has the functions of numbers, [`rays`] those of ray queries; [`open_shaders`]
//! says where kernels have the shaders of ray pipelines; [`vectors`] compiles loops for wide vectors. This crate must not know
//! how anything runs.

mod error;
pub mod level;
pub mod math;
pub mod open_shaders;
pub mod print;
pub mod rays;
pub mod reason;
pub mod vectors;

pub use error::{LowerError, Place};

use print::Format;
use reason::{InTurn, Reason};
use std::ffi::c_void;
use std::mem::offset_of;
use std::sync::atomic::AtomicU32;

/// The version of this layout. A kernel states the version that it was compiled for.
pub const VERSION: u32 = 9;
/// The alignment of scratch memory in bytes.
pub const SCRATCH_ALIGN: u64 = 64;
/// The number of descriptors in a binding with an array of unknown length.
pub const UNBOUNDED_COUNT: u32 = 1024;
/// The slot of the null descriptor: all its fields are zero. Array indices that are out of range lead here.
pub const NULL_SLOT: u32 = 0;
/// The descriptor set of buffers that the host makes for a kernel: rows of inputs and outputs.
pub const ROWS_SET: u32 = u32::MAX - 1;

/// A kernel: runs the workgroups `begin..end`, numbered with x fastest, one after the other on the calling thread.
///
/// `scratch` is [`KernelInfo::scratch_bytes`] of memory, aligned to [`SCRATCH_ALIGN`], that no other thread uses during
/// the call. Its contents may be anything. A call returns early, without finishing its groups, when
/// [`DispatchCtx::abort`] becomes non-zero.
pub type Kernel = unsafe extern "C" fn(ctx: *const DispatchCtx, scratch: *mut u8, begin: u64, end: u64);

/// Data that all workgroups of a dispatch share.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DispatchCtx {
    /// [`VERSION`].
    pub abi: u32,
    /// Reserved, 0.
    pub flags: u32,
    /// The number of workgroups in the dispatch along each axis.
    pub groups: [u32; 3],
    /// The number of the first workgroup along each axis.
    pub base: [u32; 3],
    /// The descriptors: [`KernelInfo::slots`] of them, the first being the null descriptor.
    pub descs: *const Desc,
    /// The number of descriptors.
    pub desc_count: u32,
    /// The number of bytes of push constants.
    pub push_bytes: u32,
    /// The push constants.
    pub push: *const u8,
    /// The functions that kernels call; may be null when [`KernelInfo::needs_runtime`] is false.
    pub runtime: *const Runtime,
    /// Aborts the dispatch when it becomes non-zero; kernels check it on the back edge of every loop.
    pub abort: *const AtomicU32,
    /// The memory that kernels access by address; the next field has the number of blocks.
    pub blocks: *const Block,
    /// The number of blocks.
    pub block_count: u32,
    /// The number of the dispatch, for functions of the host that keep something.
    pub dispatch: u32,
    /// Data of the host for its functions.
    pub user: u64,
}

/// A block of memory that a kernel may access by address. No access goes beyond it, or across its borders.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// The first byte, aligned to 16.
    pub base: *mut u8,
    /// The number of bytes.
    pub bytes: u64,
    /// The address of the first byte in shaders, a multiple of 16: any number that makes blocks disjoint.
    pub number: u64,
}

/// A resource as a kernel sees it. All fields of an unbound one are zero: reading it gives zero.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy)]
pub struct Desc {
    /// For buffers: the first byte, aligned for the widest atomic operation of the kernel.
    pub base: *mut u8,
    /// For buffers: the size in bytes. No access goes beyond.
    pub bytes: u64,
    /// Reserved, 0.
    pub stride: u32,
    /// Reserved, 0.
    pub flags: u32,
    /// For images, texel buffers and acceleration structures: data for the host's functions.
    pub image: *const c_void,
    /// For samplers: data for the host's functions. A combined image sampler has both.
    pub sampler: *const c_void,
    /// For images and texel buffers: the description for direct access by code; null if it must call the host.
    pub texture: *const Texture,
    /// For samplers: the description for direct access by code; null if it must call the host.
    pub state: *const SamplerState,
    /// Reserved, 0.
    pub reserved: u64,
}

impl Desc {
    /// The null descriptor.
    pub const NULL: Desc = Desc {
        base: std::ptr::null_mut(),
        bytes: 0,
        stride: 0,
        flags: 0,
        image: std::ptr::null(),
        sampler: std::ptr::null(),
        texture: std::ptr::null(),
        state: std::ptr::null(),
        reserved: 0,
    };
}

/// The limit of texels along an axis for direct access, so that 32-bit numbers hold twice that.
pub const MOST_TEXELS: u32 = 1 << 29;
/// The limit of bytes for direct access.
pub const MOST_TEXTURE_BYTES: u64 = 1 << 31;

/// Storage of a texel's component that code reads and writes without the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum TexelEncoding {
    /// A byte for 0 to 1.
    Unorm8,
    /// A byte for -1 to 1.
    Snorm8,
    /// Two bytes for 0 to 1.
    Unorm16,
    /// Two bytes for -1 to 1.
    Snorm16,
    /// Half precision.
    Float16,
    /// Single precision.
    Float32,
    /// An unsigned byte.
    Uint8,
    /// Two unsigned bytes.
    Uint16,
    /// Four unsigned bytes.
    Uint32,
    /// A signed byte.
    Sint8,
    /// Two signed bytes.
    Sint16,
    /// Four signed bytes.
    Sint32,
}

/// An image for direct access by code. Its levels are contiguous, in each its layers, slices, rows and texels, without
/// gaps.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Texture {
    /// The first byte, aligned to 16. Reading the whole word around a byte is allowed.
    pub base: *mut u8,
    /// The levels, finest first; the next field has their number.
    pub levels: *const TextureLevel,
    /// The number of levels; at least one. Compared together with the next field as one 64-bit number.
    pub level_count: u32,
    /// The [`ImageDim`].
    pub dim: u32,
    /// The [`TexelEncoding`]. Compared together with the next field, too.
    pub encoding: u32,
    /// The number of components in a texel: 1, 2 or 4.
    pub channels: u32,
    /// The number of layers; at least one.
    pub layers: u32,
    /// The number of bytes in a texel: a power of two.
    pub texel_bytes: u32,
    /// 1 if texels may be written, else 0.
    pub writable: u32,
    /// Reserved, 0.
    pub reserved: u32,
}

/// A level of a [`Texture`], with values derived from its size, so that code need not compute them.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureLevel {
    /// The number of texels along each axis; 1 for an axis that the image does not have.
    pub size: [u32; 3],
    /// The offset of its first byte.
    pub offset: u32,
    /// The size as floats.
    pub numbers: [f32; 3],
    /// The index of the last texel along each axis.
    pub last: [u32; 3],
    /// The number of bytes in a row.
    pub row: u32,
    /// Reserved, 0.
    pub reserved: u32,
}

impl TextureLevel {
    /// A level of this size, with texels of this many bytes, and all derived values.
    pub fn new(size: [u32; 3], offset: u32, texel_bytes: u32) -> Self {
        TextureLevel {
            size,
            offset,
            numbers: size.map(|size| size as f32),
            last: size.map(|size| size.wrapping_sub(1)),
            row: size[0].wrapping_mul(texel_bytes),
            reserved: 0,
        }
    }
}

/// In [`SamplerState`]: a filter that takes the nearest texel or level.
pub const FILTER_NEAREST: u32 = 0;
/// In [`SamplerState`]: a filter that interpolates.
pub const FILTER_LINEAR: u32 = 1;

/// In [`SamplerState`]: the addressing beyond an image's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum AddressMode {
    /// Repeats the image.
    Wrap,
    /// Repeats the image, every other time mirrored.
    Mirror,
    /// Clamps to the texels at the edge.
    Clamp,
    /// Returns the border colour.
    Border,
    /// Mirrors the image once, then clamps to the texels at the edge.
    MirrorOnce,
}

/// In [`SamplerState::compare`]: the result is one if the reference is less than the texel.
pub const COMPARE_LESS: u32 = 1;
/// In [`SamplerState::compare`]: the result is one if they are equal.
pub const COMPARE_EQUAL: u32 = 2;
/// In [`SamplerState::compare`]: the result is one if the reference is greater.
pub const COMPARE_GREATER: u32 = 4;
/// In [`SamplerState::compare`]: the result is one if either is NaN.
pub const COMPARE_UNORDERED: u32 = 8;

/// A sampler for direct access by code.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct SamplerState {
    /// The magnification filter. Compared together with the next field as one 64-bit number.
    pub magnify: u32,
    /// The minification filter.
    pub minify: u32,
    /// The filter between mip levels.
    pub levels: u32,
    /// The [`AddressMode`] of each axis.
    pub address: [u32; 3],
    /// The colour of the border.
    pub border: [f32; 4],
    /// Bias of the level.
    pub lod_bias: f32,
    /// The finest level.
    pub min_lod: f32,
    /// The coarsest level.
    pub max_lod: f32,
    /// The `COMPARE_` bits.
    pub compare: u32,
}

/// The dimensionality of an image, in [`ImageArgs::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ImageDim {
    /// One axis.
    D1,
    /// Two axes.
    D2,
    /// Three axes.
    D3,
    /// Six faces.
    Cube,
    /// A texel buffer.
    Buffer,
}

/// In [`ImageArgs::shape`]: the bits of the [`ImageDim`].
pub const SHAPE_DIM: u32 = 0xFF;
/// In [`ImageArgs::shape`]: the image is an array; the layer is the coordinate after those of the dimensionality.
pub const SHAPE_ARRAYED: u32 = 1 << 8;
/// In [`ImageArgs::shape`]: the image has several samples per texel.
pub const SHAPE_MULTISAMPLED: u32 = 1 << 9;

/// In [`ImageArgs::flags`]: `lod` is the level; an `f32` when sampling, an `i32` when fetching and in queries.
pub const HAS_LOD: u32 = 1;
/// In [`ImageArgs::flags`]: `lod` is an `f32` that is added to the level.
pub const HAS_BIAS: u32 = 1 << 1;
/// In [`ImageArgs::flags`]: `ddx` and `ddy` are the derivatives of the coordinates.
pub const HAS_GRAD: u32 = 1 << 2;
/// In [`ImageArgs::flags`]: `offset` is added to the texel's coordinates.
pub const HAS_OFFSET: u32 = 1 << 3;
/// In [`ImageArgs::flags`]: gathering takes texels at the four `offsets`.
pub const HAS_OFFSETS: u32 = 1 << 4;
/// In [`ImageArgs::flags`]: the result compares `dref` with the texels.
pub const HAS_DREF: u32 = 1 << 5;
/// In [`ImageArgs::flags`]: `min_lod` is the least level.
pub const HAS_MIN_LOD: u32 = 1 << 6;
/// In [`ImageArgs::flags`]: `sample` is the number of the sample.
pub const HAS_SAMPLE: u32 = 1 << 7;
/// In [`ImageArgs::flags`]: texels are signed integers. Without this and the next bit they are floating-point; with both
/// they are integers with the sign that the image has.
pub const TEXEL_SINT: u32 = 1 << 8;
/// In [`ImageArgs::flags`]: texels are unsigned integers.
pub const TEXEL_UINT: u32 = 1 << 9;
/// In [`ImageArgs::flags`]: texels have one component of 64 bits, in two words, the low one first.
pub const TEXEL_WIDE: u32 = 1 << 10;

/// The operands of an image operation. Fields whose flag is not set are zero.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ImageArgs {
    /// Shape of the image's type: [`SHAPE_DIM`] and the other `SHAPE_` bits.
    pub shape: u32,
    /// Flags for the fields in use, and the texel's type.
    pub flags: u32,
    /// The coordinates: bits of `f32` when sampling and gathering, else `i32`.
    pub coords: [u32; 4],
    /// The level or bias, as its flag says.
    pub lod: u32,
    /// The least level, an `f32`.
    pub min_lod: u32,
    /// The reference of a depth comparison, an `f32`.
    pub dref: u32,
    /// The number of a sample.
    pub sample: u32,
    /// The component to gather.
    pub component: u32,
    /// The format that the shader declares, as SPIR-V numbers it; 0 when unknown.
    pub format: u32,
    /// The derivatives of the coordinates along x, bits of `f32`.
    pub ddx: [u32; 3],
    /// The derivatives of the coordinates along y, bits of `f32`.
    pub ddy: [u32; 3],
    /// The offset in texels, `i32`.
    pub offset: [u32; 3],
    /// Four offsets in texels, `i32` pairs.
    pub offsets: [[u32; 2]; 4],
    /// The texel to write: four `f32`, `i32` or `u32`, as the flags say.
    pub texel: [u32; 4],
    /// For the address of a texel: how many bytes are read and written there.
    pub bytes: u32,
}

impl ImageArgs {
    /// Operands that say nothing.
    pub const NONE: ImageArgs = ImageArgs {
        shape: 0,
        flags: 0,
        coords: [0; 4],
        lod: 0,
        min_lod: 0,
        dref: 0,
        sample: 0,
        component: 0,
        format: 0,
        ddx: [0; 3],
        ddy: [0; 3],
        offset: [0; 3],
        offsets: [[0; 2]; 4],
        texel: [0; 4],
        bytes: 0,
    };
}

/// A function for an image operation. `image` and `sampler` are never null but may be null descriptors; `sampler` is
/// null where the operation takes none. `out` gets four components; it is not read.
pub type ImageFn = unsafe extern "C" fn(
    ctx: *const DispatchCtx,
    image: *const Desc,
    sampler: *const Desc,
    args: *const ImageArgs,
    out: *mut [u32; 4],
);

/// A function of the host on an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFunction {
    /// A filtered sample.
    Sample,
    /// Four texels' worth of one component.
    Gather,
    /// A texel of a sampled image or uniform texel buffer, by integer coordinates.
    Fetch,
    /// A texel of a storage image or storage texel buffer.
    Read,
    /// Writes the texel in the operands; does nothing out of range. `out` is null.
    Write,
    /// Width, height, depth and layers as far as the shape has them, in the order of the query's result, of level `lod`.
    Size,
    /// The number of levels, that of samples, SPIR-V's numbers for the type of a channel and for the channels' order.
    Facts,
    /// The level that sampling would use, clamped and not clamped: two `f32`.
    Lod,
}

impl ImageFunction {
    /// The number of functions.
    pub const COUNT: usize = ImageFunction::Lod as usize + 1;

    /// The offset of the function in [`Runtime`].
    pub const fn offset(self) -> usize {
        offset_of!(Runtime, images) + self as usize * size_of::<ImageFn>()
    }

    /// Returns whether the function takes a sampler.
    pub fn needs_sampler(self) -> bool {
        matches!(self, ImageFunction::Sample | ImageFunction::Gather | ImageFunction::Lod)
    }
}

/// Returns the address of a texel for an atomic operation, or null if there is no such texel.
pub type TexelAddressFn =
    unsafe extern "C" fn(ctx: *const DispatchCtx, image: *const Desc, args: *const ImageArgs) -> *mut u8;

/// The functions of the host that kernels call. They must not unwind; they set the abort flag instead.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Runtime {
    /// [`VERSION`].
    pub abi: u32,
    /// Reserved, 0.
    pub reserved: u32,
    /// The functions on images, by their numbers.
    pub images: [ImageFn; ImageFunction::COUNT],
    /// The address of a texel.
    pub texel_address: TexelAddressFn,
    /// An operation of a ray query.
    pub query: rays::QueryFn,
    /// An operation of a ray query for the lanes of a wave.
    pub query_wave: rays::QueryWaveFn,
}

/// Kind of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingKind {
    /// A buffer that is only read (`cbuffer`).
    UniformBuffer,
    /// A buffer.
    StorageBuffer,
    /// An image that is sampled or fetched.
    SampledImage,
    /// An image that is read and written by texel.
    StorageImage,
    /// A buffer of formatted texels that is only read.
    UniformTexelBuffer,
    /// A buffer of formatted texels.
    StorageTexelBuffer,
    /// A sampler.
    Sampler,
    /// An image with its sampler.
    CombinedImageSampler,
    /// An acceleration structure.
    Scene,
}

/// Access of a kernel to a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only read.
    Read,
    /// Only write.
    Write,
    /// Both.
    ReadWrite,
}

/// Binding that a kernel expects at a set and binding number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The descriptor set.
    pub set: u32,
    /// The binding in the set.
    pub binding: u32,
    /// Where its descriptors start in [`DispatchCtx::descs`]. Variables with equal numbers share it.
    pub slot: u32,
    /// Its number of descriptors.
    pub count: u32,
    /// True if the number of descriptors is not in the module; `count` is [`UNBOUNDED_COUNT`] then.
    pub unbounded: bool,
    /// Kind of its contents.
    pub kind: BindingKind,
    /// Access of the kernel to it.
    pub access: Access,
    /// The names of the variables at these numbers, if the module has them.
    pub names: Vec<String>,
    /// For buffers: the bytes before a run-time array, or all of them.
    pub min_bytes: u64,
    /// For buffers that end in a run-time array: the distance of its elements in bytes.
    pub stride: u32,
    /// For buffers with an element for each workgroup along x, whose accesses to that are not checked: the bytes of an element.
    /// The host binds all of them, whatever else it allows. 0 for all others.
    pub group_bytes: u64,
    /// For images: `SHAPE_` bits and the number of the declared format.
    pub image: Option<(u32, u32)>,
}

/// An immutable sampler of the module, for which the host makes a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiteralSampler {
    /// Where its descriptor is in [`DispatchCtx::descs`].
    pub slot: u32,
    /// The address mode on all axes.
    pub address: AddressMode,
    /// True if coordinates are normalised, rather than in texels.
    pub is_normalised: bool,
    /// True if filtering is linear.
    pub is_linear: bool,
}

/// A constant that the host may set when it compiles a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecConstant {
    /// Its id.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The bits of its value in the compiled kernel.
    pub bits: u64,
}

/// Facts about a kernel that the host needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelInfo {
    /// [`VERSION`].
    #[doc(hidden)]
    pub abi: u32,
    /// The name of the entry point.
    pub entry: String,
    /// The name of the [`Kernel`] function in the compiled module.
    #[doc(hidden)]
    pub symbol: String,
    /// The size of a workgroup.
    pub local_size: [u32; 3],
    /// The number of lanes in a wave.
    pub wave: u32,
    /// The reason why lanes run one by one; `None` if the lanes of a wave run together, as vectors.
    #[doc(hidden)]
    pub one_by_one: Option<Reason>,
    /// Operations done lane by lane while lanes run together.
    #[doc(hidden)]
    pub in_turn: Vec<InTurn>,
    /// The scratch memory that a thread needs, in bytes.
    pub scratch_bytes: u64,
    /// The groupshared part of it, in bytes.
    pub groupshared_bytes: u64,
    /// The number of barriers in the kernel.
    pub barriers: u32,
    /// The bytes of push constants that it reads.
    pub push_bytes: u32,
    /// The length that [`DispatchCtx::descs`] must have, the null descriptor included.
    #[doc(hidden)]
    pub slots: u32,
    /// Its bindings, by set and number.
    pub bindings: Vec<Binding>,
    /// Its immutable samplers.
    #[doc(hidden)]
    pub literal_samplers: Vec<LiteralSampler>,
    /// The numbers of the builtin variables that it reads.
    #[doc(hidden)]
    pub builtins: Vec<u32>,
    /// Its specialisation constants.
    pub spec_constants: Vec<SpecConstant>,
    /// True if it calls functions of [`Runtime`].
    #[doc(hidden)]
    pub needs_runtime: bool,
    /// Formats that it prints, by the numbers with which it calls [`crate::print::BeginFn`].
    #[doc(hidden)]
    pub formats: Vec<Format>,
    /// True if it checks each access to memory, for which it needs a checking host.
    #[doc(hidden)]
    pub checked: bool,
}

/// In `access` of [`CheckFn`]: memory is read.
pub const ACCESS_READ: u32 = 1;
/// In `access` of [`CheckFn`]: memory is written.
pub const ACCESS_WRITE: u32 = 2;

/// The name of the [`CheckFn`] of checked builds.
pub const CHECK: &str = "shader_check";
/// The name of the [`LendFn`] of checked builds.
pub const LEND: &str = "shader_lend";
/// The name of the [`TakeBackFn`] of checked builds.
pub const TAKE_BACK: &str = "shader_take_back";

/// Returns the address if this many bytes there were lent for this access; else the address of as many unused bytes. A
/// checked kernel calls it before each access to memory.
pub type CheckFn = unsafe extern "C" fn(ctx: *const DispatchCtx, address: *mut u8, bytes: u64, access: u32) -> *mut u8;
/// Registers stack memory of a function in a checked kernel.
pub type LendFn = extern "C" fn(address: *mut u8, bytes: u64);
/// Unregisters the memory of the last `count` calls of [`LendFn`]: the function returns.
pub type TakeBackFn = extern "C" fn(count: u32);

/// Math functions that kernels call by name, because LLVM has no instruction for them: all take and return `f32`, or
/// `f64` with the suffix `_f64` in place of `_f32`.
pub const MATH_FUNCTIONS: &[(&str, u32)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("acospi", 1),
    ("asin", 1),
    ("asinh", 1),
    ("asinpi", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atan2pi", 2),
    ("atanh", 1),
    ("atanpi", 1),
    ("cbrt", 1),
    ("cos", 1),
    ("cosh", 1),
    ("cospi", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp10", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fmod", 2),
    ("gamma_sign", 1),
    ("hypot", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("pow", 2),
    ("quotient", 2),
    ("remainder", 2),
    ("rootn", 2),
    ("sin", 1),
    ("sinh", 1),
    ("sinpi", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tanpi", 1),
    ("tgamma", 1),
];

/// The symbol of one of [`MATH_FUNCTIONS`].
pub fn math_symbol(name: &str, width: u32) -> String {
    format!("shader_{name}_f{width}")
}

// Hosts with other pointers run no compiled kernels.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(offset_of!(DispatchCtx, groups) == 8 && offset_of!(DispatchCtx, base) == 20);
    assert!(offset_of!(DispatchCtx, descs) == 32 && offset_of!(DispatchCtx, push_bytes) == 44);
    assert!(offset_of!(DispatchCtx, push) == 48 && offset_of!(DispatchCtx, runtime) == 56);
    assert!(offset_of!(DispatchCtx, abort) == 64 && size_of::<DispatchCtx>() == 96);
    assert!(offset_of!(DispatchCtx, blocks) == 72 && offset_of!(DispatchCtx, block_count) == 80);
    assert!(size_of::<Block>() == 24 && offset_of!(Block, bytes) == 8 && offset_of!(Block, number) == 16);
    assert!(size_of::<Desc>() == 64 && offset_of!(Desc, bytes) == 8);
    assert!(offset_of!(Desc, texture) == 40 && offset_of!(Desc, state) == 48);
    assert!(size_of::<Texture>() == 48 && size_of::<TextureLevel>() == 48 && size_of::<SamplerState>() == 56);
    assert!(offset_of!(Texture, dim) == offset_of!(Texture, level_count) + 4 && cfg!(target_endian = "little"));
    assert!(offset_of!(Texture, channels) == offset_of!(Texture, encoding) + 4);
    assert!(offset_of!(SamplerState, minify) == offset_of!(SamplerState, magnify) + 4);
    assert!(size_of::<ImageArgs>() == 136 && offset_of!(ImageArgs, lod) == 24);
    assert!(
        offset_of!(ImageArgs, ddx) == 48 && offset_of!(ImageArgs, texel) == 116 && offset_of!(ImageArgs, bytes) == 132
    );
    assert!(offset_of!(Runtime, images) == 8 && offset_of!(Runtime, texel_address) == 72);
    assert!(offset_of!(Runtime, query) == 80);
};
