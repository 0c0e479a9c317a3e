//! Common parts of the references: compilation of shaders, pseudo-random numbers, comparisons.

use crate::compiler::compiler;
use crate::{collect, directives};
use driver::Disk;
use driver::internal::Element;
use driver::internal::{Tolerance, differences};
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use runner::buffers::bytes_of;

/// The check of a variant of a shader.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The maximum number of lanes in a wave, where the runner may choose.
    pub(crate) wave: u32,
    pub(crate) run: Run,
}

type Run = Box<dyn FnOnce(&Device) -> Result<(), Failed> + Send>;

/// The usual wave size. The others test the runner.
pub(crate) const WAVE: u32 = 32;

/// A device, or the reason why there is none.
pub(crate) type Found = Result<Device, String>;

/// A test that needs a device. If it is missing the test is skipped, and its name says why.
pub(crate) fn trial(
    device: &Found,
    name: String,
    run: impl FnOnce(&Device) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    match device.clone() {
        Ok(device) => Trial::test(name, move || run(&device)),
        Err(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
    }
}

/// A variant of a shader.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// The file under `shaders/`.
    pub(crate) file: &'static str,
    /// The entry point.
    pub(crate) entry: &'static str,
    /// Replacements in the text: usually the workgroup size.
    pub(crate) replaced: &'static [(&'static str, &'static str)],
    /// `-O0`, `-O3`, or an optimiser.
    pub(crate) level: &'static str,
    /// The maximum number of lanes in a wave.
    pub(crate) wave: u32,
}

/// A shader as it is and with other workgroup sizes, each at two levels, with passes of our own, and with two wave
/// sizes.
pub(crate) fn variants(
    file: &'static str,
    entry: &'static str,
    groups: &[&'static [(&'static str, &'static str)]],
) -> Vec<Variant> {
    let mut all = Vec::new();
    let as_it_is: &[(&str, &str)] = &[];
    for replaced in std::iter::once(as_it_is).chain(groups.iter().copied()) {
        for (level, wave) in [("-O0", WAVE), ("-O3", WAVE), ("-O3", 4), ("-fspv-optimizer=own", WAVE)] {
            all.push(Variant { file, entry, replaced, level, wave });
        }
    }
    all
}

impl Variant {
    /// The test of this variant.
    pub(crate) fn case(self, check: fn(&Kernel) -> Result<(), Failed>) -> Case {
        let replaced: Vec<_> = self.replaced.iter().map(|(_, to)| *to).collect();
        let Variant { file, entry, level, wave, .. } = self;
        let name = format!("{file} {entry} {level} wave {wave} {}", replaced.join(" "));
        Case {
            name: name.trim_end().to_owned(),
            wave,
            run: Box::new(move |device: &Device| check(&self.kernel(device)?)),
        }
    }

    fn kernel(&self, device: &Device) -> Result<Kernel, Failed> {
        let path = collect::workspace().join("shaders").join(self.file);
        let mut text = std::fs::read_to_string(&path)?;
        for (from, to) in self.replaced {
            if !text.contains(from) {
                return Err(format!("{} does not contain '{from}'", self.file).into());
            }
            text = text.replace(from, to);
        }
        let runs = directives::read(&text)?.runs;
        let run = runs.into_iter().find(|run| run.options.iter().any(|option| option == self.entry));
        let mut options = run.ok_or("no run of the shader has this entry point")?.options;
        options.push(self.level.to_owned());
        kernel(device, &collect::display(&path), &text, &options, self.wave)
    }
}

/// Compiles HLSL to a kernel.
pub(crate) fn kernel(device: &Device, name: &str, text: &str, options: &[String], wave: u32) -> Result<Kernel, Failed> {
    made(device, (name, text), options, (wave, false))
}

/// Compiles HLSL to a kernel that computes the same bits as the interpreter.
pub(crate) fn exact_kernel(device: &Device, name: &str, text: &str, options: &[String]) -> Result<Kernel, Failed> {
    made(device, (name, text), options, (WAVE, true))
}

fn made(
    device: &Device,
    (name, text): (&str, &str),
    options: &[String],
    (wave, exact): (u32, bool),
) -> Result<Kernel, Failed> {
    let compiler = compiler(options).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile(name, text, &Disk).map_err(|failure| failure.to_string())?;
    let source = Source { wave, exact, ..Source::new(&artifact.words, compiler.options().entry()) };
    Ok(Kernel::new(device, &source)?)
}

/// Reproducible pseudo-random numbers.
pub(crate) struct Random(u32);

impl Random {
    pub(crate) fn new() -> Self {
        Random(1)
    }

    /// Those of a seed.
    pub(crate) fn seeded(seed: u32) -> Self {
        let mut random = Random(seed);
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let word = ((self.0 >> ((self.0 >> 28) + 4)) ^ self.0).wrapping_mul(277_803_737);
        (word >> 22) ^ word
    }

    /// From 0 to 1.
    pub(crate) fn float(&mut self) -> f32 {
        (self.next() >> 8) as f32 / 16_777_216.0
    }

    pub(crate) fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.float()).collect()
    }

    pub(crate) fn words(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// Integers must be the same bit for bit.
pub(crate) fn same(what: &str, expected: &[u32], found: &[u32]) -> Result<(), Failed> {
    verdict(what, bytes_of(expected), bytes_of(found), Element::Uint(4), Tolerance::default())
}

/// Floating-point numbers may lie `ulp` numbers or `absolute` apart.
pub(crate) fn near(what: &str, expected: &[f32], found: &[f32], ulp: u64, absolute: f64) -> Result<(), Failed> {
    verdict(what, bytes_of(expected), bytes_of(found), Element::Float(4), Tolerance { ulp, absolute })
}

fn verdict(what: &str, expected: &[u8], found: &[u8], element: Element, tolerance: Tolerance) -> Result<(), Failed> {
    if expected.len() != found.len() {
        return Err(format!("{what}: {} bytes, not {}", found.len(), expected.len()).into());
    }
    let (first, count) = differences(expected, found, element, tolerance, 8);
    if count == 0 {
        return Ok(());
    }
    let lines: String = first.iter().map(|difference| format!("\n{what}{difference}")).collect();
    Err(format!("{count} differences{lines}").into())
}
