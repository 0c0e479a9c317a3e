//! Benchmarks of the stages, and of their linearity: `cargo bench -p hlsl2spirv --no-default-features`.
//!
//! `stages` takes a shader of this repository and a generated text of 200 kB, as long as a large shader with all its
//! includes, through one stage at a time; `growth` compiles texts of one shape in two sizes, of which the larger should
//! take about twice as long; `passes` takes modules through optimiser and validator, where the time per op counts.
//! Throughput is that of the text. A whole process is measured from outside: see `docs/speed.md`.

use base::diag::Sink;
use base::intern::Interner;
use base::source::{FileId, SourceMap};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use frontend::ast::Ast;
use frontend::language::{HlslVersion, Profile, Stage};
use frontend::parse::{ParseOptions, parse};
use frontend::preprocess::{Facts, NoIncludes, PreprocessOptions, preprocess};
use frontend::token::Token;
use hlsl2spirv::Compiler;
use std::fmt::Write;

fn main() {
    divan::main();
}

const PROFILE: Profile = Profile { stage: Stage::Compute, major: 6, minor: 6 };

/// The inputs of the stages.
const TEXTS: [&str; 2] = ["path_tracer", "generated"];

/// The inputs of reflection: those of the stages, and 2,000 structs in memory.
const REFLECTED: [&str; 3] = ["path_tracer", "generated", "structs"];

fn text(name: &str) -> String {
    match name {
        "path_tracer" => include_str!("../../shaders/path_tracer.hlsl").to_owned(),
        "structs" => structs(2000),
        _ => functions(640),
    }
}

/// A text with the input of every stage, so that each can be measured alone.
struct Prepared {
    bytes: BytesCount,
    sources: SourceMap,
    main: FileId,
    names: Interner,
    tokens: Vec<Token>,
    ast: Ast,
    module: sema::hir::Module,
}

impl Prepared {
    fn new(text: &str) -> Self {
        let mut sources = SourceMap::new();
        let main = sources.add_file("bench.hlsl", text, None).expect("the text is small");
        let mut names = frontend::words::new_interner();
        let mut sink = Sink::default();
        let options = preprocess_options();
        let tokens = preprocess(main, &mut sources, &mut names, &options, &NoIncludes, &mut sink).tokens;
        let ast = parse(&tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
        let module = sema::check(&ast, &sources, &mut names, &check_options(), &mut sink).expect("the text is valid");
        Prepared { bytes: BytesCount::of_str(text), sources, main, names, tokens, ast, module }
    }
}

fn preprocess_options() -> PreprocessOptions {
    PreprocessOptions::new(Facts {
        version: HlslVersion::default(),
        profile: PROFILE,
        native_16bit: false,
        spirv_version: (1, 0),
        linear_algebra: 0,
    })
}

fn check_options() -> sema::options::Options {
    sema::options::Options::new(PROFILE, "main")
}

mod stages {
    use super::*;

    #[divan::bench(args = TEXTS)]
    fn lex(bencher: Bencher<'_, '_>, name: &str) {
        let prepared = Prepared::new(&text(name));
        let (text, base) = (prepared.sources.file(prepared.main).shared_text(), 0);
        bencher.counter(prepared.bytes).with_inputs(|| prepared.names.clone()).bench_values(|mut names| {
            let mut tokens = Vec::new();
            frontend::lexer::lex(black_box(&text), base, &mut names, &mut tokens);
            tokens
        });
    }

    /// Includes lexing.
    #[divan::bench(args = TEXTS)]
    fn preprocess(bencher: Bencher<'_, '_>, name: &str) {
        let text = text(name);
        let input = || {
            let mut sources = SourceMap::new();
            let main = sources.add_file("bench.hlsl", text.as_str(), None).expect("the text is small");
            (sources, main, frontend::words::new_interner())
        };
        bencher.counter(BytesCount::of_str(&text)).with_inputs(input).bench_values(|(mut sources, main, mut names)| {
            let options = preprocess_options();
            super::preprocess(main, &mut sources, &mut names, &options, &NoIncludes, &mut Sink::default())
        });
    }

    #[divan::bench(args = TEXTS)]
    fn classify(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, sources, names, tokens, .. } = Prepared::new(&text(name));
        bencher.counter(bytes).with_inputs(|| names.clone()).bench_values(|mut names| {
            let version = HlslVersion::default();
            frontend::classify::classify(black_box(&tokens), &sources, &mut names, version, &mut Sink::default())
        });
    }

    /// Includes classifying.
    #[divan::bench(args = TEXTS)]
    fn parse(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, sources, names, tokens, .. } = Prepared::new(&text(name));
        bencher.counter(bytes).with_inputs(|| names.clone()).bench_values(|mut names| {
            super::parse(black_box(&tokens), &sources, &mut names, &ParseOptions::default(), &mut Sink::default())
        });
    }

    /// Lexing, classifying and parsing.
    #[divan::bench(args = TEXTS)]
    fn text_to_tree(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, sources, main, names, .. } = Prepared::new(&text(name));
        let text = sources.file(main).shared_text();
        bencher.counter(bytes).with_inputs(|| names.clone()).bench_values(|mut names| {
            let mut tokens = Vec::new();
            frontend::lexer::lex(black_box(&text), sources.file(main).base(), &mut names, &mut tokens);
            super::parse(&tokens, &sources, &mut names, &ParseOptions::default(), &mut Sink::default())
        });
    }

    #[divan::bench(args = TEXTS)]
    fn check(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, sources, names, ast, .. } = Prepared::new(&text(name));
        bencher.counter(bytes).with_inputs(|| names.clone()).bench_values(|mut names| {
            sema::check(black_box(&ast), &sources, &mut names, &check_options(), &mut Sink::default())
        });
    }

    #[divan::bench(args = TEXTS)]
    fn emit(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, sources, names, module, .. } = Prepared::new(&text(name));
        let options = codegen::Options::default();
        bencher
            .counter(bytes)
            .bench(|| codegen::emit(black_box(&module), &names, &sources, &options, &mut Sink::default()));
    }

    /// Everything but passes and validation.
    #[divan::bench(args = TEXTS)]
    fn compile(bencher: Bencher<'_, '_>, name: &str) {
        super::compile(bencher, &text(name));
    }
}

/// Modules of a shader, of a large text, and of shapes in two sizes.
mod passes {
    use super::*;

    const SHAPES: [&str; 10] = [
        "path_tracer",
        "generated",
        "block 1000",
        "block 2000",
        "loops 250",
        "loops 500",
        "chain of calls 500",
        "chain of calls 1000",
        "cases 500",
        "cases 1000",
    ];

    fn text(name: &str) -> String {
        let (shape, count) = name.rsplit_once(' ').unwrap_or((name, ""));
        let count = count.parse().unwrap_or(0);
        match shape {
            "block" => super::assignments(count),
            "loops" => super::loops(count),
            "chain of calls" => super::chain_of_calls(count),
            "cases" => super::cases(count),
            _ => super::text(shape),
        }
    }

    /// The words of a module, and the number of its ops.
    fn words(name: &str, options: &[&str]) -> (Vec<u32>, ItemsCount) {
        let arguments = [&["-T", "cs_6_6", "-E", "main", "-Vd"], options].concat();
        let compiler = Compiler::from_args(&arguments).expect("the arguments are right");
        let artifact = compiler.compile("bench.hlsl", &text(name), &NoIncludes).expect("the text is valid");
        let module = dialect::spirv::read::read(&artifact.words).expect("the module is valid");
        (artifact.words, ItemsCount::new(module.ops.len()))
    }

    /// From words to words.
    #[divan::bench(args = SHAPES)]
    fn optimise(bencher: Bencher<'_, '_>, name: &str) {
        let (words, ops) = words(name, &["-fcgl"]);
        bencher.counter(ops).bench(|| {
            let mut module = dialect::spirv::read::read(black_box(&words)).expect("the module is valid");
            opt::optimise(&mut module, &opt::Options::default()).expect("the module is small");
            dialect::spirv::write::write(&module)
        });
    }

    #[divan::bench(args = SHAPES)]
    fn validate(bencher: Bencher<'_, '_>, name: &str) {
        let (words, ops) = words(name, &[]);
        let environment = valid::Environment::from_name("vulkan1.3").expect("there is this environment");
        bencher.counter(ops).bench(|| valid::validate(black_box(&words), &valid::Options::new(environment)));
    }
}

/// Reflection of modules: the words alone, the facts of the source, and the document of both.
mod reflection {
    use super::*;

    fn artifact(text: &str) -> hlsl2spirv::Artifact {
        let compiler = Compiler::from_args(&["-T", "cs_6_6", "-E", "main"]).expect("the arguments are right");
        compiler.compile("bench.hlsl", text, &NoIncludes).expect("the text is valid")
    }

    /// Throughput is that of the words.
    #[divan::bench(args = REFLECTED)]
    fn read(bencher: Bencher<'_, '_>, name: &str) {
        let words = artifact(&text(name)).words;
        bencher.counter(BytesCount::of_slice(&words)).bench(|| hlsl2spirv::reflect::read(black_box(&words)));
    }

    #[divan::bench(args = REFLECTED)]
    fn facts(bencher: Bencher<'_, '_>, name: &str) {
        let Prepared { bytes, names, module, .. } = Prepared::new(&text(name));
        bencher.counter(bytes).bench(|| sema::facts::gather(black_box(&module), &names, check_options().layout));
    }

    /// The document of an artifact: what `-Fre` adds to [`compile`], which decodes the words for validation as well.
    #[divan::bench(args = REFLECTED)]
    fn document(bencher: Bencher<'_, '_>, name: &str) {
        let text = text(name);
        let artifact = artifact(&text);
        bencher.counter(BytesCount::of_str(&text)).bench(|| artifact.reflection().map(|found| found.to_json()));
    }

    /// A whole compilation, passes and validation included.
    #[divan::bench(args = TEXTS)]
    fn compile(bencher: Bencher<'_, '_>, name: &str) {
        let text = text(name);
        bencher.counter(BytesCount::of_str(&text)).bench(|| artifact(black_box(&text)).words);
    }
}

/// Each shape once and twice. The larger texts have up to 200 kB: above that, the system's allocator decides more than
/// the compiler, by how soon it returns memory.
mod growth {
    use super::*;

    const TIMES: [usize; 2] = [1, 2];

    #[divan::bench(args = TIMES)]
    fn statements(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::statements(1000 * times));
    }

    #[divan::bench(args = TIMES)]
    fn cases(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::cases(2500 * times));
    }

    #[divan::bench(args = TIMES)]
    fn textures(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::textures(2000 * times));
    }

    #[divan::bench(args = TIMES)]
    fn nested_calls(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::nested_calls(500 * times));
    }

    #[divan::bench(args = TIMES)]
    fn macro_expansion(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::macro_bomb(12 + times));
    }

    #[divan::bench(args = TIMES)]
    fn struct_fields(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::struct_fields(2000 * times));
    }

    #[divan::bench(args = TIMES)]
    fn assignments(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::assignments(2500 * times));
    }

    #[divan::bench(args = TIMES)]
    fn functions(bencher: Bencher<'_, '_>, times: usize) {
        compile(bencher, &super::functions(400 * times));
    }
}

fn compile(bencher: Bencher<'_, '_>, text: &str) {
    let compiler =
        Compiler::from_args(&["-T", "cs_6_6", "-E", "main", "-fcgl", "-Vd"]).expect("the arguments are right");
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let artifact = compiler.compile("bench.hlsl", black_box(text), &NoIncludes);
        artifact.expect("the text is valid").words
    });
}

// Generated shaders.

/// A compute shader that loads `value`, runs the lines and stores it again.
fn shader(declarations: &str, lines: impl Iterator<Item = String>) -> String {
    let mut text = format!("RWStructuredBuffer<float4> values;\n{declarations}");
    text.push_str("[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{\n");
    text.push_str("    float4 value = values[id.x];\n");
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("    values[id.x] = value;\n}\n");
    text
}

fn statements(count: usize) -> String {
    let line = |index| {
        format!(
            "value.x += value.y * {index}.5 + sin(value.z); if (id.x > {index}u) {{ value.yz = value.xw - float2({index}, id.x); }}"
        )
    };
    shader("", (0..count).map(line))
}

fn cases(count: usize) -> String {
    let case = |index| format!("case {index}: value.x += {index}; break;");
    let cases = (0..count).map(case);
    shader("", ["switch (id.x) {".to_owned()].into_iter().chain(cases).chain(["}".to_owned()]))
}

fn loops(count: usize) -> String {
    shader("", (0..count).map(|_| "for (int i = 0; i < 4; ++i) value += values[i];".to_owned()))
}

fn chain_of_calls(count: usize) -> String {
    let mut declarations = "float f0(float x) { return x * x; }\n".to_owned();
    for index in 0..count {
        let _ = writeln!(declarations, "float f{}(float x) {{ return f{index}(x) + {index}; }}", index + 1);
    }
    shader(&declarations, [format!("value.x = f{count}(value.x);")].into_iter())
}

fn textures(count: usize) -> String {
    let mut declarations = "SamplerState smooth;\n".to_owned();
    for index in 0..count {
        let _ = writeln!(declarations, "Texture2D<float4> texture{index};");
    }
    let line = |index| format!("value += texture{index}.SampleLevel(smooth, value.xy, 0);");
    shader(&declarations, (0..count).map(line))
}

fn nested_calls(count: usize) -> String {
    let nest = |inner: String, depth| format!("f({inner}, {depth})");
    let line = |_| format!("value.x = {};", (0..32).fold("value.x".to_owned(), nest));
    shader("float f(float a, float b) { return a * b + 1; }\n", (0..count).map(line))
}

/// Macros that each represent two of the one before.
fn macro_bomb(levels: usize) -> String {
    let mut declarations = "#define M0 value.x = value.x + 1;\n".to_owned();
    for level in 1..=levels {
        let _ = writeln!(declarations, "#define M{level} M{} M{}", level - 1, level - 1);
    }
    shader(&declarations, [format!("M{levels}")].into_iter())
}

fn struct_fields(count: usize) -> String {
    let mut declarations = "struct S\n{\n".to_owned();
    for index in 0..count {
        let _ = writeln!(declarations, "    float4 field{index};");
    }
    declarations.push_str("};\nStructuredBuffer<S> structs;\ncbuffer Constants { S constants; };\n");
    let line = |index| format!("value += structs[0].field{index} + constants.field{index};");
    shader(&declarations, (0..count).map(line))
}

fn assignments(count: usize) -> String {
    let line = |index: usize| format!("float4 v{} = v{index} * 2.0f + v{};", index + 1, index / 2);
    let first = ["float4 v0 = value;".to_owned()];
    let last = [format!("value = v{count};")];
    shader("", first.into_iter().chain((0..count).map(line)).chain(last))
}

/// A text with the given number of structs in a constant buffer.
fn structs(count: usize) -> String {
    let mut declarations = String::new();
    let mut members = String::new();
    for index in 0..count {
        let _ = writeln!(declarations, "struct S{index} {{ float3 a; float b[2]; uint c; row_major float3x3 m; }};");
        let _ = writeln!(members, "S{index} s{index};");
    }
    let declarations = format!("{declarations}cbuffer Scene {{\n{members}}};\n");
    shader(&declarations, (0..count).map(|index| format!("value.xyz += mul(s{index}.m, s{index}.a) * s{index}.b[1];")))
}

fn functions(count: usize) -> String {
    let mut declarations = "struct Light { float3 direction; float strength; };\n".to_owned();
    for index in 0..count {
        let _ = write!(
            declarations,
            "float4 shade{index}(float4 colour, Light light)\n{{\n    float3 sum = normalize(colour.xyz + light.direction) * \
             {index}.25;\n    for (int step = 0; step < 4; ++step)\n    {{\n        sum += cross(sum, light.direction) * \
             light.strength;\n    }}\n    return float4(sum, dot(sum, colour.xyz));\n}}\n"
        );
    }
    let light = ["Light light = { value.xyz, value.w };".to_owned()];
    let line = |index| format!("value = shade{index}(value, light);");
    shader(&declarations, light.into_iter().chain((0..count).map(line)))
}
