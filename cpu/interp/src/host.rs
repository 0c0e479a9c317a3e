//! The host: what it lends a run, and what it is requested.

use crate::bits::Bits;
use crate::code::{BUFFERS, Program};
use abi::{ImageArgs, ImageFunction};
use check::coverage::Coverage;
use check::races::Races;
use check::{Checks, Orders, Overlaps, Place, Report, Schedule};
use std::collections::BTreeMap;
use std::sync::Arc;
use trace::Scene;

/// The size of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The size of the level along each axis.
    pub size: [u32; 3],
    /// The number of layers; faces count.
    pub layers: u32,
    /// The number of levels.
    pub levels: u32,
}

impl Extent {
    /// The number of texels in the level.
    pub fn texels(self) -> u64 {
        self.size.iter().fold(self.layers.into(), |all: u64, size| all.saturating_mul((*size).into()))
    }
}

/// The format of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageFormat {
    /// The number that SPIR-V gives it.
    pub number: u32,
    /// The number of its components.
    pub components: u32,
}

/// The services that a run asks its host for.
pub trait Host {
    /// Runs a function on the image and the sampler of descriptors.
    fn image(&mut self, function: ImageFunction, image: u32, sampler: Option<u32>, args: &ImageArgs) -> [u32; 4];
    /// The size of a level of the image of a descriptor, if there is one.
    fn extent(&self, image: u32, level: u32) -> Option<Extent>;
    /// The format of the image of a descriptor, if there is one.
    fn format(&self, image: u32) -> Option<ImageFormat>;
    /// Returns whether a descriptor has a sampler.
    fn has_sampler(&self, sampler: u32) -> bool;
    /// The acceleration structure of a descriptor, if there is one.
    fn scene(&self, scene: u32) -> Option<Arc<Scene>>;
    /// An invocation of a group prints.
    fn print(&mut self, format: u32, group: [u32; 3], invocation: u32, words: &[u64]);
    /// Returns whether the run must end; asked often.
    fn is_over(&mut self) -> bool;
    /// A host of its own in the same state, if there can be one: debuggers go back to it.
    fn duplicate(&self) -> Option<Box<dyn Host>> {
        None
    }
    /// The bytes of the image of a descriptor, from a host that has it by itself.
    fn image_bytes(&self, image: u32) -> Option<&[u8]> {
        let _ = image;
        None
    }
}

impl<H: Host + ?Sized> Host for &mut H {
    fn image(&mut self, function: ImageFunction, image: u32, sampler: Option<u32>, args: &ImageArgs) -> [u32; 4] {
        (**self).image(function, image, sampler, args)
    }

    fn extent(&self, image: u32, level: u32) -> Option<Extent> {
        (**self).extent(image, level)
    }

    fn format(&self, image: u32) -> Option<ImageFormat> {
        (**self).format(image)
    }

    fn has_sampler(&self, sampler: u32) -> bool {
        (**self).has_sampler(sampler)
    }

    fn scene(&self, scene: u32) -> Option<Arc<Scene>> {
        (**self).scene(scene)
    }

    fn print(&mut self, format: u32, group: [u32; 3], invocation: u32, words: &[u64]) {
        (**self).print(format, group, invocation, words);
    }

    fn is_over(&mut self) -> bool {
        (**self).is_over()
    }

    fn duplicate(&self) -> Option<Box<dyn Host>> {
        (**self).duplicate()
    }

    fn image_bytes(&self, image: u32) -> Option<&[u8]> {
        (**self).image_bytes(image)
    }
}

/// The requirement on writes to a binding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// Nothing.
    #[default]
    Free,
    /// They are noted for a later run.
    Noted,
    /// With those of earlier runs they must have reached each element when the run ends.
    Required,
}

/// Facts about the elements of a binding, which go from run to run: which have values, and which a shader has written.
/// Elements are the bytes of a buffer, and the texels of an image, those of one level behind those of the one before.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// True if they were uninitialized before the first run.
    pub is_uninitialised: bool,
    /// The requirement on writes in the next run.
    pub written: Written,
    pub(crate) undefined: Option<Bits>,
    pub(crate) unwritten: Option<Bits>,
}

impl Marks {
    /// Marks of a binding before its first run.
    pub fn new(is_uninitialised: bool, written: Written) -> Self {
        Marks { is_uninitialised, written, ..Marks::default() }
    }

    /// Returns whether there is anything to note.
    pub fn is_needed(&self) -> bool {
        self.is_uninitialised || self.written != Written::Free
    }

    /// Makes the marks of the given number of elements where there are none yet. Returns whether those without values
    /// are new.
    pub(crate) fn begin(&mut self, elements: usize) -> bool {
        let is_new = self.is_uninitialised && self.undefined.is_none();
        if is_new {
            self.undefined = Some(Bits::new(elements, true));
        }
        if self.written != Written::Free {
            self.unwritten.get_or_insert_with(|| Bits::new(elements, true));
        }
        is_new
    }

    /// A shader writes elements.
    #[inline]
    pub(crate) fn write(&mut self, start: usize, count: usize, has_none: bool) {
        if let Some(undefined) = &mut self.undefined {
            undefined.fill(start, count, has_none);
        }
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.fill(start, count, false);
        }
    }

    /// Returns whether any element may have no value.
    #[inline]
    pub(crate) fn may_have_none(&self) -> bool {
        self.undefined.as_ref().is_some_and(|undefined| !undefined.is_empty())
    }

    /// Returns whether writing a value may change anything.
    #[inline]
    pub(crate) fn may_change(&self) -> bool {
        self.may_have_none() || self.unwritten.as_ref().is_some_and(|unwritten| !unwritten.is_empty())
    }

    /// Returns whether no element has a value.
    pub(crate) fn has_nothing(&self) -> bool {
        self.undefined.as_ref().is_some_and(|undefined| undefined.has_all(0, undefined.len()))
    }

    /// Returns whether one of these elements has no value.
    #[inline]
    pub(crate) fn has_none(&self, start: usize, count: usize) -> bool {
        self.undefined.as_ref().is_some_and(|undefined| undefined.has_any(start, count))
    }
}

/// The memory of a buffer.
#[derive(Debug)]
pub enum Memory<'b> {
    /// Bytes of its own.
    Owned(Vec<u8>),
    /// Bytes of the caller's.
    Lent(&'b mut [u8]),
    /// Bytes of the caller's that no shader writes.
    Shared(&'b [u8]),
}

impl Memory<'_> {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Memory::Owned(bytes) => bytes,
            Memory::Lent(bytes) => bytes,
            Memory::Shared(bytes) => bytes,
        }
    }

    /// The bytes to write: none where none are written.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            Memory::Owned(bytes) => bytes,
            Memory::Lent(bytes) => bytes,
            Memory::Shared(_) => &mut [],
        }
    }
}

/// The inputs of a run.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The buffers by their descriptors, as far as they are not lent. The results are in them afterwards.
    pub buffers: BTreeMap<u32, Vec<u8>>,
    /// The marks of buffers and images by their descriptors, as far as they need any.
    pub marks: BTreeMap<u32, Marks>,
    /// The push constants.
    pub push: Vec<u8>,
    /// Memory that is accessed by addresses, by the first of them.
    pub blocks: BTreeMap<u64, Vec<u8>>,
    /// The number of groups along each axis.
    pub groups: [u32; 3],
    /// The number of the first group along each axis.
    pub base: [u32; 3],
    /// The checks.
    pub checks: Checks,
    /// True if what runs is counted.
    pub counts: bool,
    /// The order of groups and waves.
    pub schedule: Schedule,
    /// Of all orders, those that have been tried. They come back with the order of this run.
    pub orders: Orders,
    /// The number of groups that run at once, at most, where others wait for them.
    pub resident: u32,
    /// The only group that runs, by its number along each axis; all of them if there is none.
    pub only: Option<[u32; 3]>,
    /// The most steps, each an instruction of a wave.
    pub max_steps: u64,
    /// The outputs of a stage, if what runs is one.
    pub outputs: Option<Outputs>,
    /// The accesses of the draw so far, if what runs is a packet of pixels. They come back with those of this run.
    pub overlaps: Option<Overlaps>,
}

/// The rows in which a stage leaves its outputs, a word of each invocation, for checks.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// The descriptor of the buffer.
    pub buffer: u32,
    /// The invocations of a group.
    pub lanes: u32,
    /// The function whose outputs they are.
    pub entry: String,
    /// The rows of a group.
    pub rows: Arc<[Output]>,
    /// What says which invocations stray, if that is checked.
    pub stray: Option<Stray>,
}

/// The place of a bit that helpers of pixels have whose inputs are far outside of their primitives: in the first row of a
/// group's inputs.
#[derive(Clone, Copy, Debug)]
pub struct Stray {
    /// The descriptor of the buffer.
    pub buffer: u32,
    /// The rows of a group.
    pub rows: u32,
    /// The bit.
    pub bit: u32,
}

/// A row of outputs.
#[derive(Clone, Debug)]
pub struct Output {
    /// The name for messages.
    pub name: String,
    /// What becomes of it.
    pub kind: OutputKind,
}

/// What becomes of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// It says whether the other outputs of the invocation count, and is stored before them. It is the first row.
    Mask,
    /// Nothing.
    Unread,
    /// The next stage reads it.
    Passed,
    /// It is a part of a position.
    Position,
    /// It is a part of a target's texel.
    Target,
    /// It is the alpha of a target's texel, by which a floating-point target is blended.
    BlendedAlpha,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything ran.
    Finished,
    /// The host stopped it.
    Stopped,
    /// The rest of this order of accesses is equivalent to one that has been tried.
    Repeated,
    /// A loop never ends, or the steps are used up.
    Endless,
    /// It needs more memory than there may be: the given number of bytes.
    NoMemory(u64),
}

/// The instructions that have written buffers and images last, as far as races were looked for.
pub struct LastWrites {
    pub(crate) races: Option<Races>,
    pub(crate) program: Arc<Program>,
}

impl std::fmt::Debug for LastWrites {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LastWrites").finish_non_exhaustive()
    }
}

impl LastWrites {
    /// The source of the last write to a byte of a descriptor's buffer, or to a texel of its image by its number.
    pub fn place(&self, descriptor: u32, at: u64, is_image: bool) -> Option<Place> {
        let races = self.races.as_ref()?;
        let pc = match is_image {
            true => races.writer(descriptor | 1 << 31, 4 * at),
            false => races.writer(BUFFERS as u32 + descriptor, at),
        }?;
        self.program.sites.get(pc as usize)?.place
    }

    /// The files that places name.
    pub fn files(&self) -> &[String] {
        &self.program.files
    }
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Why it ended.
    pub end: End,
    /// The findings.
    pub report: Report,
    /// The last writer of each element.
    pub writes: LastWrites,
    /// The coverage, if it was counted.
    pub coverage: Option<Coverage>,
}
