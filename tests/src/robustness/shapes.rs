//! Programs of extreme shape: deep, long, large.

fn in_main(body: &str) -> String {
    format!("float4 main(float x : X) : SV_Target {{ {body} return x; }}")
}

/// One text for each construct that can nest.
pub(super) fn deeply_nested() -> Vec<String> {
    const DEPTH: usize = 10_000;
    let around =
        |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(DEPTH), close.repeat(DEPTH));
    let expressions = [
        around("(", "x", ")"),
        around("abs(", "x", ")"),
        around("f(1, ", "x", ")"),
        around("float4(x, x, x, ", "x", ").x"),
        around("-", "x", ""),
        around("- -", "x", ""),
        around("!", "x", ""),
        around("~", "1", ""),
        around("++", "x", ""),
        around("(float)", "x", ""),
        around("sizeof(", "x", ")"),
        around("x ? ", "x", " : x"),
        around("x ? x : ", "x", ""),
        around("x[", "0", "]"),
        around("x + (", "x", ")"),
        around("x = ", "x", ""),
    ];
    let statements = [
        around("{", "x;", "}"),
        around("if (x > 0) {", "x = 1;", "}"),
        around("if (x > 0) ", "x = 1;", ""),
        around("if (x > 0) {} else {", "x = 1;", "}"),
        around("while (x > 0) ", "x = 1;", ""),
        around("for (int i = 0; i < 2; i++) ", "x += i;", ""),
        around("do ", "x = 1;", " while (x > 0);"),
        around("switch (1) { case 1: ", "x = 1;", "}"),
        around("struct S { void f() {", "int x;", "} };"),
        format!("float a[1] = {};", around("{", "x", "}")),
    ];
    let files = [
        around("struct S {", "int x;", "};"),
        around("struct S {", "int x;", "} s;"),
        around("namespace n {", "int x;", "}"),
        around("cbuffer c {", "int x;", "}"),
        around("#if 1\n", "int x;", "\n#endif\n"),
        around("[[", "a", "]]"),
        around("template<", "typename T", ">"),
        format!("Buffer{} b;", around("<", "float", ">")),
        format!("vector<{}, 4> v;", around("(", "float", ")")),
        format!("template<typename T> struct A {{ T x; }}; {} v;", around("A<", "float", ">")),
        format!("int a = {};", around("n::", "x", "")),
        format!("#if {}\n#endif", around("(", "1", ")")),
        format!("#if {}\n#endif", around("!", "1", "")),
        format!("#define F(x) x\nint a = {};", around("F(", "1", ")")),
    ];
    let unclosed = ["(", "{", "[", "<", "[[", "#if 1\n", "struct S {", "f(", "a<", "case 1:", "else "];
    let unclosed = unclosed.iter().flat_map(|open| [open.repeat(DEPTH), in_main(&open.repeat(DEPTH))]);
    let bodies = expressions.iter().map(|value| format!("x = {value};")).chain(statements);
    bodies.map(|body| in_main(&body)).chain(files).chain(unclosed).collect()
}

/// A chain of declarations, each of which needs the one before.
fn chain(length: usize, first: &str, link: impl Fn(usize) -> String) -> String {
    (1..length).fold(first.to_owned(), |text, level| text + &link(level))
}

/// Long lists and chains, most of them correct.
pub(super) fn long_chains() -> Vec<String> {
    const LENGTH: usize = 10_000;
    let names = |prefix: &str| (0..LENGTH).map(|index| format!("{prefix}{index}")).collect::<Vec<_>>();
    let calls = chain(LENGTH, "float f0(float x) { return x; }", |level| {
        format!("float f{level}(float x) {{ return f{}(x); }}", level - 1)
    });
    let bases = chain(LENGTH, "struct S0 { float x; };", |level| format!("struct S{level} : S{} {{}};", level - 1));
    let aliases = chain(LENGTH, "typedef float T0;", |level| format!("typedef T{} T{level};", level - 1));
    let constants =
        chain(LENGTH, "static const int c0 = 1;", |level| format!("static const int c{level} = c{} + 1;", level - 1));
    vec![
        in_main(&format!("x = x{};", " + x".repeat(LENGTH))),
        in_main(&format!("x = x{};", ", x".repeat(LENGTH))),
        in_main(&format!("bool b = x > 0{};", " && x > 1".repeat(LENGTH))),
        in_main(&format!("{}x;", "x = ".repeat(LENGTH))),
        in_main(&format!("if (x > 0) x = 1; {}", "else if (x > 1) x = 2; ".repeat(LENGTH))),
        in_main(&"x = x * 2;".repeat(LENGTH)),
        in_main(&format!("x = x{};", ".x".repeat(LENGTH))),
        in_main(&format!("switch (int(x)) {{ {} }}", "case 1: ".repeat(LENGTH))),
        in_main(&format!("int {};", names("a").join(", "))),
        in_main(&format!("float a[] = {{ {} }};", "x, ".repeat(LENGTH))),
        format!("int {};", names("a").join(", ")),
        format!("int a{};", "[2]".repeat(LENGTH)),
        format!("void f({}) {{}}", names("int p").join(", ")),
        format!("enum E {{ {} }};", names("e").join(", ")),
        format!("{} void f() {{}}", "[a]".repeat(LENGTH)),
        calls + &in_main("x = f9999(x);"),
        bases + &in_main("S9999 s; s.x = x;"),
        aliases + &in_main("T9999 y = x;"),
        constants + &in_main("x = c9999;"),
    ]
}

/// Types of many gigabytes, or with countless parts.
pub(super) fn large_types() -> Vec<String> {
    let doubling = |first: &str| chain(64, first, |level| format!("struct S{level} {{ S{0} a; S{0} b; }};", level - 1));
    let cubes = chain(40, "typedef float T0;", |level| format!("typedef T{} T{level}[1000];", level - 1));
    vec![
        "static float a[2147483648];".to_owned() + &in_main("x = a[int(x)];"),
        "cbuffer C { float4x4 a[2147483647]; }".to_owned() + &in_main("x = a[int(x)][0][0];"),
        "vector<float, 1000000000> v;".to_owned() + &in_main(""),
        in_main("float a[100000000]; a[int(x)] = 1; x = a[0];"),
        in_main("float a[100000000] = (float[100000000])0; x = a[int(x)];"),
        doubling("struct S0 { float x; };") + "static S63 s;" + &in_main(""),
        doubling("struct S0 { float x; };") + &in_main("S40 s = (S40)0; S40 t = s;"),
        doubling("struct S0 { Texture2D t; };") + "S63 s;" + &in_main(""),
        doubling("struct S0 { float x : A; };") + "float4 main(S63 s) : SV_Target { return 0; }",
        cubes + "static T39 v;" + &in_main(""),
        "template<typename T> struct A { A<A<T> > x; }; A<int> a;".to_owned() + &in_main(""),
        "template<int N> int f() { return f<N - 1>() + f<N - 2>(); }".to_owned() + &in_main("x = f<1000000>();"),
    ]
}

/// Lines of a megabyte with a single construct.
pub(super) fn long_lines() -> Vec<String> {
    const LENGTH: usize = 1 << 20;
    let line = |piece: &str| piece.repeat(LENGTH / piece.len());
    let alone = [
        "x", "1", "0x", "1.", "+", "-", "<", ">", "=", "&", ";", ",", ".", "::", "?", "\"", "'", "\\", "\\\n",
        "\u{fffd}", "\0", "#", "##", "/*", "//", "x ", "1 ", "x, ", "; ", "- ", "{}", "()", "[]", "<>", "\"\"", "é",
    ];
    let within = [
        format!("float {} = 1;", line("y")),
        format!("float a = {};", line("9")),
        format!("float a = 1e{};", line("9")),
        format!("float a = 0.{};", line("3")),
        format!("int a = 0x{};", line("f")),
        format!("float a = 1{};", line("x")),
        format!("float a = 1{};", line("+1")),
        format!("string s = \"{}\";", line("a")),
        format!("string s = \"{}\";", line("\\n")),
        format!("/*{}*/ int x", line(" ")),
        format!("/*{}", line(" ")),
        format!("//{}\nint x", line("/")),
        format!("#define {} 1", line("A")),
        format!("#define A {}\nA", line("1 ")),
        format!("#error {}", line("no ")),
        format!("#include \"{}\"", line("a/")),
        format!("#pragma {}", line("p")),
        format!("#line 1 \"{}\"", line("l")),
        format!("#if {}1\n#endif", line("1+")),
        format!("float4 main() : {} {{ return 0; }}", line("S")),
        format!("float4 main() : SV_Target {{ return float4(0, 0, 0, 0).{}; }}", line("x")),
        format!("float4 main() : SV_Target {{ return {}; }}", line("z")),
        format!("{}\nfloat4 main() : SV_Target {{ return a; }}", line(" ")),
    ];
    alone.iter().map(|piece| line(piece)).chain(within).collect()
}
