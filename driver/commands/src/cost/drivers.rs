//! Drivers that compile for GPUs that are not there: where they are, what they need, and the names of what they tell.

use library::files::names::to_path;
use library::files::reading;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

/// A driver.
pub(super) struct Driver {
    /// Its name.
    pub(super) name: &'static str,
    /// How the names of the files begin that describe it.
    files: &'static str,
    /// The environment variable with the chip.
    chip: &'static str,
    /// Environment variables without which it has no device.
    environment: &'static [(&'static str, &'static str)],
    /// The library that takes the place of the kernel's driver, if it needs one, and what to say where it is missing.
    shim: Option<(&'static str, &'static str)>,
    /// What to say where the driver is missing.
    missing: &'static str,
    /// How lines begin that it prints without need.
    noise: &'static [&'static str],
    /// Counts by the names of tables, JSON and budgets, with the driver's statistics, which are added up.
    pub(super) statistics: &'static [(&'static str, &'static [&'static str])],
}

/// Mesa's driver for AMD's GPUs.
pub(super) const RADV: Driver = Driver {
    name: "RADV",
    files: "radeon",
    chip: "RADV_FORCE_FAMILY",
    environment: &[],
    shim: None,
    missing: "Mesa's driver RADV is not installed (package mesa-vulkan-drivers on Debian, Ubuntu and Fedora, \
              vulkan-radeon on Arch)",
    noise: &[],
    statistics: &[
        ("vgprs", &["VGPRs"]),
        ("sgprs", &["SGPRs"]),
        ("spills", &["Spilled VGPRs", "Spilled SGPRs"]),
        ("scratch", &["Scratch size"]),
        ("lds", &["LDS size"]),
        ("waves", &["Subgroups per SIMD"]),
        ("code", &["Code size"]),
        (INSTRUCTIONS, &["Instructions"]),
        ("latency", &["Latency"]),
        ("throughput", &["Inverse Throughput"]),
    ],
};

/// Mesa's driver for NVIDIA's GPUs. Version 25.0 tells no spills, waves and cycles, and takes chips before Turing on request alone.
pub(super) const NVK: Driver = Driver {
    name: "NVK",
    files: "nouveau",
    chip: "NOUVEAU_CHIPSET",
    environment: &[("NVK_I_WANT_A_BROKEN_VULKAN_DRIVER", "1")],
    shim: Some((
        "libnouveau_noop_drm_shim.so",
        "Mesa's DRM shim for NVIDIA's GPUs, libnouveau_noop_drm_shim.so, is not installed (package mesa-drm-shim on \
         Debian 13; HLSL2SPIRV_DRM_SHIM names the file if it is elsewhere)",
    )),
    missing: "Mesa's driver NVK is not installed (package mesa-vulkan-drivers on Debian 13 and Fedora, vulkan-nouveau on \
              Arch)",
    noise: &["Unknown DRM_IOCTL", "WARNING: NVK", "note: "],
    statistics: &[
        ("gprs", &["Number of GPRs"]),
        ("spills", &["Spills to memory"]),
        ("scratch", &["SLM Size"]),
        ("waves", &["Max warps/SM"]),
        ("code", &["Code Size"]),
        (INSTRUCTIONS, &["Instruction count"]),
        ("cycles", &["Static cycle count"]),
    ],
};

/// The count of instructions. No shader has none: a driver that tells zero does not know it.
const INSTRUCTIONS: &str = "instructions";
/// Environment variables with files that describe drivers.
const DRIVER_FILES: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
/// How the names of such files end.
const ENDS: [&str; 3] = ["_icd.x86_64.json", "_icd.aarch64.json", "_icd.json"];
/// The folders with such files.
const FOLDERS: [&str; 3] = ["/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"];
/// The environment variable with the shim.
const SHIM: &str = "HLSL2SPIRV_DRM_SHIM";
/// The environment variable with libraries that a process loads first.
const PRELOAD: &str = "LD_PRELOAD";

/// A driver that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its library: a path, or a name for the system's loader.
    pub(super) library: PathBuf,
    /// The shim that it needs.
    shim: Option<PathBuf>,
}

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.library.display())?;
        self.shim.as_ref().map_or(Ok(()), |shim| write!(f, ", {}", shim.display()))
    }
}

impl Found {
    /// The environment variable that loads the shim into the process of the driver, and into no other.
    ///
    /// # Errors
    /// When the shim's path cannot be in the variable.
    pub(super) fn preload(&self) -> Result<Option<(&'static str, OsString)>, String> {
        let Some(shim) = &self.shim else { return Ok(None) };
        if shim.to_string_lossy().contains([' ', ':']) {
            return Err(format!("'{}' cannot be loaded: its path has a space or a colon", shim.display()));
        }
        let mut all = shim.clone().into_os_string();
        if let Some(others) = std::env::var_os(PRELOAD).filter(|others| !others.is_empty()) {
            all.push(":");
            all.push(others);
        }
        Ok(Some((PRELOAD, all)))
    }
}

impl Driver {
    /// Finds the driver as Vulkan's loader does, and its shim.
    ///
    /// # Errors
    /// When one of them is not installed.
    pub(super) fn find(&self) -> Result<Found, String> {
        let told: Vec<PathBuf> = DRIVER_FILES
            .iter()
            .filter_map(std::env::var_os)
            .flat_map(|files| std::env::split_paths(&files).collect::<Vec<_>>())
            .collect();
        let library = self.library(&told, &FOLDERS.map(Path::new)).ok_or(self.missing)?;
        let shim = self.shim.map(|(file, missing)| {
            shim(file, std::env::var_os(SHIM).map(PathBuf::from), &library_folders(&library), missing)
        });
        Ok(Found { library, shim: shim.transpose()? })
    }

    /// The library by the files that describe drivers: those of the environment, and those of folders.
    fn library(&self, told: &[PathBuf], folders: &[&Path]) -> Option<PathBuf> {
        let is_own =
            |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(self.files));
        let usual = folders.iter().flat_map(|folder| ENDS.map(|end| folder.join(format!("{}{end}", self.files))));
        told.iter().filter(is_own).cloned().chain(usual).find_map(|file| library(&file))
    }

    /// The environment of its process for a chip.
    pub(super) fn environment<'c>(&self, chip: &'c str) -> impl Iterator<Item = (&'static str, &'c str)> {
        std::iter::once((self.chip, chip)).chain(self.environment.iter().copied())
    }

    /// Returns whether a line says nothing about a failure.
    pub(super) fn is_noise(&self, line: &str) -> bool {
        self.noise.iter().any(|noise| line.starts_with(noise))
    }

    /// The counts of the statistics that the driver has told.
    pub(super) fn counts(&self, told: &[(&str, f64)]) -> BTreeMap<&'static str, u64> {
        let sum = |names: &[&str]| {
            let values: Vec<f64> =
                told.iter().filter(|(name, _)| names.contains(name)).map(|(_, value)| *value).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() as u64)
        };
        let known = self.statistics.iter().filter_map(|(name, theirs)| Some((*name, sum(theirs)?)));
        known.filter(|(name, count)| *name != INSTRUCTIONS || *count > 0).collect()
    }
}

/// The library that a file describes: a path from the file's folder on, or a name for the system's loader.
fn library(file: &Path) -> Option<PathBuf> {
    let bytes = reading::read_data(&file.to_string_lossy()).ok()?;
    let document: Value = serde_json::from_slice(&bytes).ok()?;
    let path = to_path(document["ICD"]["library_path"].as_str()?).into_owned();
    let is_name = path.components().count() == 1;
    Some(if is_name { path } else { file.parent()?.join(path) })
}

/// The folders with libraries: the driver's own, and the usual ones of distributions.
fn library_folders(driver: &Path) -> Vec<PathBuf> {
    let own = driver.parent().filter(|folder| folder.is_absolute()).map(Path::to_owned);
    let usual = ["/usr/local/lib", "/usr/lib"].into_iter().flat_map(|root| {
        let triple = format!("{root}/{}-linux-gnu", std::env::consts::ARCH);
        [triple, format!("{root}64"), root.to_owned()].map(PathBuf::from)
    });
    own.into_iter().chain(usual).collect()
}

/// The shim: the file that the environment names, or that of the first folder with one.
fn shim(file: &str, named: Option<PathBuf>, folders: &[PathBuf], missing: &str) -> Result<PathBuf, String> {
    match named {
        Some(named) if named.is_file() => Ok(std::path::absolute(&named).unwrap_or(named)),
        Some(named) => Err(format!("{SHIM} names '{}', which is not a file", named.display())),
        None => {
            folders.iter().map(|folder| folder.join(file)).find(|shim| shim.is_file()).ok_or_else(|| missing.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, which goes with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("hlsl2spirv-drivers-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            Folder(folder)
        }

        fn with(&self, name: &str, text: &str) -> PathBuf {
            std::fs::write(self.0.join(name), text).expect("written");
            self.0.join(name)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_driver_is_found_by_the_file_that_describes_it() {
        let folder = Folder::new("found");
        let describes = |library: &str| format!("{{\"ICD\": {{\"library_path\": \"{library}\"}}}}");
        folder.with("nouveau_icd.json", &describes("libvulkan_nouveau.so"));
        let other = folder.with("radeon_mine.json", &describes("./lib/own.so"));
        assert_eq!(NVK.library(&[], &[&folder.0]), Some(PathBuf::from("libvulkan_nouveau.so")));
        assert_eq!(NVK.library(std::slice::from_ref(&other), &[]), None);
        assert_eq!(RADV.library(&[], &[&folder.0]), None);
        assert_eq!(RADV.library(&[other], &[&folder.0]), Some(folder.0.join("./lib/own.so")));
    }

    #[test]
    fn a_shim_is_found_in_folders_or_by_its_name_in_the_environment() {
        let folder = Folder::new("shim");
        let folders = [folder.0.join("none"), folder.0.clone()];
        assert_eq!(shim("shim.so", None, &folders, "missing"), Err("missing".to_owned()));
        let file = folder.with("shim.so", "");
        assert_eq!(shim("shim.so", None, &folders, "missing"), Ok(file.clone()));
        assert_eq!(shim("other.so", Some(file.clone()), &[], "missing"), Ok(file));
        let wrong = shim("shim.so", Some(folder.0.join("gone.so")), &folders, "missing");
        assert!(wrong.is_err_and(|error| error.starts_with("HLSL2SPIRV_DRM_SHIM names '")));
    }

    #[test]
    fn a_shim_is_loaded_into_the_process_alone_that_needs_it() {
        let found = |shim: Option<&str>| Found { library: "driver.so".into(), shim: shim.map(PathBuf::from) };
        assert_eq!(found(None).preload(), Ok(None));
        let (name, value) = found(Some("/usr/lib/shim.so")).preload().expect("a path").expect("a variable");
        assert_eq!(name, "LD_PRELOAD");
        assert!(value.to_string_lossy().split(':').next() == Some("/usr/lib/shim.so"), "{value:?}");
        assert!(found(Some("/my libs/shim.so")).preload().is_err_and(|error| error.contains("a space")));
    }

    #[test]
    fn statistics_are_read_by_name() {
        let told = [("Instruction count", 730.0), ("Code Size", 11680.0), ("Number of GPRs", 55.0), ("SLM Size", 0.0)];
        let expected = [("code", 11680), ("gprs", 55), ("instructions", 730), ("scratch", 0)];
        assert_eq!(NVK.counts(&told), BTreeMap::from(expected));
        // Where nothing is counted, the driver tells zero.
        let told = [("Instruction count", 0.0), ("Number of GPRs", 42.0), ("Spills to memory", 3.0), ("Other", 1.0)];
        assert_eq!(NVK.counts(&told), BTreeMap::from([("gprs", 42), ("spills", 3)]));
        let told = [("Spilled SGPRs", 2.0), ("Spilled VGPRs", 3.0), ("Latency", 10.0)];
        assert_eq!(RADV.counts(&told), BTreeMap::from([("spills", 5), ("latency", 10)]));
    }

    #[test]
    fn noise_of_a_driver_is_no_reason() {
        assert!(NVK.is_noise("Unknown DRM_IOCTL_NOUVEAU_GETPARAM 18"));
        assert!(!NVK.is_noise("assertion failed: true") && !RADV.is_noise("note: radv"));
    }
}
