//! The dialect's text in MLIR's own programs: they take what is printed for them, and it comes back as the same module.
//! What their serialiser writes is valid and gives the same results.
//!
//! Files in MLIR's spelling are under `suite/mlir/`. `suite/mlir.txt` lists what MLIR does not do, with the beginning of its message.

mod conversions;
mod lowered;
mod random;

use crate::exec::{perform, runnable};
use crate::known::Known;
use crate::{Devices, collect, compiler, directives};
use base::ids::Map;
use dialect::ir::{Module, Places, walk};
use dialect::spirv::decode::{self, Inst, Operand};
use dialect::spirv::{read, structurize, write};
use harness::device::{Device, Source};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use text::source;
use valid::{BlockLayout, Environment, Options};

/// The list of what MLIR does not do.
const LIST: &str = "mlir.txt";
/// MLIR's optimiser, and its translator.
const PROGRAMS: [&str; 2] = ["mlir-opt-22", "mlir-translate-22"];
/// LLVM's optimiser and compiler of the same version.
const LLVM: [&str; 2] = ["opt-22", "llc-22"];
/// The compiler of LLVM IR and of C.
const CLANG: &str = "clang-22";
/// The modules that the optimiser reads in one process.
const BATCH: usize = 64;
/// The line between modules of one text.
const SPLIT: &str = "// -----";

pub(crate) fn trials(devices: &Devices) -> Vec<Trial> {
    let missing = PROGRAMS.iter().find(|program| installed(program).is_none());
    let suffix = missing.map(|program| format!(" (skipped: there is no {program} in PATH)")).unwrap_or_default();
    let is_missing = missing.is_some();
    let device = devices.cpu.clone();
    let run = move || match &device {
        Ok(device) => serialised_modules_compute_the_same(device),
        Err(reason) => Err(reason.clone().into()),
    };
    let (cpu, why) = match &devices.cpu {
        Ok(_) => (true, String::new()),
        Err(reason) => (false, format!(" (skipped: {reason})")),
    };
    let missing_llvm = PROGRAMS.iter().chain(&LLVM).find(|program| installed(program).is_none());
    let compiler = missing_llvm.map(|program| format!(" (skipped: there is no {program} in PATH)")).unwrap_or_default();
    let without = PROGRAMS.iter().chain([&CLANG]).find(|program| installed(program).is_none());
    let with_clang = without.map(|program| format!(" (skipped: there is no {program} in PATH)")).unwrap_or_default();
    let mut trials = random::trials(devices.cpu.as_ref());
    trials.extend([
        Trial::test(format!("mlir::its_translator_takes_kernels{compiler}"), translator_takes_kernels)
            .with_ignored_flag(missing_llvm.is_some()),
        Trial::test("mlir::both_llvm_texts_have_the_same_attributes", both_texts_have_the_same_attributes),
        Trial::test("mlir::text_for_mlir_comes_back", text_comes_back),
        Trial::test(format!("mlir::its_conversions_compute_the_same{suffix}"), conversions::compute_the_same)
            .with_ignored_flag(is_missing),
        Trial::test(format!("mlir::its_lowering_computes_the_same{with_clang}"), lowered::compute_the_same)
            .with_ignored_flag(is_missing || installed(CLANG).is_none()),
        Trial::test("mlir::files_are_read_or_refused_at_a_place", files_are_read_or_refused),
        Trial::test(format!("mlir::its_optimiser_takes_the_text{suffix}"), optimiser_takes_the_text)
            .with_ignored_flag(is_missing),
        Trial::test(format!("mlir::its_serialiser_writes_what_computes_the_same{suffix}{why}"), run)
            .with_ignored_flag(is_missing || !cpu),
    ]);
    trials
}

/// The path of a program.
fn installed(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A module of the suite as text for MLIR.
struct Printed {
    /// Its file and the number of its run.
    name: String,
    module: Module,
    text: String,
}

impl Printed {
    fn new(name: String, words: &[u32]) -> Result<Option<Self>, String> {
        let mut module = match read::read(words) {
            Ok(module) => module,
            // Instructions of unknown sets that the source spells.
            Err(error) if error.message.contains("not known") => return Ok(None),
            Err(error) => return Err(format!("{name}: {error}")),
        };
        if structurize::structurize(&mut module).is_err() {
            return Ok(None);
        }
        // A text has no order of declarations but that in which they are used.
        module.places = Places::default();
        let text = text::print_with(&module, &text::Options { for_mlir: true, ..text::Options::default() });
        Ok(Some(Printed { name, module, text }))
    }

    /// The ops that MLIR lacks, as the text says.
    fn lacking(&self) -> Vec<&str> {
        let note = self.text.lines().next().filter(|line| line.starts_with("//"));
        let names = note.and_then(|note| note.split_once("structs: ")).map(|(_, names)| names.split(", "));
        names.into_iter().flatten().collect()
    }
}

/// The modules of the suite and of the shaders, as their runs say.
fn printed() -> Result<Vec<Printed>, Failed> {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    let mut all = Vec::new();
    for path in folders.iter().flat_map(|folder| collect::files(folder, "hlsl")) {
        let text = driver::internal::decode(std::fs::read(&path)?);
        let Ok(found) = directives::read(&text) else { continue };
        for (at, run) in found.runs.iter().enumerate() {
            let Ok(compiler) = compiler::compiler(&run.options) else { continue };
            let Ok(artifact) = compiler.compile_file(&path) else { continue };
            if !artifact.words.is_empty() {
                all.extend(Printed::new(format!("{}#{at}", collect::display(&path)), &artifact.words)?);
            }
        }
    }
    match all.len() > 500 {
        true => Ok(all),
        false => Err(format!("there are {} modules alone", all.len()).into()),
    }
}

/// Files in MLIR's spelling, with what is expected of each in its first line: it is valid, or this is its error.
fn files_are_read_or_refused() -> Result<(), Failed> {
    let environment = Environment::from_name("universal1.6").ok_or("there is no such environment")?;
    let options = Options::new(environment);
    let mut problems = Vec::new();
    let files = collect::files(&Path::new(collect::SUITE).join("mlir"), "mlir");
    for path in &files {
        let text = std::fs::read_to_string(path)?;
        let first = text.lines().next().unwrap_or_default();
        let found = checked_file(&text, &options);
        let is_right = match (first.strip_prefix("// error: "), &found) {
            (Some(wanted), Err(error)) => error.starts_with(wanted),
            (None, Ok(())) => first == "// valid",
            _ => false,
        };
        if !is_right {
            problems.push(format!("{}: {found:?}", collect::display(path)));
        }
    }
    match files.is_empty() {
        true => Err("there are no files".into()),
        false => verdict(problems),
    }
}

/// Reads a text, validates its words, and compares them with those of its text for MLIR.
fn checked_file(text: &str, options: &Options) -> Result<(), String> {
    let read = match convert::is_foreign(text) {
        true => convert::convert_placed(text, &convert::Options::default()),
        false => source::read_placed(text),
    };
    let (module, offsets) = read.map_err(|error| error.to_string())?;
    let written = source::write(text, module.clone(), &offsets, None).map_err(|error| error.to_string())?;
    valid::validate(&written.words, options).map_err(|error| error.to_string())?;
    let printed = text::print_with(&module, &text::Options { for_mlir: true, ..text::Options::default() });
    let back = text::parse(&printed).map_err(|error| format!("{error}\n{printed}"))?;
    same_words(&module, &back, true)
}

fn text_comes_back() -> Result<(), Failed> {
    let known = Known::read(LIST);
    let mut problems = Vec::new();
    for one in printed()? {
        let back = source::read(&one.text).map_err(|error| error.to_string());
        let back = back.and_then(|back| same_words(&one.module, &back, true));
        problems.extend(problem(&known, "text", &one.name, back));
    }
    verdict(problems)
}

fn optimiser_takes_the_text() -> Result<(), Failed> {
    let known = Known::read(LIST);
    let all = printed()?;
    let mut problems = Vec::new();
    for batch in all.chunks(BATCH) {
        let outputs = match optimised(&batch.iter().map(|one| one.text.as_str()).collect::<Vec<_>>().join(SPLIT_LINE)) {
            Ok(output) => output.split(SPLIT).map(|text| Ok(text.to_owned())).collect(),
            Err(_) => batch.iter().map(|one| optimised(&one.text)).collect::<Vec<Result<String, String>>>(),
        };
        if outputs.len() != batch.len() {
            return Err(format!("{} of {} modules came out", outputs.len(), batch.len()).into());
        }
        for (one, output) in batch.iter().zip(outputs) {
            let back = output.and_then(|output| {
                let back = text::parse(&output).map_err(|error| format!("its text: {error}\n{output}"))?;
                // MLIR gives lines of the text itself to what has none.
                same_words(&without_lines(&one.module), &without_lines(&back), false)
            });
            problems.extend(problem(&known, PROGRAMS[0], &one.name, back));
        }
    }
    verdict(problems)
}

/// [`SPLIT`] on a line of its own.
const SPLIT_LINE: &str = "\n// -----\n";

/// What MLIR's optimiser makes of a text without passes.
fn optimised(text: &str) -> Result<String, String> {
    let output = with_file("mlir", text, |input| {
        Command::new(PROGRAMS[0])
            .args(["-split-input-file", "-mlir-print-debuginfo"])
            .arg(input)
            .output()
            .map_err(|error| error.to_string())
    })?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(first_error(&output.stderr)),
    }
}

/// The first message of an output.
fn first_error(output: &[u8]) -> String {
    let output = String::from_utf8_lossy(output);
    let error = output.lines().find_map(|line| line.split_once("error: ")).map(|(_, error)| error);
    error.unwrap_or(&output).to_owned()
}

/// What a program prints.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(first_error(&output.stderr)),
    }
}

/// Calls a function with the path of a file that has a text, and removes it.
fn with_file<T>(extension: &str, text: &str, inner: impl FnOnce(&Path) -> Result<T, String>) -> Result<T, String> {
    let thread = std::thread::current().id();
    let path = std::env::temp_dir().join(format!("exchange-{}-{thread:?}.{extension}", std::process::id()));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let found = inner(&path);
    std::fs::remove_file(&path).map_err(|error| error.to_string())?;
    found
}

/// What MLIR's serialiser makes of a text.
fn serialised(text: &str) -> Result<Vec<u32>, String> {
    let output = with_file("serial", text, |input| {
        let mut command = Command::new(PROGRAMS[1]);
        command.args(["--serialize-spirv", "--no-implicit-module"]).arg(input);
        command.output().map_err(|error| error.to_string())
    })?;
    if !output.status.success() {
        return Err(first_error(&output.stderr));
    }
    Ok(output
        .stdout
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect())
}

fn serialised_modules_compute_the_same(device: &Device) -> Result<(), Failed> {
    let known = Known::read(LIST);
    let mut problems = Vec::new();
    let mut all = 0;
    let environment = Environment::from_name("vulkan1.3").ok_or("there is no such environment")?;
    let options = Options { layout: BlockLayout::Scalar, ..Options::new(environment) };
    for (name, directives) in runnable() {
        for (at, run) in directives.runs.iter().enumerate() {
            let Some(exec) = &run.exec else { continue };
            let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
            let artifact = compiler.compile_file(&name).map_err(|failure| failure.to_string())?;
            let Some(printed) = Printed::new(format!("{name}#{at}"), &artifact.words)? else { continue };
            // What represents an op has no meaning there. Sources have none here.
            if printed.lacking().iter().any(|name| *name != "spirv.Source") {
                continue;
            }
            all += 1;
            let result = serialised(&printed.text).and_then(|words| {
                valid::validate(&words, &options).map_err(|error| format!("invalid: {error}"))?;
                perform(device, &Source::new(&words, compiler.options().entry()), exec)
            });
            problems.extend(problem(&known, PROGRAMS[1], &printed.name, result));
        }
    }
    match all > 100 {
        true => verdict(problems),
        false => Err(format!("there are {all} modules alone").into()),
    }
}

/// Kernels in the LLVM dialect become the same code by MLIR's translation as by our own text of LLVM IR, which is what
/// runs.
fn translator_takes_kernels() -> Result<(), Failed> {
    let options = lower::Options { vector: Some(LANES), ..lower::Options::default() };
    let known = Known::read(LIST);
    let mut problems = Vec::new();
    let mut count = 0;
    for (name, directives) in runnable() {
        for (at, run) in directives.runs.iter().enumerate().filter(|(_, run)| run.exec.is_some()) {
            let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
            let artifact = compiler.compile_file(&name).map_err(|failure| failure.to_string())?;
            let module = read::read(&artifact.words).map_err(|error| error.to_string())?;
            let Ok(lowered) = lower::compile_module(&module, compiler.options().entry(), &options) else { continue };
            count += 1;
            let text = text::llvm_dialect::print(&lowered.module);
            let code = translated(&text).and_then(|ir| Ok((assembly(&ir)?, assembly(&lowered.llvm_ir())?)));
            let result = code.and_then(|(theirs, ours)| match theirs == ours {
                true => Ok(()),
                false => {
                    let line = theirs.lines().zip(ours.lines()).find(|(theirs, ours)| theirs != ours);
                    Err(format!("other code: {line:?}"))
                }
            });
            problems.extend(problem(&known, LLVM[1], &format!("{name}#{at}"), result));
        }
    }
    match count > 100 {
        true => verdict(problems),
        false => Err(format!("there are {count} kernels alone").into()),
    }
}

/// The words of attributes that both texts of a kernel spell the same.
const ATTRIBUTES: [&str; 12] = [
    "volatile",
    "invariant",
    "inbounds",
    "atomic",
    "monotonic",
    "acquire",
    "release",
    "acq_rel",
    "seq_cst",
    "contract",
    "afn",
    "arcp",
];

/// The text of a kernel in the LLVM dialect has the attributes of its LLVM IR, which is what runs.
fn both_texts_have_the_same_attributes() -> Result<(), Failed> {
    let mut problems = Vec::new();
    let mut seen = Map::default();
    for (name, directives) in runnable() {
        for (at, run) in directives.runs.iter().enumerate().filter(|(_, run)| run.exec.is_some()) {
            let compiler = compiler::compiler(&run.options).map_err(|failure| failure.to_string())?;
            let artifact = compiler.compile_file(&name).map_err(|failure| failure.to_string())?;
            let module = read::read(&artifact.words).map_err(|error| error.to_string())?;
            let options = lower::Options { vector: (at % 2 == 0).then_some(LANES), ..lower::Options::default() };
            let Ok(lowered) = lower::compile_module(&module, compiler.options().entry(), &options) else { continue };
            let texts = [text::llvm_dialect::print(&lowered.module), lowered.llvm_ir()];
            let [theirs, ours] = texts.map(|text| attributes(&text));
            if theirs != ours {
                problems.push(format!("{name}#{at}: {theirs:?}, and in LLVM IR {ours:?}"));
            }
            ours.into_iter().for_each(|(word, count)| *seen.entry(word).or_insert(0) += count);
        }
    }
    for word in ["volatile", "invariant", "monotonic", "contract", "align 4"] {
        if !seen.contains_key(word) {
            problems.push(format!("no kernel has '{word}'"));
        }
    }
    verdict(problems)
}

/// The number of each attribute in a text, the alignments of accesses included.
fn attributes(text: &str) -> Map<String, usize> {
    let mut found = Map::default();
    for line in text.lines().filter(|line| line.starts_with(' ') && !line.contains("llvm.mlir.global")) {
        let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        let words =
            words.map(|word| word.strip_suffix(".load").unwrap_or(word)).filter(|word| ATTRIBUTES.contains(word));
        words.for_each(|word| *found.entry(word.to_owned()).or_insert(0) += 1);
        let align = line.split_once(", align ").map(|(_, rest)| rest);
        let align = align.or_else(|| Some(line.split_once("alignment = ")?.1).filter(|rest| rest.contains(": i64")));
        if let Some(number) = align.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()) {
            *found.entry(format!("align {number}")).or_insert(0) += 1;
        }
    }
    found
}

/// The lanes of a vector, of a processor that everybody has.
const LANES: u32 = 4;

/// What MLIR's translator makes of the LLVM dialect.
fn translated(text: &str) -> Result<String, String> {
    let output = with_file("llvm", text, |input| {
        Command::new(PROGRAMS[1]).arg("--mlir-to-llvmir").arg(input).output().map_err(|error| error.to_string())
    })?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| error.to_string()),
        false => Err(first_error(&output.stderr)),
    }
}

/// The code of LLVM IR as text, without comments and the name of its file. The optimiser makes the same of what MLIR's
/// translator has folded and what it has not.
fn assembly(ir: &str) -> Result<String, String> {
    let output = with_file("ll", ir, |input| {
        let bitcode = input.with_extension("bc");
        let mut optimiser = Command::new(LLVM[0]);
        optimiser.arg("-O2").arg(input).arg("-o").arg(&bitcode);
        let optimised = optimiser.output().map_err(|error| error.to_string())?;
        if !optimised.status.success() {
            return Ok(optimised);
        }
        let output = Command::new(LLVM[1]).args(["-o", "-"]).arg(&bitcode).output().map_err(|error| error.to_string());
        std::fs::remove_file(&bitcode).map_err(|error| error.to_string())?;
        output
    })?;
    if !output.status.success() {
        return Err(first_error(&output.stderr));
    }
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    Ok(code.filter(|line| !line.contains(".file") && !line.is_empty()).map(|line| format!("{line}\n")).collect())
}

/// The problem of a test, if it has one that is not listed, or none although one is.
fn problem(known: &Known, program: &str, name: &str, result: Result<(), String>) -> Option<String> {
    let row = known.row(program, name);
    let judged = known.judge(row.as_ref(), result.map_err(Failed::from));
    judged.err().map(|failed| format!("{name}: {}", failed.message().unwrap_or_default()))
}

fn verdict(problems: Vec<String>) -> Result<(), Failed> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

fn without_lines(module: &Module) -> Module {
    let mut module = module.clone();
    for op in walk::ops_in(&module, module.root) {
        module[op].loc = None;
    }
    module
}

/// Compares modules by their words. Names of values and blocks are lost in MLIR's programs, and so is the order of
/// names and decorations.
fn same_words(before: &Module, after: &Module, with_names: bool) -> Result<(), String> {
    let [before, after] = [before, after].map(|module| {
        let words = write::write(module).map_err(|error| error.to_string())?;
        spelled(&words, with_names)
    });
    let (before, after) = (before?, after?);
    match before.iter().zip(&after).find(|(before, after)| before != after) {
        Some((before, after)) => Err(format!("\n- {before}\n+ {after}")),
        None if before.len() != after.len() => Err(format!("{} instructions, not {}", after.len(), before.len())),
        None => Ok(()),
    }
}

/// The instructions with ids numbered as they appear in what computes, and what describes others in the end, in order.
fn spelled(words: &[u32], with_names: bool) -> Result<Vec<String>, String> {
    let (_, insts) = decode::decode(words).map_err(|error| error.to_string())?;
    let (about, code): (Vec<Inst>, Vec<Inst>) = insts.into_iter().partition(is_about);
    let mut numbers: Map<u32, u32> = Map::default();
    let mut spell = |inst: &Inst| {
        let mut number = |id: u32| {
            let next = numbers.len() as u32;
            *numbers.entry(id).or_insert(next)
        };
        let ty = inst.ty.map(&mut number);
        let operands: Vec<String> = inst.operands.iter().map(|operand| operand_text(operand, &mut number)).collect();
        format!("{:?} {:?} {ty:?} {}", inst.result.map(&mut number), inst.op, operands.join(" "))
    };
    let mut all: Vec<String> = code.iter().map(&mut spell).collect();
    let is_wanted = |inst: &&Inst| with_names || !named(inst, "Name");
    let mut rest: Vec<String> = about.iter().filter(is_wanted).map(spell).collect();
    rest.sort();
    all.extend(rest);
    Ok(all)
}

fn operand_text(operand: &Operand, number: &mut impl FnMut(u32) -> u32) -> String {
    match operand {
        Operand::Id(id) => format!("%{}", number(*id)),
        Operand::ConstantId(kind, id) => format!("{kind:?} %{}", number(*id)),
        Operand::Enum(kind, value, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| operand_text(part, number)).collect();
            format!("{kind:?} {value} {}", parts.join(" "))
        }
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => format!("{operand:?}"),
    }
}

fn named(inst: &Inst, name: &str) -> bool {
    format!("{:?}", inst.op) == name
}

/// Returns whether an instruction only describes others, so that its place says nothing.
fn is_about(inst: &Inst) -> bool {
    let name = format!("{:?}", inst.op);
    ["Name", "MemberName", "String", "Extension", "Capability"].contains(&&*name) || name.contains("Decorate")
}
