//! Generated code: compilers of each language accept it and its assertions of sizes and offsets, and a shader reads
//! what it writes.

use crate::compiler;
use crate::kernels::support::{Found, trial};
use driver::run::{Module, Options};
use driver::{Artifact, NoIncludes};
use libtest_mimic::{Failed, Trial};
use mutants::Numbers;
use reflect::Reflection;
use reflect::code::{self, Derive, RustOptions};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options for each layout of blocks.
const LAYOUTS: [&str; 4] =
    ["-fvk-use-dx-layout", "-fvk-use-gl-layout", "-fvk-use-scalar-layout", "-fspv-target-env=vulkan1.1"];

/// Compilers of C, each with the language standards that it knows.
const COMPILERS: &[(&str, &[&str])] = &[
    ("gcc", &["-std=c11", "-xc"]),
    ("g++", &["-std=c++11", "-xc++"]),
    ("g++", &["-std=c++20", "-xc++"]),
    ("clang", &["-std=c11", "-xc"]),
    ("clang++", &["-std=c++11", "-xc++"]),
    ("clang++", &["-std=c++20", "-xc++"]),
];

pub(super) fn trials(cpu: &Found) -> Vec<Trial> {
    vec![
        with("rustc", "reflection::rust_takes_its_structs", rust_takes_its_structs),
        with("clippy-driver", "reflection::clippy_takes_its_structs", clippy_takes_its_structs),
        with("gcc", "reflection::c_takes_its_structs", || c_takes_its_structs("gcc")),
        with("clang", "reflection::clang_takes_its_structs", || c_takes_its_structs("clang")),
        trial(cpu, "reflection::shaders_read_what_rust_writes".to_owned(), |_| shaders_read_what_rust_writes()),
    ]
}

/// A test that needs a compiler. If it is missing the test is skipped, and its name says why.
fn with(tool: &'static str, name: &str, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    match installed(tool) {
        true => Trial::test(name, run),
        false => {
            Trial::test(format!("{name} (skipped: there is no {tool} in PATH)"), || Ok(())).with_ignored_flag(true)
        }
    }
}

pub(super) fn installed(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A folder for one test, removed at its end.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> std::io::Result<Folder> {
        let path = std::env::temp_dir().join(format!("hlsl2spirv-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) -> std::io::Result<PathBuf> {
        let path = self.path(name);
        std::fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Documents of modules of the suite, and of random structs in every layout.
fn documents() -> Vec<Reflection> {
    let suite = super::modules().step_by(3).filter_map(|(_, words)| reflect::read(&words).ok());
    let random = (0..40).flat_map(|seed| LAYOUTS.map(|layout| compiled(&random_structs(seed), &[layout])));
    let of_words = LAYOUTS.iter().map(|layout| {
        let artifact = compiled(&structs_of_words(), &[layout, "-E", "main_"]).expect("they are names in HLSL");
        artifact.reflection().expect("it has a reflection")
    });
    suite.chain(random.filter_map(|artifact| artifact.ok()?.reflection().ok())).chain(of_words).collect()
}

/// Names that HLSL has no use for, and that mean something in the languages of hosts or in what their programs include.
const WORDS: &[&str] = &[
    "std",
    "main",
    "memcpy",
    "memset",
    "strlen",
    "index",
    "INT32_MAX",
    "UINT64_C",
    "SIZE_MAX",
    "intptr_t",
    "int_fast8_t",
    "uintmax_t",
    "size_t",
    "NULL",
    "offsetof",
    "wchar_t",
    "HLSL2SPIRV_ASSERT",
    "core",
    "alloc",
    "bytemuck",
    "Vec",
    "Self",
    "u32",
    "usize",
    "crate",
    "ctypes",
    "numpy",
    "Structure",
    "c_float",
];

/// A shader with a struct of each of these names, which have odd sizes and bit-fields, so that code copies bytes.
fn structs_of_words() -> String {
    let mut text = String::new();
    for (at, word) in WORDS.iter().enumerate() {
        let _ = writeln!(text, "struct {word} {{ float x; uint low : 3; uint high : 7; float3 {word}; }};");
        let _ = writeln!(text, "RWStructuredBuffer<{word}> b{at};");
    }
    let uses: String = (0..WORDS.len()).map(|at| format!("b{at}[0].x = 1; ")).collect();
    text + &format!("[numthreads(1, 1, 1)] void main_() {{ {uses} }}\n")
}

pub(super) fn compiled(text: &str, options: &[&str]) -> Result<Artifact, Failed> {
    let compiler = compiler::compiler(&[&["-T", "cs_6_2"], options].concat()).map_err(|failure| failure.to_string())?;
    compiler.compile("structs.hlsl", text, &NoIncludes).map_err(|failure| failure.to_string().into())
}

/// A shader with structs in structs, in a constant buffer, a structured buffer and push constants.
fn random_structs(seed: u64) -> String {
    const TYPES: [&str; 14] = [
        "float",
        "float2",
        "float3",
        "float4",
        "int",
        "uint3",
        "bool",
        "double",
        "double2",
        "float2x2",
        "float3x3",
        "row_major float3x4",
        "float4x3",
        "uint2",
    ];
    let mut numbers = Numbers::new(seed);
    let mut text = String::new();
    for number in 0..3 {
        let _ = writeln!(text, "struct S{number} {{");
        for member in 0..=numbers.below(5) {
            let dims = ["", "", "[2]", "[3]", "[2][3]"][numbers.below(5)];
            let ty = match numbers.below(4) {
                0 if number > 0 => format!("S{}", numbers.below(number)),
                _ => TYPES[numbers.below(TYPES.len())].to_owned(),
            };
            let _ = writeln!(text, "    {ty} m{member}{dims};");
        }
        text += "};\n";
    }
    text + "cbuffer C { S2 c; float behind; };\nStructuredBuffer<S2> b;\n[[vk::push_constant]] struct { S0 p; float last; } push;\n\
            RWStructuredBuffer<float> o;\n[numthreads(1, 1, 1)] void main() { S2 s = b[0]; b.GetDimensions(o[1], o[2]);\n\
            o[0] = behind + push.last; }\n"
}

/// The code of all documents as modules of one crate, which asserts offsets and sizes.
fn rust_takes_its_structs() -> Result<(), Failed> {
    rust_takes("rustc", &[])
}

/// The code is as clean as clippy may want it, names of the shader's aside.
fn clippy_takes_its_structs() -> Result<(), Failed> {
    // A struct of 4 GiB has long numbers, and a large array.
    let of_large_structs = ["-Aclippy::unreadable_literal", "-Aclippy::large_stack_arrays"];
    rust_takes("clippy-driver", &[["-Wclippy::all", "-Wclippy::pedantic"], of_large_structs].concat())
}

/// Compiles the code of all documents.
fn rust_takes(tool: &str, lints: &[&str]) -> Result<(), Failed> {
    let folder = Folder::new(&format!("reflected-{tool}"))?;
    let options = RustOptions::default().derive(Derive::Nothing);
    let mut all = String::new();
    let mut count = 0;
    for (number, document) in documents().iter().enumerate() {
        // Layouts that Rust cannot express are an error with a name, and rare.
        if let Ok(text) = code::rust(document, options) {
            let _ = writeln!(all, "pub mod m{number} {{\n{text}}}");
            count += 1;
        }
    }
    if count < 300 {
        return Err(format!("only {count} documents have a form in Rust").into());
    }
    let file = folder.write("lib.rs", &all)?;
    let arguments = ["--edition=2021", "--crate-type=lib", "--emit=metadata", "-Dwarnings", "-o"];
    takes(Command::new(tool).args(lints).args(arguments).arg(folder.path("lib.rmeta")).arg(file))
}

fn c_takes_its_structs(tool: &str) -> Result<(), Failed> {
    let folder = Folder::new(&format!("reflected-{tool}"))?;
    let headers: Vec<String> = documents().iter().filter_map(|document| code::c(document).ok()).collect();
    let empty = compiled(EMPTY, &[])?.reflection().map_err(|error| error.to_string())?;
    let empty = code::c(&empty).map_err(|error| error.to_string())?;
    // One file each, since their names may be equal.
    for (number, header) in headers.iter().step_by(4).chain([&empty]).enumerate() {
        let file = folder.write(&format!("h{number}.h"), header)?;
        for (compiler, language) in
            COMPILERS.iter().filter(|(name, _)| name.trim_end_matches('+').starts_with(&tool[..1]))
        {
            let checks = ["-Wall", "-Wextra", "-Wpadded", "-Werror", "-fsyntax-only", "-include"];
            takes(Command::new(compiler).args(checks).arg(&file).args(*language).arg(null_file(&folder)?))?;
        }
    }
    Ok(())
}

fn null_file(folder: &Folder) -> std::io::Result<PathBuf> {
    folder.write("empty.c", "")
}

pub(super) fn takes(command: &mut Command) -> Result<(), Failed> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

/// Structs without members, which C does not have.
const EMPTY: &str = "
struct Empty {};
struct Holder { Empty none; float value; };
RWStructuredBuffer<Empty> nothing;
RWStructuredBuffer<Holder> holders;
[numthreads(1, 1, 1)] void main() {
    uint count, stride;
    nothing.GetDimensions(count, stride);
    holders[0].value = count;
}";

/// Members in the tails of others, under Direct3D's packing.
const TAILS: &str = "
struct Pair { float x, y; };
cbuffer C { float3 a[2]; float b; row_major float3x3 m; float c; Pair s; float d; bool e; };
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)] void main() {
    for (uint i = 0; i < 2; i++)
        for (uint k = 0; k < 3; k++) o[i * 3 + k] = a[i][k];
    o[6] = b;
    for (uint r = 0; r < 3; r++)
        for (uint k = 0; k < 3; k++) o[7 + r * 3 + k] = m[r][k];
    o[16] = c; o[17] = s.x; o[18] = s.y; o[19] = d; o[20] = e ? 20 : -1;
}
";

/// Its end.
// SAFETY: the struct is numbers and bytes without a gap, as the assertions of the generated code say.
const PRINTED: &str = "let bytes = unsafe { core::mem::transmute::<C, [u8; core::mem::size_of::<C>()]>(c) };";

/// A program that writes the bytes of a block with counting numbers through the generated code. Split arrays have
/// methods; other elements convert from their values.
fn program(generated: &str) -> String {
    let is_split = generated.contains("a_tail");
    let row = |name: &str, index: usize, first: usize| {
        let value = format!("[{first} as f32, {} as f32, {} as f32]", first + 1, first + 2);
        match is_split {
            true => format!("    c.set_{name}({index}, {value});\n    assert_eq!(c.{name}({index}), {value});\n"),
            false => format!("    c.{name}[{index}] = {value}.into();\n"),
        }
    };
    let rows: String = (0..2).map(|at| row("a", at, at * 3)).chain((0..3).map(|at| row("m", at, 7 + at * 3))).collect();
    format!(
        "{generated}\nfn main() {{\n    let mut c = C {{ b: 6.0, c: 16.0, s: Pair::new(17.0, 18.0), d: 19.0, e: 1, ..C::ZERO }};\n\
         {rows}    {PRINTED}\n    \
         std::io::Write::write_all(&mut std::io::stdout(), &bytes).unwrap();\n}}\n"
    )
}

fn shaders_read_what_rust_writes() -> Result<(), Failed> {
    if !installed("rustc") {
        return Ok(());
    }
    for layout in LAYOUTS {
        let words = compiled(TAILS, &[layout])?.words;
        let document = reflect::read(&words).map_err(|error| error.to_string())?;
        let generated = code::rust(&document, RustOptions::default().derive(Derive::Nothing));
        let bytes = written(&program(&generated.map_err(|error| error.to_string())?))?;
        let mut found = [f32::NAN; 21];
        let module = Module::new(&words, "main", &Options::default()).map_err(|error| error.to_string())?;
        let mut dispatch = module.dispatch();
        dispatch
            .buffer("C", &bytes)
            .and_then(|dispatch| dispatch.buffer_mut("o", &mut found))
            .map_err(|e| e.to_string())?;
        dispatch.run([1, 1, 1]).map_err(|error| error.to_string())?;
        drop(dispatch);
        let expected: [f32; 21] = std::array::from_fn(|at| at as f32);
        if found != expected {
            return Err(format!("{layout}: {found:?}").into());
        }
    }
    Ok(())
}

/// The output of a program.
fn written(program: &str) -> Result<Vec<u8>, Failed> {
    let folder = Folder::new("reflected-values")?;
    let (source, run) = (folder.write("main.rs", program)?, folder.0.join("main"));
    takes(Command::new("rustc").args(["--edition=2021", "-Dwarnings", "-o"]).arg(&run).arg::<&Path>(&source))?;
    Ok(Command::new(run).output()?.stdout)
}
