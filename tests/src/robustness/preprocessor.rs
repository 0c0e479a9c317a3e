//! Bad input to the preprocessor: unbounded macros and includes, malformed directives.

/// Definitions of which each uses the one before.
fn levels(count: usize, define: impl Fn(usize, usize) -> String) -> String {
    (1..count).map(|level| define(level, level - 1) + "\n").collect()
}

/// Unbounded macros: each doubles, again and again.
pub(super) fn macro_bombs() -> Vec<String> {
    let objects = |body: &str| {
        format!("#define A0 {body}\n{}A39", levels(40, |level, before| format!("#define A{level} A{before} A{before}")))
    };
    let functions = format!(
        "#define F0(x) x x\n{}F39(1)",
        levels(40, |level, before| format!("#define F{level}(x) F{before}(x x)"))
    );
    let nested = format!("#define F(x) x x\nint {}1{};", "F(".repeat(40), ")".repeat(40));
    let pasted = format!(
        "#define P0(a) a\n{}P39(x)",
        levels(40, |level, before| format!("#define P{level}(a) P{before}(a##a)"))
    );
    let spelled = format!(
        "#define Q0(a) a\n{}Q39(x)",
        levels(40, |level, before| format!("#define S{level}(a) #a\n#define Q{level}(a) Q{before}(S{level}(a a))"))
    );
    let conditions = format!(
        "#define C0 1\n{}#if C39\n#endif",
        levels(40, |level, before| format!("#define C{level} C{before} + C{before}"))
    );
    let variadic = format!("#define V(...) __VA_ARGS__, __VA_ARGS__\n{}1{}", "V(".repeat(40), ")".repeat(40));
    let many = |count: usize| vec!["x"; count].join(", ");
    vec![
        objects("x"),
        objects("x = x;"),
        objects(";"),
        objects("int x() { return 1; }"),
        objects(""),
        objects("__COUNTER__"),
        objects(&"\u{7f}".repeat(100)),
        format!("float4 main(float x : X) : SV_Target {{\n{}\nreturn x; }}", objects("x += 1;")),
        functions,
        nested,
        pasted,
        spelled,
        conditions,
        variadic,
        "#define A A A\nA".to_owned(),
        "#define A B B\n#define B A A\nA".to_owned(),
        "#define G(x) G(x) G(x)\nG(G(G(G(G(G(G(G(1))))))))".to_owned(),
        "#define H(x) x(x) x(x)\nH(H)".to_owned(),
        format!("#define M({0}) {0} {0}\nM({0})", many(1)),
        format!("#define W(a) a a a a a a a a\nW(W(W(W(W(W(W(W(W(W({}))))))))))", many(1)),
        format!("#define L(...) __VA_ARGS__\nL({})", many(200_000)),
        levels(20_000, |level, before| format!("#define D{level} D{before}")) + "D19999",
        "#define ".repeat(10_000),
    ]
}

/// Recursive includes; here every path leads to the text itself.
pub(super) fn include_loops() -> Vec<String> {
    let itself = "#include \"bad.hlsl\"\n";
    // Twenty levels deep each file includes itself twice.
    let level =
        |number: usize| format!("#elif !defined(L{number})\n#define L{number}\n{itself}{itself}#undef L{number}\n");
    let tree = format!("#if 0\n{}#endif\n", (0..20).map(level).collect::<String>());
    vec![
        itself.to_owned(),
        itself.repeat(1000),
        format!("int x;\n{itself}"),
        format!("#include <{0}>\n#include \"{0}\"\n", "other.hlsl"),
        (0..300).map(|number| format!("#include \"a{number}/b.hlsl\"\n")).collect(),
        "#define FILE \"bad.hlsl\"\n#include FILE\n".to_owned(),
        format!("#if __COUNTER__ < 1000000\n{itself}#endif\n"),
        format!("#pragma once\n{}", itself.repeat(1000)),
        format!("#ifndef A\n#define A\n{}#endif\n", itself.repeat(1000)),
        format!("{tree}int x;\n"),
        format!("{tree}{}", "float y = 1 + 2 * 3;\n".repeat(200)),
        format!("struct S {{\n{itself}}};\n"),
        "#include \"bad.hlsl\\\n".to_owned(),
        format!("#include \"{}bad.hlsl\"", "../".repeat(10_000)),
    ]
}

/// Directives that are truncated, empty or wrong, each at the end of the text, on a line, and before a continued line.
pub(super) fn odd_directives() -> Vec<String> {
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
