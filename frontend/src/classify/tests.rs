//! One row per rule: the classification of names and `<`.

use super::recovery::classify_mending;
use super::terminal::{AngleKind, Kind};
use super::{Classified, classify, without_pragmas};
use crate::language::HlslVersion;
use crate::token::{Token, TokenFlags, TokenKind};
use crate::{lexer, words};
use base::diag::Sink;
use base::intern::Symbol;
use base::source::{SourceMap, Span};

/// The terminals of a text: types in `[ ]`, modifiers in `( )`, template brackets as `<<` and `>>`, skipped syntax in
/// words, inserted terminals as they would be written.
fn shape(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", text.to_owned(), None).expect("the text is small");
    let mut names = words::new_interner();
    let mut tokens = Vec::new();
    lexer::lex(sources.file(file).text(), 0, &mut names, &mut tokens);
    let classified = classify(&tokens, &sources, &mut names, HlslVersion::V2021, &mut Sink::default());
    written(&classified, &sources)
}

/// The terminals of the mended text, as [`shape`] writes them.
fn mended(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", text.to_owned(), None).expect("the text is small");
    let mut names = words::new_interner();
    let mut tokens = Vec::new();
    lexer::lex(sources.file(file).text(), 0, &mut names, &mut tokens);
    let everywhere = 0..usize::MAX;
    let (classified, doubts) = classify_mending(&tokens, &sources, &mut names, HlslVersion::V2021, &[everywhere]);
    let is_mended = classified.terminals.iter().any(|terminal| sources.text(terminal.span).is_empty());
    assert!(!is_mended || !doubts.is_empty(), "{text}");
    written(&classified, &sources)
}

fn written(classified: &Classified, sources: &SourceMap) -> String {
    let parts = classified.terminals.iter().map(|terminal| {
        let text = sources.text(terminal.span);
        match terminal.kind {
            Kind::Type if text.is_empty() => "[_]".to_owned(),
            Kind::Type => format!("[{text}]"),
            Kind::Modifier(_) => format!("({text})"),
            Kind::LAngle => "<<".to_owned(),
            Kind::RAngle(AngleKind::Args | AngleKind::Params) => ">>".to_owned(),
            Kind::BaseColon => "base:".to_owned(),
            Kind::Effect => "effect".to_owned(),
            Kind::StateBlock => "stateblock".to_owned(),
            Kind::EffectAnnotation => "annotation".to_owned(),
            Kind::Access => "access".to_owned(),
            Kind::ConstMethod => "const method".to_owned(),
            _ if text.is_empty() => of_missing(terminal.kind).to_owned(),
            Kind::LBrace => "{".to_owned(),
            Kind::RBrace => "}".to_owned(),
            Kind::Semicolon => ";".to_owned(),
            _ => text.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// An inserted terminal as it would be written.
fn of_missing(kind: Kind) -> &'static str {
    match kind {
        Kind::Ident => "_",
        Kind::LParen => "(",
        Kind::RParen => ")",
        Kind::LBracket => "[",
        Kind::RBracket => "]",
        Kind::Comma => ",",
        Kind::Colon => ":",
        Kind::Assign => "=",
        Kind::For => "for",
        Kind::Struct(_) => "struct",
        Kind::LBrace => "{",
        Kind::RBrace => "}",
        Kind::Semicolon => ";",
        other => panic!("{other:?} is never put in"),
    }
}

fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(shape(text), *expected, "{text}");
    }
}

#[test]
fn types_and_values_are_told_apart() {
    check(&[
        ("float4 a = b;", "[float4] a = b ;"),
        ("struct S { int a; }; S s;", "struct S { [int] a ; } ; [S] s ;"),
        ("typedef float F; F f;", "(typedef) [float] F ; [F] f ;"),
        ("using F = float; F f;", "using F = [float] ; [F] f ;"),
        ("enum E { A }; E e = A;", "enum E { A } ; [E] e = A ;"),
        // A value hides a type of its name, from its declaration on and in its scope alone.
        ("struct S {}; void f() { S S; S = S; } S t;", "struct S { } ; [void] f ( ) { [S] S ; S = S ; } [S] t ;"),
        ("float texture = 1; void f() { x = texture; }", "[float] texture = 1 ; [void] f ( ) { x = texture ; }"),
        ("void f(S texture) { texture.x = 1; }", "[void] f ( [S] texture ) { texture . x = 1 ; }"),
        // Where only a value can stand, a type name is one.
        ("int x = texture + 1;", "[int] x = texture + 1 ;"),
        // A name that is declared nowhere is a type before a name.
        ("Unknown u;", "[Unknown] u ;"),
        ("void f() { (float)x; (y)x; }", "[void] f ( ) { ( [float] ) x ; ( y ) x ; }"),
        ("cbuffer C { float4 C1; }", "cbuffer C { [float4] C1 ; }"),
        ("namespace n { struct S {}; } n::S a; S b();", "namespace n { struct S { } ; } n :: [S] a ; [S] b ( ) ;"),
        ("int a, float4, b;", "[int] a , float4 , b ;"),
        ("float2 f() : SV_Position;", "[float2] f ( ) : SV_Position ;"),
        ("float2 p : sample;", "[float2] p : sample ;"),
    ]);
}

#[test]
fn contextual_words_modify_the_declaration_that_follows() {
    check(&[
        ("linear float a;", "(linear) [float] a ;"),
        ("float linear;", "[float] linear ;"),
        ("void f(triangle V v[3]) {}", "[void] f ( (triangle) [V] v [ 3 ] ) { }"),
        ("void f() { point = line; }", "[void] f ( ) { point = line ; }"),
        ("unsigned int a; unsigned b;", "(unsigned) [int] a ; [unsigned] b ;"),
        ("int unsigned a; const int unsigned b;", "[int] (unsigned) a ; (const) [int] (unsigned) b ;"),
        ("precise struct S s;", "(precise) struct S s ;"),
    ]);
}

#[test]
fn template_brackets_are_told_from_operators() {
    check(&[
        ("vector<float, 4> v;", "[vector] << [float] , 4 >> v ;"),
        ("vector<vector<float, 1>, 2> v;", "[vector] << [vector] << [float] , 1 >> , 2 >> v ;"),
        ("Unknown<int> a; f(b < c > (d));", "[Unknown] << [int] >> a ; f ( b < c > ( d ) ) ;"),
        ("bool a = b < c && d > (e);", "[bool] a = b < c && d > ( e ) ;"),
        ("bool a = b >= c >> d;", "[bool] a = b >= c >> d ;"),
        ("void f() { a >>= b; }", "[void] f ( ) { a >>= b ; }"),
        ("void f() { b.Load<int>(0); }", "[void] f ( ) { b . Load << [int] >> ( 0 ) ; }"),
        ("void f() { b.size < 3; }", "[void] f ( ) { b . size < 3 ; }"),
        (
            "template<typename T> T f(T t); float x = f<int>(1) < 2;",
            "template << typename T >> [T] f ( [T] t ) ; [float] x = f << [int] >> ( 1 ) < 2 ;",
        ),
        ("template<class T> struct S {}; S<int> s;", "template << class T >> struct S { } ; [S] << [int] >> s ;"),
        (
            "template<class T> struct S { T f(); }; template<class T> T S<T>::f() {}",
            "template << class T >> struct S { [T] f ( ) ; } ; template << class T >> [T] [S] << [T] >> :: f ( ) { }",
        ),
        ("vector<int, (a > b)> v;", "[vector] << [int] , ( a > b ) >> v ;"),
        (
            "vk::Literal<vk::integral_constant<uint, 1> > a;",
            "vk :: [Literal] << vk :: [integral_constant] << [uint] , 1 >> >> a ;",
        ),
        ("typename A<int>::B b;", "typename [A] << [int] >> :: [B] b ;"),
    ]);
}

#[test]
fn classes_know_their_members_and_bases() {
    check(&[
        (
            "struct B { struct I {}; }; struct D : B { I i; };",
            "struct B { struct I { } ; } ; struct D base: [B] { [I] i ; } ;",
        ),
        (
            "struct S { struct I {}; void f(I i); }; void S::f(I i) {}",
            "struct S { struct I { } ; [void] f ( [I] i ) ; } ; [void] [S] :: f ( [I] i ) { }",
        ),
        ("struct S { private: int a; };", "struct S { access [int] a ; } ;"),
        ("struct S : Unknown {};", "struct S base: [Unknown] { } ;"),
        ("enum class E : uint { A };", "enum class E base: [uint] { A } ;"),
        (
            "namespace n { struct S {}; } using namespace n; S s;",
            "namespace n { struct S { } ; } using namespace n ; [S] s ;",
        ),
        ("namespace a::b { struct S {}; } a::b::S s;", "namespace a :: b { struct S { } ; } a :: b :: [S] s ;"),
    ]);
}

#[test]
fn effect_syntax_is_skipped() {
    check(&[
        ("technique T { pass P { a = b; } } int x;", "effect [int] x ;"),
        ("SamplerState s { Filter = LINEAR; };", "[SamplerState] s stateblock ;"),
        ("sampler s = sampler_state { A = B; };", "[sampler] s = stateblock ;"),
        ("float a < string n = \"b\"; >;", "[float] a annotation ;"),
    ]);
}

#[test]
fn lost_brackets_are_put_back() {
    check(&[
        ("void f() return; }", "[void] f ( ) { return ; }"),
        ("struct S int a; };", "struct S { [int] a ; } ;"),
        ("struct S { int a; } float b;", "struct S { [int] a ; } ; [float] b ;"),
        ("struct S { int a; } cbuffer C {}", "struct S { [int] a ; } ; cbuffer C { }"),
        ("void f() { if (a) { void g() {}", "[void] f ( ) { if ( a ) { } } [void] g ( ) { }"),
        ("void f() { namespace n {}", "[void] f ( ) { } namespace n { }"),
        ("void f() { g(1)); }", "[void] f ( ) { g ( 1 ) ; }"),
        ("void f() { {", "[void] f ( ) { { } }"),
        // Something that looks like a function head but is none is unchanged.
        ("static const float B = sqrt(3) / 2;", "(static) (const) [float] B = sqrt ( 3 ) / 2 ;"),
        ("Texture2D t : register(t0), u;", "[Texture2D] t : register ( t0 ) , u ;"),
    ]);
}

#[test]
fn a_line_that_is_being_typed_is_completed() {
    let rows = [
        // Names, operands and brackets.
        ("void f() { a.\n }", "[void] f ( ) { a . _ ; }"),
        ("void f() {\n  a = b *\n  c = d; }", "[void] f ( ) { a = b * _ ; c = d ; }"),
        ("void f() {\n  a = g(b, h(c\n  d = e;\n}", "[void] f ( ) { a = g ( b , h ( c ) ) ; d = e ; }"),
        ("void f() {\n  a = g(b, h(c\n    d);\n}", "[void] f ( ) { a = g ( b , h ( c ) , d ) ; }"),
        ("void f() { g(1, ); }", "[void] f ( ) { g ( 1 , _ ) ; }"),
        ("void f() { a[; }", "[void] f ( ) { a [ _ ] ; }"),
        ("void f() { a = b ? c; }", "[void] f ( ) { a = b ? c : _ ; }"),
        ("void f() { return float3\n }", "[void] f ( ) { return [float3] ( ) ; }"),
        ("void f() { a = (float)\n }", "[void] f ( ) { a = ( [float] ) _ ; }"),
        // Statements.
        ("void f() {\n  if (a\n  b;\n}", "[void] f ( ) { if ( a ) ; b ; }"),
        ("void f() {\n  if\n}", "[void] f ( ) { if ( _ ) ; }"),
        ("void f() {\n  for (int i = 0; i\n    a;\n}", "[void] f ( ) { for ( [int] i = 0 ; i ; ) a ; }"),
        ("void f() {\n  if (a) {\n    b;\n  c;\n}", "[void] f ( ) { if ( a ) { b ; } c ; }"),
        ("void f() {\n  if (a)\n    b;\n  }\n  c;\n}", "[void] f ( ) { if ( a ) { b ; } c ; }"),
        ("void f() {\n  a;\n    b;\n  }\n  c;\n}", "[void] f ( ) { a ; for ( ; ; ) { b ; } c ; }"),
        ("void f() { switch (a) { case 1\n b; } }", "[void] f ( ) { switch ( a ) { case 1 : b ; } }"),
        // Declarations.
        ("void f(\n  a;\n}", "[void] f ( ) { a ; }"),
        ("float4 f(float a, ) {}", "[float4] f ( [float] a , [_] ) { }"),
        ("void f(a : A) {}", "[void] f ( [_] a : A ) { }"),
        ("f(int a) {}", "[_] f ( [int] a ) { }"),
        ("[numthreads(1, 1\nvoid f() {}", "[ numthreads ( 1 , 1 ) ] [void] f ( ) { }"),
        ("struct S {\n  int a\n};", "struct S { [int] a ; } ;"),
        ("struct S {\n  int a;\nint b;", "struct S { [int] a ; } ; [int] b ;"),
        ("struct S\n  int a;\n};", "struct S { [int] a ; } ;"),
        ("enum E { A\nint b;", "enum E { A } ; [int] b ;"),
        ("cbuffer C : register(b0\n{\n  int a;\n}", "cbuffer C : register ( b0 ) { [int] a ; }"),
        ("voi\n  a = b;\n}", "[voi] _ ( ) { a = b ; }"),
        ("int a;\n  int b;\n};", "[int] a ; struct { [int] b ; } ;"),
        ("Buffer<float\nint a;", "[Buffer] << [float] >> ; [int] a ;"),
        // A dot that belongs to nothing goes.
        ("void f(int. a) {}", "[void] f ( [int] a ) { }"),
    ];
    let wrong: Vec<_> = rows.iter().filter(|(text, expected)| mended(text) != *expected).collect();
    let found: Vec<_> = wrong.iter().map(|(text, _)| (*text, mended(text))).collect();
    assert!(wrong.is_empty(), "expected: {wrong:#?}\nfound: {found:#?}");
}

#[test]
fn pragmas_are_taken_out_wherever_they_are() {
    let made = |at: usize, kind| {
        let span = Span::new(at as u32, at as u32 + 1);
        Token { kind, flags: TokenFlags::NONE, symbol: Symbol::EMPTY, span }
    };
    let names: Vec<Token> = (0..40).map(|at| made(at, TokenKind::Ident)).collect();
    assert_eq!((&*without_pragmas(&names).0, without_pragmas(&names).1.len()), (&*names, 0));
    for first in 0..40 {
        for second in 0..40 {
            let mut tokens = names.clone();
            tokens[first] = made(first, TokenKind::PackRowMajor);
            tokens[second] = made(second, TokenKind::PackColumnMajor);
            let (kept, pragmas) = without_pragmas(&tokens);
            let expected: Vec<Token> = tokens.iter().copied().filter(|token| token.kind == TokenKind::Ident).collect();
            assert_eq!(kept, expected);
            let mut places = vec![first, second];
            places.sort_unstable();
            places.dedup();
            let found: Vec<usize> = pragmas.iter().enumerate().map(|(before, pragma)| pragma.at + before).collect();
            assert_eq!(found, places);
        }
    }
}
