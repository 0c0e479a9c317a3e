//! The system's `spirv-val`, of any version: a second opinion on modules if SPIRV-Tools are not built in.

use crate::collect;
use crate::compiler::{self, HAS_ORACLE};
use crate::directives::{self, Run};
use driver::settings::LayoutChoice;
use driver::{Artifact, Compiler};
use libtest_mimic::{Failed, Trial};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The option for modules before legalisation.
pub(crate) const EARLY: &str = "--before-hlsl-legalization";

/// The beginnings of an older validator's messages about newer features.
const OLDER: &[&str] = &[
    "Invalid capability operand",
    "Invalid SPIR-V binary version",
    "Invalid opcode",
    "Invalid extended instruction import",
    "Capability ComputeDerivativeGroup",
    "NonSemantic.Shader.DebugInfo.100 DebugTypePointer: expected operand Base Type",
];

/// The validator's messages about 16-bit numbers and 64-bit atomic operations in kernels.
const OPTIONAL: [&str; 2] =
    ["Capability Float16 is not allowed by OpenCL", "Capability Int64Atomics is not allowed by OpenCL"];

/// The reason for a refusal.
pub(crate) struct Refusal(String);

impl Refusal {
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// Returns whether the validator is too old for the module.
    pub(crate) fn is_of_age(&self) -> bool {
        // "error: line 4: …"
        let reasons = self.0.lines().filter_map(|line| line.strip_prefix("error: ")?.split_once(": "));
        reasons.into_iter().any(|(_, reason)| OLDER.iter().any(|start| reason.starts_with(start)))
    }
}

/// Its path.
pub(crate) fn installed() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let name = format!("spirv-val{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// The suffix for names of tests that cannot run without it.
pub(crate) fn skipped(validator: Option<&Path>) -> &'static str {
    if validator.is_some() { "" } else { " (skipped: there is no spirv-val in PATH)" }
}

/// Validates a module.
pub(crate) fn validate<'a>(
    validator: &Path,
    options: impl IntoIterator<Item = &'a str>,
    words: &[u32],
) -> Result<(), Refusal> {
    let mut command = Command::new(validator);
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = |error: std::io::Error| Refusal(error.to_string());
    let mut child = command.spawn().map_err(failed)?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(&bytes));
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.success() {
        return written.map_err(failed);
    }
    Err(Refusal([output.stdout, output.stderr].iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()))
}

/// Validates a module of kernels if the validator is installed. Level Zero, which it does not know, has the rules of
/// OpenCL 2.2, and OpenCL 3.0 those of SPIR-V.
pub(crate) fn of_kernel(environment: &str, words: &[u32]) -> Result<(), Failed> {
    let Some(validator) = installed() else { return Ok(()) };
    let (environment, version) = match environment {
        "opencl3.0" => ("spv1.3", "spv1.3"),
        "levelzero" => ("opencl2.2", "spv1.2"),
        known => (known, "spv1.2"),
    };
    let verdict = match validate(&validator, ["--target-env", environment], words) {
        // Optional on devices; the validator allows what all have.
        Err(refusal) if OPTIONAL.iter().any(|optional| refusal.0.contains(optional)) => {
            validate(&validator, ["--target-env", version], words)
        }
        verdict => verdict,
    };
    verdict.map_err(|refusal| format!("spirv-val: {}", refusal.into_text()).into())
}

/// One test per file of the suite with a module. If SPIRV-Tools are built in, they have checked it already.
pub(crate) fn trials() -> Vec<Trial> {
    if HAS_ORACLE {
        return Vec::new();
    }
    let validator = installed();
    let skipped = skipped(validator.as_deref());
    let files = collect::files(Path::new(collect::SUITE), "hlsl").into_iter();
    let trials = files.filter_map(|path| {
        let directives = directives::read(&driver::internal::decode(std::fs::read(&path).ok()?)).ok()?;
        if directives.skip.is_some() || !directives.messages.iter().all(|message| message.severity == "warning") {
            return None;
        }
        let (name, validator) = (format!("spirv-val::{}{skipped}", collect::display(&path)), validator.clone());
        let run = move || directives.runs.iter().try_for_each(|run| agrees(validator.as_deref(), &path, run));
        Some(Trial::test(name, run).with_ignored_flag(!skipped.is_empty()))
    });
    trials.collect()
}

/// Checks that the validator accepts the module of a run. A module before legalisation is judged by the legalised one.
fn agrees(validator: Option<&Path>, path: &Path, run: &Run) -> Result<(), Failed> {
    let Some(validator) = validator else { return Ok(()) };
    let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
    let verdict = of_compilation(validator, path, &compiler)?;
    let verdict = match verdict {
        Err(_) if compiler.options().optimise.front_end_only => {
            let mut passed = compiler.clone();
            passed.options_mut().optimise.front_end_only = false;
            passed.options_mut().optimise.level = Some(0);
            of_compilation(validator, path, &passed)?
        }
        verdict => verdict,
    };
    match verdict {
        Err(refusal) if !refusal.is_of_age() => {
            Err(format!("{}:\n{}", run.options.join(" "), refusal.into_text()).into())
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The validator's verdict on a compilation, if that makes a module of Vulkan.
fn of_compilation(validator: &Path, path: &Path, compiler: &Compiler) -> Result<Result<(), Refusal>, Failed> {
    if compiler.options().optimise.skip_validation || compiler.options().takes_kernels() {
        return Ok(Ok(()));
    }
    let artifact = compiler.compile_file(path).map_err(|failure| failure.to_string())?;
    match artifact.words.is_empty() {
        true => Ok(Ok(())),
        false => Ok(validate(validator, rules(compiler, &artifact).iter().map(String::as_str), &artifact.words)),
    }
}

/// The validator's options for a compilation.
fn rules(compiler: &Compiler, artifact: &Artifact) -> Vec<String> {
    let options = compiler.options();
    let environment = options.environment().unwrap_or_default().to_string();
    // A library is for linking, and Vulkan has rules for the result alone.
    let is_library = artifact.report.messages().any(|message| message.code == "W2688");
    let environment = if is_library { "spv1.6".to_owned() } else { environment };
    let environment = environment.replace("universal", "spv").replace("spirv", "spv");
    let layout = match options.analysis.layout {
        LayoutChoice::Vulkan => Some("--relax-block-layout"),
        LayoutChoice::Gl => None,
        LayoutChoice::Dx | LayoutChoice::Scalar => Some("--scalar-block-layout"),
    };
    let early = options.optimise.front_end_only.then_some(EARLY);
    let more = layout.into_iter().chain(early).map(str::to_owned);
    ["--target-env".to_owned(), environment].into_iter().chain(more).collect()
}
