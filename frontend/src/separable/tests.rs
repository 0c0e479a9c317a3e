//! What is left out of a unit whose declarations are all known, and which changes make them unknown.

use super::{Forms, Known, Separable};
use crate::fingerprint::{Fingerprint, Fingerprints};
use crate::language::HlslVersion;
use crate::lexed_files::LexedTexts;
use crate::preprocess::{
    self, CommandLineMacro, Copied, Facts, HeaderTraces, IncludeHandler, NoIncludes, PreprocessOptions,
    preprocess_sharing,
};
use crate::token::{Token, TokenKind};
use crate::words;
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::{SourceMap, Span};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

struct Unit {
    sources: SourceMap,
    names: Interner,
    tokens: Vec<Token>,
    copied: Vec<Copied>,
    sink: Sink,
}

impl Unit {
    fn of(text: &str) -> Self {
        Self::with_names(text, &[])
    }

    /// The declarations of a text, where other names have been met before.
    fn with_names(text: &str, before: &[&str]) -> Self {
        Self::with_macros(text, before, &[])
    }

    /// The declarations of a text, with definitions of the command line.
    fn with_macros(text: &str, before: &[&str], macros: &[(&str, &str)]) -> Self {
        Self::sharing(text, before, macros, &NoIncludes, preprocess::Known::default())
    }

    /// The declarations of a text with includes, and what is known of these.
    fn sharing(
        text: &str,
        before: &[&str],
        macros: &[(&str, &str)],
        includes: &dyn IncludeHandler,
        known: preprocess::Known<'_>,
    ) -> Self {
        let (mut sources, mut names, mut sink) = (SourceMap::new(), words::new_interner(), Sink::default());
        before.iter().for_each(|name| _ = names.intern(name));
        let main = sources.add_file("main.hlsl", text.to_owned(), None).expect("it is short");
        let mut options = PreprocessOptions::new(Facts::default());
        let define = |(name, value): &(&str, &str)| CommandLineMacro::Define((*name).into(), Some((*value).into()));
        options.macros = macros.iter().map(define).collect();
        let done = preprocess_sharing(main, &mut sources, &mut names, &options, includes, known, &mut sink);
        let (tokens, copied) = (done.tokens, done.copied);
        assert_eq!(sink.count(), 0, "{text}");
        Unit { sources, names, tokens, copied, sink }
    }

    fn separable(&self) -> (Separable, Fingerprints<'_>) {
        let mut fingerprints = Fingerprints::new(&self.sources, &self.names, self.sink.overrides());
        let separable = Separable::find(&self.tokens, &mut fingerprints, HlslVersion::default(), Fingerprint::of(""));
        (separable, fingerprints)
    }

    fn keys(&self) -> Set<Fingerprint> {
        self.separable().0.keys().collect()
    }

    /// The text that is left if the keys are known and `main` is the entry point.
    fn left(&self, known: &Set<Fingerprint>) -> String {
        let (separable, fingerprints) = self.separable();
        let is_known: Vec<bool> = separable.keys().map(|key| known.contains(&key)).collect();
        let main = self.names.lookup("main");
        let left = separable.leave_out(&self.tokens, &fingerprints, &is_known, main.as_slice());
        let tokens = left.as_ref().unwrap_or(&self.tokens);
        let texts =
            tokens.iter().filter(|token| token.kind != TokenKind::Eof).map(|token| self.sources.text(token.span));
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The tokens of a text that remain after it was compiled once.
fn left(text: &str) -> String {
    let unit = Unit::of(text);
    unit.left(&unit.keys())
}

/// The tokens of the second text that remain after the first was compiled.
fn left_after(first: &str, second: &str) -> String {
    Unit::of(second).left(&Unit::of(first).keys())
}

#[test]
fn what_nothing_mentions_is_left_out() {
    let text = "float f(float x) { return x; } float g(float x); static const float a[2] = { 1, 2 }; void main() {}";
    assert_eq!(left(text), "void main ( ) { }");
}

#[test]
fn what_is_mentioned_stays_with_all_that_it_mentions() {
    let all = "float h ( ) { return 1 ; } static const float c = h ( ) ; float f ( ) { return c ; } float main ( ) { return f ( ) ; }";
    assert_eq!(left(all), all);
    let with_more = format!("float unused() {{ return h2(); }} {all}");
    assert_eq!(left(&with_more), all);
}

#[test]
fn all_overloads_of_a_name_stay() {
    let all = "int f ( int x ) { return x ; } float f ( float x ) { return x ; } void main ( ) { f ( 1 ) ; }";
    assert_eq!(left(all), all);
}

#[test]
fn what_is_reached_without_its_name_stays() {
    for all in [
        "[ numthreads ( 1 , 1 , 1 ) ] void other ( ) { } void main ( ) { }",
        "export float f ( ) { return 1 ; } void main ( ) { }",
        "void constant ( ) { } [ patchconstantfunc ( \"constant\" ) ] void main ( ) { }",
        "struct S { float x ; S operator + ( S other ) { return other ; } } ; void main ( ) { }",
        "interface I { float f ( ) ; } ; struct S : I { float f ( ) { return 1 ; } } ; void main ( ) { }",
        "struct S { static float f ( ) ; } ; float S :: f ( ) { return 1 ; } void main ( ) { }",
    ] {
        assert_eq!(left(all), all);
    }
}

#[test]
fn methods_are_left_out_of_their_struct() {
    let text = "struct S { float x; float twice() { return 2 * x; } float once() { return x; } }; float main(S s) { return s.once(); }";
    let expected =
        "struct S { float x ; float once ( ) { return x ; } } ; float main ( S s ) { return s . once ( ) ; }";
    assert_eq!(left(text), expected);
}

#[test]
fn interface_resources_and_types_stay() {
    let all = "cbuffer C : register ( b0 ) { float x ; } ; Texture2D t : register ( t0 ) ; static float counter = 1 ; \
               float uniform ; namespace n { enum E { A , B } ; } void main ( ) { }";
    assert_eq!(left(all), all);
}

#[test]
fn a_body_is_known_with_the_same_declarations_of_its_names_alone() {
    let is_known = |first: &str, second: &str| {
        let with_main = |text: &str| format!("{text} void main() {{}}");
        !left_after(&with_main(first), &with_main(second)).contains("float f")
    };
    let body = "float f(S s) { return s.x + N; }";
    let all = format!("static const int N = M; struct S {{ float x; }}; {body}");
    assert!(is_known(&all, &all));
    // Declarations that share no name with it do not change its key, nor do the bodies of other functions.
    assert!(is_known(&all, &format!("float4 other; float g() {{ return 1; }} {all} float4 more;")));
    // Other declarations of its names, and of theirs, do.
    for (old, new) in [
        ("N = M", "N = 2"),
        ("float x", "int x"),
        ("static const int N = M;", ""),
        ("static const int N", "static const int M = 1; static const int N"),
        ("struct S", "float N(); struct S"),
        ("struct S", "namespace n { int N; } using namespace n; struct S"),
        ("struct S { float x; };", "struct B { float x; }; struct S : B {};"),
        ("return s.x + N", "return s.x  + N"),
        ("return s.x + N", "return s.x - N"),
        ("float f(S s)", "float f(S s, int more)"),
    ] {
        let other = all.replace(old, new);
        assert_ne!(other, all);
        assert!(!is_known(&all, &other), "{other}");
    }
    let in_namespace = format!("static const int N = M; struct S {{ float x; }}; namespace n {{ {body} }}");
    assert!(!is_known(&all, &in_namespace));
    assert!(!is_known(&all, &format!("#pragma pack_matrix(row_major)\n{all}")));
}

#[test]
fn the_body_of_a_function_does_not_matter_to_its_callers_but_that_of_a_template_does() {
    let end = "float g() { return f<float>(); } void main() {}";
    let plain = |value: u32| format!("float f() {{ return {value}; }} {}", end.replace("<float>", ""));
    assert!(!left_after(&plain(1), &plain(2)).contains("float g"));
    let template = |value: u32| format!("template<typename T> T f() {{ return {value}; }} {end}");
    assert!(!left_after(&template(1), &template(1)).contains("float g"));
    assert!(left_after(&template(1), &template(2)).contains("float g"));
}

#[test]
fn a_method_depends_on_the_whole_struct() {
    let text = |member: &str| format!("struct S {{ float f() {{ return x; }} {member} x; }}; void main() {{}}");
    assert!(!left(&text("float")).contains("float f"));
    assert!(left_after(&text("float"), &text("int")).contains("float f"));
}

#[test]
fn a_clash_with_an_unknown_declaration_is_seen() {
    let header = "float f(float x) { return x; }";
    let first = format!("{header} void main() {{}}");
    let second = format!("{header} float f(float x) {{ return 2 * x; }} void main() {{}}");
    assert_eq!(left_after(&first, &second).matches("float f").count(), 2);
}

#[test]
fn nothing_is_left_out_where_the_order_does_not_tell_or_brackets_do_not_match() {
    for text in [
        "struct S ; float f ( S s ) { return 1 ; } void main ( ) { }",
        "float f ( ) { return 1 ; } } void main ( ) { }",
    ] {
        assert_eq!(left(text), text);
    }
}

#[test]
fn equal_text_has_equal_fingerprints_whatever_the_numbers_of_its_symbols() {
    let text = "#define M y\nfloat x; int M;";
    let fingerprint = |unit: Unit| {
        let mut fingerprints = Fingerprints::new(&unit.sources, &unit.names, unit.sink.overrides());
        fingerprints.of_unit(&unit.tokens).expect("a key")
    };
    assert_eq!(fingerprint(Unit::of(text)), fingerprint(Unit::with_names(text, &["y", "other", "x"])));
    let of = |text: &str| fingerprint(Unit::of(text));
    assert_ne!(of("a > > b"), of("a >> b"));
    assert_ne!(of("float x; int y;"), of("float y; int x;"));
    assert_ne!(of("1"), of("1.0"));
    // Warnings look at places, at comments and at macros.
    assert_ne!(of("float x; int y;"), of("float x;\nint y;"));
    assert_ne!(of("float x; /* one */ int y;"), of("float x; /* two */ int y;"));
    assert_ne!(of("#define M y\nfloat M;"), of("#define M y\nfloat y;"));
    let either = |first: &str| {
        let text = "#ifdef A\nint x; // falls\nint y;\n#else\nint x;\nint y;\n#endif";
        fingerprint(Unit::of(&format!("#define {first} 1\n{text}")))
    };
    assert_ne!(either("A"), either("B"));
    let pragma = |text: &str| of(&format!("{text}\nfloat x; int y;"));
    assert_ne!(
        pragma("#pragma dxc diagnostic ignored \"-Wconversion\""),
        pragma("#pragma dxc diagnostic warning \"-Wconversion\"")
    );
}

const IGNORED: &str = "#pragma dxc diagnostic ignored \"-Wconversion\"\n";

#[test]
fn a_body_is_known_under_the_same_pragmas() {
    let (body, end) = ("float f(float x) { return x; }\n", "void main() {}");
    let is_known = |first: &str, second: &str| !left_after(first, second).contains("float f");
    let plain = format!("{body}{end}");
    let ignored = format!("{IGNORED}{body}{end}");
    let between = |what: &str| format!("#pragma dxc diagnostic push\n{what}#pragma dxc diagnostic pop\n{body}{end}");
    assert!(is_known(&ignored, &ignored) && !is_known(&plain, &ignored) && !is_known(&ignored, &plain));
    // What was restored has never been.
    assert!(is_known(&plain, &between(IGNORED)) && is_known(&between(IGNORED), &plain));
    let within = format!("float f(float x) {{\n{IGNORED} return x; }}\n{end}");
    let before = within.replace(IGNORED, &IGNORED.replace("ignored", "warning"));
    assert!(is_known(&within, &within) && !is_known(&within, &before));
    // The pragmas of a template's body hold wherever it is used.
    let template = |pragma: &str| {
        format!(
            "{pragma}template<typename T> T t(T x) {{ return x; }}\n#pragma dxc diagnostic warning \"-Wconversion\"\nfloat f(float x) {{ return t(x); }}\n{end}"
        )
    };
    assert!(is_known(&template(IGNORED), &template(IGNORED)) && !is_known(&template(IGNORED), &template("")));
}

/// The first letters of the functions that have nothing to do with a message at the first `!`, which may be about the text alone.
fn unblamed_by(text: &str, is_of_text: bool) -> String {
    let unit = Unit::of(text);
    let (separable, _) = unit.separable();
    let place = [unit.tokens.iter().find(|token| token.kind == TokenKind::Not).expect("a place").span];
    let (places, of_text) = if is_of_text { (&[][..], &place[..]) } else { (&place[..], &[][..]) };
    let unblamed = separable.unblamed(&unit.tokens, unit.names.len(), places, of_text);
    let named = separable.all.iter().zip(unblamed).filter(|(_, unblamed)| *unblamed);
    named.map(|(declaration, _)| unit.names.resolve(declaration.name)).collect()
}

fn unblamed(text: &str) -> String {
    unblamed_by(text, false)
}

#[test]
fn a_message_about_a_text_has_to_do_with_its_function_alone() {
    let rest = "bool c() { return b(true); } bool d() { return c(); }";
    assert_eq!(
        unblamed_by(&format!("bool a() {{ return true; }} bool b(bool x) {{ return !x; }} {rest}"), true),
        "acd"
    );
    // A default is checked for each call, the body of a template for each of its instances.
    assert_eq!(
        unblamed_by(&format!("bool a() {{ return true; }} bool b(bool x = !true) {{ return x; }} {rest}"), true),
        "a"
    );
    let template = "template<typename T> bool b(T x) { return !x; }";
    assert_eq!(unblamed_by(&format!("bool a() {{ return true; }} {template} {rest}"), true), "a");
    let method = "struct S { bool b(bool x) { return !x; } }; bool e() { S s; return s.b(true); }";
    assert_eq!(unblamed_by(&format!("bool a() {{ return true; }} {method}"), true), "a");
}

#[test]
fn a_message_has_to_do_with_all_that_lead_to_it() {
    let callers = "bool c() { return b(); } bool d() { return c(); } bool e() { return a(); }";
    assert_eq!(unblamed(&format!("bool a() {{ return true; }} bool b() {{ return !true; }} {callers}")), "ae");
    // All of a name, and what is beside none.
    assert_eq!(
        unblamed(&format!("bool a(); bool b() {{ return !true; }} bool b(int x) {{ return a(); }} {callers}")),
        "ae"
    );
    assert_eq!(
        unblamed(&format!("bool a(); static bool x = !true; bool b(); bool f() {{ return x; }} {callers}")),
        "abcde"
    );
    let unit = Unit::of("bool a() { return true; }");
    let (separable, _) = unit.separable();
    let blames = |lo: u32| {
        separable.unblamed(&unit.tokens, unit.names.len(), &[Span::new(lo, lo.saturating_add(1))], &[]) == [false]
    };
    assert!(blames(1) && blames(u32::MAX), "no token begins there");
}

/// A header of many declarations, with some that macros make, and a main part that switches change.
fn family() -> String {
    let mut text =
        "#define FN(name) float name(float x) { return x; }\n#define OPEN {\n#define TEXT \"text\"\n".to_owned();
    text += "#if D\nfloat early(float x) { return x; }\n#endif\n";
    for at in 0..40 {
        text += &format!("float f{at}(float x) {{ return early(x) * {at}; }} // {at}\n");
        text += &format!("float h{at}(float x) {{ return f{at}(early(x)); }}\n");
        text += &format!("struct S{at} {{ float x; float get() {{ return x + f{at}(x); }} }} s{at};\n");
        text +=
            &format!("namespace n{at} {{ static const float c = {at}; float g(S{at} s) {{ return s.get() + c; }} }}\n");
    }
    text += "#if A\nfloat a(float x) { return f1(x) + A; }\n#endif\nfloat b(float x) { return f2(x); }\n";
    text += "#ifdef B\nFN(made) float opened(float x) OPEN return x; }\nstatic const float k[2] = { B, 2 };\n#endif\n";
    text += "struct T { float x; FN(method) float y; };\n#if C == 2\n#pragma pack_matrix(row_major)\n#endif\n";
    text + "float last(T t) { printf(TEXT); printf(\"own\"); return t.method(C); }\nvoid main() {}\n"
}

#[test]
fn units_with_known_declarations_are_scanned_as_if_alone() {
    let (text, forms) = (family(), Forms::default());
    let mut shared = Vec::new();
    for round in 0..60 {
        let (a, b, c) = (["0", "1", "100000"][round % 3], ["1", "22"][round / 3 % 2], ["1", "2", "3"][round / 2 % 3]);
        let macros = [("A", a), ("D", ["0", "1"][round / 4 % 2]), ("B", b), ("C", c)];
        let macros = if round % 5 == 4 { &macros[..2] } else { &macros[..] };
        let before: &[&str] = if round % 7 == 6 { &["other", "f3", "x"] } else { &[] };
        let macros: Vec<_> = macros.iter().copied().chain((round % 5 == 4).then_some(("C", c))).collect();
        let unit = Unit::with_macros(&text, before, &macros);
        let mut fingerprints = Fingerprints::new(&unit.sources, &unit.names, unit.sink.overrides());
        let (version, seed) = (HlslVersion::default(), Fingerprint::of(""));
        let found = Separable::find_sharing(
            &unit.tokens,
            &mut fingerprints,
            version,
            seed,
            Known { forms: &forms, copied: &[] },
        );
        assert_eq!(format!("{:?}", found.all), format!("{:?}", unit.separable().0.all), "{round}");
        shared.push(forms.spared.load(Relaxed));
    }
    assert_eq!(shared[0], 0);
    assert!(shared[59] > 50 * 1000, "the header is not scanned again: {shared:?}");
}

#[test]
fn tokens_of_records_are_not_compared_and_scanned_as_if_alone() {
    let (header, forms) = (family(), Forms::default());
    let includes = |path: &str| (path == "h").then(|| Arc::<str>::from(header.as_str()));
    let (lexed, headers) = (LexedTexts::default(), HeaderTraces::default());
    let mut settled = 0;
    for round in 0..80 {
        let (a, c) = (["0", "1", "100000"][round % 3], ["1", "2"][round / 2 % 2]);
        let macros = [("A", a), ("D", ["0", "1"][round / 4 % 2]), ("B", ["1", "22"][round / 3 % 2]), ("C", c)];
        let known = preprocess::Known { lexed: Some(&lexed), headers: Some(&headers) };
        let text = ["#include \"h\"\n", "float more(float x) { return x; }\n#include \"h\"\n"][round / 5 % 2];
        let unit = Unit::sharing(text, &[], &macros, &includes, known);
        let mut fingerprints = Fingerprints::new(&unit.sources, &unit.names, unit.sink.overrides());
        let (version, seed) = (HlslVersion::default(), Fingerprint::of(["", "other"][round / 7 % 2]));
        let known = Known { forms: &forms, copied: &unit.copied };
        let found = Separable::find_sharing(&unit.tokens, &mut fingerprints, version, seed, known);
        let alone = Separable::find(&unit.tokens, &mut fingerprints, version, seed);
        assert_eq!(format!("{:?}", found.all), format!("{:?}", alone.all), "{round}");
        let open: Vec<usize> = found.unsettled().into_iter().flatten().collect();
        settled += found.count() - open.len();
        // One of them is never clean, so that those which are found with it stay open.
        let is_clean = |at: usize| unit.names.resolve(found.all[at].name) != "f7";
        assert!((0..found.count()).all(|at| is_clean(at) || open.contains(&at)), "{round}");
        found.settle(is_clean);
    }
    let (of_records, spared) = (forms.of_records.load(Relaxed), forms.spared.load(Relaxed));
    assert!(of_records > 5 * 1000 && of_records < spared, "{of_records} of {spared}");
    assert!(settled > 1000, "{settled}");
}

#[test]
fn another_text_in_the_same_place_is_scanned_anew() {
    let forms = Forms::default();
    let find = |text: &str| {
        let unit = Unit::of(text);
        let mut fingerprints = Fingerprints::new(&unit.sources, &unit.names, unit.sink.overrides());
        let (version, seed) = (HlslVersion::default(), Fingerprint::of(""));
        let found = Separable::find_sharing(
            &unit.tokens,
            &mut fingerprints,
            version,
            seed,
            Known { forms: &forms, copied: &[] },
        );
        assert_eq!(format!("{:?}", found.all), format!("{:?}", unit.separable().0.all));
        forms.spared.load(Relaxed)
    };
    let text =
        family().replace("#if A", "#if 0").replace("#if D", "#if 0").replace("C == 2", "0").replace("(C)", "(1)");
    assert!((0..4).map(|_| find(&text)).max() > Some(1000));
    // A comment is a part of what a body depends on.
    (0..4).for_each(|_| _ = find(&text.replace("// 7", "// 8")));
    (0..4).for_each(|_| _ = find(&text.replace("s7;", "s8;").replace("f7(x)", "f8(x)")));
}
