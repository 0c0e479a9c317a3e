//! The results of the preprocessor for small inputs.

pub(super) mod header_traces;
mod macro_lookups;

use super::*;
use crate::language::Stage;
use crate::token::TokenFlags;
use base::diag::{Policy, Severity};
use std::sync::Arc;

fn options() -> PreprocessOptions {
    PreprocessOptions {
        facts: Facts {
            version: HlslVersion::V2021,
            profile: Profile { stage: Stage::Compute, major: 6, minor: 5 },
            native_16bit: false,
            spirv_version: (1, 3),
            linear_algebra: 0,
        },
        ..PreprocessOptions::default()
    }
}

/// The outcome of one run.
struct Outcome {
    /// The tokens, one space between them.
    text: String,
    /// Code, line and column of each diagnostic, with its message.
    diagnostics: Vec<(String, u32, u32)>,
    messages: Vec<String>,
    printed: String,
    dependencies: Dependencies,
    tokens: Vec<Token>,
    sources: SourceMap,
    stopped: bool,
}

impl Outcome {
    fn codes(&self) -> Vec<&str> {
        self.diagnostics.iter().map(|row| row.0.as_str()).collect()
    }
}

fn run_with(text: &str, options: &PreprocessOptions, files: &[(&str, &str)]) -> Outcome {
    let load = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| Arc::from(*text));
    let (mut sources, mut names, mut sink) = (SourceMap::new(), Interner::new(), Sink::new(Policy::default()));
    let main = sources.add_file("dir/main.hlsl", text, None).unwrap();
    let result = preprocess(main, &mut sources, &mut names, options, &load, &mut sink);
    assert_eq!(result.tokens.last().map(|token| token.kind), Some(TokenKind::Eof));
    let texts: Vec<&str> = result.tokens.iter().map(|token| sources.text(token.span)).collect();
    let place = |span| sources.location(span).map_or((0, 0), |place| (place.line, place.column));
    let rows = sink.diagnostics().iter().map(|diagnostic| {
        let (line, column) = place(diagnostic.span);
        (diagnostic.row.code.to_owned(), line, column)
    });
    Outcome {
        text: texts.join(" ").trim_end().to_owned(),
        diagnostics: rows.collect(),
        messages: sink.diagnostics().iter().map(|diagnostic| diagnostic.message.clone()).collect(),
        printed: print_preprocessed(&result.tokens, &sources, "dir/main.hlsl"),
        dependencies: result.dependencies,
        stopped: result.stopped,
        tokens: result.tokens,
        sources,
    }
}

fn run(text: &str) -> Outcome {
    run_with(text, &options(), &[])
}

/// Asserts the tokens of inputs that have no diagnostics.
fn gives(text: &str, expected: &str) {
    let outcome = run(text);
    assert_eq!((outcome.text.as_str(), &outcome.messages), (expected, &Vec::new()), "{text}");
}

/// Asserts the diagnostics of an input: code, line, column.
fn reports(text: &str, expected: &[(&str, u32, u32)]) {
    let outcome = run(text);
    let found: Vec<(&str, u32, u32)> = outcome.diagnostics.iter().map(|row| (row.0.as_str(), row.1, row.2)).collect();
    assert_eq!(found, expected, "{text}\n{:?}", outcome.messages);
}

#[test]
fn object_macros_are_replaced() {
    gives("#define ONE 1\n#define TWO ONE + ONE\nTWO;", "1 + 1 ;");
    gives("#define EMPTY\na EMPTY b EMPTY", "a b");
    gives("#define X X + x\n#define x X\nX", "X + X");
    gives("#define A B\n#define B A\nA B", "A B");
    gives("#define A 1\n#undef A\nA", "A");
    gives("#define F(x) x\n#define G F\nG(1) F (2) F\n(3) F", "1 2 3 F");
    gives("#define LONG 1 + \\\n  2\nLONG", "1 + 2");
    gives("#define C 1 /* a\n b */ + 2 // end\nC", "1 + 2");
}

#[test]
fn function_macros_take_arguments() {
    gives("#define F(a, b) b a\nF(1, 2) F((1, 2), [3) F(,)", "2 1 [ 3 ( 1 , 2 )");
    gives("#define F() x\nF() F( )", "x x");
    gives("#define ID(x) x\nID() ID(ID(ID(3)))", "3");
    gives("#define F (x)\nF", "( x )");
    gives("#define F(x) <x>\nF(\n1\n+ 2)", "< 1 + 2 >");
}

#[test]
fn the_examples_of_the_c_standard_hold() {
    let text = "#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
";
    gives(
        text,
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; \
         f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
         int i [ ] = { 1 , 23 , 4 , 5 , } ; \
         char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;",
    );
    gives(
        "#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,) ;",
        "123 45 67 89 10 11 12 ;",
    );
    gives(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
         #define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
        "\"x ## y\"",
    );
}

#[test]
fn rescanning_goes_on_behind_a_macro() {
    gives("#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )");
    gives("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g");
    gives(
        "#define EMPTY\n#define DEFER(x) x EMPTY\n#define A() 1\n#define EVAL(x) x\nDEFER(A)() EVAL(DEFER(A)())",
        "A ( ) 1",
    );
}

#[test]
fn stringizing_keeps_the_spelling() {
    gives("#define S(x) #x\nS( a  +\n b ) S(\"q\\n\") S('\"')", r#""a + b" "\"q\\n\"" "'\"'""#);
    gives("#define S(x) #x\n#define T(x) S(x)\n#define V 1.0f\nS(V) T(V)", "\"V\" \"1.0f\"");
}

#[test]
fn pasting_makes_tokens() {
    gives("#define P(a, b) a ## b\nP(foo, 1) P(1, .0) P(+, +) P(<, <=)", "foo1 1.0 ++ <<=");
    gives("#define P(a, b) a##b\n#define AB 7\nP(A, B)", "7");
    gives("#define A(x) T_##x\n#define B A(C)\n#define C D\nB", "T_C");
    let outcome = run("#define P(a, b) a ## b\nP(>, >) P(>, =) > >");
    let joint: Vec<bool> = outcome.tokens.iter().map(|token| token.flags.has(TokenFlags::JOINT)).collect();
    assert_eq!((outcome.text.as_str(), joint), ("> > > = > >", vec![true, false, true, false, false, false, false]));
}

#[test]
fn legacy_expansion_expands_operands_of_paste_first() {
    let text = "#define N 3\n#define P(a) t ## a\nP(N)";
    gives(text, "tN");
    let legacy = PreprocessOptions { legacy_macro_expansion: true, ..options() };
    assert_eq!(run_with(text, &legacy, &[]).text, "t3");
}

#[test]
fn variadic_macros_take_the_rest() {
    gives("#define V(...) f(__VA_ARGS__)\nV() V(1) V(1, (2, 3))", "f ( ) f ( 1 ) f ( 1 , ( 2 , 3 ) )");
    gives("#define V(a, ...) f(a, ## __VA_ARGS__)\nV(1) V(1, 2, 3)", "f ( 1 ) f ( 1 , 2 , 3 )");
    gives("#define V(a, r...) a #r\nV(1, 2, 3)", "1 \"2, 3\"");
}

#[test]
fn neighbours_touch_only_where_the_source_says() {
    let joint_after_first = |text: &str| run(text).tokens[0].flags.has(TokenFlags::JOINT);
    assert!(joint_after_first(">>"));
    assert!(joint_after_first("#define R >>\nR"));
    assert!(!joint_after_first("#define G >\nG>"));
    assert!(!joint_after_first("#define G >\n>G"));
    assert!(!joint_after_first("#define F(x) x>\nF(>)"));
    assert!(!joint_after_first("#define F(x) >x\nF(>)"));
    assert!(!joint_after_first("#define E\n>E>".replace("E>", " E>").as_str()));
}

#[test]
fn conditions_are_integer_expressions() {
    for (condition, holds) in [
        ("1 + 2 * 3 == 7", true),
        ("(1 ? 2 : 3) == 2", true),
        ("0 ? 1/0 : 1", true),
        ("0 && (1 / 0)", false),
        ("1 || (1 % 0)", true),
        ("-1 < 0", true),
        ("-1 < 0u", false),
        ("-1 > 1u", true),
        ("(0 ? 1u : -1) > 0", true),
        ("1 << 62 >> 61 == 2", true),
        ("-8 >> 1 == -4", true),
        ("0x7fffffffffffffff + 1 < 0", true),
        ("18446744073709551615 == -1", true),
        ("~0 == -1 && !0 == 1", true),
        ("'a' == 97", true),
        ("undefined_name", false),
        ("true && !false", true),
        ("5 % 3 == 2 && 7 / 2 == 3 && (6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 2) == 4", true),
        ("3 >= 3 && 3 <= 3 && 4 != 3 && !(3 > 3)", true),
        ("defined A && defined(A) && !defined(B)", true),
        ("HAS_A", true),
        ("A == 1 && F(2) == 4", true),
        ("(-9223372036854775807 - 1) / -1 < 0", true),
        ("1 ? 0 : 1 ? 1 : 1", false),
        ("__HLSL_VERSION == 2021 && __SHADER_TARGET_STAGE == __SHADER_STAGE_COMPUTE", true),
        ("__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 5 && defined(__spirv__)", true),
        ("__SPIRV_MAJOR_VERSION__ == 1 && __SPIRV_MINOR_VERSION__ == 3", true),
        ("__has_feature(hlsl_vk_buffer_pointer) && !__has_attribute(none)", true),
        ("__has_include(\"none.h\") || __has_include(<none.h>)", false),
    ] {
        let text = format!(
            "#define A 1\n#define F(x) x * 2\n#define HAS_A defined(A)\n#if {condition}\nyes\n#else\nno\n#endif"
        );
        gives(&text, if holds { "yes" } else { "no" });
    }
}

#[test]
fn malformed_conditions_are_reported_where_they_break() {
    reports("#if 1 / 0\n#endif", &[("E1021", 1, 7)]);
    reports("#if\n#endif", &[("E1020", 1, 2)]);
    reports("#if (1\n#endif", &[("E1020", 1, 2)]);
    reports("#if 1 2\n#endif", &[("E1020", 1, 7)]);
    reports("#if 1.5\n#endif", &[("E1020", 1, 5)]);
    reports("#if FOO(1)\n#endif", &[("E1022", 1, 5)]);
    reports("#if 12abc\n#endif", &[("E1004", 1, 5)]);
    reports("#if defined\n#endif", &[("E1020", 1, 2)]);
    reports("#if 0\n#elif 1 +\n#endif", &[("E1020", 2, 2)]);
    reports("#if 1\n#elif 1 +\n#endif", &[]);
    reports("#ifdef 1\n#endif", &[("E1031", 1, 8)]);
}

#[test]
fn groups_are_chosen_and_skipped() {
    gives("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\ne", "b e");
    gives("#ifdef X\na\n#else\nb\n#endif", "b");
    gives("#ifndef X\na\n#else\nb\n#endif", "a");
    gives("#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#else\nd\n#endif", "d");
    gives("#if 0\n/* #endif\n#endif */ \"/*\" don't /* stop\n # /**/ else\nd\n#endif", "d");
    gives("#if 0\n  it's \"fine\n// */ /*\n'\\''\n#bogus\n#include <x>\n#endif\nd", "d");
    gives("#if 0\r\nx\r\n#else\r\ny\r\n#endif\r\n", "y");
    gives("#\n#if 1\nx\n#endif", "x");
    gives("/* c\n */ # define A 1\nA", "1");
}

#[test]
fn unbalanced_groups_are_reported() {
    reports("#if 1\nx", &[("E1025", 1, 2)]);
    reports("#if 0\n#ifdef A\nx", &[("E1025", 1, 2), ("E1025", 2, 2)]);
    reports("#endif", &[("E1023", 1, 2)]);
    reports("#else\n#elif 1", &[("E1023", 1, 2), ("E1023", 2, 2)]);
    reports("#if 1\n#else\n#else\n#endif", &[("E1024", 3, 2)]);
    reports("#if 1\n#else\n#elif 1\n#endif", &[("E1024", 3, 2)]);
    reports("#if 1\n#else x\n#endif y", &[("W1003", 2, 7), ("W1003", 3, 8)]);
    let deep = "#if 1\n".repeat(Limits::default().conditional_depth + 1);
    assert_eq!(run(&deep).codes(), ["E1026"]);
}

#[test]
fn malformed_definitions_are_reported() {
    reports("#define", &[("E1031", 1, 2)]);
    reports("#define 1", &[("E1031", 1, 9)]);
    reports("#define defined", &[("E1035", 1, 9)]);
    reports("#define F(a, a)", &[("E1032", 1, 14)]);
    reports("#define F(a", &[("E1032", 1, 11)]);
    reports("#define F(a,)", &[("E1032", 1, 13)]);
    reports("#define F(..., a)", &[("E1032", 1, 14)]);
    reports("#define F(a) #b", &[("E1033", 1, 14)]);
    reports("#define F(a) ## a", &[("E1034", 1, 14)]);
    reports("#define F a ##", &[("E1034", 1, 13)]);
    reports("#undef", &[("E1031", 1, 2)]);
    reports("#undef A B", &[("W1003", 1, 10)]);
    reports("#define A 1\n#define A 2", &[("W1001", 2, 9)]);
    reports("#define F(x) x\n#define F(y) y", &[("W1001", 2, 9)]);
    reports("#define A 1  +  2\n#define A   1 + 2 // same\n", &[]);
    reports("#define __LINE__ 2", &[("W1002", 1, 9)]);
    reports("#bogus", &[("E1030", 1, 2)]);
}

#[test]
fn malformed_calls_are_reported() {
    reports("#define F(a, b) a\nF(1) x", &[("E1037", 2, 1)]);
    reports("#define F(a) a\n F(1, 2) x", &[("E1037", 2, 2)]);
    reports("#define F() a\nF(1)", &[("E1037", 2, 1)]);
    reports("#define F(a, b, ...) a\nF(1)", &[("E1037", 2, 1)]);
    reports("#define F(a) a\nF(1", &[("E1036", 2, 1)]);
    reports("#define P(a, b) a ## b\nP(+, a)", &[("E1038", 2, 3)]);
    let outcome = run("#define F(a, b) a\nF(1) x");
    assert_eq!((outcome.text.as_str(), outcome.messages[0].as_str()), ("x", "macro 'F' requires 2 arguments, found 1"));
}

#[test]
fn malformed_text_is_reported_once_and_only_where_it_is_compiled() {
    reports("a @ b", &[("E1001", 1, 3)]);
    reports("\"abc\nx 'y", &[("E1002", 1, 1), ("E1002", 2, 3)]);
    reports("x /* y", &[("E1003", 1, 3)]);
    reports("#define Q '\n#define A @\nA A Q", &[("E1001", 3, 1), ("E1001", 3, 3), ("E1002", 3, 5)]);
    reports("#if 0\n@ 'x \"\n#endif\n#error don't\n", &[("E1046", 4, 2)]);
}

#[test]
fn calls_may_stand_anywhere_in_a_long_text() {
    let text = format!("#define F(x) x\n{}", "F\n(1) ;\n".repeat(5000));
    let outcome = run(&text);
    assert_eq!((outcome.tokens.len(), outcome.text.contains('F')), (10_001, false));
}

#[test]
fn directives_may_stand_between_arguments() {
    gives("#define F(x) [x]\nF(1\n#if 0\n+ 2\n#else\n+ 3\n#endif\n)", "[ 1 + 3 ]");
    assert_eq!(run("#define F(x) x\nF(\n#include \"a\"\n)").codes(), ["E1044"]);
}

#[test]
fn messages_come_from_the_source() {
    let outcome = run("#error  stop here\n#warning careful\n#pragma message(\"a\" \"b\")\n#error");
    assert_eq!(outcome.codes(), ["E1046", "W1004", "W1005", "E1046"]);
    assert_eq!(outcome.messages, ["stop here", "careful", "ab", "#error"]);
}

#[test]
fn builtin_macros_know_their_place() {
    let text = "__LINE__ __FILE__\n#define L __LINE__\nL __COUNTER__ __COUNTER__ __INCLUDE_LEVEL__\n#line 40 \"x y.h\"\nL __FILE__ __BASE_FILE__";
    gives(text, "1 \"dir/main.hlsl\" 3 0 1 0 40 \"x y.h\" \"dir/main.hlsl\"");
    gives("#define F(x) __LINE__\nF(\n1\n)", "4");
    gives("# 7 \"g.h\" 2\n__LINE__", "7");
    gives("__DATE__ __TIME__", "\"Jan  1 1970\" \"00:00:00\"");
    reports("#line x", &[("E1045", 1, 2)]);
    let ignoring = PreprocessOptions { ignore_line_directives: true, ..options() };
    assert_eq!(run_with("#line 40\n__LINE__", &ignoring, &[]).text, "2");
}

#[test]
fn the_command_line_defines_macros() {
    let macros = vec![
        CommandLineMacro::Define("A".into(), None),
        CommandLineMacro::Define("B".into(), Some("2".into())),
        CommandLineMacro::Define("F(x)".into(), Some("x x".into())),
        CommandLineMacro::Undefine("A".into()),
    ];
    let facts = Facts { native_16bit: true, ..options().facts };
    let with = PreprocessOptions { macros, facts, forced_includes: vec!["pre.h".into()], ..options() };
    let outcome = run_with("A B F(3) __HLSL_ENABLE_16_BIT P", &with, &[("dir/pre.h", "#define P 9")]);
    assert_eq!((outcome.text.as_str(), outcome.codes()), ("A 2 3 3 1 9", vec![]));
}

#[test]
fn files_are_searched_in_order() {
    let with = PreprocessOptions { include_directories: vec!["inc".into()], ..options() };
    let files = [
        ("dir/sub/a.h", "a\n#include \"b.h\"\n#include \"c.h\"\n#include <b.h>"),
        ("dir/sub/b.h", "sub"),
        ("dir/c.h", "dir_c"),
        ("inc/b.h", "inc"),
        ("inc/c.h", "inc_c"),
        ("<built-in:hlsl>/vk/spirv.h", "vk"),
    ];
    let outcome = run_with("#include \"sub\\a.h\"\n#define V <vk/spirv.h>\n#include V\nend", &with, &files);
    assert_eq!((outcome.text.as_str(), outcome.codes()), ("a sub dir_c inc vk end", vec![]));
    let visited = ["dir/main.hlsl", "dir/sub/a.h", "dir/sub/b.h", "dir/c.h", "inc/b.h", "<built-in:hlsl>/vk/spirv.h"];
    assert_eq!(outcome.dependencies.visited, visited);
    assert_eq!(outcome.dependencies.absent, ["dir/sub/c.h", "inc/vk/spirv.h"]);
}

#[test]
fn guards_and_pragma_once_keep_files_from_being_read_twice() {
    let files = [
        ("dir/g.h", "// c\n#ifndef G\n#define G\ng __COUNTER__\n#endif\n"),
        ("dir/o.h", "#pragma once\no"),
        ("dir/n.h", "n"),
    ];
    let text = "#include \"g.h\"\n#include \"g.h\"\n#include \"o.h\"\n#include \"./x/../o.h\"\n#include \"n.h\"\n#include \"n.h\"";
    let mut all = files.to_vec();
    all.push(("dir/./x/../o.h", "#pragma once\no"));
    let outcome = run_with(text, &options(), &all);
    assert_eq!((outcome.text.as_str(), outcome.codes()), ("g 0 o n n", vec![]));
    let opened = outcome.sources.files().filter(|(_, file)| file.name() == "dir/g.h").count();
    assert_eq!(opened, 1);
}

#[test]
fn includes_that_fail_are_reported() {
    let outcome = run("a\n#include \"none.h\"\nb");
    assert_eq!((outcome.text.as_str(), outcome.codes(), outcome.stopped), ("a", vec!["E1041"], true));
    assert_eq!(run("#include none").codes(), ["E1040"]);
    assert_eq!(run("#include \"open").codes(), ["E1040"]);
    let myself = run_with("#include \"me.h\"", &options(), &[("dir/me.h", "#include \"me.h\"")]);
    assert_eq!(myself.codes(), ["E1042"]);
    let files = [("dir/a.h", "#if __INCLUDE_LEVEL__ < 100\n#include \"a.h\"\n#include \"a.h\"\n#endif")];
    let limited = PreprocessOptions { limits: Limits { inclusions: 1000, ..Limits::default() }, ..options() };
    assert_eq!(run_with("#include \"a.h\"", &limited, &files).codes(), ["E1043"]);
    let extra = run_with("#include \"n.h\" x", &options(), &[("dir/n.h", "n")]);
    assert_eq!((extra.text.as_str(), extra.codes()), ("n", vec!["W1003"]));
}

#[test]
fn pragmas_become_tokens_or_settings() {
    let outcome =
        run("#pragma pack_matrix(row_major)\na\n_Pragma(\"pack_matrix(column_major)\") b\n#pragma other stuff");
    let kinds: Vec<TokenKind> = outcome.tokens.iter().map(|token| token.kind).collect();
    let expected =
        [TokenKind::PackRowMajor, TokenKind::Ident, TokenKind::PackColumnMajor, TokenKind::Ident, TokenKind::Eof];
    assert_eq!((kinds.as_slice(), outcome.codes()), (expected.as_slice(), vec![]));
    reports("#pragma pack_matrix(diagonal)", &[("W1006", 1, 2)]);
    let text = "#pragma dxc diagnostic push\n#pragma dxc diagnostic ignored \"-Wuser-warnings\"\n#warning a\n\
                #pragma dxc diagnostic error \"-Wuser-warnings\"\n#warning b\n#pragma dxc diagnostic pop\n#warning c";
    let outcome = run(text);
    assert_eq!(outcome.messages, ["b", "c"]);
    let operator = "_Pragma(\"dxc diagnostic ignored \\\"-Wuser-warnings\\\"\")\n#warning a";
    assert_eq!(run(operator).messages, [""; 0]);
    let quiet = "#pragma dxc diagnostic ignored \"-Wmacro-redefined\"\n#define B 1\n#define B 2\n";
    let outcome =
        run_with("#define A 1\n#define A 2\n#include \"q.h\"\n#define A 3\n", &options(), &[("dir/q.h", quiet)]);
    assert_eq!(outcome.diagnostics, [("W1001".to_owned(), 2, 9)]);
    reports("#pragma dxc diagnostic pop", &[("W1007", 1, 2)]);
    reports("#pragma dxc diagnostic ignored", &[("W1006", 1, 2)]);
}

#[test]
fn tokens_know_the_macros_they_came_through() {
    let outcome = run("#define INNER(x) x + 1\n#define OUTER INNER(y)\nz = OUTER;");
    let place = |at: usize| outcome.sources.location(outcome.tokens[at].span).map(|place| (place.line, place.column));
    assert_eq!(outcome.text, "z = y + 1 ;");
    assert_eq!((place(0), place(2), place(3), place(5)), (Some((3, 1)), Some((3, 5)), Some((3, 5)), Some((3, 10))));
    let depth = |at: usize| outcome.sources.backtrace(outcome.tokens[at].span).len();
    assert_eq!((depth(0), depth(2), depth(3)), (0, 1, 2));
}

#[test]
fn printed_text_gives_the_same_tokens_again() {
    let files = [("dir/a.h", "int a; // c\n\n\nint b;\n")];
    let text = "#define N(x) -x\n#include \"a.h\"\n#pragma pack_matrix(row_major)\nint c = N(-1) + a>>=2;\n\n\n\n\n\n\n\n\n\n\n\n\nint d = 1.xx;\n";
    let first = run_with(text, &options(), &files);
    assert!(first.printed.starts_with("#line 1 \"dir/main.hlsl\"\n"));
    let second = run(&first.printed);
    assert_eq!((second.text.as_str(), second.codes()), (first.text.as_str(), vec![]));
    let kinds = |outcome: &Outcome| outcome.tokens.iter().map(|token| token.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&first), kinds(&second));
    let place = |outcome: &Outcome| {
        let last = outcome.tokens.len() - 2;
        outcome.sources.location(outcome.tokens[last].span).map(|place| (place.file, place.line))
    };
    assert_eq!(place(&first), place(&second));
}

#[test]
fn expansion_has_limits() {
    let mut bomb = String::from("#define A0 x x x x x x x x x x x x x x x x\n");
    for at in 1..12 {
        bomb.push_str(&format!("#define A{at} A{0} A{0} A{0} A{0} A{0} A{0} A{0} A{0}\n", at - 1));
    }
    bomb.push_str("A11");
    let limits = Limits { expanded_tokens: 10_000, made_bytes: 10_000, ..Limits::default() };
    let limited = PreprocessOptions { limits, ..options() };
    assert_eq!(run_with(&bomb, &limited, &[]).codes(), ["E1050"]);
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(300), ")".repeat(300));
    assert_eq!(run(&nested).codes(), ["E1051"]);
    let mut paste = String::from(
        "#define P0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n#define J(a, b) a ## b\n#define K(a) J(a, a)\n",
    );
    paste.push_str(&format!("{}P0{}", "K(".repeat(30), ")".repeat(30)));
    assert_eq!(run_with(&paste, &limited, &[]).codes(), ["E1050"]);
    let parentheses = format!("#if {}1{}\n#endif", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(run(&parentheses).codes(), ["E1020"]);
    let unary = format!("#if {}1\n#endif", "!".repeat(100_000));
    assert_eq!(run(&unary).codes(), ["E1020"]);
    let chain = format!("#if {}1\n#endif", "1 ? 1 : ".repeat(100_000));
    assert_eq!(run(&chain).codes(), ["E1020"]);
}

#[test]
fn long_chains_of_macros_expand() {
    let mut text = String::new();
    for at in 0..2000 {
        text.push_str(&format!("#define M{at} M{}\n", at + 1));
    }
    text.push_str("M0");
    gives(&text, "M2000");
}

/// A reproducible sequence of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn any_sequence_of_pieces_comes_to_an_end() {
    const PIECES: &[&str] = &[
        "\n#define ",
        "\n#undef ",
        "\n#if ",
        "\n#elif ",
        "\n#else",
        "\n#endif\n",
        "\n#ifdef ",
        "\n#ifndef ",
        "\n#include ",
        "\n#line ",
        "\n#pragma ",
        "\n#error ",
        "\n#",
        "\n",
        " ",
        "A",
        "B",
        "F",
        "G",
        "F(",
        "G(",
        "(",
        ")",
        ",",
        "#",
        "##",
        "...",
        "__VA_ARGS__",
        "defined",
        "__LINE__",
        "__has_include(",
        "_Pragma(",
        "\"a.h\"",
        "<a.h>",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "1",
        "0",
        "1.0.xx",
        "0x",
        ">",
        "=",
        "&&",
        "?",
        ":",
        "/",
        "-",
        "once",
        "pack_matrix(row_major)",
        "dxc diagnostic pop",
        "\\\n",
        "é",
        "@",
        "(a, ...) a ## __VA_ARGS__ #a",
        "(x) x F(x) A",
        " F(A) B",
        "__COUNTER__",
        "__FILE__",
    ];
    let files = [("dir/a.h", "A F(1) \n#define A B F\n#if B\n#else\nx"), ("a.h", "#pragma once\nG(")];
    let mut random = Random(42);
    for _ in 0..1500 {
        let length = random.below(60);
        let text: String = (0..length).map(|_| PIECES[random.below(PIECES.len())]).collect();
        let outcome = run_with(&text, &options(), &files);
        assert!(outcome.diagnostics.len() <= 200 + text.len(), "{text}");
    }
}

#[test]
fn any_bytes_come_to_an_end() {
    let mut random = Random(7);
    for _ in 0..1500 {
        let bytes: Vec<u8> = (0..random.below(80)).map(|_| random.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes).replace('\u{80}', "\n#");
        assert!(run(&text).tokens.len() <= text.len() + 1, "{text:?}");
    }
}

#[test]
fn warnings_are_warnings() {
    let mut sink = Sink::new(Policy::default());
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let main = sources.add_file("m", "#define A 1\n#define A 2", None).unwrap();
    preprocess(main, &mut sources, &mut names, &options(), &NoIncludes, &mut sink);
    let only = &sink.diagnostics()[0];
    assert_eq!((only.severity, only.notes.len()), (Severity::Warning, 1));
}

#[test]
fn without_files_no_folder_is_advised() {
    let mut sink = Sink::new(Policy::default());
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let main = sources.add_file("m", "#include \"x.hlsli\"", None).unwrap();
    preprocess(main, &mut sources, &mut names, &options(), &NoIncludes, &mut sink);
    let notes: Vec<&str> = sink.diagnostics()[0].notes.iter().map(|note| &*note.message).collect();
    assert_eq!(notes, ["searched in .; this compilation has no other files"]);
}

/// Files in one folder that can be listed, and a log of requests.
#[derive(Default)]
struct Listed {
    names: Vec<&'static str>,
    asked: std::cell::RefCell<Vec<String>>,
}

impl IncludeHandler for Listed {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.asked.borrow_mut().push(path.to_owned());
        let name = path.strip_prefix("inc/")?;
        self.names.contains(&name.to_lowercase().as_str()).then(|| Arc::from(""))
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        (folder == "inc").then(|| self.names.iter().map(|&name| name.to_owned()).collect())
    }
}

#[test]
fn a_folder_that_lacks_many_files_is_listed_once() {
    let tests: String = (0..300).map(|number| format!("#if __has_include(<n{number}.h>)\n#error\n#endif\n")).collect();
    let text =
        tests + "#if __has_include(<There.h>) && !__has_include(<ä.h>) && !__has_include(<sub/n.h>)\nyes\n#endif";
    let files = Listed { names: vec!["there.h"], ..Listed::default() };
    let with = PreprocessOptions { include_directories: vec!["inc".into(), "other".into()], ..options() };
    let (mut sources, mut names, mut sink) = (SourceMap::new(), Interner::new(), Sink::new(Policy::default()));
    let main = sources.add_file("main.hlsl", text, None).unwrap();
    let result = preprocess(main, &mut sources, &mut names, &with, &files, &mut sink);
    assert!(sink.diagnostics().is_empty() && result.tokens.len() == 2, "{:?}", sink.diagnostics());
    let asked = |folder: &str| files.asked.borrow().iter().filter(|path| path.starts_with(folder)).count();
    // Until it is listed, then for the three that may be there.
    assert_eq!((asked("inc/"), asked("other/")), (65 + 3, 300 + 2));
    // A file that appears would be read, listed or not.
    assert_eq!(result.dependencies.absent.len(), 2 * 300 + 2 + 2);
}
