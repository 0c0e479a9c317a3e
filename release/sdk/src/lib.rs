//! The folders of an SDK: `bin`, `lib`, `include`, as CMake's `FindVulkan` looks for DXC in them.
//!
//! Owns which file goes where and under which names; must not know how any of them is built.

pub mod sbom;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files that have been built.
#[derive(Debug)]
pub struct Parts {
    /// The command.
    pub command: PathBuf,
    /// The folder of the shared libraries.
    pub libraries: PathBuf,
    /// The root of the sources.
    pub sources: PathBuf,
}

/// Files that are copied: out of which folder, their name, and the folder that they go to.
const COPIES: &[(&str, &str, &str)] = &[
    ("embed/capi/include", "hlsl2spirv.h", "include"),
    ("embed/capi/include", "hlsl2spirv.hpp", "include"),
    ("embed/capi/include", "hspv.h", "include"),
    ("release/cmake", "hlsl2spirv-config.cmake", "lib/cmake/hlsl2spirv"),
    (".", "LICENSE-APACHE", "share/doc/hlsl2spirv"),
    (".", "LICENSE-MIT", "share/doc/hlsl2spirv"),
];

/// Second names: the folder, the name, and what it represents.
const LINKS: &[(&str, &str, &str)] = &[
    ("bin", "dxc", "hlsl2spirv"),
    ("bin", "ShaderMake", "hlsl2spirv"),
    // The name that programs ask for which were linked with DXC's own file.
    ("lib", "libdxcompiler.so.3.7", "libdxcompiler.so"),
];

/// The shared libraries.
const LIBRARIES: &[&str] = &["libdxcompiler.so", "libhlsl2spirv_c.so"];

impl Parts {
    /// Lays the parts out in a folder, in place of what an earlier call has put there.
    ///
    /// # Errors
    /// When a part is missing or a file cannot be written, with its path.
    pub fn lay_out(&self, folder: &Path) -> io::Result<()> {
        copy(&self.command, &folder.join("bin/hlsl2spirv"))?;
        for name in LIBRARIES {
            copy(&self.libraries.join(name), &folder.join("lib").join(name))?;
        }
        for (from, name, to) in COPIES {
            copy(&self.sources.join(from).join(name), &folder.join(to).join(name))?;
        }
        LINKS.iter().try_for_each(|(place, name, target)| link(&folder.join(place), name, target))
    }
}

/// Copies a file in place of another one, which may be running.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    remove(to)?;
    fs::copy(from, to).map(drop).map_err(|error| at(from, &error))
}

fn link(folder: &Path, name: &str, target: &str) -> io::Result<()> {
    let place = folder.join(name);
    remove(&place)?;
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(target, &place);
    #[cfg(not(unix))]
    let made = fs::copy(folder.join(target), &place).map(drop);
    made.map_err(|error| at(&place, &error))
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(file, &error)),
        _ => Ok(()),
    }
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
