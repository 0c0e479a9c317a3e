//! The parser as a whole: what it accepts, its messages, and its robustness.

use base::diag::{Diagnostic, Policy, Sink};
use base::intern::Interner;
use base::source::SourceMap;
use hlsl2spirv_frontend::ast::{Ast, ExprKind};
use hlsl2spirv_frontend::dump;
use hlsl2spirv_frontend::language::HlslVersion;
use hlsl2spirv_frontend::parse::{ParseOptions, parse};
use hlsl2spirv_frontend::token::Token;
use hlsl2spirv_frontend::{lexer, words};
use std::time::{Duration, Instant};

/// A parsed text with everything that its tree refers to.
struct Parsed {
    ast: Ast,
    sources: SourceMap,
    names: Interner,
    diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// `line:column: message`, one per diagnostic.
    fn messages(&self) -> Vec<String> {
        let describe = |diagnostic: &Diagnostic| {
            let place = self.sources.location(diagnostic.span).expect("every syntax error has a place");
            format!("{}:{}: {}", place.line, place.column, diagnostic.message)
        };
        self.diagnostics.iter().map(describe).collect()
    }
}

fn lexed(text: &str) -> (SourceMap, Interner, Vec<Token>) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", text.to_owned(), None).expect("the text is small");
    let mut names = words::new_interner();
    let mut tokens = Vec::new();
    lexer::lex(sources.file(file).text(), sources.file(file).base(), &mut names, &mut tokens);
    (sources, names, tokens)
}

fn parse_as(text: &str, version: HlslVersion) -> Parsed {
    let (sources, mut names, tokens) = lexed(text);
    let mut sink = Sink::new(Policy::default());
    let ast = parse(&tokens, &sources, &mut names, &ParseOptions { version }, &mut sink);
    Parsed { ast, sources, names, diagnostics: sink.into_diagnostics() }
}

fn parse_text(text: &str) -> Parsed {
    parse_as(text, HlslVersion::V2021)
}

const SYNTAX: [(&str, &str); 3] = [
    ("declarations", include_str!("data/syntax/declarations.hlsl")),
    ("statements", include_str!("data/syntax/statements.hlsl")),
    ("templates", include_str!("data/syntax/templates.hlsl")),
];

#[test]
fn the_whole_syntax_parses() {
    for (name, text) in SYNTAX {
        let parsed = parse_text(text);
        let mut messages = parsed.messages();
        messages.retain(|message| !message.ends_with("effect syntax is deprecated"));
        assert_eq!(messages, Vec::<String>::new(), "{name}");
        assert!(!dump::dump(&parsed.ast, &parsed.names).contains("error"), "{name}");
    }
}

#[test]
fn one_missing_token_makes_few_errors() {
    let (mut runs, mut many) = (0, 0);
    for (_, text) in SYNTAX {
        let (sources, mut names, tokens) = lexed(text);
        for index in (0..tokens.len()).step_by(2) {
            let mut fewer = tokens.clone();
            fewer.remove(index);
            let mut policy = Policy::default();
            policy.error_limit = 0;
            let mut sink = Sink::new(policy);
            parse(&fewer, &sources, &mut names, &ParseOptions::default(), &mut sink);
            runs += 1;
            many += usize::from(sink.error_count() > 5);
        }
    }
    assert!(many * 500 <= runs, "{many} of {runs} deletions made more than five errors");
}

#[test]
fn common_mistakes_are_named() {
    for (text, expected) in [
        ("void f() {\n  float a = 1.0\n  a = 2;\n}", "2:16: expected ';' after declaration"),
        ("void f() {\n  a = b\n  c = d;\n}", "2:8: expected ';' after expression"),
        ("void f() { a = b c; }", "1:18: expected an operator or ';', found 'c'"),
        ("void f() {\n  a = b\n}", "2:8: expected ';' after expression"),
        ("void f() {\n  return\n}", "2:9: expected ';' after 'return'"),
        ("void f() {\n  return x\n}", "2:11: expected ';' after return value"),
        ("struct S { float a; }\nfloat4 g;", "1:22: expected ';' after '}'"),
        (
            "void f() {\n  if (x) {\n    y = 1;\n}\nfloat g() { return 1; }",
            "4:2: expected '}' before the next function",
        ),
        ("void f() { g();", "1:16: expected '}' at the end of the input"),
        ("void f() { a = g(1, (2 + 3); }", "1:28: expected ')'"),
        ("void f() { a = b[1; }", "1:19: expected ']'"),
        ("void f() { a = g(1)); }", "1:20: unmatched ')'"),
        ("void f() { if x; }", "1:14: expected '(' after 'if'"),
        ("void f() { else x = 1; }", "1:12: 'else' without a matching 'if'"),
        ("void f() { a = b + ; }", "1:20: expected an expression, found ';'"),
        ("void f() { g(1, ); }", "1:17: expected an expression, found ')'"),
        ("void f() { case 1; }", "1:18: expected ':', found ';'"),
        ("x = 3;", "1:1: expected a declaration, found 'x'"),
        ("float f(float a float b);", "1:16: expected ',' or ')'"),
        ("enum E { A B };", "1:11: expected ',' or '}'"),
        ("void f() { float a[2] = { 1 2 }; }", "1:28: expected ',' or '}'"),
        ("void f() { a = [1, 2]; }", "1:16: expected an expression, found '['"),
        ("void f() { int a = int b; }", "1:23: expected '(' after 'int'"),
        ("void f() {\n  a = b:\n}", "2:8: expected ';', found ':'"),
        ("void f() { do { a = 1; } while (b) }", "1:35: expected ';' after 'do ... while'"),
        ("void f() {\n  float g() { return 1; }\n}", "2:3: a function cannot be defined inside another function"),
        ("float f() return 1; }", "1:10: expected '{' after the head of a function"),
        ("struct S float a; };", "1:9: expected '{' after the name of a struct"),
        (
            "void f() { int *p; }",
            "1:16: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'",
        ),
        (
            "void f(float &r) {}",
            "1:14: HLSL has no pointers or references; parameters that are written are 'inout' or 'out'",
        ),
        ("void f() { a->b = 1; }", "1:13: HLSL has no '->'; use '.' to access members"),
        ("void f() { goto end; }", "1:12: 'goto' is a reserved keyword that HLSL does not support"),
        (
            "void f() { x = static_cast<int>(y); }",
            "1:16: 'static_cast' is a reserved keyword that HLSL does not support",
        ),
        ("struct S { float f() const { return 1; } };", "1:22: 'const' methods require HLSL 202x"),
        ("struct S { S(int a) {} };", "1:12: HLSL has no constructors"),
        ("void f() { auto g = [](int x) { return x; }; }", "1:21: HLSL has no lambda expressions"),
        (
            "template<typename... T> void f() {}",
            "1:18: '...' is not supported: HLSL has no variadic functions or templates",
        ),
    ] {
        let messages = parse_text(text).messages();
        assert_eq!(messages, [expected], "{text}");
    }
}

#[test]
fn a_misspelt_keyword_is_suggested() {
    let parsed = parse_text("void f() { retrun 5; }");
    assert_eq!(parsed.messages(), ["1:19: expected an operator or ';', found '5'"]);
    assert_eq!(parsed.diagnostics[0].notes[0].message, "did you mean 'return'?");
}

#[test]
fn an_indexed_name_is_no_misspelt_keyword() {
    let parsed = parse_text("void f() { Out[0] = sin(1; }");
    let notes: Vec<&str> = parsed.diagnostics[0].notes.iter().map(|note| &*note.message).collect();
    assert_eq!(notes, ["to match this one"]);
}

#[test]
fn templates_need_hlsl_2021() {
    let text = "template<typename T> T f(T x) { return x; }";
    let messages = parse_as(text, HlslVersion::V2018).messages();
    assert_eq!(messages, ["1:1: HLSL 2021 or later is required for templates"]);
    assert!(parse_text(text).messages().is_empty());
}

#[test]
fn declarations_around_an_error_are_kept() {
    let parsed = parse_text("float a; float f( { } float b; void g() { x = ; y = 1; }");
    let text = dump::dump(&parsed.ast, &parsed.names);
    for kept in ["declares a", "declares b", "function g", "name y"] {
        assert!(text.contains(kept), "{kept} is missing in\n{text}");
    }
}

#[test]
fn pragmas_stand_before_the_next_declaration() {
    use base::intern::Symbol;
    use base::source::Span;
    use hlsl2spirv_frontend::token::{TokenFlags, TokenKind};
    let (sources, mut names, mut tokens) = lexed("float4x4 a; struct S { float4x4 m; } s;");
    let pragma =
        Token { kind: TokenKind::PackRowMajor, flags: TokenFlags::NONE, symbol: Symbol::EMPTY, span: Span::new(0, 0) };
    for place in (0..tokens.len()).rev() {
        tokens.insert(place, pragma);
    }
    let mut sink = Sink::default();
    let ast = parse(&tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
    assert_eq!(sink.diagnostics().iter().map(|d| &d.message).collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(dump::dump(&ast, &names).starts_with("pack_matrix row_major\nvariables"));
}

#[test]
fn spans_cover_what_they_name() {
    let text = "void f() { r = (a + b) * -c[1].xy + g(1, (2)) ? (float)x : y; }";
    let parsed = parse_text(text);
    assert!(parsed.messages().is_empty());
    let spans: Vec<&str> = parsed
        .ast
        .exprs
        .iter()
        .filter(|(_, expr)| {
            matches!(
                expr.kind,
                ExprKind::Binary { .. }
                    | ExprKind::Unary(..)
                    | ExprKind::Call(..)
                    | ExprKind::Cast(..)
                    | ExprKind::Ternary(..)
                    | ExprKind::Assign { .. }
            )
        })
        .map(|(_, expr)| parsed.sources.text(expr.span))
        .collect();
    assert_eq!(
        spans,
        [
            "a + b",
            "-c[1].xy",
            "g(1, (2))",
            "(a + b) * -c[1].xy",
            "(float)x",
            "(a + b) * -c[1].xy + g(1, (2))",
            "(a + b) * -c[1].xy + g(1, (2)) ? (float)x : y",
            "r = (a + b) * -c[1].xy + g(1, (2)) ? (float)x : y",
        ]
    );
}

#[test]
fn operators_group_by_precedence() {
    let parsed = parse_text("void f() { a = b = c ? d : e - g - h * i << j | k && l; }");
    let expected = "\
function f
  returns
    type void
  block
    expression
      assign =
        name a
        assign =
          name b
          conditional
            name c
            name d
            binary &&
              binary |
                binary <<
                  binary -
                    binary -
                      name e
                      name g
                    binary *
                      name h
                      name i
                  name j
                name k
              name l
";
    assert_eq!(dump::dump(&parsed.ast, &parsed.names), expected);
}

/// Parses on a small stack and fails when it takes long.
fn survives(name: &str, text: String) {
    let started = Instant::now();
    let run = move || {
        let parsed = parse_text(&text);
        dump::dump(&parsed.ast, &parsed.names).len()
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread starts");
    assert!(thread.join().is_ok(), "{name} panics");
    assert!(started.elapsed() < Duration::from_secs(20), "{name} takes {:?}", started.elapsed());
}

#[test]
fn deep_nesting_is_survived() {
    const DEPTH: usize = 10_000;
    let nested = |before: &str, open: &str, middle: &str, close: &str, after: &str| {
        format!("{before}{}{middle}{}{after}", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    for (name, text) in [
        ("parentheses", nested("void f() { x = ", "(", "1", ")", "; }")),
        ("open parentheses", nested("void f() { x = ", "(", "", "", "")),
        ("closed parentheses", nested("void f() { x = ", "", "1", ")", "; }")),
        ("blocks", nested("void f() ", "{", "", "}", "")),
        ("open blocks", nested("void f() ", "{ a = 1; ", "", "", "")),
        ("closed blocks", nested("void f() ", "", "", "}", "")),
        ("unary operators", nested("void f() { x = ", "- ", "1", "", "; }")),
        ("ifs", nested("void f() { ", "if (a) ", ";", "", "}")),
        ("ifs with blocks", nested("void f() { ", "if (a) { ", ";", "}", "}")),
        ("else ifs", nested("void f() { ", "if (a) ; else ", ";", "", "}")),
        ("loops", nested("void f() { ", "for (;;) while (a) ", ";", "", "}")),
        ("conditionals", nested("void f() { x = ", "a ? b : ", "c", "", "; }")),
        ("conditionals in the middle", nested("void f() { x = ", "a ? ", "c", " : b", "; }")),
        ("indices", nested("void f() { x = ", "a[", "1", "]", "; }")),
        ("calls", nested("void f() { x = ", "f(", "1", ")", "; }")),
        ("members", nested("void f() { x = a", ".b", "", "", "; }")),
        ("chains of calls", nested("void f() { x = a", "()", "", "", "; }")),
        ("sums", nested("void f() { x = 1", " + 1", "", "", "; }")),
        ("commas", nested("void f() { x = 1", ", 1", "", "", "; }")),
        ("assignments", nested("void f() { ", "x = ", "1", "", "; }")),
        ("casts", nested("void f() { x = ", "(float)", "1", "", "; }")),
        ("templates", nested("", "vector<", "float", ">", " x;")),
        ("open templates", nested("", "vector<", "float", "", " x;")),
        ("template heads", nested("", "template<typename T> ", "struct S", "", "{};")),
        ("initializers", nested("int x = ", "{", "1", "}", ";")),
        ("structs", nested("", "struct { ", "int x;", "} a;", "")),
        ("namespaces", nested("", "namespace a { ", "int x;", "}", "")),
        ("nested namespace names", nested("namespace a", "::a", "", "", "{ int x; }")),
        ("qualified names", nested("int x = a", "::a", "", "", ";")),
        ("unknown types", nested("typename a", "::a", "", "", " x;")),
        ("modifiers", nested("", "const ", "int x", "", ";")),
        ("contextual modifiers", nested("", "sample ", "int x", "", ";")),
        ("modifiers of an argument", nested("void f() { x = (", "const ", "int", "", ")y; }")),
        ("attributes", nested("", "[a] ", "int x", "", ";")),
        ("dimensions", nested("int x", "[1]", "", "", ";")),
        ("annotations", nested("int x", " : a", "", "", ";")),
        ("dangling operators", nested("void f() { ", "x + ", "", "", "; }")),
        ("effects", nested("", "technique T { ", "", "", "")),
        ("effect annotations", nested("int x ", "< int a = ", "", "", ";")),
        ("comparisons", nested("void f() { x = ", "a < ", "b", "", "; }")),
        ("functions in functions", nested("", "void f() { ", "", "", "")),
        ("declarations in parentheses", nested("void f", "(int f", "", "", "")),
        ("commas in declarations", nested("int a", ", a", "", "", ";")),
        ("errors", nested("void f() ", "{ a b ; ) ", "", "", "")),
    ] {
        survives(name, text);
    }
}

#[test]
fn trees_have_bounded_depth() {
    let parsed = parse_text(&format!("void f() {{ x = 1{}; }}", " + 1".repeat(5_000)));
    assert!(parsed.messages()[0].ends_with("an expression with more than 1024 levels"), "{:?}", parsed.messages());
    let parsed = parse_text(&format!("void f() {{ {} ; }}", "if (a) ; else ".repeat(5_000)));
    assert!(parsed.messages()[0].ends_with("a statement with more than 1024 levels"), "{:?}", parsed.messages());
}

/// A small pseudo-random generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn any_sequence_of_tokens_is_survived() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (sources, names, tokens) = lexed(&SYNTAX.map(|(_, text)| text).concat());
    for round in 0..300 {
        let count = 20 + random.below(200);
        let soup: Vec<Token> = if round % 2 == 0 {
            (0..count).map(|_| tokens[random.below(tokens.len())]).collect()
        } else {
            // Pieces of the text side by side get further than single tokens do.
            let pieces = (0..count / 10).flat_map(|_| {
                let start = random.below(tokens.len());
                let end = (start + 1 + random.below(15)).min(tokens.len());
                tokens[start..end].iter().copied()
            });
            pieces.collect()
        };
        let mut sink = Sink::default();
        let mut names = names.clone();
        let ast = parse(&soup, &sources, &mut names, &ParseOptions::default(), &mut sink);
        assert!(!sink.has_errors() || !sink.diagnostics().is_empty());
        dump::dump(&ast, &names);
    }
}

#[test]
fn truncated_input_is_survived() {
    for (name, text) in SYNTAX {
        for (end, _) in text.char_indices().step_by(7) {
            let parsed = parse_text(&text[..end]);
            assert!(parsed.diagnostics.len() < 20, "{name} up to {end}: {:?}", parsed.messages());
        }
    }
}
