//! Compilers under test: text and options in, words or a message out.

use crate::case::Settings;
use driver::{Compiler as Driver, NoIncludes};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// A compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// This project's, through its library.
    Ours,
    /// DXC's command.
    Dxc(PathBuf),
    /// Slang's command, `slangc`.
    Slang(PathBuf),
    /// Clang's command in DXC's manner, `clang-dxc`.
    Clang(PathBuf),
    /// Glslang's command, `glslang`.
    Glslang(PathBuf),
}

impl std::str::FromStr for Compiler {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = text.split_once(':').map_or((text, None), |(name, path)| (name, Some(PathBuf::from(path))));
        let or = |usual: &str| path.clone().unwrap_or_else(|| usual.into());
        match name {
            "ours" => Ok(Compiler::Ours),
            "dxc" => Ok(Compiler::Dxc(or("dxc"))),
            "slang" => Ok(Compiler::Slang(or("slangc"))),
            "clang" => Ok(Compiler::Clang(or("clang-dxc"))),
            "glslang" => Ok(Compiler::Glslang(or("glslang"))),
            _ => Err(format!(
                "unknown compiler '{name}': expected ours, dxc:PATH, slang:PATH, clang:PATH or glslang:PATH"
            )),
        }
    }
}

impl Compiler {
    /// The name on the page of results.
    pub fn name(&self) -> &'static str {
        match self {
            Compiler::Ours => "hlsl2spirv",
            Compiler::Dxc(_) => "DXC",
            Compiler::Slang(_) => "Slang",
            Compiler::Clang(_) => "Clang",
            Compiler::Glslang(_) => "glslang",
        }
    }

    /// Returns whether it is run for any stage. The others are run for compute shaders alone.
    pub fn takes_profiles(&self) -> bool {
        matches!(self, Compiler::Ours | Compiler::Dxc(_) | Compiler::Clang(_))
    }

    /// The words of a shader with an entry point `main`.
    ///
    /// # Errors
    /// When the compiler refuses the text, or fails.
    pub fn compile(&self, text: &str, settings: &Settings, options: &[&str], level: &str) -> Result<Vec<u32>, String> {
        match self {
            Compiler::Ours => ours(text, options, level),
            Compiler::Dxc(path) => {
                let mut command = Command::new(path);
                command.args(options).args(["-spirv", "-E", "main", level]);
                by_command(command, text, |command, input, output| {
                    command.arg("-Fo").arg(output).arg(input);
                })
            }
            Compiler::Clang(path) => {
                let mut command = Command::new(path);
                command.args(options).args(["-spirv", "-E", "main", "-fspv-target-env=vulkan1.3"]);
                command.arg(if level == "-O3" { "-O3" } else { "-Od" });
                by_command(command, &without_linkage(text), |command, input, output| {
                    command.arg("-Fo").arg(output).arg(input);
                })
            }
            Compiler::Slang(path) => {
                let mut command = Command::new(path);
                command.args(["-lang", "hlsl", "-target", "spirv", "-profile", "sm_6_6", "-entry", "main"]);
                command.args(["-stage", "compute", "-fvk-use-entrypoint-name", "-warnings-disable", "39029"]);
                // Registers are bindings.
                for class in ["-fvk-t-shift", "-fvk-u-shift", "-fvk-b-shift", "-fvk-s-shift"] {
                    command.args([class, "0", "0"]);
                }
                command.args(settings.options.iter().filter(|option| option.starts_with("-fvk-use-")));
                command.arg(if level == "-O3" { "-O3" } else { "-O0" });
                by_command(command, text, |command, input, output| {
                    command.arg("-o").arg(output).arg(input);
                })
            }
            Compiler::Glslang(path) => {
                let mut command = Command::new(path);
                // It marks buffers in a way that later versions of SPIR-V lack.
                command.args(["-D", "-V", "-e", "main", "-S", "comp", "--target-env", "vulkan1.1"]);
                if settings.small {
                    command.arg("--hlsl-enable-16bit-types");
                }
                if level != "-O3" {
                    command.arg("-Od");
                }
                by_command(command, text, |command, input, output| {
                    command.arg("-o").arg(output).arg(input);
                })
            }
        }
    }
}

/// The text with all but the entry point in a namespace without a name: Clang fails on functions that other modules may
/// call.
fn without_linkage(text: &str) -> String {
    match text.rsplit_once("\n[numthreads") {
        Some((functions, entry)) => format!("namespace {{\n{functions}\n}}\n[numthreads{entry}"),
        None => text.to_owned(),
    }
}

fn ours(text: &str, options: &[&str], level: &str) -> Result<Vec<u32>, String> {
    let mut all = options.to_vec();
    all.extend(["-Wno-everything", level]);
    let compiler = Driver::from_args(&all).map_err(|failure| failure.to_string())?;
    let artifact = compiler.compile("probe.hlsl", text, &NoIncludes).map_err(|failure| failure.to_string())?;
    Ok(artifact.words)
}

/// Files that are gone when their folder is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("conformance-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a compiler's command on a file with the text.
fn by_command(
    mut command: Command,
    text: &str,
    files: impl Fn(&mut Command, &Path, &Path),
) -> Result<Vec<u32>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let scratch = Scratch::new().map_err(failed)?;
    let (input, output) = (scratch.0.join("probe.hlsl"), scratch.0.join("probe.spv"));
    std::fs::write(&input, text).map_err(failed)?;
    files(&mut command, &input, &output);
    let done = command.output().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let bytes = std::fs::read(&output).ok().filter(|_| done.status.success());
    let Some(bytes) = bytes else {
        let said = [done.stdout, done.stderr].concat();
        return Err(String::from_utf8_lossy(&said).replace(&*input.to_string_lossy(), "probe.hlsl"));
    };
    Ok(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}
