//! The words of shaders: assembly, numbers, HLSL, and GLSL where `glslangValidator` is found.
//!
//! It must not know what is bound to shaders.

use amber::Script;
use amber::script::{Shader, Source, Stage};
use frontend::preprocess::IncludeHandler;
use launch::drawing::stages::Row;
use library::Compiler;
use library::files::names::to_text;
use library::files::reading;
use runner::stages::rows::Stage as Kind;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use text::assembly;

/// A vertex shader that passes its position on.
const PASS_THROUGH: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Vertex %main \"main\" %in %out
    OpDecorate %in Location 0
    OpMemberDecorate %block 0 BuiltIn Position
    OpDecorate %block Block
    %void = OpTypeVoid
    %type = OpTypeFunction %void
    %float = OpTypeFloat 32
    %v4 = OpTypeVector %float 4
    %block = OpTypeStruct %v4
    %to_input = OpTypePointer Input %v4
    %to_block = OpTypePointer Output %block
    %to_output = OpTypePointer Output %v4
    %int = OpTypeInt 32 1
    %zero = OpConstant %int 0
    %in = OpVariable %to_input Input
    %out = OpVariable %to_block Output
    %main = OpFunction %void None %type
    %start = OpLabel
    %at = OpLoad %v4 %in
    %place = OpAccessChain %to_output %out %zero
    OpStore %place %at
    OpReturn
    OpFunctionEnd";

/// The words of a shader for a stage.
///
/// # Errors
/// When its language is not supported, or it is wrong.
pub(super) fn words(
    (script, shader): (&Script, &Shader),
    (stage, entry): (Stage, &str),
    file: &Path,
) -> Result<Vec<u32>, String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let path = |own: &str| to_text(folder.join(own).as_os_str()).into_owned();
    let read = |own: &str| {
        let name = path(own);
        reading::read_data(&name).map_err(|error| format!("cannot read '{name}': {error}"))
    };
    let text = || match &shader.source {
        Source::PassThrough => Ok(PASS_THROUGH.to_owned()),
        Source::Text(text) => Ok(text.clone()),
        Source::File(own) => read(own).map(reading::decode),
    };
    match shader.language.as_str() {
        "PASSTHROUGH" | "SPIRV-ASM" => {
            let version = version(shader.target.as_deref(), stage);
            let options = assembly::Options { version, ..assembly::Options::default() };
            assembly::assemble(&text()?, &options).map_err(|error| format!("in the shader: {error}"))
        }
        "SPIRV-HEX" => {
            let number = |word: &str| u32::from_str_radix(word.trim_start_matches("0x"), 16).ok();
            let words = text()?.split_whitespace().map(number).collect::<Option<Vec<u32>>>();
            words.ok_or_else(|| "the shader is not a list of hexadecimal numbers".to_owned())
        }
        "SPIRV-BIN" => {
            let Source::File(own) = &shader.source else { return Err("the shader is not a file".to_owned()) };
            reading::module_words(&read(own)?).ok_or_else(|| format!("'{own}' is not a module"))
        }
        "HLSL" => hlsl(script, &text()?, stage, entry, file),
        "GLSL" => glsl(&text()?, stage, shader.target.as_deref(), folder),
        other => Err(format!("shaders in {other} are not supported")),
    }
}

/// The version of SPIR-V in an environment such as `spv1.3` or `vulkan1.1`.
fn version(target: Option<&str>, stage: Stage) -> (u8, u8) {
    match target {
        // Rays came with this version.
        None if stage.is_of_rays() => (1, 4),
        None => (1, 0),
        Some("vulkan1.1" | "vulkan1.1spv1.3") => (1, 3),
        Some("vulkan1.1spv1.4") => (1, 4),
        Some("vulkan1.2") => (1, 5),
        Some("vulkan1.3") => (1, 6),
        Some(name) => {
            let minor = name.strip_prefix("spv1.").and_then(|minor| minor.parse().ok());
            (1, minor.filter(|minor| *minor <= 6).unwrap_or(0))
        }
    }
}

/// The stage of a draw, if it is one.
pub(super) fn kind(stage: Stage) -> Option<Kind> {
    Some(match stage {
        Stage::Vertex => Kind::Vertex,
        Stage::Hull => Kind::Hull,
        Stage::Domain => Kind::Domain,
        Stage::Geometry => Kind::Geometry,
        Stage::Pixel => Kind::Pixel,
        Stage::Compute
        | Stage::Multi
        | Stage::RayGeneration
        | Stage::Miss
        | Stage::ClosestHit
        | Stage::AnyHit
        | Stage::Intersection
        | Stage::Callable => return None,
    })
}

/// Files of the script, then those of the disk.
struct Within<'w> {
    files: &'w BTreeMap<String, String>,
    folder: String,
}

impl IncludeHandler for Within<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let own = path.strip_prefix(&self.folder).map_or(path, |rest| rest.trim_start_matches('/'));
        let found = self.files.get(own).map(|text| Arc::from(text.as_str()));
        found.or_else(|| reading::Disk.load(path))
    }
}

fn hlsl(script: &Script, text: &str, stage: Stage, entry: &str, file: &Path) -> Result<Vec<u32>, String> {
    let profile = match kind(stage) {
        Some(kind) => Row::of(kind).profile(None),
        None if stage.is_of_rays() => "lib_6_6".to_owned(),
        None => "cs_6_6".to_owned(),
    };
    let failed = |failure: library::Failure| format!("in the shader: {failure}");
    let arguments = ["-T", &profile, "-E", entry, "-fspv-target-env=vulkan1.3", "-Wno-everything"];
    let compiler = Compiler::from_args(&arguments).map_err(failed)?;
    let folder = to_text(file.parent().unwrap_or(Path::new("")).as_os_str()).into_owned();
    let includes = Within { files: &script.files, folder };
    let name = to_text(file.as_os_str());
    Ok(compiler.compile(&name, text, &includes).map_err(failed)?.words)
}

/// The compiler of GLSL, from the paths of programs.
const GLSLANG: &str = "glslangValidator";

/// Compiles GLSL.
fn glsl(text: &str, stage: Stage, target: Option<&str>, folder: &Path) -> Result<Vec<u32>, String> {
    let name = match stage {
        Stage::Compute => "comp",
        Stage::Vertex => "vert",
        Stage::Hull => "tesc",
        Stage::Domain => "tese",
        Stage::Geometry => "geom",
        Stage::Pixel => "frag",
        Stage::RayGeneration => "rgen",
        Stage::Miss => "rmiss",
        Stage::ClosestHit => "rchit",
        Stage::AnyHit => "rahit",
        Stage::Intersection => "rint",
        Stage::Callable => "rcall",
        Stage::Multi => return Err("GLSL has one stage".to_owned()),
    };
    let target = match target {
        Some(name) if name.starts_with("spv") => name.replacen("spv", "spirv", 1),
        Some(name) => name.split("spv").next().unwrap_or(name).to_owned(),
        None if stage.is_of_rays() => "spirv1.4".to_owned(),
        None => "spirv1.0".to_owned(),
    };
    let mut include = std::ffi::OsString::from("-I");
    include.push(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let output: PathBuf = ["/dev", "stdout"].iter().collect();
    let child = Command::new(GLSLANG)
        .args(["-V", "-w", "--quiet", "--stdin", "-S", name, "--target-env", &target, "-o"])
        .arg(output)
        .arg(include)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(|_| format!("GLSL is not supported without {GLSLANG}, which is not found"))?;
    let (input, text) = (child.stdin.take(), text.to_owned());
    let writer = std::thread::spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
    let output = child.wait_with_output().map_err(|error| format!("{GLSLANG} does not end: {error}"))?;
    let _ = writer.join();
    // Warnings come first.
    let start = output.stdout.windows(4).position(|bytes| *bytes == spirv::MAGIC_NUMBER.to_le_bytes());
    let words = start.and_then(|start| reading::module_words(&output.stdout[start..]));
    match words.filter(|_| output.status.success()) {
        Some(words) => Ok(words),
        None => Err(format!("{GLSLANG} does not compile the shader:\n{}", String::from_utf8_lossy(&output.stdout))),
    }
}
