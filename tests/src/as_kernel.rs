//! Shaders as kernels: each compute shader of the corpus becomes a kernel of OpenCL, is checked by our rules and by
//! SPIRV-Tools, and must give the shader's results on the CPU, also after a round trip through LLVM IR. So do modules
//! of other compilers.
//!
//! Shaders without a kernel form are in `suite/kernels/refused.txt` with the reason; all others must have one.

use crate::directives::{self, Exec, Run};
use crate::exec::{compare, runnable};
use crate::foreign::{self, Made};
use crate::kernels::support::{Found, trial};
use crate::{Devices, collect, compiler, llvm_ir, spirv_val};
use base::target::{KERNEL_TARGETS, KernelTarget};
use driver::internal::{Contents, Resource};
use driver::{Artifact, Compiler, Failure};
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use llvmir::Spelling;
use runner::KernelInfo;
use serde_json::Value;
use std::path::Path;

/// The environments: the later one supports more shaders.
const TARGETS: [&str; 2] = ["opencl2.2", "opencl3.0"];

/// A shader to convert, with the name of its test.
pub(crate) struct Job {
    pub(crate) name: String,
    make: Box<dyn FnOnce() -> Result<Vec<Ready>, Failed> + Send>,
    /// The reason why it cannot be tested here.
    missing: Option<String>,
}

impl Job {
    /// A test of all kernels of a job.
    pub(crate) fn trial(
        self,
        device: &Found,
        title: String,
        check: impl Fn(&Device, &Ready) -> Result<(), Failed> + Send + 'static,
    ) -> Trial {
        let device = self.missing.map_or_else(|| device.clone(), Err);
        trial(&device, title, move |device| (self.make)()?.iter().try_for_each(|ready| check(device, ready)))
    }
}

/// A converted kernel with its expected results.
pub(crate) struct Ready {
    /// The module.
    pub(crate) words: Vec<u32>,
    /// The target environment.
    pub(crate) target: &'static KernelTarget,
    entry: String,
    given: Vec<Given>,
    /// The shader's interface: the types of its images, which kernels do not name, and the names of its bindings.
    info: KernelInfo,
    exec: Exec,
}

impl Ready {
    /// Returns whether it has images or samplers.
    pub(crate) fn has_images(&self) -> bool {
        self.given.iter().any(|argument| ["image", "sampler"].contains(&argument.kind.as_str()))
    }

    /// Runs these words instead of its own, and compares with the shader's results.
    pub(crate) fn perform(&self, device: &Device, words: &[u32]) -> Result<(), Failed> {
        let source = Source { constants: &self.exec.constants, ..Source::new(words, &self.entry) };
        perform(&Kernel::new(device, &source)?, &self.info, &self.given, &self.exec)
    }
}

/// One test per file with a dispatch.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = vec![refusals_have_files(), shaders(), many_are_of_others()];
    for job in jobs() {
        let title = format!("as-kernel::{}", job.name);
        all.push(job.trial(&devices.cpu, title, check));
    }
    all
}

/// All sources of kernels.
pub(crate) fn jobs() -> Vec<Job> {
    let own = runnable().into_iter().map(|(name, directives)| {
        let file = name.clone();
        let make = move || of_shader(&file, &directives.runs);
        Job { name, make: Box::new(make), missing: None }
    });
    let others = foreign::all().into_iter().map(|made| {
        let (name, missing) = (made.name(), made.missing());
        Job { name, make: Box::new(move || of_module(&made)), missing }
    });
    own.chain(others).collect()
}

fn of_shader(name: &str, runs: &[Run]) -> Result<Vec<Ready>, Failed> {
    let mut all = Vec::new();
    for run in runs {
        let Some(exec) = &run.exec else { continue };
        let made = for_first(options(run), |compiler| compiler.compile_file(name))?;
        let shader = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
        let entry = shader.options().entry();
        let shader = shader.compile_file(name).map_err(|failure| failure.to_string())?.words;
        all.extend(ready(name, (&shader, made), entry, exec)?);
    }
    Ok(all)
}

/// A module of another compiler.
fn of_module(made: &Made) -> Result<Vec<Ready>, Failed> {
    let words = made.words()?;
    Ok(ready(&made.source(), (&words, converted(&words)?), "main", made.exec())?.into_iter().collect())
}

/// The compiled kernel of a source, with its target; or the reason why there is none.
type Conversion = Result<(Artifact, &'static KernelTarget), String>;

/// The conversion for the first target that supports it.
fn for_first(
    options: Vec<String>,
    compile: impl Fn(&Compiler) -> Result<Artifact, Failure>,
) -> Result<Conversion, Failed> {
    let mut refused = String::new();
    for target in TARGETS.iter().filter_map(|name| KernelTarget::from_name(name)) {
        let mut options = options.clone();
        options.push(format!("-fspv-target-env={}", target.name));
        let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
        match compile(&compiler) {
            Ok(artifact) => return Ok(Ok((artifact, target))),
            Err(failure) => refused = failure.to_string(),
        }
    }
    Ok(Err(refused))
}

/// The conversion of a module.
fn converted(words: &[u32]) -> Result<Conversion, Failed> {
    let thread = std::thread::current().id();
    let file = std::env::temp_dir().join(format!("as-kernel-{}-{thread:?}.spv", std::process::id()));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes)?;
    let made = for_first(Vec::new(), |compiler| compiler.compile_file(&file));
    std::fs::remove_file(&file)?;
    made
}

/// The result of a test, inverted if the list says that the file has no kernel form.
pub(crate) fn unless_refused(name: &str, result: Result<(), Failed>) -> Result<(), Failed> {
    match (result, refusal(name)?) {
        (Err(failed), Some(reason)) if failed.message().is_some_and(|text| text.contains(&reason)) => Ok(()),
        (result, _) => result,
    }
}

/// The options of a run, but for the environment.
fn options(run: &Run) -> Vec<String> {
    let is_ours = |option: &&String| {
        let others = ["-fcgl", "-Oconfig=", "-fspv-target-env=", "-fspv-use-vulkan-memory-model", "-fspv-validator="];
        !others.iter().any(|other| option.starts_with(other))
    };
    run.options.iter().filter(is_ours).cloned().collect()
}

/// A converted shader; `None` if it has no kernel form, which must be listed.
fn ready(name: &str, (shader, made): (&[u32], Conversion), entry: &str, exec: &Exec) -> Result<Option<Ready>, Failed> {
    let (artifact, target) = match (made, refusal(name)?) {
        (Ok(made), None) => made,
        (Ok(_), Some(_)) => return Err(format!("{name} has a kernel form; take it off the list").into()),
        (Err(message), Some(expected)) if message.contains(&expected) => return Ok(None),
        (Err(message), _) => return Err(message.into()),
    };
    let (given, info) =
        (arguments(&artifact.kernels_as_json().unwrap_or_default(), entry)?, info(shader, entry, exec)?);
    Ok(Some(Ready { words: artifact.words, target, entry: entry.to_owned(), given, info, exec: exec.clone() }))
}

/// Runs a kernel, checks it with SPIRV-Tools, and does a round trip through LLVM IR.
fn check(device: &Device, ready: &Ready) -> Result<(), Failed> {
    ready.perform(device, &ready.words)?;
    spirv_val::of_kernel(ready.target.name, &ready.words)?;
    in_and_out(device, ready)
}

/// A kernel as LLVM IR; `None` if LLVM IR cannot express it.
pub(crate) fn text(words: &[u32], spelling: Spelling) -> Result<Option<String>, Failed> {
    match llvmir::to_llvm(words, spelling) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.message.contains("computed from specialisation constants") => Ok(None),
        Err(error) => Err(error.to_string().into()),
    }
}

/// Exports to LLVM IR, imports it, runs the result, and exports it again to the same text.
fn in_and_out(device: &Device, ready: &Ready) -> Result<(), Failed> {
    let Some(printed) = text(&ready.words, Spelling::Opaque)? else { return Ok(()) };
    let words = llvm_ir::words(device, printed.as_bytes(), ready.target.spirv)
        .map_err(|error| format!("{error}\n{printed}"))?;
    let again = llvmir::to_llvm(&words, Spelling::Opaque).map_err(|error| error.to_string())?;
    if again != printed {
        let lines = llvm_ir::differences(&printed, &again);
        return Err(format!("other text after reading and printing again:\n{lines}").into());
    }
    ready.perform(device, &words).map_err(|failure| format!("behind LLVM IR: {failure:?}").into())
}

/// The shader's interface: the types of its images, which kernels do not name, and the names of its bindings.
fn info(words: &[u32], entry: &str, exec: &Exec) -> Result<KernelInfo, Failed> {
    let options = lower::Options { spec_constants: exec.constants.clone(), ..lower::Options::default() };
    let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
    let lowered = lower::compile_module(&module, entry, &options).map_err(|error| error.to_string())?;
    Ok(lowered.kernel)
}

/// Runs a kernel on its shader's inputs, and compares.
fn perform(kernel: &Kernel, shader: &KernelInfo, given: &[Given], exec: &Exec) -> Result<(), Failed> {
    let mut resources = Vec::new();
    for (binding, contents) in &exec.inputs {
        let contents = Contents::parse(contents)?;
        let argument = find(given, binding, matches!(contents, Contents::Sampler(_)))?;
        resources.push((binding, argument.index, Resource::new(shader, binding, &contents, Path::new(""))?));
    }
    let values = values(given, &resources, exec)?;
    let mut dispatch = kernel.dispatch();
    for (index, bytes) in &values {
        dispatch.buffer(&format!("0:{index}"), bytes)?;
    }
    for (_, index, resource) in &mut resources {
        dispatch.resource(&format!("0:{index}"), resource)?;
    }
    dispatch.run(exec.dispatch)?;
    drop(dispatch);
    let found: Vec<(&String, Resource)> = resources.into_iter().map(|(name, _, resource)| (name, resource)).collect();
    let problems: Vec<_> = exec.outputs.iter().filter_map(|output| compare(output, &found).err()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Arguments by value, and empty buffers for unbound ones.
fn values(
    given: &[Given],
    resources: &[(&String, usize, Resource)],
    exec: &Exec,
) -> Result<Vec<(usize, Vec<u8>)>, Failed> {
    let push = match exec.push.as_deref().map(Contents::parse).transpose()? {
        Some(Contents::Numbers(_, bytes)) => bytes.to_vec(),
        _ => Vec::new(),
    };
    let mut values = Vec::new();
    for argument in given {
        match argument.kind.as_str() {
            "bytes" => {
                let buffer = argument.index - 1;
                let size = match resources.iter().find(|(_, index, _)| *index == buffer) {
                    Some((_, _, resource)) => resource.bytes().len() as u64,
                    None => {
                        values.push((buffer, Vec::new()));
                        0
                    }
                };
                values.push((argument.index, size.to_le_bytes().to_vec()));
            }
            "push" => {
                let mut bytes: Vec<u8> = push.iter().copied().skip(argument.offset).take(argument.size).collect();
                bytes.resize(argument.size, 0);
                values.push((argument.index, bytes));
            }
            _ => {}
        }
    }
    Ok(values)
}

/// The list's entry for a file.
fn refusal(name: &str) -> Result<Option<String>, Failed> {
    let list = std::fs::read_to_string(Path::new(collect::SUITE).join("kernels/refused.txt"))?;
    let mut rows = list.lines().filter_map(|line| line.split_once(": "));
    Ok(rows.find(|(file, _)| *file == name).map(|(_, reason)| reason.to_owned()))
}

/// Every compute shader under `shaders/` becomes a kernel for each kernel environment.
fn shaders() -> Trial {
    Trial::test("as-kernel::shaders for every environment", || {
        let mut kernels = 0;
        for path in collect::files(&collect::workspace().join("shaders"), "hlsl") {
            let text = std::fs::read_to_string(&path)?;
            let runs = directives::read(&text)?.runs;
            // Kernels have no rays.
            let is_kernel = |options: &[String]| {
                options.iter().any(|option| option.starts_with("cs_"))
                    && !text.contains("RaytracingAccelerationStructure")
            };
            for run in runs.iter().filter(|run| is_kernel(&run.options)) {
                for row in KERNEL_TARGETS {
                    let mut options = run.options.clone();
                    options.push(format!("-fspv-target-env={}", row.name));
                    let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
                    let made = compiler.compile_file(&path).map_err(|failure| format!("{}: {failure}", row.name))?;
                    assert_eq!(made.words[1], u32::from(row.spirv.0) << 16 | u32::from(row.spirv.1) << 8);
                    spirv_val::of_kernel(row.name, &made.words)?;
                    kernels += 1;
                }
            }
        }
        if kernels >= 50 { Ok(()) } else { Err(format!("there are {kernels} kernels alone").into()) }
    })
}

/// The minimum number of modules from each GLSL compiler with a kernel form.
const OF_OTHERS: usize = 10;

/// Modules of other compilers become kernels: all that the list does not name, each in a test of its own.
fn many_are_of_others() -> Trial {
    Trial::test("as-kernel::modules of other compilers", || {
        for tool in ["glslangValidator", "glslc"] {
            let mut count = 0;
            for made in foreign::all().iter().filter(|made| made.tool() == tool) {
                count += usize::from(refusal(&made.source())?.is_none());
            }
            if count < OF_OTHERS {
                return Err(format!("only {count} modules of {tool} have a kernel form").into());
            }
        }
        Ok(())
    })
}

/// Each row of the list names a file with a dispatch.
fn refusals_have_files() -> Trial {
    Trial::test("as-kernel::refused.txt", || {
        let list = std::fs::read_to_string(Path::new(collect::SUITE).join("kernels/refused.txt"))?;
        let files = list.lines().filter_map(|line| line.split_once(": ")).map(|(file, _)| file);
        let gone: Vec<&str> =
            files.filter(|file| !Path::new(file.split(' ').next().unwrap_or(file)).exists()).collect();
        if gone.is_empty() { Ok(()) } else { Err(format!("there are no such files: {}", gone.join(", ")).into()) }
    })
}

/// An argument, as described in the JSON.
struct Given {
    index: usize,
    name: String,
    kind: String,
    place: Option<(u64, u64)>,
    element: Option<u64>,
    offset: usize,
    size: usize,
}

fn arguments(json: &str, entry: &str) -> Result<Vec<Given>, Failed> {
    let all: Value = serde_json::from_str(json)?;
    let kernels = all["kernels"].as_array().ok_or("there is no list of kernels")?;
    let kernel = kernels.iter().find(|kernel| kernel["name"] == entry).ok_or("the kernel is not listed")?;
    let arguments = kernel["arguments"].as_array().ok_or("there is no list of arguments")?;
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let given = arguments.iter().enumerate().map(|(index, one)| {
        assert_eq!(number(&one["index"]), index);
        Given {
            index,
            name: text(&one["name"]),
            kind: text(&one["kind"]),
            place: one["set"].as_u64().zip(one["binding"].as_u64()),
            element: one["element"].as_u64(),
            offset: number(&one["offset"]),
            size: number(&one["size"]),
        }
    });
    Ok(given.collect())
}

/// The argument of a binding.
fn find<'g>(given: &'g [Given], binding: &str, is_sampler: bool) -> Result<&'g Given, Failed> {
    let (whole, element) = match binding.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        Some((whole, element)) => (whole, element.parse().ok()),
        None => (binding, None),
    };
    let numbers = whole.split_once(':').and_then(|(set, number)| Some((set.parse().ok()?, number.parse().ok()?)));
    let is_it = |one: &&Given| {
        let same = match numbers {
            Some(place) => one.place == Some(place) && one.element == element.or(one.element.map(|_| 0)),
            None => one.name == binding || one.name == format!("{binding}[0]"),
        };
        same && one.kind != "bytes" && (one.kind == "sampler") == is_sampler
    };
    given.iter().find(is_it).ok_or_else(|| format!("no argument for '{binding}'").into())
}
