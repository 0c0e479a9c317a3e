//! The first calls of a new user: help by its names, explanations, and `-` for the standard streams in every command.

mod support;

use std::process::{Command, Output};
use support::{COMMAND, fed, printed, said, workspace};

const PIXEL: &str = "float4 main() : SV_Target { return float4(1, 0, 0, 1); }\n";
const MLIR: &str = "module { func.func @f(%a: f32) -> f32 { return %a : f32 } }\n";

/// Runs the command in the folder of the tests, with an input.
fn call(line: &str, input: &[u8]) -> Output {
    fed(Command::new(COMMAND).args(line.split_whitespace()).current_dir(workspace()), input)
}

/// What a command prints that succeeds.
fn piped(line: &str, input: &[u8]) -> Vec<u8> {
    let output = call(line, input);
    assert!(output.status.success(), "{line}: {}", said(&output));
    output.stdout
}

#[test]
fn a_call_without_arguments_lists_the_commands() {
    let output = call("", b"");
    assert_eq!(output.status.code(), Some(1));
    let usage = said(&output);
    for command in ["run", "test", "reflect", "validate", "lint", "fmt", "explain", "help", "version"] {
        let lines = usage.lines().filter(|line| line.trim_start().starts_with(&format!("{command} ")));
        assert_eq!(lines.count(), 1, "{command}: {usage}");
    }
}

#[test]
fn help_and_version_are_commands() {
    assert_eq!(printed(&call("help", b"")), printed(&call("--help", b"")));
    assert_eq!(printed(&call("version", b"")), printed(&call("--version", b"")));
    assert_eq!(printed(&call("help dis", b"")), printed(&call("dis --help", b"")));
    let unknown = call("help vaildate", b"");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(said(&unknown).contains("unknown command 'vaildate'; did you mean 'validate'?"), "{}", said(&unknown));
}

#[test]
fn diagnostics_are_explained_by_code_and_by_name() {
    for (name, code) in [("e2001", "E2001"), ("race", "E6001"), ("Wconversion", "W2126"), ("-Wno-conversion", "W2126")]
    {
        assert!(printed(&call(&format!("explain {name}"), b"")).contains(code), "{name}");
    }
    assert!(said(&call("explain Wconversoin", b"")).contains("did you mean 'conversion'?"));
}

#[test]
fn a_dash_is_a_standard_stream_in_every_command() {
    let words = piped("- -T ps_6_0 -Fo -", PIXEL.as_bytes());
    assert_eq!(words[..4], [3, 2, 35, 7]);
    let optimised = piped("opt - -o -", &words);
    let text = piped("dis - -o -", &optimised);
    assert!(text.starts_with(b"; SPIR-V"));
    let assembled = piped("asm - -o - --preserve-numeric-ids", &piped("dis --raw-ids -", &optimised));
    // Version and generator are those of the assembler.
    assert_eq!(assembled[12..], optimised[12..]);
    piped("validate -", &optimised);
    assert!(String::from_utf8_lossy(&piped("reflect -", &optimised)).contains("fragment"));
    assert_eq!(piped("reflect - -T ps_6_0 -o - --format json", PIXEL.as_bytes())[..1], *b"{");
    assert_eq!(piped("fmt -", b"int  a;\n"), b"int a;\n");
    assert_eq!(piped("convert - -o -", MLIR.as_bytes())[..4], [3, 2, 35, 7]);
    assert_eq!(piped("batch -", b"-T ps_6_0 shaders/post_effect.hlsl -E pixel_main -Fo -\n")[..4], [3, 2, 35, 7]);
    let twice = b"-T ps_6_0 a.hlsl -Fo -\n-T ps_6_0 b.hlsl -Fo -\n";
    assert!(said(&call("batch -", twice)).contains("writes '-'"));
    assert!(said(&call("- -T ps_6_0 -Fo - -Fc -", PIXEL.as_bytes())).contains("'-' is the same file"));
}

#[test]
#[cfg(feature = "lsp")]
fn lint_takes_a_text_and_options() {
    let output = call("lint - -Wno-padded -D X=1", PIXEL.as_bytes());
    assert!(output.status.success() && said(&output).contains("compilations: 1, errors: 0"), "{}", said(&output));
    assert_eq!(call("lint -", b"float4 main() : SV_Target { return missing; }\n").status.code(), Some(1));
}

#[cfg(feature = "runner")]
mod runs {
    use super::*;

    const WAVES: &str = "RWStructuredBuffer<uint> o;\n#ifndef N\n#define N 1\n#endif\n\
        [numthreads(4, 1, 1)] void Sum(uint i : SV_GroupIndex) { o[i] = WaveActiveSum(i) * N; }\n";

    #[test]
    fn run_finds_the_entry_point_and_takes_options_of_the_compiler() {
        let run = "run - --engine interpreter --bind o=zeros:16 --out o";
        assert_eq!(piped(run, WAVES.as_bytes()), b"6 6 6 6\n");
        assert_eq!(piped(&format!("{run} -D N=2"), WAVES.as_bytes()), b"12 12 12 12\n");
        assert_eq!(piped(&format!("{run} -- -DN=3"), WAVES.as_bytes()), b"18 18 18 18\n");
        let own = format!("// hlsl2spirv: -D N=4\n{WAVES}");
        assert_eq!(piped(run, own.as_bytes()), b"24 24 24 24\n");
        let bytes = "run - --engine interpreter --bind o=zeros:16 --out o=-";
        assert_eq!(piped(bytes, WAVES.as_bytes()), [6, 0, 0, 0].repeat(4));
    }

    #[test]
    fn run_says_why_a_shader_does_not_run() {
        let refusal = |line: &str, text: &str| said(&call(line, text.as_bytes()));
        assert!(refusal("run -", PIXEL).contains("cannot run '-', a pixel shader: 'hlsl2spirv draw' runs it"));
        assert!(refusal("run - -T ps_6_0", PIXEL).contains("a pixel shader"));
        let two = "[numthreads(1, 1, 1)] void A() {}\n[numthreads(1, 1, 1)] void B() {}\n";
        assert!(refusal("run -", two).contains("'-' has the entry points A, B; --entry chooses one"));
        piped("run - --entry B --engine interpreter", two.as_bytes());
        assert!(refusal("run - --dispach 4", two).contains("'--dispatch'"));
    }

    #[test]
    fn test_reads_a_job_and_takes_options_of_the_compiler() {
        let job =
            r#"{"shader": "tests/suite/jobs/usage.hlsl", "bindings": {"o": "zeros:4"}, "expect": {"o": {"u32": [7]}}}"#;
        piped("test - --engine interpreter -D VALUE=7", job.as_bytes());
        assert_eq!(call("test - --engine interpreter", job.as_bytes()).status.code(), Some(1));
    }
}
