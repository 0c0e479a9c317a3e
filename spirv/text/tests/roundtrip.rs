//! Round trips of generated modules through reader, writer, structurizer, printer and parser.
//!
//! Tests that need a missing tool are ignored, and their names say so.

use dialect::ir::{Module, walk};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{read, structurize, verify, write};
use hlsl2spirv_text::{self as text, assembly};
use libtest_mimic::{Arguments, Trial};
use spirv::Op;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files in `tests/modules` with one of the endings.
fn sources(endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| endings.iter().any(|ending| file.extension().is_some_and(|found| found == *ending)));
    files.sort();
    files
}

/// A scratch file of this process.
fn scratch(name: &str) -> PathBuf {
    // Tests run in parallel, and several make the same modules.
    let (process, test) = (std::process::id(), std::thread::current().id());
    std::env::temp_dir().join(format!("dialect-{process}-{test:?}-{name}"))
}

/// Returns whether a tool can be started.
fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// A module with its name and the environment that it is valid in.
type Made = (String, &'static str, Vec<u32>);

/// A check of modules, which panics on failure.
type Check = fn(&[Made]);
/// A source of modules.
type Maker = fn() -> Vec<Made>;

fn main() {
    let checks: [(&str, Check); 5] = [
        ("written words read back to the same", written_words_read_back_to_the_same),
        ("written words are valid", written_words_are_valid),
        ("printed text parses back to the same", printed_text_parses_back_to_the_same),
        ("modules pass the verifier before and after structurizing", modules_pass_the_verifier),
        ("constructs are left by their merge alone", constructs_are_left_by_their_merge_alone),
    ];
    let makers: [(&str, Maker, &[&str]); 2] =
        [("assembly", of_assembly, &[]), ("GLSL", of_glsl, &["glslangValidator"])];
    let mut trials = Vec::new();
    for (source, make, tools) in makers {
        for (name, check) in checks {
            let validator: &[&str] = if name.ends_with("are valid") { &["spirv-val"] } else { &[] };
            trials.push(trial(&format!("{source}: {name}"), &[tools, validator].concat(), move || check(&make())));
        }
    }
    let mlir = ["mlir-opt-22", "mlir-translate-22", "spirv-val"];
    trials.push(trial("MLIR accepts what its dialect has", &mlir, mlir_accepts_what_its_dialect_has));
    trials.push(trial("text of our own becomes words", &[], || text_of_our_own_becomes_words(|_, _, _| {})));
    let validated = || text_of_our_own_becomes_words(validate);
    trials.push(trial("text of our own becomes valid words", &["spirv-val"], validated));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A test that is ignored if one of its tools is missing.
fn trial(name: &str, tools: &[&str], run: impl FnOnce() + Send + 'static) -> Trial {
    let missing = tools.iter().find(|tool| !has(tool));
    let note = missing.map_or_else(String::new, |tool| format!(" (there is no {tool})"));
    let test = move || {
        run();
        Ok(())
    };
    Trial::test(format!("{name}{note}"), test).with_ignored_flag(missing.is_some())
}

fn run(tool: &str, args: &[&str]) -> Result<(), String> {
    let output = Command::new(tool).args(args).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if output.status.success() { Ok(()) } else { Err(text) }
}

/// The words in a scratch file, which is deleted.
fn words_of(file: &Path) -> Vec<u32> {
    let bytes = std::fs::read(file).unwrap();
    std::fs::remove_file(file).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn save(name: &str, words: &[u32]) -> PathBuf {
    let file = scratch(name);
    std::fs::write(&file, words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
    file
}

/// Modules written as assembly.
fn of_assembly() -> Vec<Made> {
    let options = assembly::Options { version: (1, 3), ..assembly::Options::default() };
    let made = |file: PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let words = assembly::assemble(&std::fs::read_to_string(&file).unwrap(), &options);
        let words = words.unwrap_or_else(|error| panic!("{name}:{error}"));
        (name, "spv1.3", words)
    };
    sources(&["spvasm"]).into_iter().map(made).collect()
}

/// Modules that glslang compiles from GLSL.
fn of_glsl() -> Vec<Made> {
    let mut modules = Vec::new();
    for file in sources(&["comp", "frag"]) {
        for (target, debug) in [("vulkan1.1", "-g"), ("vulkan1.2", "-g"), ("vulkan1.2", "-gVS")] {
            let name = format!("{}-{target}{debug}", file.file_name().unwrap().to_string_lossy());
            // glslang's debug information about addresses and such arrays is invalid.
            let is_spoilt = ["references", "spec_constants"].iter().any(|odd| name.starts_with(odd));
            if is_spoilt && debug == "-gVS" {
                continue;
            }
            let out = scratch(&format!("{name}.spv"));
            let args = ["-V", debug, "--target-env", target, file.to_str().unwrap(), "-o", out.to_str().unwrap()];
            run("glslangValidator", &args).unwrap();
            modules.push((name, target, words_of(&out)));
        }
    }
    modules
}

fn read_module(name: &str, words: &[u32]) -> Module {
    read::read(words).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn structured(name: &str, words: &[u32]) -> Module {
    let mut module = read_module(name, words);
    structurize::structurize(&mut module).unwrap_or_else(|error| panic!("{name}: {error}"));
    module
}

fn validate(name: &str, env: &str, words: &[u32]) {
    let file = save(&format!("{name}-out.spv"), words);
    let checked = run("spirv-val", &["--target-env", env, file.to_str().unwrap()]);
    std::fs::remove_file(file).unwrap();
    if let Err(message) = checked {
        panic!("{name}: {message}");
    }
}

fn written_words_read_back_to_the_same(modules: &[Made]) {
    for (name, _, words) in modules {
        let flat = write::write(&read_module(name, words)).unwrap();
        assert!(write::write(&read_module(name, &flat)).unwrap() == flat, "{name}: other words after reading");
        let nested = write::write(&structured(name, words)).unwrap();
        assert!(write::write(&structured(name, &nested)).unwrap() == nested, "{name}: other words after nesting");
    }
}

fn written_words_are_valid(modules: &[Made]) {
    for (name, env, words) in modules {
        validate(name, env, &write::write(&read_module(name, words)).unwrap());
        validate(name, env, &write::write(&structured(name, words)).unwrap());
    }
}

fn printed_text_parses_back_to_the_same(modules: &[Made]) {
    for (name, _, words) in modules {
        for module in [read_module(name, words), structured(name, words)] {
            let printed = text::print(&module);
            let parsed = text::parse(&printed).unwrap_or_else(|error| panic!("{name}: {error}\n{printed}"));
            assert_eq!(text::print(&parsed), printed, "{name}");
            let words = write::write(&parsed).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(words.len(), write::write(&module).unwrap().len(), "{name}");
        }
    }
}

fn modules_pass_the_verifier(modules: &[Made]) {
    for (name, _, words) in modules {
        for module in [read_module(name, words), structured(name, words)] {
            let errors = verify::verify(&module);
            assert!(errors.is_empty(), "{name}:\n{}", text::render(&module, &errors));
        }
    }
}

fn constructs_are_left_by_their_merge_alone(modules: &[Made]) {
    for (name, _, words) in modules {
        let module = structured(name, words);
        for op in walk::ops_in(&module, module.root) {
            let parent = module.parent_op(op).and_then(|parent| ops::code(&module, parent));
            let is_return = matches!(ops::code(&module, op), Some(Code::Core(Op::Return | Op::ReturnValue)));
            let in_construct = matches!(parent, Some(Code::Mlir(Mlir::Selection | Mlir::Loop)));
            assert!(!(is_return && in_construct), "{name}: a return is left in a construct\n{}", text::print(&module));
        }
    }
}

/// MLIR's tools accept the part of the dialect that MLIR has, and return valid words.
fn mlir_accepts_what_its_dialect_has() {
    let mut accepted = Vec::new();
    for file in sources(&["spvdialect"]) {
        let module = text::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let printed = text::print_with(&module, &text::Options { for_mlir: true, ..text::Options::default() });
        let (input, output) = (scratch(&format!("{name}.mlir")), scratch(&format!("{name}.spv")));
        std::fs::write(&input, &printed).unwrap();
        let (input, output) = (input.to_str().unwrap(), output.to_str().unwrap());
        run("mlir-opt-22", &[input, "-o", "/dev/null"])
            .unwrap_or_else(|message| panic!("{name}: {message}\n{printed}"));
        run("mlir-translate-22", &["--serialize-spirv", "--no-implicit-module", input, "-o", output]).unwrap();
        run("spirv-val", &["--target-env", "spv1.3", output]).unwrap_or_else(|message| panic!("{name}: {message}"));
        // And MLIR's output can be read here.
        let mut back = read_module(&name, &words_of(Path::new(output)));
        std::fs::remove_file(input).unwrap();
        structurize::structurize(&mut back).unwrap_or_else(|error| panic!("{name}: {error}"));
        accepted.push(name);
    }
    assert!(accepted.len() >= 3, "{accepted:?}");
}

fn text_of_our_own_becomes_words(validate: fn(&str, &str, &[u32])) {
    for file in sources(&["spvdialect"]) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let module =
            text::parse(&std::fs::read_to_string(&file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let errors = verify::verify(&module);
        assert!(errors.is_empty(), "{name}:\n{}", text::render(&module, &errors));
        let words = write::write(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
        validate(&name, "spv1.3", &words);
        let printed = text::print(&structured(&name, &words));
        let again = write::write(&text::parse(&printed).unwrap()).unwrap();
        assert_eq!(write::write(&structured(&name, &again)).unwrap().len(), again.len(), "{name}");
    }
}
