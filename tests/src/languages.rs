//! Modules of the corpus in other languages, as `--emit=` writes them: other compilers read the texts, and shaders that run give
//! the same results.
//!
//! The modules that naga does not read are in `suite/readers.txt`; `docs/languages.md` says how many each language has.

use crate::directives::{self, Directives, Exec, Run};
use crate::exec::{perform, runnable};
use crate::kernels::support::{Found, trial};
use crate::{Devices, bless, collect, compiler};
use driver::internal::{self, place};
use driver::settings::{Emit, Language};
use driver::{Artifact, Compiler, Failure, NoIncludes, Severity, Stage};
use harness::device::{Device, Kernel, Source};
use libtest_mimic::{Failed, Trial};
use naga::back::pipeline_constants::process_overrides;
use naga::back::{PipelineConstants, spv};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The page with the figures.
const PAGE: &str = "docs/languages.md";

/// The permitted difference of a share from the page's, in hundredths: each new file of the suite moves it.
const NEAR: usize = 3;

/// The languages.
const LANGUAGES: [Language; 4] = [Language::Wgsl, Language::Msl, Language::Glsl, Language::Hlsl];

/// Texts that are not read: GLSL that some versions of glslang refuse (integers of 16 bits without their extension, an extension that
/// is unknown), HLSL with a name left out.
const UNREADABLE: &[(&str, Language)] = &[
    ("suite/diagnostics/W2162.hlsl", Language::Glsl),
    ("suite/exec/exact_remainder.hlsl", Language::Glsl),
    ("suite/exec/matrices_of_threads.hlsl", Language::Hlsl),
    ("suite/intrinsics/sample_cmp_grad_cube_array.hlsl", Language::Glsl),
];

/// Texts of naga's with other results: the file, the language, and why.
const WRONG: &[(&str, Language, &str)] = &[
    ("suite/exec/builtins_declared_twice.hlsl", Language::Hlsl, "the number of workgroups is read as their index"),
    (
        "suite/exec/bytes_of_lanes.hlsl",
        Language::Hlsl,
        "an index beyond 1 GiB wraps, where the buffer's own gives zero",
    ),
    ("suite/exec/copied_memory.hlsl", Language::Hlsl, "a constant buffer reaches to the end of its last row"),
    ("suite/exec/integer_matrices.hlsl", Language::Hlsl, "a constant buffer reaches to the end of its last row"),
    ("suite/exec/literal_operands.hlsl", Language::Hlsl, "literals of 64 bits with the suffix of 32"),
    ("suite/exec/matrices_of_threads.hlsl", Language::Hlsl, "the result of a comparison and exchange has no variable"),
    ("suite/exec/nan_not_equal.hlsl", Language::Hlsl, "its != is false where this compiler's option makes it true"),
    ("suite/exec/zeros_of_extremes.hlsl", Language::Hlsl, "the sign of a zero of 16 bits is lost"),
    (
        "suite/foreign/constants_and_buffers.hlsl",
        Language::Hlsl,
        "a constant buffer reaches to the end of its last row",
    ),
    ("suite/foreign/textures.hlsl", Language::Hlsl, "samplers come from a heap"),
];

/// A test of all files, and one per language and file with a dispatch.
pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let mut all = vec![Trial::test("languages::figures_are_true", figures_are_true)];
    for (name, Directives { runs, .. }) in runnable() {
        let runs = Arc::new(runs);
        all.push(one(&devices.interpreted, &name, &runs, Language::Wgsl));
        all.push(one(&devices.interpreted, &name, &runs, Language::Hlsl));
    }
    all
}

fn one(device: &Found, name: &str, runs: &Arc<Vec<Run>>, language: Language) -> Trial {
    let (title, name, runs) = (format!("{}::{name}", option(language)), name.to_owned(), Arc::clone(runs));
    trial(device, title, move |device| {
        let result = runs.iter().try_for_each(|run| execute(device, &name, run, language));
        as_known(&name, language, result)
    })
}

/// The result of a test, turned round for a text that is known to be wrong.
fn as_known(name: &str, language: Language, result: Result<(), Failed>) -> Result<(), Failed> {
    let known = WRONG.iter().find(|(file, known, _)| *file == name && *known == language);
    match (known, result) {
        (None, result) => result,
        (Some(_), Err(_)) => Ok(()),
        (Some((_, _, why)), Ok(())) => Err(format!("nothing is wrong, though it is listed: {why}").into()),
    }
}

/// The name of a language, as the option has it.
fn option(language: Language) -> &'static str {
    Emit::Language(language).name()
}

/// A file in a language; `None` where the language cannot express it.
fn translated(file: &Path, options: &[String], language: Language) -> Result<Option<(Compiler, Artifact)>, Failed> {
    let mut compiler = compiler::compiler(options).map_err(|failure| failure.to_string())?;
    compiler.options_mut().output.emit = vec![Emit::Language(language)];
    match compiler.compile_file(file) {
        Ok(artifact) => Ok(Some((compiler, artifact))),
        Err(failure) if is_refusal(&failure) => Ok(None),
        Err(failure) => Err(failure.to_string().into()),
    }
}

/// Runs a file by way of a language.
fn execute(device: &Device, name: &str, run: &Run, language: Language) -> Result<(), Failed> {
    let Some(exec) = run.exec.as_ref().filter(|exec| language == Language::Wgsl || exec.push.is_none()) else {
        return Ok(());
    };
    if !exec.constants.is_empty() {
        return Ok(());
    }
    let Some((compiler, artifact)) = translated(Path::new(name), &run.options, language)? else { return Ok(()) };
    let text = internal::states(&artifact);
    let entry = compiler.options().entry();
    let words = match language {
        Language::Wgsl => by_naga(&text),
        _ => by_us(&text, &compiler).map(|artifact| artifact.words),
    };
    let words = words.map_err(|reason| format!("{reason}\n{text}"))?;
    let original = Kernel::new(device, &Source::new(&artifact.words, entry))?;
    let exec = at_places(exec, &original)?;
    Ok(perform(device, &Source::new(&words, entry), &exec).map_err(|reason| format!("{reason}\n{text}"))?)
}

/// Inputs and outputs by their sets and bindings: names are others in each language.
fn at_places(exec: &Exec, kernel: &Kernel) -> Result<Exec, String> {
    let by_place = |name: &str| -> Result<String, String> {
        let element = name.find('[').map_or("", |at| &name[at..]);
        let found = place(name).binding(kernel.info()).map_err(|error| error.to_string())?;
        Ok(format!("{}:{}{element}", found.set, found.binding))
    };
    let mut exec = exec.clone();
    for (name, _) in &mut exec.inputs {
        *name = by_place(name)?;
    }
    for output in &mut exec.outputs {
        output.binding = by_place(&output.binding)?;
    }
    Ok(exec)
}

/// WGSL as a module, by naga.
fn by_naga(text: &str) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let info = validated(&module)?;
    let settled = process_overrides(&module, &info, None, &PipelineConstants::default());
    let (module, info) = settled.map_err(|error| error.to_string())?;
    let options = spv::Options { lang_version: (1, 3), ..spv::Options::default() };
    spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())
}

fn validated(module: &naga::Module) -> Result<ModuleInfo, String> {
    let checked = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(module);
    checked.map_err(|error| format!("{:?}", error.into_inner()))
}

/// HLSL as a module, by ourselves: naga writes for the language before 2021, and for the layout of Direct3D.
fn by_us(text: &str, original: &Compiler) -> Result<Artifact, String> {
    let profile = original.options().profile().ok_or("there is no profile")?;
    let mut options = vec!["-HV", "2018", "-fvk-use-dx-layout", "-fspv-target-env=vulkan1.2"];
    if profile.minor >= 2 {
        options.push("-enable-16bit-types");
    }
    let again = Compiler::new().profile(profile).entry(original.options().entry()).args(&options);
    let again = again.and_then(|again| again.compile("text.hlsl", text, &NoIncludes));
    again.map_err(|failure| failure.to_string())
}

/// The numbers of files, and of those that each language has.
#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    written: [usize; LANGUAGES.len()],
}

/// Counts the files that each language has, whose texts must be readable, and compares with the page.
fn figures_are_true() -> Result<(), Failed> {
    let page = collect::workspace().join(PAGE);
    let mut text = std::fs::read_to_string(&page)?;
    let folders = [PathBuf::from(collect::SUITE), collect::workspace().join("shaders")];
    let counted = folders.map(|folder| counted(&folder));
    let mut problems: Vec<String> = counted.iter().flat_map(|(_, problems)| problems.clone()).collect();
    for (number, language) in LANGUAGES.into_iter().enumerate() {
        let start = format!("| `--emit={}` |", option(language));
        let at = text.find(&start).ok_or_else(|| format!("{PAGE} has no row '{start}'"))?;
        let row = text[at..].lines().next().unwrap_or_default().to_owned();
        let shares = counted.iter().map(|(count, _)| 100 * count.written[number] / count.all.max(1));
        let told = row.split('|').skip(2).map(|cell| cell.trim().trim_end_matches(" %").parse::<usize>());
        let is_true = shares.clone().zip(told).all(|(share, told)| told.is_ok_and(|told| told.abs_diff(share) <= NEAR));
        // The remark in the last column is not a figure and stays.
        let rest = row.splitn(5, '|').nth(4).unwrap_or_default();
        let expected = start + &shares.map(|share| format!(" {share} % |")).collect::<String>() + rest;
        match is_true {
            true => {}
            false if bless::wanted() => text = text.replace(&row, &expected),
            false => problems.push(format!("{PAGE} must have\n{expected}\nnot\n{row}")),
        }
    }
    if bless::wanted() {
        std::fs::write(&page, text)?;
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The files of a folder, and what is wrong with texts of them.
fn counted(folder: &Path) -> (Count, Vec<String>) {
    let files = collect::files(folder, "hlsl");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = files.chunks(files.len().div_ceil(threads).max(1));
    let (mut sum, mut problems) = (Count::default(), Vec::new());
    std::thread::scope(|scope| {
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || part_counted(part))).collect();
        for part in parts {
            let (count, wrong) = part.join().expect("a file is counted");
            sum.all += count.all;
            sum.written.iter_mut().zip(count.written).for_each(|(sum, count)| *sum += count);
            problems.extend(wrong);
        }
    });
    (sum, problems)
}

fn part_counted(files: &[PathBuf]) -> (Count, Vec<String>) {
    let (mut count, mut wrong) = (Count::default(), Vec::new());
    for file in files {
        let Some((compiler, texts)) = texts(file) else { continue };
        count.all += 1;
        for (state, text) in texts {
            let Some(number) = LANGUAGES.iter().position(|&language| Emit::Language(language) == state) else {
                continue;
            };
            count.written[number] += 1;
            let name = collect::display(file);
            if UNREADABLE.contains(&(name.as_str(), LANGUAGES[number])) {
                continue;
            }
            if let Err(reason) = read(&text, LANGUAGES[number], &compiler) {
                wrong.push(format!("{name} as {}: {reason}\n{text}", state.name()));
            }
        }
    }
    (count, wrong)
}

/// The module of a file's first run in all languages that have it; nothing for files that do not compile, and for kernels.
fn texts(file: &Path) -> Option<(Compiler, Vec<(Emit, String)>)> {
    let directives = directives::read(&internal::decode(std::fs::read(file).ok()?)).ok()?;
    let run = directives.runs.first().filter(|_| directives.skip.is_none())?;
    let mut compiler = compiler::compiler(&run.options).ok()?;
    if compiler.options().optimise.front_end_only || compiler.options().takes_kernels() {
        return None;
    }
    compiler.options_mut().output.emit = LANGUAGES.map(Emit::Language).to_vec();
    let texts = match compiler.compile_file(file) {
        Ok(artifact) => artifact.dumps,
        Err(failure) if is_refusal(&failure) => failure.dumps,
        Err(_) => return None,
    };
    Some((compiler, texts))
}

/// Returns whether nothing is wrong but that a language cannot express a module.
fn is_refusal(failure: &Failure) -> bool {
    let is_error = |severity: Severity| severity >= Severity::Error;
    failure.report.messages().filter(|message| is_error(message.severity)).all(|message| message.code == "E5118")
}

/// Reads a text with a compiler of its language, where one is there.
fn read(text: &str, language: Language, compiler: &Compiler) -> Result<(), String> {
    // The text says nothing of which functions are entry points.
    let is_library = compiler.options().profile().is_some_and(|profile| profile.stage == Stage::Library);
    match language {
        Language::Wgsl => by_naga(text).map(drop),
        Language::Hlsl | Language::Glsl if is_library => Ok(()),
        Language::Hlsl => by_us(text, compiler).map(drop),
        Language::Glsl => by_glslang(text, compiler),
        _ => Ok(()),
    }
}

/// Asks glslang, where it is there.
fn by_glslang(text: &str, compiler: &Compiler) -> Result<(), String> {
    let stage = match compiler.options().profile().map(|profile| profile.stage) {
        Some(Stage::Vertex) => "vert",
        Some(Stage::Pixel) => "frag",
        _ => "comp",
    };
    let mut command = Command::new("glslangValidator");
    command.args(["--stdin", "-S", stage]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return Ok(()) };
    let mut input = child.stdin.take().ok_or("it takes no text")?;
    input.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stdout).into_owned()) }
}
