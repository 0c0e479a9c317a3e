//! Bad input costs little: the command gets so much memory and no more. A process that asks for more than its limit ends
//! with a signal instead of a message.
#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::Command;

/// What one compilation of bad input may take, with the stack of 64 MiB that trees of any depth get.
const KIBIBYTES: usize = 200 * 1024 + 64 * 1024;

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
    let path: PathBuf = std::env::temp_dir().join(format!("hlsl2spirv-limits-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder can be made");
    let file = path.join(format!("{name}.hlsl"));
    std::fs::write(&file, text).expect("a file can be written");
    let limited = format!("ulimit -d {KIBIBYTES}; exec \"$0\" \"$@\"");
    let command = env!("CARGO_BIN_EXE_hlsl2spirv");
    let arguments = ["-T", "ps_6_0", "-fcgl", "-Vd", "-Fo", "/dev/null"];
    let output = Command::new("sh").args(["-c", &limited, command]).arg(&file).args(arguments).output();
    let output = output.expect("the shell runs");
    let _ = std::fs::remove_dir_all(&path);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some(), "{name} ended with {}: {errors}", output.status);
    errors.lines().find(|line| line.contains("error")).unwrap_or_default().to_owned()
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
    let compiler = hlsl2spirv::Compiler::new().profile("ps_6_0");
    let failure = compiler.compile("a.hlsl", &text, &hlsl2spirv::NoIncludes).expect_err("there are too many");
    let report = failure.to_string();
    assert!(report.starts_with("a.hlsl:65536:14: error: there are 65538 globals"), "{report}");
}
