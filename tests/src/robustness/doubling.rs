//! Linearity: programs of one shape, and others of twice the size, with twice the work.
//!
//! Each goes through all stages, our own passes included. CPU time is measured, which does not depend on the load of
//! the machine.

use super::NAME;
use driver::Compiler;
use frontend::preprocess::NoIncludes;
use libtest_mimic::{Failed, Trial};

/// The permitted factor. Quadratic work takes four times as long, once it counts.
const MOST: f64 = 2.8;
/// The number of measurements before a failure: caches and allocators vary.
const TRIES: usize = 3;
/// The least nanoseconds of a measurement: the clock goes on in steps of some milliseconds.
const LEAST: f64 = 3e7;

/// A shape: its name, the size of the smaller program, and the program.
type Shape = (&'static str, usize, fn(usize) -> String);

const SHAPES: &[Shape] = &[
    ("globals", 4000, |count| main("x = g7;", &list(count, |at| format!("static float g{at} = {at};\n")))),
    ("assignments", 1000, |count| main(&"x = x * 2 + o[1];\n".repeat(count), "")),
    ("stores", 1000, |count| main(&list(count, |at| format!("o[{at}] = x;\n")), "")),
    ("scopes", 500, |count| main(&"{ float y = x; x = y * 2; }\n".repeat(count), "")),
    ("flat ifs", 250, |count| main(&list(count, |at| format!("if (o[{at}] > x) x += {at};\n")), "")),
    ("early returns", 100, |count| {
        let returns = list(count, |at| format!("if (i == {at}) return o[{at}];\n"));
        main("x = f(id.x);", &format!("float f(uint i) {{ {returns} return 0; }}"))
    }),
    ("locals between returns", 250, |count| {
        let body =
            list(count, |at| format!("float v{at} = o[{at}] * x; if (i == {at}) return v{at} + r; r += v{at};\n"));
        main("x = f(id.x, x);", &format!("float f(uint i, float x) {{ float r = 0; {body} return r; }}"))
    }),
    ("cases", 500, |count| {
        main(&format!("switch (id.x) {{ {} }}", list(count, |at| format!("case {at}: x += {at}; break;\n"))), "")
    }),
    ("called functions", 500, |count| {
        let functions = list(count, |at| format!("float f{at}(float v) {{ return v * {at}; }}\n"));
        main(&list(count, |at| format!("x = f{at}(x);")), &functions)
    }),
    ("calls in a chain", 250, |count| {
        let functions = list(count, |at| format!("float f{}(float v) {{ return f{at}(v) * {at}; }}\n", at + 1));
        main(&format!("x = f{count}(x);"), &format!("float f0(float v) {{ return o[v]; }}\n{functions}"))
    }),
    ("calls of one function", 250, |count| {
        let function =
            "float g(float v) { float w = v * o[v]; return w; }\nfloat f(float v) { float w = g(v); return w; }\n";
        main(&"x = f(x) + 1;\n".repeat(count), function)
    }),
    ("locals", 500, |count| {
        let uses = list(count, |at| format!("x += v{at} * v{};\n", at * 7 % count));
        main(&(list(count, |at| format!("float v{at} = o[{at}];\n")) + &uses), "")
    }),
    ("parameters", 100, |count| {
        let parameters = list(count, |at| format!("inout float p{at}, "));
        let function =
            format!("void f({parameters} float last) {{ {} }}", list(count, |at| format!("p{at} += last;\n")));
        let locals = list(count, |at| format!("float v{at} = o[{at}];\n"));
        let uses = list(count, |at| format!("x += v{at};\n"));
        main(&format!("{locals} f({} x); {uses}", list(count, |at| format!("v{at}, "))), &function)
    }),
    ("loops", 100, |count| main(&"for (int i = 0; i < 4; ++i) x += o[i];\n".repeat(count), "")),
    ("instances of templates", 500, |count| {
        main(&list(count, |at| format!("x += f<{at}>();")), "template<int N> float f() { return N; }")
    }),
    ("blocks", 500, |count| {
        let blocks = list(count, |at| format!("cbuffer c{at} {{ float m{at}; }};\n"));
        main(&list(count, |at| format!("x += m{at};")), &blocks)
    }),
    ("textures", 500, |count| {
        let textures = list(count, |at| format!("Texture2D t{at};\n"));
        main(&list(count, |at| format!("x += t{at}.Load(0).x;")), &textures)
    }),
    ("members", 1000, |count| {
        let members = list(count, |at| format!("float m{at};"));
        main("S s = (S)0; s.m7 = x; x = s.m7;", &format!("struct S {{ {members} }};"))
    }),
    ("macros", 2000, |count| {
        main(&list(count, |at| format!("x += M{at};\n")), &list(count, |at| format!("#define M{at} {at}\n")))
    }),
];

/// Shapes of libraries.
const LIBRARIES: &[Shape] = &[("entry points", 500, |count| {
    list(count, |at| format!("[shader(\"compute\")] [numthreads(1, 1, 1)] void m{at}() {{}}\n"))
})];

/// Options for each shape: a module, and one with full debug information.
const WAYS: &[(&str, &[&str])] = &[("", &[]), (" for debuggers", &["-Zi", "-fspv-debug=vulkan-with-source"])];

/// A shader with this body, which uses `x`, and with declarations before it.
fn main(body: &str, before: &str) -> String {
    format!(
        "RWStructuredBuffer<float> o : register(u0, space9);\n{before}\n[numthreads(1, 1, 1)]
        void main(uint3 id : SV_DispatchThreadID) {{ float x = o[id.x]; {body}\n o[0] = x; }}\n"
    )
}

fn list(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

pub(super) fn trials() -> impl Iterator<Item = Trial> {
    let is_unknown = processor_time().is_none();
    let shapes = SHAPES.iter().map(|shape| ("cs_6_6", shape));
    let all = shapes.chain(LIBRARIES.iter().map(|shape| ("lib_6_6", shape)));
    let ways = all.flat_map(|shape| WAYS.iter().map(move |way| (shape, way)));
    ways.map(move |((profile, &(name, count, text)), (way, options))| {
        let options = [&["-T", profile, "-E", "main", "-fspv-optimizer=own", NAME], *options].concat();
        Trial::test(format!("robustness::doubling {name}{way}"), move || grows_with_its_text(&options, count, text))
            .with_ignored_flag(is_unknown)
    })
}

fn grows_with_its_text(options: &[&str], count: usize, text: fn(usize) -> String) -> Result<(), Failed> {
    let compiler = Compiler::from_args(options)?;
    let (once, twice) = (text(count), text(2 * count));
    let mut repeats = 1;
    while time(&compiler, &once, repeats)? < LEAST {
        repeats *= 2;
    }
    let mut least = f64::MAX;
    for _ in 0..TRIES {
        least = least.min(time(&compiler, &twice, repeats)? / time(&compiler, &once, repeats)?);
        if least <= MOST {
            return Ok(());
        }
    }
    Err(format!("twice as many take {least:.1} times as long").into())
}

/// The time that a number of compilations of a text take.
fn time(compiler: &Compiler, text: &str, repeats: usize) -> Result<f64, Failed> {
    let start = processor_time().unwrap_or_default();
    for _ in 0..repeats {
        compiler.compile(NAME, text, &NoIncludes).map_err(|failure| failure.to_string())?;
    }
    Ok(processor_time().unwrap_or_default() - start)
}

/// The CPU time of this thread in nanoseconds; `None` if the system has no such clock.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
