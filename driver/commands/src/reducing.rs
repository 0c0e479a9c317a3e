//! Reduction: a text becomes as small as it can be while something about it still holds.
//!
//! Owns the order of the passes and what is tried. [`tree`] knows the brackets and the lists of a text, [`syntax`] the
//! compiler's syntax tree, [`names`] identifiers. Whether a text is still of interest is the caller's to say, as is how long
//! that may take. The same answers give the same result.

mod names;
mod syntax;
mod tree;

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use tree::Tree;

/// What the caller says of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is of interest.
    Keep,
    /// It is not.
    Drop,
    /// Nothing more is to be tried.
    Stop,
}

/// Asks the caller about a text.
pub(crate) type Ask<'a> = dyn FnMut(&str) -> Answer + 'a;

/// The rounds of all passes, at most: each makes the text shorter.
const MOST_ROUNDS: usize = 8;
/// The most tokens that are removed without regard to what they mean.
const WINDOW: usize = 4;

pub(crate) use names::of_text;

/// The names of a text to reduce.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Those that stay.
    pub(crate) kept: Vec<String>,
    /// Those of the source, which no other identifier gets.
    pub(crate) of_source: BTreeSet<String>,
}

/// Makes a text smaller that is of interest itself.
pub(crate) fn reduce(text: String, names: &Names, ask: &mut Ask<'_>) -> String {
    let mut reducer = Reducer { text, ask, seen: BTreeSet::new(), needs_syntax: false, is_stopped: false };
    reducer.needs_syntax = reducer.refuses_wrong_syntax();
    for _ in 0..MOST_ROUNDS {
        let before = reducer.text.len();
        reducer.lists();
        reducer.unwrapped();
        reducer.parameters();
        reducer.calls();
        reducer.expressions();
        reducer.types();
        reducer.brackets();
        reducer.windows();
        // The last round also tries texts with syntax errors: the command may find its fault before it reports them.
        let is_done = reducer.text.len() == before;
        if reducer.is_stopped || is_done && !reducer.needs_syntax {
            break;
        }
        reducer.needs_syntax &= !is_done;
    }
    reducer.renamed(names);
    reducer.spaced();
    reducer.text
}

/// The smallest text so far.
struct Reducer<'a, 'b> {
    text: String,
    ask: &'a mut Ask<'b>,
    /// The digests of texts that were asked about.
    seen: BTreeSet<u64>,
    /// True if texts with syntax errors are left out.
    needs_syntax: bool,
    is_stopped: bool,
}

impl Reducer<'_, '_> {
    /// Asks whether syntax errors spoil a text that has none. If so, what does not parse need not be asked about.
    fn refuses_wrong_syntax(&mut self) -> bool {
        let answer = |reducer: &mut Self| (reducer.ask)(&format!("{}\n)(\n", reducer.text));
        syntax::parses(&self.text) && answer(self) == Answer::Drop
    }

    /// Takes a text if it is of interest.
    fn takes(&mut self, candidate: String) -> bool {
        let mut hasher = DefaultHasher::new();
        candidate.hash(&mut hasher);
        let is_wrong = || self.needs_syntax && !syntax::parses(&candidate);
        if self.is_stopped || candidate == self.text || is_wrong() || !self.seen.insert(hasher.finish()) {
            return false;
        }
        let answer = (self.ask)(&candidate);
        self.is_stopped |= answer == Answer::Stop;
        if answer == Answer::Keep {
            self.text = candidate;
        }
        answer == Answer::Keep
    }

    /// Removes elements of lists, the outermost first, in ever smaller groups.
    fn lists(&mut self) {
        let mut depth = 0;
        loop {
            let levels = Tree::new(&self.text).levels();
            let Some(level) = levels.get(depth) else { return };
            self.minimize(level);
            depth += 1;
        }
    }

    /// Removes as many of some ranges as possible. Later ones go first: they use what earlier ones declare.
    fn minimize(&mut self, ranges: &[Range<usize>]) {
        let base = self.text.clone();
        let mut alive: Vec<usize> = (0..ranges.len()).collect();
        let mut size = alive.len();
        while size > 0 {
            let mut end = alive.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let rest: Vec<usize> = alive[..start].iter().chain(&alive[end..]).copied().collect();
                if self.takes(without(&base, ranges, &rest)) {
                    alive = rest;
                }
                end = start;
            }
            size = size.min(alive.len()) / 2;
        }
    }

    /// Replaces statements by what they contain: loops by their bodies, branches by one side.
    fn unwrapped(&mut self) {
        let mut at = 0;
        loop {
            let parts = Tree::new(&self.text).statements();
            let Some((whole, parts)) = parts.get(at) else { return };
            let is_smaller = parts.iter().any(|part| {
                let inner = self.text[part.clone()].to_owned();
                self.takes(replaced(&self.text, whole, &inner))
            });
            at += usize::from(!is_smaller);
        }
    }

    /// Removes parameters of functions together with the arguments for them.
    fn parameters(&mut self) {
        let mut at = 0;
        while let Some(ranges) = syntax::parameters(&self.text).get(at) {
            let smaller = without(&self.text, ranges, &[]);
            at += usize::from(!self.takes(smaller));
        }
    }

    /// Replaces calls by the bodies of their functions.
    fn calls(&mut self) {
        let mut at = 0;
        while let Some((call, body)) = Tree::new(&self.text).calls().get(at) {
            let body = self.text[body.clone()].to_owned();
            at += usize::from(!self.takes(replaced(&self.text, call, &body)));
        }
    }

    /// Removes brackets around what stays.
    fn brackets(&mut self) {
        let mut at = 0;
        while let Some([open, close]) = Tree::new(&self.text).brackets().get(at) {
            let shorter = replaced(&replaced(&self.text, close, " "), open, " ");
            at += usize::from(!self.takes(shorter));
        }
    }

    /// Replaces expressions by constants and by their operands, large ones first.
    fn expressions(&mut self) {
        let mut at = 0;
        loop {
            let expressions = syntax::expressions(&self.text);
            let Some((whole, operands)) = expressions.get(at) else { return };
            let own = self.text[whole.clone()].to_owned();
            let inner = operands.iter().map(|operand| self.text[operand.clone()].to_owned());
            let constants = ["0", "1"].into_iter().filter(|_| !["0", "1"].contains(&own.as_str()));
            let candidates: Vec<String> = constants.map(str::to_owned).chain(inner).collect();
            let is_smaller = candidates.iter().any(|text| self.takes(replaced(&self.text, whole, text)));
            at += usize::from(!is_smaller);
        }
    }

    /// Makes structs, vectors and matrices scalars: all vectors and matrices at once, or one by one.
    fn types(&mut self) {
        let mut at = 0;
        while let Some((declaration, name)) = Tree::new(&self.text).structs().get(at) {
            let scalar = [((*name).to_owned(), "int".to_owned())];
            let without = names::renamed(&replaced(&self.text, declaration, ""), &scalar, false);
            at += usize::from(!self.takes(without));
        }
        let all = names::shaped(&self.text);
        let mut scalar = self.text.clone();
        for (range, name) in all.iter().rev() {
            scalar.replace_range(range.clone(), name);
        }
        if self.takes(scalar) {
            return;
        }
        let mut at = 0;
        while let Some((range, name)) = names::shaped(&self.text).get(at) {
            at += usize::from(!self.takes(replaced(&self.text, range, name)));
        }
    }

    /// Removes a few tokens in a row.
    fn windows(&mut self) {
        for size in (1..=WINDOW).rev() {
            let mut at = 0;
            loop {
                let tokens = Tree::new(&self.text).tokens();
                let Some(window) = tokens.get(at..at + size) else { break };
                let range = window[0].start..window[size - 1].end;
                at += usize::from(!self.takes(replaced(&self.text, &range, " ")));
            }
        }
    }

    /// Gives identifiers short names: all at once, or one by one.
    fn renamed(&mut self, names: &Names) {
        let renames = names::short(&self.text, &names.kept, &names.of_source);
        if self.takes(names::renamed(&self.text, &renames, false)) {
            return;
        }
        for one in &renames {
            let one = std::slice::from_ref(one);
            if !self.takes(names::renamed(&self.text, one, false)) {
                self.takes(names::renamed(&self.text, one, true));
            }
        }
    }

    /// Removes white space that no longer separates anything, and formats the text.
    fn spaced(&mut self) {
        let lines: Vec<&str> = self.text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let plain = format!("{}\n", lines.join("\n"));
        self.takes(plain);
        let formatted = format::format(&self.text, &format::Options::default(), None)
            .map(|edits| format::apply(self.text.as_bytes(), &edits));
        if let Ok(Ok(text)) = formatted.map(String::from_utf8) {
            self.takes(text);
        }
    }
}

/// A text without some ranges, but for those of these indices.
fn without(text: &str, ranges: &[Range<usize>], kept: &[usize]) -> String {
    let (mut out, mut at, mut kept) = (String::with_capacity(text.len()), 0, kept.iter().peekable());
    for (index, range) in ranges.iter().enumerate() {
        if kept.next_if(|kept| **kept == index).is_none() {
            out.push_str(&text[at..range.start]);
            at = range.end;
        }
    }
    out.push_str(&text[at..]);
    without_last_commas(&out)
}

/// A list whose last element is gone ends with a comma, which no list in parentheses may have.
fn without_last_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ')' | ']') {
            let end = out.trim_end().len();
            if out[..end].ends_with(',') {
                out.truncate(end - 1);
            }
        }
        out.push(character);
    }
    out
}

fn replaced(text: &str, range: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::Compiler;

    /// Reduces a text as long as its compilation gives a code. Returns the result and the number of questions.
    fn reduced(text: &str, arguments: &[&str], code: &str) -> (String, usize) {
        let compiler = Compiler::from_args(arguments).unwrap();
        let mut asked = 0;
        let mut ask = |text: &str| {
            asked += 1;
            let compiled = compiler.compile("a.hlsl", text, &library::files::reading::Disk);
            let report = match &compiled {
                Ok(artifact) => &artifact.report,
                Err(failure) => &failure.report,
            };
            match report.messages().any(|message| message.code == code) {
                true => Answer::Keep,
                false => Answer::Drop,
            }
        };
        assert_eq!(ask(text), Answer::Keep, "{code}");
        let names = Names { kept: vec!["main".to_owned()], of_source: of_text(text) };
        let text = reduce(text.to_owned(), &names, &mut ask);
        assert_eq!(ask(&text), Answer::Keep, "{code}\n{text}");
        (text, asked)
    }

    /// A shader of many lines with a place for a fault.
    fn shader(declaration: &str, statement: &str) -> String {
        let mut text =
            String::from("cbuffer Frame : register(b0) { float4x4 view; float4 sun; float time; int count; };\n");
        text += "Texture2D<float4> albedo : register(t0); SamplerState smooth : register(s0);\n";
        for number in 0..4 {
            text += &format!("struct Layer{number} {{ float3 color; float weight[4]; int2 place; }};\n");
            text += &format!(
                "float3 shade{number}(Layer{number} layer, float3 normal, float depth) {{\n    float3 sum = layer.color;\n    \
                 for (int i = 0; i < 4; ++i) {{\n        if (depth > {number}.5) sum += layer.weight[i] * normal;\n        \
                 else sum *= max(dot(normal, sun.xyz), 0.25);\n    }}\n    return sum + albedo.SampleLevel(smooth, normal.xy, 0).rgb;\n}}\n"
            );
        }
        text += declaration;
        text +=
            "\nfloat4 main(float4 place : SV_Position, float3 normal : NORMAL) : SV_Target {\n    float3 color = 0;\n";
        for number in 0..4 {
            text += &format!(
                "    Layer{number} layer{number} = (Layer{number})0;\n    layer{number}.color = place.xyz * time;\n"
            );
            text += &format!("    color += shade{number}(layer{number}, normalize(normal), place.z);\n");
        }
        text += &format!(
            "    while (count > 3) {{\n        if (place.x > 2) {{ {statement} }}\n        color += 1;\n    }}\n"
        );
        text + "    return mul(view, float4(color, 1));\n}\n"
    }

    /// Faults as declarations and statements, with the codes of their messages.
    const FAULTS: [(&str, &str, &str); 20] = [
        ("", "float4 wrong = undeclared_name * 2;", "E2001"),
        ("float twice(float2 a) { return 2; }\nfloat twice(float3 a) { return 3; }", "color += twice(place);", "E2112"),
        ("static const int length_of = -1;\nstatic float wrong[length_of];", "color += 1;", "E2025"),
        ("", "Layer1 other = layer2;", "E2118"),
        ("", "color.q += 1;", "E2101"),
        ("", "layer2.missing = 1;", "E2100"),
        ("", "int a = 1; int a = 2; color += a;", "E2006"),
        ("struct Loop { Loop inner; };", "color += 1;", "E2032"),
        ("", "color += place", "E1102"),
        ("float three() { return 3; }", "color += three(4);", "E2111"),
        ("", "3 = color.x;", "E2102"),
        ("", "break; discard; color += sin();", "E2120"),
        ("void f() { return 3; }", "f();", "E2200"),
        ("", "switch (count) { case 1: case 1: break; }", "E2202"),
        ("", "uint big = 7; color += big.xyzw.w + asfloat(1, 2, 3, 4);", "E2101"),
        ("template<typename T> T same(T a) { return a; }", "color += same<float, int>(1);", "E2111"),
        ("enum class Mode { A, B };", "color += Mode::A + 1;", "E2106"),
        ("namespace inner { float f(); }", "color += inner::g();", "E2003"),
        ("", "if (place) color += 1;", "E2109"),
        ("struct Base { float a; };\nstruct Derived : Missing { };", "color += 1;", "E2002"),
    ];

    #[test]
    fn twenty_faults_are_below_fifteen_lines() {
        let mut all = 0;
        for (declaration, statement, code) in FAULTS {
            let text = shader(declaration, statement);
            assert!(text.lines().count() > 50);
            let (small, asked) = reduced(&text, &["-T", "ps_6_0"], code);
            let lines = small.lines().filter(|line| !line.trim().is_empty()).count();
            assert!(lines < 15 && small.len() < 400, "{code}: {lines} lines after {asked} questions\n{small}");
            for word in ["shade", "Layer", "albedo", "normal", "color"] {
                assert!(!small.contains(word), "{code}: '{word}' is left\n{small}");
            }
            all += asked;
        }
        // 122 at the time of writing: an order of passes that asks far more is a mistake.
        assert!(all / FAULTS.len() < 400, "{all} questions for all faults");
    }

    #[test]
    fn functions_and_structs_are_dissolved() {
        let text = "struct Item { float value; };\nStructuredBuffer<Item> first;\nStructuredBuffer<Item> second;\n\
                    void choose(uint a) {\n    if (a > 3) { first[a].value; } else { second[a].value; }\n}\n\
                    [numthreads(1, 1, 1)]\nvoid main() { choose(1); }\n";
        let mut ask = |text: &str| {
            let (types, main) = (text.matches("StructuredBuffer<").count(), text.contains("void main() {"));
            if types == 2 && main && text.contains("else") { Answer::Keep } else { Answer::Drop }
        };
        let names = Names { kept: vec!["main".to_owned()], of_source: of_text(text) };
        let small = reduce(text.to_owned(), &names, &mut ask);
        assert!(!small.contains("struct ") && !small.contains("choose") && small.lines().count() < 6, "{small}");
        for name in of_text(text).iter().filter(|name| text.contains(&format!("{name}(")) || *name == "a") {
            let is_left = of_text(&small).contains(name);
            assert_eq!(is_left, ["main", "numthreads"].contains(&&name[..]) && small.contains(name), "{name}: {small}");
        }
    }

    #[test]
    fn answers_alone_decide() {
        let text = shader("", "color += 42.125;");
        let run = || {
            let mut ask = |text: &str| if text.contains("42.125") { Answer::Keep } else { Answer::Drop };
            reduce(text.clone(), &Names::default(), &mut ask)
        };
        let small = run();
        assert_eq!((small.trim(), &small), ("42.125", &run()));
        let mut asked = 0;
        let mut stops = |_: &str| {
            asked += 1;
            if asked < 5 { Answer::Drop } else { Answer::Stop }
        };
        assert_eq!(reduce(text.clone(), &Names::default(), &mut stops), text);
        assert_eq!(asked, 5);
    }

    #[test]
    fn what_does_not_parse_is_reduced_by_its_brackets() {
        let text = "void f( { a; b; }\n#define X 1\nfloat g() { if (x { keep me; } }\n";
        let mut ask = |text: &str| if text.contains("keep") { Answer::Keep } else { Answer::Drop };
        let names = Names { kept: vec!["keep".to_owned()], ..Names::default() };
        assert_eq!(reduce(text.to_owned(), &names, &mut ask).trim(), "keep");
    }
}
