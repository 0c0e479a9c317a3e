//! The cost of bad input: the command runs under a memory limit. A process that exceeds it dies by a signal instead of
//! a message.
#![cfg(target_os = "linux")]

mod support;

use std::process::Command;
use support::{COMMAND, Folder, said};

/// The limit for one compilation of bad input, with the stack of 64 MiB for trees of any depth.
const KIBIBYTES: usize = 224 * 1024 + 64 * 1024;

/// Definitions of which each doubles the one before, and a use of the last one.
fn doubling(first: &str) -> String {
    let levels = (1..40).map(|level| format!("#define A{level} A{0} A{0}\n", level - 1));
    format!(
        "#define A0 {first}\n{}float4 main(float x : X) : SV_Target {{\nA39\nreturn x; }}",
        levels.collect::<String>()
    )
}

/// A file that includes itself twice on each of twenty levels.
fn doubling_includes(name: &str, rest: &str) -> String {
    let itself = format!("#include \"{name}.hlsl\"\n");
    let level = |number| format!("#elif !defined(L{number})\n#define L{number}\n{itself}{itself}#undef L{number}\n");
    format!("#if 0\n{}#endif\n{rest}", (0..20).map(level).collect::<String>())
}

/// Compiles a text under the limit; gives the first error.
fn compile(name: &str, text: &str) -> String {
    let folder = Folder::empty("limits");
    let file = folder.write(format!("{name}.hlsl"), text);
    let limited = format!("ulimit -d {KIBIBYTES}; exec \"$0\" \"$@\"");
    let arguments = ["-T", "ps_6_0", "-fcgl", "-Vd", "-Fo", "/dev/null"];
    let output = Command::new("sh").args(["-c", &limited, COMMAND]).arg(&file).args(arguments).output();
    let output = output.expect("the shell runs");
    let errors = said(&output);
    assert!(output.status.code().is_some(), "{name} ended with {}: {errors}", output.status);
    errors.lines().find(|line| line.contains("error")).unwrap_or_default().to_owned()
}

/// A line of a list is some 600 bytes, and no longer all settings that its arguments make.
#[test]
fn long_lists() {
    let folder = Folder::empty("limits");
    let switches: String = (0..12).map(|at| format!("-D S{at}=1 ")).collect();
    let lines = (0..40_000).map(|at| format!("-T ps_6_0 {switches}-D AT={at} a.hlsl -Fo /nowhere/{at}.spv\n"));
    let path = folder.write("list", lines.collect::<String>());
    let limited = "ulimit -d 120000; exec \"$0\" \"$@\"";
    let output = Command::new("sh").args(["-c", limited, COMMAND, "batch"]).arg(&path).arg("-j1").output();
    let output = output.expect("the shell runs");
    let errors = said(&output);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.ends_with("1 of 40000 command lines failed, 39999 not started\n"), "{errors}");
}

#[test]
fn macros_that_double() {
    for (name, body) in [("names", "x"), ("statements", "x += 1;"), ("counters", "__COUNTER__"), ("nothing", "")] {
        let error = compile(name, &doubling(body));
        assert!(error.contains("[E1050]"), "{name}: {error}");
    }
}

#[test]
fn pasted_and_spelled_tokens() {
    let pastes = (1..40).map(|level| format!("#define P{level}(a) P{}(a##a)\n", level - 1)).collect::<String>();
    let error = compile("pastes", &format!("#define P0(a) a\n{pastes}P39(x)"));
    assert!(error.contains("[E1050]"), "{error}");
}

#[test]
fn files_that_include_themselves() {
    let lines = "float y = 1 + 2 * 3;\n";
    for (name, rest) in [("few", String::new()), ("some", lines.repeat(200)), ("many", lines.repeat(20_000))] {
        let error = compile(name, &doubling_includes(name, &rest));
        assert!(error.contains("[E1043]"), "{name}: {error}");
    }
}

#[test]
fn names_that_nobody_declared() {
    let body = "undefined_name(1);\n".repeat(20_000);
    let start = std::time::Instant::now();
    let error = compile("names", &format!("float4 main() : SV_Target {{ {body} return 0; }}"));
    assert!(error.contains("[E2001]"), "{error}");
    // The closest name is looked for a hundred times; for each of them it would take twenty times as long.
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn more_globals_than_a_module_may_have_are_an_error_at_their_place() {
    let globals: String = (0..65_536).map(|number| format!("static float g{number};\n")).collect();
    let uses: String = (0..65_536).map(|number| format!("x += g{number};\n")).collect();
    let text = format!("{globals}float4 main(float x : X) : SV_Target {{\n{uses}return x; }}\n");
    let compiler = hlsl2spirv::Compiler::new().profile("ps_6_0".parse().expect("there is such a profile"));
    let failure = compiler.compile("a.hlsl", &text, &hlsl2spirv::NoIncludes).expect_err("there are too many");
    let report = failure.to_string();
    assert!(report.starts_with("a.hlsl:65536:14: error: 65538 global variables exceed the limit"), "{report}");
}

/// Instructions, each given by opcode and operands.
type Code = Vec<(u32, Vec<u32>)>;

/// The parts of a module around an empty entry point.
#[derive(Default)]
struct Parts {
    extensions: Code,
    decorations: Code,
    types: Code,
    body: Code,
}

impl Parts {
    fn module(&self, bound: u32) -> Vec<u32> {
        let main = [5, 1, u32::from_le_bytes(*b"main"), 0];
        let first = [(17, vec![1])];
        let head = [(14, vec![0, 1]), (15, main.to_vec()), (16, vec![1, 17, 1, 1, 1])];
        let types = [(19, vec![2]), (33, vec![3, 2]), (21, vec![4, 32, 0])];
        let (begin, end) = ([(54, vec![2, 1, 0, 3]), (248, vec![5])], [(253, vec![]), (56, vec![])]);
        let parts =
            [&first[..], &self.extensions, &head, &self.decorations, &types, &self.types, &begin, &self.body, &end];
        let mut words = vec![0x0723_0203, 0x0001_0300, 0, bound, 0];
        for (opcode, operands) in parts.into_iter().flatten() {
            words.push((operands.len() as u32 + 1) << 16 | opcode);
            words.extend(operands);
        }
        words
    }
}

fn module(bound: u32, decorations: &[(u32, Vec<u32>)], types: &[(u32, Vec<u32>)]) -> Vec<u32> {
    Parts { decorations: decorations.to_vec(), types: types.to_vec(), ..Parts::default() }.module(bound)
}

/// Many instructions of a set that is imported after many extensions, and an error after them.
fn far_from_its_set() -> Vec<u32> {
    const MANY: u32 = 80_000;
    let words = |text: &str| {
        let chunks = text.as_bytes().chunks(4);
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
        chunks.map(word).chain(text.len().is_multiple_of(4).then_some(0)).collect::<Vec<u32>>()
    };
    let extensions = (0..MANY).map(|_| (10, words("SPV_KHR_multiview")));
    let set = (11, [vec![6], words("GLSL.std.450")].concat());
    let zero = (43, vec![4, 7, 0]);
    let body = (0..MANY).map(|at| (12, vec![4, 100 + at, 6, 38, 7, 7]));
    let parts = Parts {
        extensions: extensions.chain([set]).collect(),
        types: vec![zero],
        body: body.chain([(62, vec![7, 7])]).collect(),
        ..Parts::default()
    };
    parts.module(MANY + 200)
}

/// Many results with the same name.
fn values_of_one_name() -> Vec<u32> {
    const MANY: u32 = 30_000;
    let parts = Parts {
        decorations: (100..100 + MANY).map(|id| (5, vec![id, u32::from_le_bytes(*b"a\0\0\0")])).collect(),
        types: vec![(43, vec![4, 7, 0])],
        body: (100..100 + MANY).map(|id| (128, vec![4, id, 7, 7])).collect(),
        ..Parts::default()
    };
    parts.module(MANY + 200)
}

/// Many lines of a file with a very long name.
fn lines_of_a_long_name() -> Vec<u32> {
    const MANY: u32 = 100_000;
    let name = (7, [vec![6], vec![u32::from_le_bytes(*b"name"); 60_000], vec![0]].concat());
    let body = (0..MANY).flat_map(|at| [(8, vec![6, at, 1]), (128, vec![4, 100 + at, 7, 7])]);
    let parts =
        Parts { decorations: vec![name], types: vec![(43, vec![4, 7, 0])], body: body.collect(), ..Parts::default() };
    parts.module(MANY + 200)
}

/// Modules that ask for more than they contain: ids up to the last, groups that double, types that nest and double, and
/// many of one kind.
fn hostile_modules() -> Vec<(&'static str, Vec<u32>)> {
    const MANY: u32 = 100_000;
    let flat = |id: u32| (71, vec![id, 19]);
    let structs = |of: fn(u32) -> Vec<u32>, count: u32| {
        let first = (30, vec![100, 4]);
        std::iter::once(first).chain((101..101 + count).map(|id| (30, of(id)))).collect::<Vec<_>>()
    };
    let groups = (100..160).map(|id| (74, vec![id, id + 1, id + 1]));
    let pointer = [(32, vec![7, 6, 4])];
    let variables = pointer.iter().cloned().chain((100..100 + MANY).map(|id| (59, vec![7, id, 6])));
    let name = |id: u32| (5, vec![id, u32::from_le_bytes(*b"a\0\0\0")]);
    let empty = (0..MANY).map(|_| flat(100)).chain([(73, vec![100])]).chain((0..MANY).map(|_| (74, vec![100])));
    vec![
        ("the last id", module(0x3f_ffff, &[], &[(30, vec![0x3f_fffe, 4])])),
        ("a bound beyond it", module(u32::MAX, &[], &[])),
        ("groups that double", module(300, &[vec![flat(100)], groups.collect()].concat(), &[])),
        ("groups without targets", module(200, &empty.collect::<Vec<_>>(), &[])),
        ("decorations", module(200, &(0..MANY).map(|_| flat(100)).collect::<Vec<_>>(), &[])),
        (
            "one name",
            module(MANY + 200, &(100..100 + MANY).map(name).collect::<Vec<_>>(), &variables.collect::<Vec<_>>()),
        ),
        ("types that nest", module(MANY + 200, &[], &structs(|id| vec![id, id - 1], MANY))),
        ("types that double", module(300, &[], &structs(|id| vec![id, id - 1, id - 1], 60))),
        ("values of one name", values_of_one_name()),
        ("far from its set", far_from_its_set()),
        ("lines of a long name", lines_of_a_long_name()),
    ]
}

#[test]
fn modules_that_ask_for_much_cost_little() {
    // musl's allocator replacement holds a text twice while it grows.
    let kibibytes = if cfg!(target_env = "musl") { 2 << 20 } else { 1 << 20 };
    // Seconds of processor time, and memory.
    let limited = format!("ulimit -t 10; ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let folder = Folder::empty("modules");
    for (name, words) in hostile_modules() {
        folder.write("module.spv", words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        for command in ["opt -o out.spv", "validate", "--emit=dialect", "-Fc out.txt"] {
            let mut shell = Command::new("sh");
            shell.args(["-c", &limited, COMMAND]).args(command.split(' '));
            let output = shell.arg("module.spv").current_dir(&folder.0).output().expect("the shell runs");
            let errors = said(&output);
            assert!(
                output.status.code().is_some_and(|code| code < 100),
                "{name}, {command}: {} {errors}",
                output.status
            );
        }
    }
}
