//! The host: what it lends a run, and what it is asked for.

use check::{Checks, Report, Schedule};
use lower::abi::ImageArgs;
use std::collections::BTreeMap;

/// A function on images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFunction {
    /// A sample.
    Sample,
    /// Four texels.
    Gather,
    /// A texel of a sampled image.
    Fetch,
    /// A texel of a storage image.
    Read,
    /// A write of a texel.
    Write,
    /// The size of a level.
    Size,
    /// The number of levels, and other facts.
    Levels,
    /// The level that a sample would take.
    Lod,
}

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

/// The services that a run asks its host for.
pub trait Host {
    /// Runs a function on the image and the sampler of descriptors.
    fn image(&mut self, function: ImageFunction, image: u32, sampler: Option<u32>, args: &ImageArgs) -> [u32; 4];
    /// The size of a level of the image of a descriptor, if there is one.
    fn extent(&self, image: u32, level: u32) -> Option<Extent>;
    /// Returns whether a descriptor has a sampler.
    fn has_sampler(&self, sampler: u32) -> bool;
    /// An invocation of a group prints.
    fn print(&mut self, format: u32, group: [u32; 3], invocation: u32, words: &[u64]);
    /// Returns whether the run must end; asked often.
    fn is_over(&mut self) -> bool;
}

/// The inputs of a run.
#[derive(Debug)]
pub struct Inputs {
    /// The buffers by their descriptors. The results are in them afterwards.
    pub buffers: BTreeMap<u32, Vec<u8>>,
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
    /// The order of groups and waves.
    pub schedule: Schedule,
    /// The number of groups that run at once, at most, where others wait for them.
    pub resident: u32,
    /// The most steps, each an instruction of a wave.
    pub max_steps: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything ran.
    Finished,
    /// The host wanted it.
    Told,
    /// A loop never ends, or the steps are used up.
    Endless,
    /// It needs more memory than there may be: so many bytes.
    NoMemory(u64),
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Outcome {
    /// Why it ended.
    pub end: End,
    /// The findings.
    pub report: Report,
}
