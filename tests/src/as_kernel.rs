//! Shaders as kernels: each that the corpus runs becomes a kernel of OpenCL, is checked by our rules and by those of
//! SPIRV-Tools, and must give on the CPU what the shader gives; once
//! more behind LLVM IR and LLVM's translator, where that is installed. Modules of other compilers become kernels too.
//!
//! What has no kernel form stands in `suite/kernels/refused.txt` with the reason; everything else must have one.

use crate::directives::{self, Exec, Run};
use crate::exec::{compare, runnable};
use crate::foreign::{self, Made};
use crate::kernels::support::{Found, trial};
use crate::{Devices, collect, compiler};
use base::target::KERNEL_TARGETS;
use driver::Artifact;
use driver::internal::{Contents, Resource};
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use runner::KernelInfo;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The environment in which most is possible that a foreign runtime takes.
const TARGET: &str = "opencl2.2";

/// One test per file that is run.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let own = runnable().into_iter().map(|(name, directives)| of_shader(&devices.cpu, &name, directives.runs));
    own.chain(foreign::all().into_iter().map(|made| of_module(&devices.cpu, made)))
        .chain([refusals_have_files(), shaders()])
        .collect()
}

fn of_shader(device: &Found, name: &str, runs: Vec<Run>) -> Trial {
    let name = name.to_owned();
    trial(device, format!("as-kernel::{name}"), move |device| {
        runs.iter().try_for_each(|run| {
            let Some(exec) = &run.exec else { return Ok(()) };
            let compiler = compiler::compiler(&options(run)).map_err(|failure| failure.to_string())?;
            let made = compiler.compile_file(&name).map_err(|failure| failure.to_string());
            let shader = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
            let shader = shader.compile_file(&name).map_err(|failure| failure.to_string())?.words;
            check(device, &name, (&shader, made), compiler.options().entry(), exec)
        })
    })
}

/// A module that another compiler has made.
fn of_module(device: &Found, made: Made) -> Trial {
    let device = made.missing().map_or_else(|| device.clone(), Err);
    trial(&device, format!("as-kernel::{}", made.name()), move |device| {
        let words = made.words()?;
        check(device, &made.source(), (&words, converted(&words)?), "main", made.exec())
    })
}

/// What the compiler makes of a module.
fn converted(words: &[u32]) -> Result<Result<Artifact, String>, Failed> {
    let thread = std::thread::current().id();
    let file = std::env::temp_dir().join(format!("as-kernel-{}-{thread:?}.spv", std::process::id()));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes)?;
    let compiler = compiler::compiler(&target()).map_err(|failure| failure.to_string())?;
    let made = compiler.compile_file(&file).map_err(|failure| failure.to_string());
    std::fs::remove_file(&file)?;
    Ok(made)
}

/// What has happened to a file elsewhere, unless the list says that it has no kernel form, and so it was.
pub(crate) fn unless_refused(name: &str, result: Result<(), Failed>) -> Result<(), Failed> {
    match (result, refusal(name)?) {
        (Err(failed), Some(reason)) if failed.message().is_some_and(|text| text.contains(&reason)) => Ok(()),
        (result, _) => result,
    }
}

/// What makes a kernel of a shader.
fn target() -> [String; 1] {
    [format!("-fspv-target-env={TARGET}")]
}

/// The options of a run, for a kernel.
fn options(run: &Run) -> Vec<String> {
    let is_ours = |option: &&String| {
        let others = ["-fcgl", "-Oconfig=", "-fspv-target-env=", "-fspv-use-vulkan-memory-model", "-fspv-validator="];
        !others.iter().any(|other| option.starts_with(other))
    };
    let mut options: Vec<String> = run.options.iter().filter(is_ours).cloned().collect();
    options.extend(target());
    options
}

/// Runs what became of a shader; what has no kernel form must be listed.
fn check(
    device: &Device,
    name: &str,
    (shader, made): (&[u32], Result<Artifact, String>),
    entry: &str,
    exec: &Exec,
) -> Result<(), Failed> {
    let expected = refusal(name)?;
    let artifact = match (made, expected) {
        (Ok(artifact), None) => artifact,
        (Ok(_), Some(_)) => return Err(format!("{name} has a kernel form; take it off the list").into()),
        (Err(message), Some(expected)) if message.contains(&expected) => return Ok(()),
        (Err(message), _) => return Err(message.into()),
    };
    let source = Source { constants: &exec.constants, ..Source::new(&artifact.words, entry) };
    let kernel = Kernel::new(device, &source)?;
    let given = arguments(&artifact.arguments, entry)?;
    let info = info(shader, entry, exec)?;
    perform(&kernel, &info, &given, exec)?;
    in_and_out(device, &source, (&info, &given), exec)?;
    // LLVM 15 knows no types for images.
    let has_images = given.iter().any(|argument| ["image", "sampler"].contains(&argument.kind.as_str()));
    if has_images || !TRANSLATOR.iter().all(|tool| foreign::is_installed(tool)) {
        return Ok(());
    }
    match kernel::llvm_text(&artifact.words, kernel::Spelling::Opaque) {
        Ok(text) => {
            let words = translated(&text)?;
            let kernel = Kernel::new(device, &Source { words: &words, ..source })?;
            perform(&kernel, &info, &given, exec).map_err(|failure| format!("through LLVM IR: {failure:?}").into())
        }
        Err(error) if error.message.contains("computed from specialisation constants") => Ok(()),
        Err(error) => Err(error.to_string().into()),
    }
}

/// What is printed as LLVM IR is read again, runs as before, and is printed as the same.
fn in_and_out(
    device: &Device,
    source: &Source<'_>,
    (info, given): (&KernelInfo, &[Given]),
    exec: &Exec,
) -> Result<(), Failed> {
    let text = match kernel::llvm_text(source.words, kernel::Spelling::Opaque) {
        Ok(text) => text,
        Err(error) if error.message.contains("computed from specialisation constants") => return Ok(()),
        Err(error) => return Err(error.to_string().into()),
    };
    let words = crate::llvm_ir::words(device, text.as_bytes()).map_err(|error| format!("{error}\n{text}"))?;
    let again = kernel::llvm_text(&words, kernel::Spelling::Opaque).map_err(|error| error.to_string())?;
    if again != text {
        let lines = crate::llvm_ir::differences(&text, &again);
        return Err(format!("other text after reading and printing again:\n{lines}").into());
    }
    let kernel = Kernel::new(device, &Source { words: &words, ..*source })?;
    perform(&kernel, info, given, exec).map_err(|failure| format!("behind LLVM IR: {failure:?}").into())
}

/// What makes words of LLVM IR.
const TRANSLATOR: [&str; 2] = ["clang-15", "llvm-spirv-15"];

/// The module that LLVM's translator makes of LLVM IR.
fn translated(text: &str) -> Result<Vec<u32>, Failed> {
    let thread = std::thread::current().id();
    let name = |suffix: &str| std::env::temp_dir().join(format!("ir-{}-{thread:?}.{suffix}", std::process::id()));
    let (ir, bitcode, module) = (name("ll"), name("bc"), name("spv"));
    std::fs::write(&ir, text)?;
    let assemble = ["-target", "spir64", "-c", "-emit-llvm", "-Xclang", "-opaque-pointers", "-x", "ir"];
    run(Command::new(TRANSLATOR[0]).args(assemble).arg(&ir).arg("-o").arg(&bitcode), text)?;
    let translate = ["--spirv-ext=+all", "--spirv-max-version=1.2"];
    run(Command::new(TRANSLATOR[1]).args(translate).arg(&bitcode).arg("-o").arg(&module), text)?;
    let bytes = std::fs::read(&module)?;
    for file in [ir, bitcode, module] {
        std::fs::remove_file(file)?;
    }
    driver::internal::module_words(&bytes).ok_or_else(|| "the translator has made no module".into())
}

fn run(command: &mut Command, text: &str) -> Result<(), Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {}\n{text}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// What a shader expects: the types of its images, which kernels do not name, and the names of its bindings.
fn info(words: &[u32], entry: &str, exec: &Exec) -> Result<KernelInfo, Failed> {
    let options = lower::Options { spec_constants: exec.constants.clone(), ..lower::Options::default() };
    let module = dialect::spirv::read::read(words).map_err(|error| error.to_string())?;
    let lowered = lower::compile_module(&module, entry, &options).map_err(|error| error.to_string())?;
    Ok(lowered.kernel)
}

/// Runs a kernel on what its shader is run on, and compares.
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

/// The arguments that are given by value, and empty buffers where nothing else is bound.
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

/// What the list says of a file.
fn refusal(name: &str) -> Result<Option<String>, Failed> {
    let list = std::fs::read_to_string(Path::new(collect::SUITE).join("kernels/refused.txt"))?;
    let mut rows = list.lines().filter_map(|line| line.split_once(": "));
    Ok(rows.find(|(file, _)| *file == name).map(|(_, reason)| reason.to_owned()))
}

/// Every compute shader under `shaders/` becomes a kernel for each environment that takes kernels.
fn shaders() -> Trial {
    Trial::test("as-kernel::shaders for every environment", || {
        let mut kernels = 0;
        for path in collect::files(&collect::workspace().join("shaders"), "hlsl") {
            let runs = directives::read(&std::fs::read_to_string(&path)?)?.runs;
            for run in runs.iter().filter(|run| run.options.iter().any(|option| option.starts_with("cs_"))) {
                for row in KERNEL_TARGETS {
                    let mut options = run.options.clone();
                    options.push(format!("-fspv-target-env={}", row.name));
                    let compiler = compiler::compiler(&options).map_err(|failure| failure.to_string())?;
                    let made = compiler.compile_file(&path).map_err(|failure| format!("{}: {failure}", row.name))?;
                    assert_eq!(made.words[1], u32::from(row.spirv.0) << 16 | u32::from(row.spirv.1) << 8);
                    kernels += 1;
                }
            }
        }
        if kernels >= 50 { Ok(()) } else { Err(format!("there are {kernels} kernels alone").into()) }
    })
}

/// Each row of the list is about a file that is run.
fn refusals_have_files() -> Trial {
    Trial::test("as-kernel::refused.txt", || {
        let list = std::fs::read_to_string(Path::new(collect::SUITE).join("kernels/refused.txt"))?;
        let files = list.lines().filter_map(|line| line.split_once(": ")).map(|(file, _)| file);
        let gone: Vec<&str> =
            files.filter(|file| !Path::new(file.split(' ').next().unwrap_or(file)).exists()).collect();
        if gone.is_empty() { Ok(()) } else { Err(format!("there are no such files: {}", gone.join(", ")).into()) }
    })
}

/// An argument, as the JSON says it.
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

/// The argument that a binding has become.
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
    given.iter().find(is_it).ok_or_else(|| format!("no argument stands for '{binding}'").into())
}
