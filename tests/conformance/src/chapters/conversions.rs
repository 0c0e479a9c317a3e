//! Conversions between every pair of scalar types, in every place where one happens.
//!
//! Sections: \[Conv\] of the language's specification, and Vulkan's precision of `OpFConvert`, `OpConvertFToS` and
//! similar ones.

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::convert::convert;
use crate::oracle::edges::edges;
use crate::oracle::{Number, Scalar};

/// The places where a value `x` of one type becomes one of another: statements that declare `v@`, with `S` and `T` for the
/// types, and declarations for them.
const PLACES: [(&str, &str, &str); 9] = [
    ("cast", "", "T v = (T)x;"),
    ("function style", "", "T v = T(x);"),
    ("initialiser", "", "T v = x;"),
    ("assignment", "", "T v; v = x;"),
    ("argument", "T same@(T p) { return p; }\n", "T v = same@(x);"),
    ("result", "T become@(S p) { return p; }\n", "T v = become@(x);"),
    ("component", "", "T v = vector<T, 2>(0, x).y;"),
    ("element", "", "T a[2] = { x, 0 }; T v = a[0];"),
    ("member", "struct Has@ { T m; };\n", "Has@ s = { x }; T v = s.m;"),
];

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for from in Scalar::ALL {
        let rows: Vec<_> = edges(from).into_iter().map(|number| [number]).collect();
        let table = Table::of_numbers(&rows);
        for to in Scalar::ALL {
            all.push(pair(from, to, &rows, &table));
        }
    }
    let halves: Vec<_> = (0..=u16::MAX).map(|bits| [Number::new(Scalar::F16, u64::from(bits))]).collect();
    let table = Table::of_numbers(&halves);
    for to in Scalar::ALL {
        all.push(every_half(to, &halves, &table));
    }
    all
}

fn section(from: Scalar, to: Scalar) -> &'static str {
    match (from.is_float(), to.is_float()) {
        _ if to == Scalar::Bool => "HLSL [Conv.bool]",
        (false, false) => "HLSL [Conv.iconv]",
        (true, true) => "HLSL [Conv.fconv]",
        (true, false) | (false, true) => "HLSL [Conv.fpint]",
    }
}

fn pair(from: Scalar, to: Scalar, rows: &[[Number; 1]], table: &std::sync::Arc<Table>) -> Probe {
    let mut probe = Probe::new(format!("{} to {}", from.name(), to.name()), section(from, to));
    probe.settings = Settings::of_types(&[from, to]);
    probe.table = std::sync::Arc::clone(table);
    let typed = |text: &str, place: usize| {
        let names = text.replace('@', &format!("_{place}_@"));
        in_words(&in_words(&names, "T", to.name()), "S", from.name())
    };
    probe.body = format!("{} x = {};\n", from.name(), load(from, 0));
    for (place, (name, globals, statements)) in PLACES.iter().enumerate() {
        probe.globals.push_str(&typed(globals, place));
        probe.body.push_str(&format!("{{ {}\n", typed(statements, place)));
        probe.output(to, "v");
        probe.body.push_str("}\n");
        probe.outputs[place].label = format!("{name} from {} to {}", from.name(), to.name());
    }
    for [number] in rows {
        probe.expected.extend(std::iter::repeat_n(convert(*number, to), PLACES.len()));
    }
    probe
}

/// Replaces a word.
fn in_words(text: &str, word: &str, by: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        out.push_str(&rest[..start]);
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
        out.push_str(if &rest[start..end] == word { by } else { &rest[start..end] });
        rest = &rest[end..];
    }
    out + rest
}

fn every_half(to: Scalar, halves: &[[Number; 1]], table: &std::sync::Arc<Table>) -> Probe {
    let mut probe = Probe::new(format!("every half to {}", to.name()), section(Scalar::F16, to));
    probe.settings = Settings::small();
    probe.table = std::sync::Arc::clone(table);
    probe.output(to, &format!("({})({})", to.name(), load(Scalar::F16, 0)));
    probe.expected = halves.iter().map(|[number]| convert(*number, to)).collect();
    probe
}
