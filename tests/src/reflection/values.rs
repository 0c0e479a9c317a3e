//! Round trips of random structs between hosts and shaders. A host in Rust, C or Python sets every number of a block
//! through the generated code; a shader on the CPU copies the numbers one by one. Then the shader sets them, and the
//! host reads. `LAYOUTS_COUNT` in the environment sets how many structs there are for each rule.

mod places;
mod shapes;

use super::generated::{Folder, compiled, installed, takes};
use crate::cases::{Cases, Fate};
use crate::kernels::support::{Found, trial};
use driver::run::{Module, Options};
use libtest_mimic::{Failed, Trial};
use mutants::Numbers;
use places::Declarations;
use reflect::Reflection;
use reflect::code::{self, Derive, RustOptions, Unsayable};
use serde_json::{Value, json};
use shapes::{FIRST, FIRST_WRITTEN, Leaf, Shader, Step};
use std::fmt::Write;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Options for each layout of blocks. The first two give the struct another layout in buffers than in `C`.
const LAYOUTS: [&str; 4] =
    ["-fvk-use-dx-layout", "-fvk-use-gl-layout", "-fspv-target-env=vulkan1.1", "-fvk-use-scalar-layout"];

/// The structs that one program of a host has for each rule.
const TOGETHER: u64 = 16;

/// The language of a host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Host {
    Rust,
    C,
    Numpy,
    Ctypes,
}

impl Host {
    const ALL: [Host; 4] = [Host::Rust, Host::C, Host::Numpy, Host::Ctypes];

    fn name(self) -> &'static str {
        match self {
            Host::Rust => "rust",
            Host::C => "c",
            Host::Numpy => "numpy",
            Host::Ctypes => "ctypes",
        }
    }

    /// Returns why there is none here.
    fn missing(self) -> Option<&'static str> {
        let python = |imported: &str| Command::new("python3").args(["-c", imported]).output();
        let (is_there, reason) = match self {
            Host::Rust => (installed("rustc"), "there is no rustc in PATH"),
            Host::C => (installed("cc"), "there is no cc in PATH"),
            Host::Numpy => (python("import numpy").is_ok_and(|done| done.status.success()), "Python has no numpy"),
            Host::Ctypes => {
                (python("import ctypes").is_ok_and(|done| done.status.success()), "there is no python3 in PATH")
            }
        };
        (!is_there).then_some(reason)
    }

    fn code(self, reflection: &Reflection) -> Result<String, Unsayable> {
        match self {
            Host::Rust => code::rust(reflection, RustOptions::default().derive(Derive::Nothing)),
            Host::C => code::c(reflection),
            Host::Numpy => code::python(reflection),
            Host::Ctypes => code::ctypes(reflection),
        }
    }

    /// The name of the type for elements of a buffer.
    fn item(self, block: &str) -> String {
        let block = block.replace('.', "_");
        match self {
            Host::Rust => format!("{block}Item"),
            Host::C | Host::Numpy | Host::Ctypes => format!("{block}_item"),
        }
    }
}

pub(super) fn trials(cpu: &Found) -> Vec<Trial> {
    let cases = Cases::of("LAYOUTS", 4);
    let mut trials = Vec::new();
    for host in Host::ALL {
        let missing = host.missing();
        let skipped = missing.map_or(String::new(), |reason| format!(" (skipped: {reason})"));
        for seeds in cases.batches(TOGETHER) {
            let cases = cases.clone();
            let name = format!("reflection::values_of_{}_from_{}{skipped}", host.name(), seeds.start);
            let run = move || {
                let mut tally = cases.tally("reflection::values");
                for seeds in
                    seeds.clone().step_by(TOGETHER as usize).map(|first| first..(first + TOGETHER).min(seeds.end))
                {
                    batch(host, seeds, &mut |fate| tally.count(1, fate))?;
                }
                tally.verdict()
            };
            trials.push(match missing {
                None => trial(cpu, name, move |_| run()),
                Some(_) => Trial::test(name, || Ok(())).with_ignored_flag(true),
            });
        }
    }
    trials
}

/// A shader, its module and the host's code for it.
struct Case {
    name: String,
    shader: Shader,
    words: Vec<u32>,
    code: String,
    blocks: [Block; 3],
    has_byte_buffers: bool,
}

/// A place for values: its type in the host's language, and how many of these there are.
struct Block {
    ty: String,
    count: usize,
    is_read: bool,
}

fn batch(host: Host, seeds: std::ops::Range<u64>, count: &mut impl FnMut(Result<Fate, Failed>)) -> Result<(), Failed> {
    let mut cases = Vec::new();
    for (seed, layout) in seeds.clone().flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        match case(host, seed, layout)? {
            Some(case) => cases.push(case),
            None => count(Ok(Fate::Refused)),
        }
    }
    let program = Program::new(host, &cases, seeds.start)?;
    let inputs = blobs(&program.output("write", &[])?);
    if inputs.len() != cases.len() * 3 {
        return Err(format!("there are {} blocks for {} cases", inputs.len(), cases.len()).into());
    }
    let ran: Vec<Result<Vec<u8>, Failed>> =
        cases.iter().zip(inputs.chunks(3)).map(|(case, inputs)| run(case, inputs)).collect();
    let all = ran.iter().flatten().flatten().copied().collect::<Vec<u8>>();
    if ran.iter().any(Result::is_err) {
        ran.into_iter().for_each(|ran| count(ran.map(|_| Fate::Ended)));
        return Ok(());
    }
    let read = program.output("read", &all)?;
    let mut read = read.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
    for case in &cases {
        let found: Vec<u64> = read.by_ref().take(case.shader.structure.len()).collect();
        count(compare(case, "the host reads", &case.shader.structure, FIRST_WRITTEN, &found).map(|()| Fate::Ended));
    }
    Ok(())
}

/// Bytes that each follow their length.
fn blobs(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut blobs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let length = (u32::from_le_bytes(*length) as usize).min(rest.len());
        blobs.push(rest[..length].to_vec());
        bytes = &rest[length..];
    }
    blobs
}

/// Returns nothing where the language cannot say the layout.
fn case(host: Host, seed: u64, layout: &str) -> Result<Option<Case>, Failed> {
    let has_byte_buffers = layout == "-fvk-use-scalar-layout";
    let shader = shapes::shader(&mut Numbers::new(seed), has_byte_buffers);
    let name = format!("seed {seed}, {layout}");
    let artifact = match compiled(&shader.text, &[layout, "-enable-16bit-types"]) {
        Ok(artifact) => artifact,
        // Some structs have no layout in Vulkan; the message names them.
        Err(error) if error.message().is_some_and(|message| message.contains("[E5115]")) => return Ok(None),
        Err(error) => {
            return Err(format!("{name}: {}\n{}", error.message().unwrap_or_default(), shader.text).into());
        }
    };
    let reflection = artifact.reflection().map_err(|error| error.to_string())?;
    // Rust refuses what is where it may not and is more than numbers; in C it is bytes, without any functions.
    let refused = host == Host::C && Host::Rust.code(&reflection).is_err();
    let Some(code) = host.code(&reflection).ok().filter(|_| !refused) else { return Ok(None) };
    let block = |name: &str| reflection.bindings.iter().find(|one| one.name == name).and_then(|one| one.block.clone());
    let pushed = reflection.push_constants.first().map(|one| one.block.clone());
    let (Some(constants), Some(buffer), Some(pushed)) = (block("C"), block("b"), pushed) else {
        return Err(format!("{name}: a block is missing\n{}", shader.text).into());
    };
    let blocks = [
        Block { ty: constants, count: 1, is_read: false },
        Block { ty: host.item(&buffer), count: 2, is_read: true },
        Block { ty: pushed, count: 1, is_read: false },
    ];
    Ok(Some(Case { name, shader, words: artifact.words, code, blocks, has_byte_buffers }))
}

impl Case {
    fn leaves(&self) -> [&[Leaf]; 3] {
        [&self.shader.block, &self.shader.structure, &self.shader.structure]
    }
}

/// Runs the shader on a host's bytes. Returns those that it writes.
fn run(case: &Case, inputs: &[Vec<u8>]) -> Result<Vec<u8>, Failed> {
    let fail = |error: driver::run::Error| format!("{}: {error}\n{}", case.name, case.shader.text);
    let stride = inputs[1].len() / 2;
    let leaves = case.leaves();
    let mut expected: Vec<(&str, &[Leaf], u32)> = ["C", "b", "p"]
        .into_iter()
        .zip(leaves)
        .zip(FIRST)
        .map(|((name, leaves), first)| (name, leaves, first))
        .collect();
    if case.has_byte_buffers {
        expected.push(("y", &case.shader.structure, FIRST[1]));
    }
    let mut copied = vec![[0u32; 2]; expected.iter().map(|(_, leaves, _)| leaves.len()).sum()];
    let (mut written, mut raw) = (vec![0u8; stride * 2], vec![0u8; stride.next_multiple_of(4)]);
    let module = Module::new(&case.words, "main", &Options::default()).map_err(fail)?;
    let mut dispatch = module.dispatch();
    dispatch.push_constants(&inputs[2]);
    dispatch.buffer("C", &inputs[0]).map_err(fail)?.buffer("b", &inputs[1]).map_err(fail)?;
    dispatch.buffer_mut("o", &mut copied).map_err(fail)?.buffer_mut("w", &mut written).map_err(fail)?;
    // Byte buffers are read in words.
    let mut element = inputs[1][stride..].to_vec();
    element.resize(stride.next_multiple_of(4), 0);
    if case.has_byte_buffers {
        dispatch.buffer("y", &element).map_err(fail)?.buffer_mut("z", &mut raw).map_err(fail)?;
    }
    dispatch.run([1; 3]).map_err(fail)?;
    drop(dispatch);
    let mut copied = copied.iter().map(|[low, high]| u64::from(*low) | u64::from(*high) << 32);
    for (name, leaves, first) in expected {
        let found: Vec<u64> = copied.by_ref().take(leaves.len()).collect();
        compare(case, &format!("the shader reads from {name}"), leaves, first, &found)?;
    }
    if case.has_byte_buffers && raw[..stride] != written[stride..] {
        return Err(format!("{}: a byte buffer holds other bytes\n{}", case.name, case.shader.text).into());
    }
    Ok(written)
}

fn compare(case: &Case, what: &str, leaves: &[Leaf], first: u32, found: &[u64]) -> Result<(), Failed> {
    let expected: Vec<u64> = leaves.iter().zip(first..).map(|(leaf, number)| leaf.number.value(number)).collect();
    if expected == found {
        return Ok(());
    }
    let at = expected.iter().zip(found).position(|(expected, found)| expected != found).unwrap_or(found.len());
    let steps = leaves.get(at).map(|leaf| &leaf.steps);
    let values = (expected.get(at), found.get(at));
    Err(format!("{}: {what} {values:x?} at {at}, {steps:?}\n{}\n{}", case.name, case.shader.text, case.code).into())
}

/// A program of a host for all cases of a batch.
struct Program {
    command: Vec<PathBuf>,
    /// Comes after the mode.
    last: Option<PathBuf>,
    _folder: Folder,
}

impl Program {
    fn new(host: Host, cases: &[Case], first: u64) -> Result<Program, Failed> {
        let folder = Folder::new(&format!("values-{}-{first}", host.name()))?;
        let (command, last) = match host {
            Host::Rust => (vec![rust_program(&folder, cases)?], None),
            Host::C => (vec![c_program(&folder, cases)?], None),
            Host::Numpy | Host::Ctypes => {
                let script = folder.write("hosts.py", include_str!("values/hosts.py"))?;
                let listed = listed(&folder, cases)?;
                (vec!["python3".into(), script, host.name().into()], Some(listed))
            }
        };
        Ok(Program { command, last, _folder: folder })
    }

    fn output(&self, mode: &str, input: &[u8]) -> Result<Vec<u8>, Failed> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).arg(mode).args(&self.last);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (mut stdin, input) = (child.stdin.take(), input.to_vec());
        // It ends when the program has read all, or has ended.
        let writer = std::thread::spawn(move || drop(stdin.as_mut().map(|stdin| stdin.write_all(&input))));
        let output = child.wait_with_output()?;
        let _ = writer.join();
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(format!("{mode}: {}", String::from_utf8_lossy(&output.stderr)).into()),
        }
    }
}

/// The statements that write the numbers of a block, or read them.
fn statements(case: &Case, at: usize, known: &Declarations, is_written: bool) -> String {
    let block = &case.blocks[at];
    let (value, first) = (format!("x[{}]", block.count - 1), if is_written { FIRST[at] } else { FIRST_WRITTEN });
    let leaves = case.leaves()[at].iter().zip(first..);
    let line = |(leaf, number): (&Leaf, u32)| {
        let bits = is_written.then(|| leaf.number.value(number));
        format!("    {}\n", known.copy(&value, &block.ty, &leaf.steps, bits))
    };
    leaves.map(line).collect()
}

/// Traits for numbers by their bits, and the two modes.
const RUST: &str = "#![allow(unused_assignments)]
pub trait Bits { fn of(bits: u64) -> Self; fn bits(self) -> u64; }
macro_rules! bits { ($($ty:ty, $plain:ty, $of:expr, $to:expr;)*) => { $(impl Bits for $ty {
    fn of(bits: u64) -> Self { $of(bits as $plain) }
    fn bits(self) -> u64 { u64::from($to(self)) }
})* } }
bits! {
    f32, u32, f32::from_bits, f32::to_bits; f64, u64, f64::from_bits, f64::to_bits;
    u8, u8, |x| x, |x| x; u16, u16, |x| x, |x| x; u32, u32, |x| x, |x| x; u64, u64, |x| x, |x| x;
    i16, u16, |x| x as i16, |x| x as u16; i32, u32, |x| x as i32, |x| x as u32; i64, u64, |x| x as i64, |x| x as u64;
}
fn main() {
    use std::io::{Read, Write};
    let mut out = Vec::new();
    if std::env::args().nth(1).unwrap() == \"write\" {
        write(&mut out);
    } else {
        let (mut input, mut numbers) = (Vec::new(), Vec::new());
        std::io::stdin().read_to_end(&mut input).unwrap();
        read(&mut &input[..], &mut numbers);
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    std::io::stdout().write_all(&out).unwrap();
}
";

/// A value as one of another type.
fn transmuted(from: &str, to: &str, value: &str) -> String {
    // SAFETY: the structs are numbers and bytes without a gap, as the assertions of the generated code say.
    format!("unsafe {{ core::mem::transmute::<{from}, {to}>({value}) }}")
}

fn rust_program(folder: &Folder, cases: &[Case]) -> Result<PathBuf, Failed> {
    let (mut text, mut write, mut read) = (RUST.to_owned(), String::new(), String::new());
    for (number, case) in cases.iter().enumerate() {
        let known = Declarations::of_rust(&case.code);
        let _ = write!(text, "mod m{number} {{\nuse super::Bits;\n{}", case.code);
        for (at, block) in case.blocks.iter().enumerate() {
            let (ty, count) = (&block.ty, block.count);
            let size = format!("{count} * core::mem::size_of::<{ty}>()");
            let _ = write!(
                text,
                "pub fn write{at}(out: &mut Vec<u8>) {{\n    let mut x = [{ty}::ZERO; {count}];\n{}    \
                 let bytes = {};\n    \
                 out.extend((bytes.len() as u32).to_le_bytes());\n    out.extend(bytes);\n}}\n",
                statements(case, at, &known, true),
                transmuted(&format!("[{ty}; {count}]"), &format!("[u8; {size}]"), "x"),
            );
            let _ = writeln!(write, "    m{number}::write{at}(out);");
            if block.is_read {
                let _ = write!(
                    text,
                    "pub fn read{at}(input: &mut &[u8], out: &mut Vec<u64>) {{\n    let (bytes, rest) = input.split_first_chunk::<{{ {size} }}>().unwrap();\n    \
                     *input = rest;\n    let x = {};\n{}}}\n",
                    transmuted(&format!("[u8; {size}]"), &format!("[{ty}; {count}]"), "*bytes"),
                    statements(case, at, &known, false)
                );
                let _ = writeln!(read, "    m{number}::read{at}(input, out);");
            }
        }
        text += "}\n";
    }
    let _ = write!(
        text,
        "fn write(out: &mut Vec<u8>) {{\n{write}}}\nfn read(input: &mut &[u8], out: &mut Vec<u64>) {{\n{read}}}\n"
    );
    let (source, program) = (folder.write("main.rs", &text)?, folder.path("main"));
    takes(
        Command::new("rustc").args(["--edition=2021", "-Dwarnings", "-Cdebuginfo=0", "-o"]).arg(&program).arg(&source),
    )?;
    Ok(program)
}

/// Functions that move numbers by their bits.
const C: &str = "
#include <stdint.h>
#include <stdio.h>
#include <string.h>
void put(void *to, size_t size, uint64_t bits);
void emit(const void *from, size_t size);
void put(void *to, size_t size, uint64_t bits) { memcpy(to, &bits, size); }
void emit(const void *from, size_t size) { uint64_t bits = 0; memcpy(&bits, from, size); fwrite(&bits, 8, 1, stdout); }
";

/// The first is a file of its own, since names of structs are the same in several.
fn c_program(folder: &Folder, cases: &[Case]) -> Result<PathBuf, Failed> {
    let (mut main, mut write, mut read) = (C.to_owned(), String::new(), String::new());
    let mut files = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let known = Declarations::of_c(&case.code);
        let head = C.lines().filter(|line| !line.ends_with('}')).collect::<Vec<_>>().join("\n");
        let mut text = format!("{}\n{head}\n", case.code);
        for (at, block) in case.blocks.iter().enumerate() {
            let (ty, count) = (&block.ty, block.count);
            let mut function = |mode: &str, body: String| {
                let signature = format!("void m{number}_{mode}{at}(void)");
                let _ = write!(text, "{signature};\n{signature} {{\n    {ty} x[{count}];\n{body}}}\n");
                let _ = writeln!(main, "{signature};");
                format!("        m{number}_{mode}{at}();\n")
            };
            let ends =
                "    put(size, 4, sizeof(x));\n    fwrite(size, 4, 1, stdout);\n    fwrite(x, sizeof(x), 1, stdout);\n";
            let body = statements(case, at, &known, true);
            write += &function("write", format!("    uint8_t size[4];\n    memset(x, 0, sizeof(x));\n{body}{ends}"));
            if block.is_read {
                let body = statements(case, at, &known, false);
                read += &function("read", format!("    if (fread(x, sizeof(x), 1, stdin) != 1) return;\n{body}"));
            }
        }
        files.push(folder.write(&format!("m{number}.c"), &text)?);
    }
    let _ = write!(
        main,
        "int main(int count, char **arguments) {{\n    if (count > 1 && !strcmp(arguments[1], \"write\")) {{\n{write}    }} else {{\n{read}    }}\n    \
         return 0;\n}}\n"
    );
    files.push(folder.write("main.c", &main)?);
    let program = folder.path("main");
    takes(
        Command::new("cc")
            .args(["-std=c11", "-Wall", "-Wextra", "-Wpadded", "-Werror", "-o"])
            .arg(&program)
            .args(files),
    )?;
    Ok(program)
}

/// The blocks of all cases for the script, in JSON.
fn listed(folder: &Folder, cases: &[Case]) -> Result<PathBuf, Failed> {
    let mut blocks = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let module = folder.write(&format!("m{number}.py"), &case.code)?;
        for (at, block) in case.blocks.iter().enumerate() {
            blocks.push(json!({
                "module": module.to_string_lossy(), "type": block.ty, "count": block.count, "is_read": block.is_read,
                "numbers": case.leaves()[at].iter().zip(FIRST[at]..).map(numbered).collect::<Vec<_>>(),
            }));
        }
    }
    Ok(folder.write("blocks.json", &Value::from(blocks).to_string())?)
}

/// A number for the script: its path, its name if it is a bit-field, its type, its value.
fn numbered((leaf, number): (&Leaf, u32)) -> Value {
    let step = |step: &Step| match step {
        Step::Member(name) => Some(json!(name)),
        Step::Index(at, count) => Some(json!([at, count])),
        Step::Bits(_) => None,
    };
    let steps: Vec<Value> = leaf.steps.iter().filter_map(step).collect();
    let bits = leaf.steps.iter().find_map(|step| if let Step::Bits(name) = step { Some(name) } else { None });
    json!([steps, bits, leaf.number.letter().to_string(), leaf.number.value(number)])
}
