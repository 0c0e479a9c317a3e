//! Bad input: whatever the bytes, there is an answer, soon, and never an internal error.

use crate::collect;
use driver::settings::Options;
use driver::{Compiler, NoIncludes};
use libtest_mimic::{Failed, Trial};
use std::time::{Duration, Instant};

/// No input of this kind may take longer. Generous, because builds without optimisation run these too.
const PATIENCE: Duration = Duration::from_secs(20);

type Maker = fn() -> Vec<String>;

/// Each kind of bad input, with what makes it.
const KINDS: &[(&str, Maker)] = &[
    ("truncated", truncated),
    ("without_a_token", without_a_token),
    ("deeply_nested", deeply_nested),
    ("long_chains", long_chains),
    ("long_lines", long_lines),
    ("noise", noise),
    ("macro_bombs", macro_bombs),
    ("odd_directives", odd_directives),
];

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |&(name, make): &(&'static str, Maker)| {
        Trial::test(format!("robustness::{name}"), move || make().iter().try_for_each(|text| survive(text)))
    };
    KINDS.iter().map(trial).collect()
}

/// Compiles a text. Errors are fine; internal ones are not, and neither is silence about a place for long.
fn survive(text: &str) -> Result<(), Failed> {
    let mut options = Options { profile: Some("ps_6_0".to_owned()), ..Options::default() };
    options.optimise.front_end_only = true;
    let start = Instant::now();
    let result = Compiler::with_options(options).compile("bad.hlsl", text, &NoIncludes);
    let took = start.elapsed();
    let shown: String = text.chars().take(300).collect();
    if let Err(failure) = result {
        if failure.report.messages().any(|message| message.code.starts_with("E59")) {
            return Err(format!("internal error\n{failure}for\n{shown}").into());
        }
        if !failure.report.has_errors() {
            return Err(format!("failed without an error for\n{shown}").into());
        }
    }
    if took > PATIENCE { Err(format!("took {took:?} for\n{shown}").into()) } else { Ok(()) }
}

const SEEDS: &[&str] = &["lit.hlsl", "histogram.hlsl", "mandelbrot.hlsl"];

fn seeds() -> Vec<String> {
    let folder = collect::workspace().join("shaders");
    SEEDS.iter().map(|name| std::fs::read_to_string(folder.join(name)).expect("the shader is there")).collect()
}

fn truncated() -> Vec<String> {
    let cut = |text: String| {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(41).collect();
        ends.into_iter().map(|end| text[..end].to_owned()).collect::<Vec<_>>()
    };
    seeds().into_iter().flat_map(cut).collect()
}

fn without_a_token() -> Vec<String> {
    let without_each = |text: String| {
        let words = words(&text);
        let without = |&(start, end): &(usize, usize)| format!("{}{}", &text[..start], &text[end..]);
        words.iter().step_by(3).map(without).collect::<Vec<_>>()
    };
    seeds().into_iter().flat_map(without_each).collect()
}

/// Where names, numbers and signs stand.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        let in_word = letter.is_alphanumeric() || letter == '_';
        if !in_word {
            words.extend(start.take().map(|start| (start, at)));
            if !letter.is_whitespace() {
                words.push((at, at + letter.len_utf8()));
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words
}

fn in_main(body: &str) -> String {
    format!("float4 main(float x : X) : SV_Target {{ {body} return x; }}")
}

fn deeply_nested() -> Vec<String> {
    const DEPTH: usize = 10_000;
    let around =
        |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
    vec![
        in_main(&format!("x = {};", around("(", "x", ")"))),
        in_main(&around("{", "x;", "}")),
        in_main(&around("if (x > 0) {", "x = 1;", "}")),
        in_main(&around("if (x > 0) ", "x = 1;", "")),
        in_main(&format!("x = {};", around("abs(", "x", ")"))),
        in_main(&format!("float a[1] = {};", around("{", "x", "}"))),
        in_main(&format!("x = x{};", around("[", "0", "]"))),
        in_main(&format!("x = {};", around("-", "x", ""))),
        in_main(&format!("x = {};", around("(float)", "x", ""))),
        in_main(&format!("x = {};", around("x ? ", "x", " : x"))),
        around("struct S {", "int x;", "};"),
        around("namespace n {", "int x;", "}"),
        format!("Buffer{} b;", around("<", "float", ">")),
        around("#if 1\n", "int x;", "\n#endif\n"),
        "(".repeat(DEPTH),
        "{".repeat(DEPTH),
        "[".repeat(DEPTH),
        "<".repeat(DEPTH),
    ]
}

fn long_chains() -> Vec<String> {
    const LENGTH: usize = 10_000;
    vec![
        in_main(&format!("x = x{};", " + x".repeat(LENGTH))),
        in_main(&format!("x = x{};", ", x".repeat(LENGTH))),
        in_main(&format!("{}x;", "x = ".repeat(LENGTH))),
        in_main(&format!("if (x > 0) x = 1; {}", "else if (x > 1) x = 2; ".repeat(LENGTH))),
        in_main(&"x = x * 2;".repeat(LENGTH)),
        in_main(&format!("x = x{};", ".x".repeat(LENGTH))),
        format!("int {};", (0..LENGTH).map(|index| format!("a{index}")).collect::<Vec<_>>().join(", ")),
        format!("int a{};", "[2]".repeat(LENGTH)),
    ]
}

fn long_lines() -> Vec<String> {
    const LENGTH: usize = 1 << 20;
    vec![
        "x".repeat(LENGTH),
        "1".repeat(LENGTH),
        "\"".repeat(LENGTH),
        format!("/*{}", " ".repeat(LENGTH)),
        format!("float {} = 1;", "y".repeat(LENGTH)),
        "; ".repeat(LENGTH / 2),
        "\\\n".repeat(LENGTH / 2),
        "\u{fffd}".repeat(LENGTH / 3),
    ]
}

fn noise() -> Vec<String> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let pieces = [
        "float4",
        "main",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        ";",
        ",",
        ":",
        "::",
        "=",
        "==",
        "#",
        "##",
        "\n#define",
        "\n#if",
        "\n#include",
        "template",
        "struct",
        "cbuffer",
        "register",
        "1.0f",
        "0x",
        "\"",
        "'",
        "\\",
        "\n",
        "é",
        "\0",
        "for",
        "[",
        "]",
        "return",
        "SV_Target",
        "in",
        "out",
        "operator",
        "Texture2D",
        "typedef",
        "using",
        "namespace",
        "enum",
    ];
    let mut texts = Vec::new();
    for _ in 0..200 {
        let length = (next() % 60) as usize;
        texts.push((0..length).map(|_| pieces[(next() % pieces.len() as u64) as usize]).collect::<Vec<_>>().join(" "));
        let bytes: Vec<u8> = (0..200).map(|_| next() as u8).collect();
        texts.push(String::from_utf8_lossy(&bytes).into_owned());
    }
    texts
}

fn macro_bombs() -> Vec<String> {
    let doubling: String = (1..40).map(|level| format!("#define A{level} A{0} A{0}\n", level - 1)).collect();
    let calls = format!("#define F(x) x x\nint {}1{};", "F(".repeat(40), ")".repeat(40));
    let self_call = "#define G(x) G(x) G(x)\nG(G(G(G(G(G(G(G(1))))))))".to_owned();
    let include = "#include \"bad.hlsl\"\n".to_owned();
    let paste: String = (1..30).map(|level| format!("#define P{level}(a) P{0}(a##a)\n", level - 1)).collect();
    vec![format!("#define A0 x\n{doubling}A39"), calls, self_call, include, format!("#define P0(a) a\n{paste}P29(x)")]
}

fn odd_directives() -> Vec<String> {
    let directives = [
        "#",
        "#define",
        "#define 1",
        "#define A(",
        "#define A(x",
        "#define A(x,",
        "#define A(...",
        "#undef",
        "#if",
        "#if (",
        "#if 1 +",
        "#if 1 / 0",
        "#if defined",
        "#if defined(",
        "#ifdef",
        "#elif",
        "#else",
        "#endif",
        "#include",
        "#include <",
        "#include \"",
        "#line",
        "#line -1",
        "#line 99999999999999999999",
        "#line 1 x",
        "#error",
        "#pragma",
        "#pragma once",
        "#pragma pack_matrix(",
        "#pragma dxc diagnostic",
        "#unknown",
        "#define A A\nA",
        "#define defined 1\n#if defined(x)",
        "#define E(x) #x\nE(\"",
        "#define C(a,b) a##b\nC(/,/)",
        "__LINE__ __FILE__ __COUNTER__",
        "#if 1 ? 2",
        "#if 0x",
    ];
    directives
        .iter()
        .flat_map(|text| [(*text).to_owned(), format!("{text}\n"), format!("{text}\\\n\nint x;")])
        .collect()
}
