//! The measured kernels, each with what limits it, and written by hand.

use crate::by_hand::Hand;
use crate::limits::Need;
use driver::internal::{CHECKED, Element, Resource, Single, singles};
use driver::{Compiler, Disk};
use harness::device::{Device, Dispatch, Kernel, Result, Source};
use runner::buffers::{Bytes, Pod};
use runner::image::Address;
use runner::{Format, Image, Options, Sampler};
use std::path::Path;
use std::process::Command;

/// The limit of workgroups along an axis on drivers.
const MOST_GROUPS: u32 = 65535;
/// The numbers of the kernels that go through memory once.
const STREAM: usize = 256 * MOST_GROUPS as usize;

/// The options of all kernels.
const OPTIONS: [&str; 3] = ["-T", "cs_6_0", "-fspv-target-env=vulkan1.1"];

/// A measured kernel, with what limits it, and the same written by hand.
pub(crate) struct Row {
    pub(crate) make: fn() -> Case,
    pub(crate) need: Option<Need>,
    pub(crate) hand: Option<Hand>,
}

const fn row(make: fn() -> Case, need: Need, hand: Hand) -> Row {
    Row { make, need: Some(need), hand: Some(hand) }
}

/// All kernels, each below the fact that limits it.
pub(crate) const ROWS: &[Row] = &[
    // One stream is read, and another one changed.
    row(saxpy, Need::Bytes { read: 4 * STREAM, updated: 4 * STREAM, copied: 0 }, Hand::Saxpy),
    row(reduction, Need::read(4 * STREAM), Hand::Sums),
    // Two loads from the nearest cache for each multiplication and addition, two in a cycle.
    row(matmul, Need::VectorCycles(512.0 * 512.0 * 512.0), Hand::Product),
    // 7 operations for each of 50 million iterations, on two ports.
    row(mandelbrot, Need::VectorCycles(7.0 / 2.0 * 50e6), Hand::Mandelbrot),
    // 17 operations for each pair of bodies.
    row(nbody, Need::VectorCycles(17.0 / 2.0 * 8192.0 * 8192.0), Hand::Bodies),
    // The exchange in groupshared memory takes as long.
    row(prefix_sum, Need::copied(16 << 20), Hand::PrefixSums),
    // To read, count and write each.
    row(histogram, Need::Cycles(1.5 * 16.8e6), Hand::Histogram),
    // Four texels for each of 18 million samples, 16 of them gathered in 9 cycles.
    row(blur, Need::Cycles(9.0 / 16.0 * 4.0 * 17.8e6), Hand::Blur),
    row(bitonic_step, Need::updated(8 << 20), Hand::BitonicStep),
    row(waves, Need::copied(4 << 20), Hand::Waves),
    Row { make: empty, need: None, hand: None },
];

/// A kernel with its resources.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) size: &'static str,
    pub(crate) groups: [u32; 3],
    words: Vec<u32>,
    /// The shader unchanged.
    plain: Vec<u32>,
    /// Its text; empty if it is a job's.
    text: String,
    entry: String,
    constants: Vec<(u32, u64)>,
    resources: Vec<(String, Resource)>,
    push: Bytes,
}

impl Case {
    /// A kernel that is compiled from a file below the workspace, with a part of its text replaced.
    fn new(name: &str, size: &'static str, file: &str, entry: &str, replaced: (&str, &str)) -> Self {
        let path = Path::new("..").join(file);
        let text = std::fs::read_to_string(&path).expect("the shader is there").replace(replaced.0, replaced.1);
        let options = [&OPTIONS[..], &["-E", entry]].concat();
        let words = |more: &[&str]| {
            let compiler = Compiler::from_args(&[&options[..], more].concat()).expect("the options are right");
            compiler.compile(file, &text, &Disk).unwrap_or_else(|failure| panic!("{failure}")).words
        };
        let (words, plain) = (words(&[]), words(&CHECKED));
        let (name, entry) = (name.to_owned(), entry.to_owned());
        let (constants, resources, push) = (Vec::new(), Vec::new(), Bytes::new());
        Case { name, size, groups: [1; 3], words, plain, text, entry, constants, resources, push }
    }

    /// The jobs of a file, as seen from the root of the workspace.
    pub(crate) fn of_file(file: &str) -> Result<Vec<Self>> {
        let jobs = singles(&Path::new("..").join(file), &Options::default())?;
        Ok(jobs.into_iter().map(|(name, job)| Case::of_job(name, job)).collect())
    }

    fn of_job(name: String, job: Single) -> Self {
        let Single { words, kernel, constants, resources, push, groups } = job;
        let (entry, push) = (kernel.info().entry.clone(), Bytes::from(&push[..]));
        let (size, plain, text) = ("", words.clone(), String::new());
        Case { name, size, groups, words, plain, text, entry, constants, resources, push }
    }

    fn buffer<T: Pod>(mut self, name: &str, values: &[T]) -> Self {
        self.resources.push((name.to_owned(), Resource::Buffer(Bytes::from(values), Element::Uint(4))));
        self
    }

    fn image(mut self, name: &str, image: Image) -> Self {
        self.resources.push((name.to_owned(), Resource::Image(Box::new(image))));
        self
    }

    fn groups(self, groups: [u32; 3]) -> Self {
        Case { groups, ..self }
    }

    /// The names of the resources.
    pub(crate) fn names(&self) -> Vec<String> {
        self.resources.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The memory of the resources, in the same order; none of samplers.
    pub(crate) fn memory(&mut self) -> Vec<&mut [u8]> {
        let memory = self.resources.iter_mut().map(|(_, resource)| match resource {
            Resource::Buffer(bytes, _) => &mut bytes[..],
            Resource::Image(image) => image.bytes_mut(),
            Resource::Sampler(_) | Resource::Scene(_) => &mut [],
        });
        memory.collect()
    }

    /// Makes the kernel.
    pub(crate) fn kernel(&self, device: &Device) -> Result<Kernel> {
        Kernel::new(device, &Source { constants: &self.constants, ..Source::new(&self.words, &self.entry) })
    }

    /// Makes the kernel of the module that another `dxc` makes of the text.
    pub(crate) fn kernel_of(&self, dxc: &str, device: &Device) -> Result<Kernel> {
        let words = compiled_by(dxc, &self.text, &self.entry)?;
        Kernel::new(device, &Source { constants: &self.constants, ..Source::new(&words, &self.entry) })
    }

    /// Makes the kernel of the shader unchanged, and where it has come from.
    pub(crate) fn plain_kernel(&self, device: &Device) -> Result<Kernel> {
        Kernel::new(device, &Source { constants: &self.constants, ..Source::new(&self.plain, &self.entry) })
    }

    /// Binds the resources.
    pub(crate) fn bind<'b>(&'b mut self, kernel: &Kernel) -> Result<Dispatch<'b>> {
        let mut dispatch = kernel.dispatch();
        for (name, resource) in &mut self.resources {
            dispatch.resource(name, resource)?;
        }
        dispatch.push_constants(&self.push);
        Ok(dispatch)
    }
}

/// The module that a command in the manner of `dxc` makes of a text.
fn compiled_by(dxc: &str, text: &str, entry: &str) -> Result<Vec<u32>> {
    let [source, module] =
        ["hlsl", "spv"].map(|end| std::env::temp_dir().join(format!("{}.{end}", std::process::id())));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(dxc);
    command.arg("-spirv").args(OPTIONS).args(["-E", entry, "-Fo"]).arg(&module).arg(&source);
    let output = command.output().map_err(|error| format!("{dxc}: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let bytes = std::fs::read(&module).map_err(|error| error.to_string())?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

const NOTHING: (&str, &str) = ("", "");

/// Reproducible pseudo-random numbers.
pub(crate) fn words(count: usize) -> Vec<u32> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        state ^ (state >> 15)
    };
    (0..count).map(|_| next()).collect()
}

/// From 0 to 1.
pub(crate) fn floats(count: usize) -> Vec<f32> {
    words(count).into_iter().map(|word| (word >> 8) as f32 / 16_777_216.0).collect()
}

/// A small kernel, different for each workgroup size.
pub(crate) fn small_saxpy(group: u32) -> Case {
    let count = 1000u32;
    let group_size = format!("numthreads({group}");
    let mut case = Case::new("saxpy", "1000", "shaders/saxpy.hlsl", "main", ("numthreads(64", &group_size));
    case.push = Bytes::new().with(&[0.5f32]).with(&[count]);
    let values = floats(count as usize);
    case.buffer("x", &values).buffer("y", &values).groups([count.div_ceil(group), 1, 1])
}

fn saxpy() -> Case {
    let count = 256 * MOST_GROUPS;
    let larger = ("numthreads(64", "numthreads(256");
    let mut case = Case::new("saxpy", "16M floats", "shaders/saxpy.hlsl", "main", larger);
    case.push = Bytes::new().with(&[0.5f32]).with(&[count]);
    let values = floats(count as usize);
    case.buffer("x", &values).buffer("y", &values).groups([MOST_GROUPS, 1, 1])
}

fn reduction() -> Case {
    let count = 256 * MOST_GROUPS;
    let case = Case::new("sums of 256 in groupshared", "16M", "shaders/reduction.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[count]).buffer("input", &words(count as usize));
    case.buffer("sums", &vec![0u32; MOST_GROUPS as usize]).groups([MOST_GROUPS, 1, 1])
}

fn matmul() -> Case {
    let (size, count) = (512u32, 512 * 512);
    let case = Case::new("matrix product in tiles of 16", "512³", "shaders/matmul.hlsl", "main", NOTHING);
    let case = case.buffer("sizes", &[size; 3]).buffer("a", &floats(count)).buffer("b", &floats(count));
    case.buffer("c", &vec![0f32; count]).groups([size / 16, size / 16, 1])
}

fn mandelbrot() -> Case {
    let size = 1024;
    let case = Case::new("mandelbrot, 256 iterations", "1024²", "shaders/mandelbrot.hlsl", "main", NOTHING);
    let view = Bytes::new().with(&[-0.5f32, 0.0, 2.5]).with(&[256u32]);
    let case = case.buffer("view", &view[..]).image("image", Image::d2(Format::RGBA32_FLOAT, size, size).unwrap());
    case.groups([size / 8, size / 8, 1])
}

fn nbody() -> Case {
    let count = 8192u32;
    let bodies = floats(8 * count as usize);
    let step = Bytes::new().with(&[count]).with(&[0.01f32, 0.1]);
    let case = Case::new("n-body step", "8192²", "shaders/nbody.hlsl", "main", NOTHING);
    case.buffer("Step", &step[..]).buffer("before", &bodies).buffer("after", &bodies).groups([count / 128, 1, 1])
}

fn prefix_sum() -> Case {
    let count = 4u32 << 20;
    let case = Case::new("prefix sums of 512", "4M", "shaders/prefix_sum.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[count]).buffer("input", &words(count as usize));
    let case = case.buffer("output", &vec![0u32; count as usize]).buffer("totals", &vec![0u32; count as usize / 512]);
    case.groups([count / 512, 1, 1])
}

fn histogram() -> Case {
    let bytes = 16u32 << 20;
    let case = Case::new("histogram of bytes", "16M", "shaders/histogram.hlsl", "main", NOTHING);
    let case = case.buffer("Params", &[bytes]).buffer("input", &words(bytes as usize / 4));
    case.buffer("histogram", &[0u32; 256]).groups([bytes / 4 / 256, 1, 1])
}

fn blur() -> Case {
    let size = 1024u32;
    let mut source = Image::d2(Format::RGBA8_UNORM, size, size).unwrap();
    source.set_values(0, 0, &words((size * size) as usize));
    let mut case = Case::new("17 bilinear samples", "1024²", "tests/benches/kernels/blur.hlsl", "main", NOTHING);
    case.resources.push(("linearClamp".to_owned(), Resource::Sampler(Sampler::linear().address(Address::Clamp))));
    let case = case.buffer("Params", &[1.0 / size as f32; 2]).image("source", source);
    case.image("target", Image::d2(Format::RGBA32_FLOAT, size, size).unwrap()).groups([size / 8, size / 8, 1])
}

fn bitonic_step() -> Case {
    let count = 1u32 << 20;
    let case = Case::new("step of a bitonic sort", "1M", "shaders/bitonic_sort.hlsl", "merge_step", NOTHING);
    let case = case.buffer("Params", &[count, count / 4]).buffer("entries", &words(2 * count as usize));
    case.groups([count / 2 / 256, 1, 1])
}

fn waves() -> Case {
    let count = 1u32 << 20;
    let case = Case::new("wave operations in branches", "1M", "tests/benches/kernels/waves.hlsl", "main", NOTHING);
    let case = case.buffer("source", &words(count as usize)).buffer("result", &vec![0u32; count as usize]);
    case.groups([count / 64, 1, 1])
}

fn empty() -> Case {
    Case::new("nothing", "1 group", "tests/benches/kernels/empty.hlsl", "main", NOTHING)
}
