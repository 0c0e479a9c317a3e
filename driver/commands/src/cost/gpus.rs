//! GPUs whose drivers compile shaders without the GPU: the table, and the driver's statistics from a process of its own.
//!
//! Drivers are found at run time. They may crash or hang on a shader, which costs one answer.

use super::partner::{self, FRAGMENT, VERTEX};
use device::{Graphics, Shader, Slot};
use library::files::names::{STANDARD_STREAM, to_path};
use library::files::reading;
use reflect::{Descriptor, Reflection};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A GPU.
pub(super) struct Gpu {
    /// Its name on the command line.
    pub(super) name: &'static str,
    /// What it is.
    about: &'static str,
    /// The names of a chip of the generation in versions of Mesa.
    families: &'static [&'static str],
}

/// The generations of AMD's GPUs, which Mesa's driver RADV compiles for. Chips of one generation get the same code.
pub(super) const GPUS: &[Gpu] = &[
    Gpu { name: "gcn1", about: "Southern Islands (Radeon HD 7970)", families: &["tahiti"] },
    Gpu { name: "gcn3", about: "Volcanic Islands (Radeon R9 285)", families: &["tonga"] },
    Gpu { name: "gcn4", about: "Polaris (Radeon RX 480)", families: &["polaris10"] },
    Gpu { name: "gcn5", about: "Vega (Radeon RX Vega 64)", families: &["vega10"] },
    Gpu { name: "rdna1", about: "Navi 10 (Radeon RX 5700)", families: &["navi10"] },
    Gpu { name: "rdna2", about: "Navi 21 (Radeon RX 6800)", families: &["navi21"] },
    Gpu { name: "rdna3", about: "Navi 31 (Radeon RX 7900)", families: &["navi31", "gfx1100"] },
    Gpu { name: "rdna4", about: "Navi 48 (Radeon RX 9070)", families: &["gfx1201"] },
];

/// The statistics by the names of tables, JSON and budgets, with those of RADV, which are added up.
pub(super) const STATISTICS: &[(&str, &[&str])] = &[
    ("vgprs", &["VGPRs"]),
    ("sgprs", &["SGPRs"]),
    ("spills", &["Spilled VGPRs", "Spilled SGPRs"]),
    ("scratch", &["Scratch size"]),
    ("lds", &["LDS size"]),
    ("waves", &["Subgroups per SIMD"]),
    ("code", &["Code size"]),
    ("instructions", &["Instructions"]),
    ("latency", &["Latency"]),
    ("throughput", &["Inverse Throughput"]),
];

/// The name for all GPUs.
const ALL: &str = "all";
/// The environment variable with which RADV takes a chip that is not there.
const FAMILY: &str = "RADV_FORCE_FAMILY";
/// Environment variables with files that describe drivers.
const DRIVER_FILES: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
/// The files that describe RADV.
const NAMES: [&str; 3] = ["radeon_icd.x86_64.json", "radeon_icd.aarch64.json", "radeon_icd.json"];
/// The folders with such files.
const FOLDERS: [&str; 3] = ["/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"];
/// What to say where the driver is missing.
const MISSING: &str = "Mesa's driver RADV is not installed (package mesa-vulkan-drivers on Debian, Ubuntu and Fedora, vulkan-radeon on Arch)";
/// The interval at which a process is examined.
const PERIOD: Duration = Duration::from_millis(2);

/// The GPUs of these names, each once, in the order of the table.
///
/// # Errors
/// When a name is unknown.
pub(super) fn selected<'n>(names: impl Iterator<Item = &'n str>) -> Result<Vec<&'static Gpu>, String> {
    let names: Vec<&str> = names.collect();
    if let Some(name) = names.iter().find(|name| **name != ALL && !GPUS.iter().any(|gpu| gpu.name == **name)) {
        let known: Vec<&str> = GPUS.iter().map(|gpu| gpu.name).collect();
        return Err(format!("unknown GPU '{name}'; known are {} and {ALL}", known.join(", ")));
    }
    Ok(GPUS.iter().filter(|gpu| names.iter().any(|name| *name == ALL || *name == gpu.name)).collect())
}

/// A line for each GPU, and where its driver is.
pub(super) fn list() -> String {
    let lines: String = GPUS.iter().map(|gpu| format!("{:<8}{}\n", gpu.name, gpu.about)).collect();
    let driver = driver().map_or_else(|missing| missing, |driver| format!("RADV: {}", driver.display()));
    format!("{lines}{driver}\n")
}

/// The library of the driver.
///
/// # Errors
/// When it is not installed.
pub(super) fn driver() -> Result<PathBuf, String> {
    let told = DRIVER_FILES.iter().filter_map(std::env::var_os).flat_map(|files| {
        let files: Vec<PathBuf> = std::env::split_paths(&files).collect();
        files
    });
    let told = told.filter(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("radeon")));
    let usual = FOLDERS.iter().flat_map(|folder| NAMES.iter().map(move |name| Path::new(folder).join(name)));
    told.chain(usual).find_map(|file| library(&file)).ok_or_else(|| MISSING.to_owned())
}

/// The library that a file describes: a path from the file's folder on, or a name for the system's loader.
fn library(file: &Path) -> Option<PathBuf> {
    let bytes = reading::read_data(&file.to_string_lossy()).ok()?;
    let document: Value = serde_json::from_slice(&bytes).ok()?;
    let path = to_path(document["ICD"]["library_path"].as_str()?).into_owned();
    let is_name = path.components().count() == 1;
    Some(if is_name { path } else { file.parent()?.join(path) })
}

/// What a driver makes of a module's entry point for a GPU: its name for the device and the statistics by our names.
///
/// # Errors
/// When no answer comes in time.
pub(super) fn ask(
    driver: &Path,
    gpu: &Gpu,
    words: &[u32],
    entry: &str,
    deadline: Duration,
) -> Result<(String, BTreeMap<&'static str, u64>), String> {
    let mut problem = String::new();
    for family in gpu.families {
        match answer(driver, family, words, entry, deadline) {
            Ok(told) => return read(&told).ok_or_else(|| format!("{}: the driver's answer makes no sense", gpu.name)),
            Err(error) => problem = error,
        }
    }
    Err(format!("{}: {problem}", gpu.name))
}

fn read(told: &Value) -> Option<(String, BTreeMap<&'static str, u64>)> {
    let statistics = told["statistics"].as_object()?;
    let sum = |names: &[&str]| {
        let values: Vec<f64> = names.iter().filter_map(|name| statistics.get(*name)?.as_f64()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() as u64)
    };
    let known = STATISTICS.iter().filter_map(|(name, theirs)| Some((*name, sum(theirs)?)));
    Some((told["device"].as_str()?.to_owned(), known.collect()))
}

/// Runs this program as the process that asks the driver.
fn answer(driver: &Path, family: &str, words: &[u32], entry: &str, deadline: Duration) -> Result<Value, String> {
    let failed = |error: std::io::Error| format!("the driver's process does not run: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut child = Command::new(program)
        .args(["cost", "--driver"])
        .arg(driver)
        .args(["--", entry])
        .env(FAMILY, family)
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
        let complaints = complaints.unwrap_or_default();
        let last = complaints.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("the driver crashed");
        return Err(last.rsplit_once("error: ").map_or(last, |(_, problem)| problem).to_owned());
    }
    serde_json::from_str(&text.unwrap_or_default()).map_err(|error| error.to_string())
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
