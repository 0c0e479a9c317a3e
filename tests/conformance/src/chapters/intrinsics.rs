//! Intrinsic functions that work component by component: over edge values, over all halves, in vectors and on constants.
//!
//! Sections: those of [`crate::oracle::functions`].

use super::spell::{constant, typed};
use crate::case::{Probe, Settings, Table, load};
use crate::oracle::edges::{edges, few};
use crate::oracle::functions::{FUNCTIONS, Function};
use crate::oracle::{Allowed, Number, Scalar};
use std::sync::Arc;

const SECTION: &str = "HLSL's intrinsic functions; Direct3D 11.3, 22; Vulkan, Precision and Operation";

/// Parts of calls that do not take matrices.
const NOT_OF_MATRICES: &[&str] = &[];

/// The most rows of a function with three arguments, by the number of values of each.
const VALUES_OF_THREE: usize = 13;

pub(super) fn probes() -> Vec<Probe> {
    let halves: Vec<_> = (0..=u16::MAX).map(|bits| vec![Number::new(Scalar::F16, u64::from(bits))]).collect();
    let every_half = table(&halves);
    let mut all = Vec::new();
    for of in Scalar::ALL {
        let rows: Vec<_> = (0..=3).map(|count| tuples(of, count)).collect();
        let tables: Vec<_> = rows.iter().map(|rows| table(rows)).collect();
        for function in FUNCTIONS.iter().filter(|function| function.types.contains(&of)) {
            let count = function.arguments;
            all.push(over(function, of, &rows[count], &tables[count], function.call.to_owned()));
            all.extend(folded(function, of));
            all.extend(inlined(function, of));
            all.extend(in_matrices(function, of));
            if of == Scalar::F16 && count == 1 {
                all.push(over(function, of, &halves, &every_half, format!("every half: {}", function.call)));
            }
        }
    }
    all
}

fn table(rows: &[Vec<Number>]) -> Arc<Table> {
    Table::new(rows.iter().map(|row| row.iter().flat_map(|number| number.words()).collect()).collect())
}

/// All tuples of edge values.
fn tuples(of: Scalar, count: usize) -> Vec<Vec<Number>> {
    let values = if count < 3 { edges(of) } else { edges(of).into_iter().step_by(4).take(VALUES_OF_THREE).collect() };
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer =
            |known: &Vec<Number>| values.iter().map(|last| [&known[..], &[*last]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A function over rows of arguments: of scalars, and as the second of three components.
fn over(function: &Function, of: Scalar, rows: &[Vec<Number>], table: &Arc<Table>, name: String) -> Probe {
    let mut probe = Probe::new(format!("{name} of {}", of.name()), SECTION);
    let result = function.result.unwrap_or(of);
    probe.settings = Settings::of_types(&[of, result]);
    probe.table = Arc::clone(table);
    let one = Number::integer(of, 1);
    for (index, name) in ["x", "y", "z"].iter().enumerate().take(function.arguments) {
        let value = load(of, index * of.words());
        let (ty, one) = (of.name(), constant(one));
        probe.body.push_str(&format!(
            "{ty} {name} = {value}; vector<{ty}, 3> {name}s = vector<{ty}, 3>({one}, {name}, {one});\n"
        ));
    }
    probe.output(result, function.call);
    if !is_reduction(function) {
        probe.output(result, &format!("{}.y", spread(function.call)));
    }
    let allowed = rows.iter().flat_map(|row| std::iter::repeat_n(function.allowed(row), probe.outputs.len()));
    probe.expected = allowed.collect();
    probe
}

/// A function of parameters whose arguments are constants, which optimisers evaluate: of scalars, and of vectors whose
/// components differ.
fn inlined(function: &Function, of: Scalar) -> Option<Probe> {
    let result = function.result.unwrap_or(of);
    let mut probe = Probe::new(format!("inlined {} of {}", function.call, of.name()), SECTION);
    probe.settings = Settings::of_types(&[of, result]);
    let (values, names) = (few(of), &["x", "y", "z"][..function.arguments]);
    let parameters =
        |ty: &str, plural: &str| names.iter().map(|name| format!("{ty} {name}{plural}")).collect::<Vec<_>>().join(", ");
    let (ty, to) = (of.name(), result.name());
    probe.globals = format!("{to} f_@({}) {{ return {}; }}\n", parameters(ty, ""), function.call);
    if !is_reduction(function) {
        let (many, results) = (parameters(&format!("vector<{ty}, 3>"), "s"), format!("vector<{to}, 3>"));
        probe.globals.push_str(&format!("{results} fs_@({many}) {{ return {}; }}\n", spread(function.call)));
    }
    let arguments = |index: usize| -> Vec<Number> {
        (0..function.arguments).map(|at| values[(index + at * 3) % values.len()]).collect()
    };
    for index in 0..values.len() {
        let of_one = arguments(index);
        let text: Vec<_> = of_one.iter().map(|number| typed(*number)).collect();
        check_defined(&mut probe, result, &format!("f_@({})", text.join(", ")), function.allowed(&of_one));
        if is_reduction(function) || index % 3 != 0 {
            continue;
        }
        let of_many = [0, 1, 2].map(|component| arguments(index + component));
        let vector = |at: usize| {
            let parts = of_many.each_ref().map(|arguments| typed(arguments[at]));
            format!("vector<{ty}, 3>({})", parts.join(", "))
        };
        let call = format!("fs_@({})", (0..function.arguments).map(vector).collect::<Vec<_>>().join(", "));
        for (component, arguments) in ["x", "y", "z"].iter().zip(&of_many) {
            check_defined(&mut probe, result, &format!("{call}.{component}"), function.allowed(arguments));
        }
    }
    (!probe.outputs.is_empty()).then_some(probe)
}

fn check_defined(probe: &mut Probe, of: Scalar, expression: &str, allowed: Allowed) {
    if !allowed.is_undefined() {
        probe.check(of, expression, allowed);
    }
}

/// Returns whether a function makes one number of a vector.
fn is_reduction(function: &Function) -> bool {
    function.call.starts_with("any(") || function.call.starts_with("all(")
}

/// A function over the elements of matrices that are not square.
fn in_matrices(function: &Function, of: Scalar) -> Option<Probe> {
    let values = few(of);
    let rows: Vec<Vec<Number>> = (0..values.len())
        .map(|index| (0..function.arguments).map(|at| values[(index + at * 3) % values.len()]).collect())
        .collect();
    if is_reduction(function) || NOT_OF_MATRICES.iter().any(|name| function.call.contains(name)) {
        return None;
    }
    let result = function.result.unwrap_or(of);
    let mut probe = Probe::new(format!("matrices: {} of {}", function.call, of.name()), SECTION);
    probe.settings = Settings::of_types(&[of, result]);
    probe.table = table(&rows);
    let ty = of.name();
    for (index, name) in ["x", "y", "z"].iter().enumerate().take(function.arguments) {
        let (value, one) = (load(of, index * of.words()), constant(Number::integer(of, 1)));
        probe.body.push_str(&format!(
            "{ty} {name} = {value}; matrix<{ty}, 2, 3> {name}s = matrix<{ty}, 2, 3>({one}, {one}, {one}, {one}, {one}, {name});\n"
        ));
    }
    let call = spread(function.call);
    probe.body.push_str(&format!("matrix<{}, 2, 3> all = {call};\n", result.name()));
    probe.output(result, "all._m12");
    probe.expected = rows.iter().map(|row| function.allowed(row)).collect();
    Some(probe)
}

/// The call with vectors for the arguments.
fn spread(call: &str) -> String {
    let mut out = String::new();
    for (at, c) in call.char_indices() {
        out.push(c);
        let next = call[at + 1..].chars().next();
        let before = call[..at].chars().next_back();
        let is_name = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        if matches!(c, 'x' | 'y' | 'z') && !is_name(next) && !is_name(before) {
            out.push('s');
        }
    }
    out
}

/// A function of constants, which compilers may evaluate.
fn folded(function: &Function, of: Scalar) -> Option<Probe> {
    let result = function.result.unwrap_or(of);
    let mut probe = Probe::new(format!("constant {} of {}", function.call, of.name()), SECTION);
    probe.settings = Settings::of_types(&[of, result]);
    let values = few(of);
    for (index, &x) in values.iter().enumerate() {
        let arguments: Vec<_> = (0..function.arguments)
            .map(|at| if at == 0 { x } else { values[(index + at * 3) % values.len()] })
            .collect();
        let allowed = function.allowed(&arguments);
        if allowed.is_undefined() {
            continue;
        }
        let name = |at: usize| format!("{}_{index}_@", ["x", "y", "z"][at]);
        let mut call = function.call.to_owned();
        for (at, number) in arguments.iter().enumerate() {
            let (letter, ty) = (["x", "y", "z"][at], of.name());
            probe.globals.push_str(&format!("static const {ty} {} = {};\n", name(at), constant(*number)));
            call = replace_name(&call, letter, &name(at));
        }
        probe.check(result, &call, allowed);
    }
    (!probe.outputs.is_empty()).then_some(probe)
}

/// Replaces a name of one letter.
fn replace_name(call: &str, letter: &str, by: &str) -> String {
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut out = String::new();
    for (at, c) in call.char_indices() {
        let alone = !is_name(call[..at].chars().next_back()) && !is_name(call[at + 1..].chars().next());
        if alone && letter.starts_with(c) { out.push_str(by) } else { out.push(c) }
    }
    out
}
