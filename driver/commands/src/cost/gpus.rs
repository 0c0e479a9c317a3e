//! GPUs whose drivers compile shaders without the GPU: the table, and the driver's statistics from a process of its own.
//!
//! Drivers are found at run time. They may crash or hang on a shader, which costs one answer.

use super::drivers::{Driver, Found, NVK, RADV};
use super::partner::{self, FRAGMENT, VERTEX};
use device::{Graphics, Shader, Slot};
use library::files::names::STANDARD_STREAM;
use library::files::reading;
use reflect::{Descriptor, Reflection};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A GPU.
pub(super) struct Gpu {
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// What it is.
    about: &'static str,
    /// The driver that compiles for it.
    pub(super) driver: &'static Driver,
    /// The names that versions of the driver have for a chip of the generation.
    chips: &'static [&'static str],
}

impl Gpu {
    const fn amd(name: &'static str, about: &'static str, chips: &'static [&'static str]) -> Self {
        Gpu { name, about, driver: &RADV, chips }
    }

    const fn nvidia(name: &'static str, about: &'static str, chips: &'static [&'static str]) -> Self {
        Gpu { name, about, driver: &NVK, chips }
    }
}

/// The generations of GPUs. Chips of one generation get the same code.
pub(super) const GPUS: &[Gpu] = &[
    Gpu::amd("gcn1", "Southern Islands (Radeon HD 7970)", &["tahiti"]),
    Gpu::amd("gcn3", "Volcanic Islands (Radeon R9 285)", &["tonga"]),
    Gpu::amd("gcn4", "Polaris (Radeon RX 480)", &["polaris10"]),
    Gpu::amd("gcn5", "Vega (Radeon RX Vega 64)", &["vega10"]),
    Gpu::amd("rdna1", "Navi 10 (Radeon RX 5700)", &["navi10"]),
    Gpu::amd("rdna2", "Navi 21 (Radeon RX 6800)", &["navi21"]),
    Gpu::amd("rdna3", "Navi 31 (Radeon RX 7900)", &["navi31", "gfx1100"]),
    Gpu::amd("rdna4", "Navi 48 (Radeon RX 9070)", &["gfx1201"]),
    Gpu::nvidia("kepler", "GK104 (GeForce GTX 680)", &["e4"]),
    Gpu::nvidia("maxwell", "GM204 (GeForce GTX 980)", &["124"]),
    Gpu::nvidia("pascal", "GP104 (GeForce GTX 1080)", &["134"]),
    Gpu::nvidia("volta", "GV100 (Titan V)", &["140"]),
    Gpu::nvidia("turing", "TU102 (GeForce RTX 2080 Ti)", &["162"]),
    Gpu::nvidia("ampere", "GA102 (GeForce RTX 3090)", &["172"]),
];

/// The name for all GPUs.
const ALL: &str = "all";
/// The interval at which a process is examined.
const PERIOD: Duration = Duration::from_millis(2);

/// A GPU that is requested.
pub(super) struct Wanted {
    pub(super) gpu: &'static Gpu,
    /// True if it is named, and not only one of all.
    is_named: bool,
}

/// The GPUs of these names, each once, in the order of the table.
///
/// # Errors
/// When a name is unknown.
pub(super) fn selected<'n>(names: impl Iterator<Item = &'n str>) -> Result<Vec<Wanted>, String> {
    let names: Vec<&str> = names.collect();
    if let Some(name) = names.iter().find(|name| **name != ALL && !GPUS.iter().any(|gpu| gpu.name == **name)) {
        let known: Vec<&str> = GPUS.iter().map(|gpu| gpu.name).collect();
        return Err(format!("unknown GPU '{name}'; known are {} and {ALL}", known.join(", ")));
    }
    let all = names.contains(&ALL);
    let wanted = GPUS.iter().map(|gpu| Wanted { gpu, is_named: names.contains(&gpu.name) });
    Ok(wanted.filter(|wanted| all || wanted.is_named).collect())
}

/// GPUs with their drivers.
#[derive(Default)]
pub(super) struct Drivers {
    pub(super) found: Vec<(&'static Gpu, Found)>,
    /// Why the drivers of other GPUs among all are missing.
    pub(super) missing: Vec<String>,
}

/// The drivers of GPUs.
///
/// # Errors
/// When the driver of a named one is missing, or every driver.
pub(super) fn with_drivers(wanted: &[Wanted]) -> Result<Drivers, String> {
    let Drivers { mut found, mut missing } = Drivers::default();
    for Wanted { gpu, is_named } in wanted {
        match gpu.driver.find() {
            Ok(driver) => found.push((*gpu, driver)),
            Err(problem) if *is_named => return Err(problem),
            Err(problem) => missing.push(problem),
        }
    }
    missing.dedup();
    match found.is_empty() && !missing.is_empty() {
        true => Err(missing.join("; ")),
        false => Ok(Drivers { found, missing }),
    }
}

/// A line for each GPU, and where the drivers are.
pub(super) fn list() -> String {
    let mut out: String = GPUS.iter().map(|gpu| format!("{:<8}{}\n", gpu.name, gpu.about)).collect();
    for driver in [&RADV, &NVK] {
        let place = driver.find().map_or_else(|missing| missing, |found| format!("{}: {found}", driver.name));
        out.push_str(&place);
        out.push('\n');
    }
    out
}

/// What a driver makes of a module's entry point for a GPU: its name for the device and the statistics by our names.
///
/// # Errors
/// When no answer comes in time.
pub(super) fn ask(
    driver: &Found,
    gpu: &Gpu,
    words: &[u32],
    entry: &str,
    deadline: Duration,
) -> Result<(String, BTreeMap<&'static str, u64>), String> {
    let mut problem = String::new();
    for chip in gpu.chips {
        match answer(driver, gpu.driver, chip, words, entry, deadline) {
            Ok(told) => {
                return read(gpu.driver, &told)
                    .ok_or_else(|| format!("{}: the driver's answer makes no sense", gpu.name));
            }
            Err(error) => problem = error,
        }
    }
    Err(format!("{}: {problem}", gpu.name))
}

fn read(driver: &Driver, told: &Value) -> Option<(String, BTreeMap<&'static str, u64>)> {
    let statistics = told["statistics"].as_object()?;
    let values =
        statistics.iter().map(|(name, value)| Some((&name[..], value.as_f64()?))).collect::<Option<Vec<_>>>()?;
    Some((told["device"].as_str()?.to_owned(), driver.counts(&values)))
}

/// Runs this program as the process that asks the driver.
fn answer(
    found: &Found,
    driver: &Driver,
    chip: &str,
    words: &[u32],
    entry: &str,
    deadline: Duration,
) -> Result<Value, String> {
    let failed = |error: std::io::Error| format!("the driver's process does not run: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut child = Command::new(program)
        .args(["cost", "--driver"])
        .arg(&found.library)
        .args(["--", entry])
        .envs(driver.environment(chip))
        .envs(found.preload()?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (mut input, mut output, mut errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // They end when the process does.
    let writer = std::thread::spawn(move || input.as_mut().map(|input| input.write_all(&bytes)).is_some());
    let reader = std::thread::spawn(move || all_of(&mut output));
    let complaints = std::thread::spawn(move || all_of(&mut errors));
    let start = Instant::now();
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break Some(status),
            None if start.elapsed() >= deadline => break None,
            None => std::thread::sleep(PERIOD),
        }
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let (_, text, complaints) = (writer.join(), reader.join(), complaints.join());
    let Some(status) = status else {
        return Err(format!("the driver did not answer in {} seconds", deadline.as_secs_f64()));
    };
    if !status.success() {
        return Err(problem(driver, &complaints.unwrap_or_default(), status.code().is_none()));
    }
    serde_json::from_str(&text.unwrap_or_default()).map_err(|error| error.to_string())
}

/// Why a process has failed: what it says itself, or the last thing that a driver says before it ends.
fn problem(driver: &Driver, complaints: &str, has_crashed: bool) -> String {
    if let Some((_, problem)) = complaints.lines().filter_map(|line| line.rsplit_once("error: ")).next_back() {
        return problem.to_owned();
    }
    let last = complaints.lines().rfind(|line| !line.trim().is_empty() && !driver.is_noise(line));
    let crash = "the driver crashed";
    match last.map(str::trim) {
        None => crash.to_owned(),
        Some(last) if has_crashed => format!("{crash}: {last}"),
        Some(last) => last.to_owned(),
    }
}

fn all_of(from: &mut Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    let _ = from.as_mut().map(|from| from.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What the process prints that asks a driver about the module on its standard input.
///
/// # Errors
/// When there is no module, or the driver refuses it.
pub(super) fn told_by(driver: &Path, entry: &str) -> Result<String, String> {
    let bytes = reading::read_data(STANDARD_STREAM).map_err(|error| error.to_string())?;
    let words = reading::module_words(&bytes).ok_or("the standard input holds no module")?;
    let reflection = reflect::read(&words).map_err(|error| error.to_string())?;
    let push_bytes =
        reflection.push_constants.iter().map(|block| (block.offset + block.size) as u32).max().unwrap_or(0);
    let sets = sets(&reflection);
    let point = reflection.entry_points.iter().find(|point| point.name == entry).ok_or("no such entry point")?;
    let partner = matches!(&point.stage[..], VERTEX | FRAGMENT).then(|| partner::partner(point)).transpose()?;
    let graphics = partner.as_ref().map(|partner| Graphics {
        is_fragment: point.stage == FRAGMENT,
        partner: &partner.words,
        attributes: &partner.attributes,
        targets: &partner.targets,
    });
    let shader = Shader { words: &words, entry, sets: &sets, push_bytes, graphics };
    let (device, statistics) = device::statistics(driver, &shader)?;
    let statistics: serde_json::Map<String, Value> =
        statistics.into_iter().map(|statistic| (statistic.name, json!(statistic.value))).collect();
    Ok(json!({ "device": device, "statistics": statistics }).to_string())
}

/// The descriptor sets of a module. An array without a length gets one descriptor.
fn sets(reflection: &Reflection) -> Vec<device::Set> {
    let count = reflection.bindings.iter().map(|binding| binding.set as usize + 1).max().unwrap_or(0);
    let mut sets = vec![Vec::new(); count];
    for binding in &reflection.bindings {
        let set: &mut device::Set = &mut sets[binding.set as usize];
        // Variables may share a binding.
        if !set.iter().any(|slot| slot.binding == binding.binding) {
            let count = binding.count.number().unwrap_or(1).clamp(1, 1 << 20) as u32;
            set.push(Slot { binding: binding.binding, descriptor: descriptor(binding.descriptor), count });
        }
    }
    sets
}

/// Vulkan's number of a descriptor type.
fn descriptor(descriptor: Descriptor) -> i32 {
    match descriptor {
        Descriptor::Sampler => 0,
        Descriptor::CombinedImageSampler => 1,
        Descriptor::SampledImage => 2,
        Descriptor::StorageImage => 3,
        Descriptor::UniformTexelBuffer => 4,
        Descriptor::StorageTexelBuffer => 5,
        Descriptor::UniformBuffer => 6,
        Descriptor::StorageBuffer => 7,
        Descriptor::InputAttachment => 10,
        Descriptor::AccelerationStructure => 1_000_150_000,
        _ => 1_000_460_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_drivers_are_told_from_what_they_print() {
        let own = "Unknown DRM_IOCTL_NOUVEAU_GETPARAM 18\nhlsl2spirv: error: no device\nWARNING: NVK is odd\n";
        assert_eq!(problem(&NVK, own, false), "no device");
        assert_eq!(problem(&NVK, "Unknown DRM_IOCTL_NOUVEAU_GETPARAM 18\n", true), "the driver crashed");
        let crash = "assertion failed: a register\nnote: run with RUST_BACKTRACE=1\n\n";
        assert_eq!(problem(&NVK, crash, true), "the driver crashed: assertion failed: a register");
        assert_eq!(problem(&RADV, "radv: Unknown family: gfx1201\n", false), "radv: Unknown family: gfx1201");
    }

    #[test]
    fn names_are_unique_and_of_known_counts() {
        let names: std::collections::BTreeSet<_> = GPUS.iter().map(|gpu| gpu.name).collect();
        assert_eq!(names.len(), GPUS.len());
        for gpu in GPUS {
            assert!(gpu.driver.statistics.iter().any(|(name, _)| *name == "instructions"), "{}", gpu.name);
        }
    }
}
