//! Operators on constants, which compilers evaluate: the same results as at run time.
//!
//! Sections: those of the operators ([`crate::oracle::operate`]).

use super::spell::typed;
use crate::case::{Probe, Settings};
use crate::oracle::convert::convert;
use crate::oracle::edges::{edges, few};
use crate::oracle::operate::{BINARY, Binary, UNARY, mixed, unary};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL [Expr]; Direct3D 11.3, 3.1 and 3.2";
/// The results of a probe.
const EACH: usize = 24;

/// A constant expression.
struct Folded {
    of: Scalar,
    text: String,
    allowed: Allowed,
}

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for of in Scalar::ALL {
        all.extend(packed(&format!("{} and {}", of.name(), of.name()), &pairs(&strided(of, 5), &few(of))));
        all.extend(packed(&format!("operators on {}", of.name()), &unaries(of)));
        all.extend(BINARY.into_iter().filter_map(|(op, spelling)| inlined(op, spelling, of)));
        for other in Scalar::ALL.into_iter().filter(|other| *other != of) {
            all.extend(packed(
                &format!("{} and {}", of.name(), other.name()),
                &pairs(&few(of)[..2], &strided(other, 17)),
            ));
            all.extend(packed(&format!("{} to {}", of.name(), other.name()), &conversions(of, other)));
        }
    }
    all
}

/// Some of the edge values.
fn strided(of: Scalar, step: usize) -> Vec<Number> {
    let all = edges(of);
    let step = if all.len() > 2 { step } else { 1 };
    all.into_iter().step_by(step).collect()
}

fn pairs(left: &[Number], right: &[Number]) -> Vec<Folded> {
    let mut all = Vec::new();
    for (op, spelling) in BINARY {
        for &x in left {
            for &y in right {
                let Some((of, allowed)) = mixed(op, x, y) else { continue };
                if !allowed.is_undefined() {
                    let text = format!("{} {spelling} {}", typed(x), typed(y));
                    all.push(Folded { of, text, allowed });
                }
            }
        }
    }
    all
}

/// An operator on parameters whose arguments are constants, which optimisers evaluate: on scalars, and on vectors whose
/// components differ.
fn inlined(op: Binary, spelling: &str, of: Scalar) -> Option<Probe> {
    let values = few(of);
    let (to, _) = mixed(op, values[0], values[1])?;
    let mut probe = Probe::new(format!("inlined x {spelling} y of {}", of.name()), SECTION);
    probe.settings = Settings::of_types(&[of, to]);
    let (ty, result) = (of.name(), to.name());
    probe.globals = format!("{result} f_@({ty} x, {ty} y) {{ return x {spelling} y; }}\n");
    // `&&` and `||` are for scalars.
    let has_vectors = !matches!(op, Binary::BothTrue | Binary::EitherTrue);
    if has_vectors {
        probe.globals.push_str(&format!(
            "vector<{result}, 3> fs_@(vector<{ty}, 3> x, vector<{ty}, 3> y) {{ return x {spelling} y; }}\n"
        ));
    }
    let pair = |index: usize| [values[index % values.len()], values[(index * 3 + 1) % values.len()]];
    let mut check = |expression: String, [x, y]: [Number; 2]| {
        if let Some((_, allowed)) = mixed(op, x, y).filter(|(_, allowed)| !allowed.is_undefined()) {
            probe.check(to, &expression, allowed);
        }
    };
    for index in 0..values.len() {
        let [x, y] = pair(index);
        check(format!("f_@({}, {})", typed(x), typed(y)), [x, y]);
        if !has_vectors || index % 3 != 0 {
            continue;
        }
        let pairs = [pair(index), pair(index + 1), pair(index + 2)];
        let vector = |at: usize| pairs.map(|pair| typed(pair[at])).join(", ");
        for (component, pair) in ["x", "y", "z"].iter().zip(pairs) {
            let arguments = format!("vector<{ty}, 3>({}), vector<{ty}, 3>({})", vector(0), vector(1));
            check(format!("fs_@({arguments}).{component}"), pair);
        }
    }
    (!probe.outputs.is_empty()).then_some(probe)
}

fn unaries(of: Scalar) -> Vec<Folded> {
    let applied = |x: Number| {
        UNARY.iter().filter_map(move |(op, spelling)| {
            let (of, allowed) = unary(*op, x).filter(|_| spelling.len() == 1)?;
            Some(Folded { of, text: format!("{spelling}{}", typed(x)), allowed })
        })
    };
    edges(of).into_iter().flat_map(applied).collect()
}

fn conversions(from: Scalar, to: Scalar) -> Vec<Folded> {
    let converted = |x: Number| {
        let text = format!("({}){}", to.name(), typed(x));
        Folded { of: to, text, allowed: convert(x, to) }
    };
    strided(from, 2).into_iter().map(converted).filter(|folded| !folded.allowed.is_undefined()).collect()
}

/// Constants of a list as probes: each is a `static const` of its own.
fn packed(name: &str, all: &[Folded]) -> Vec<Probe> {
    let probe = |(number, chunk): (usize, &[Folded])| {
        let mut probe = Probe::new(format!("{name}, part {number}"), SECTION);
        let small = chunk.iter().any(|folded| folded.of.is_small() || folded.text.contains("16"));
        probe.settings = if small { Settings::small() } else { Settings::default() };
        for (index, Folded { of, text, allowed }) in chunk.iter().enumerate() {
            probe.globals.push_str(&format!("static const {} folded_@_{index} = {text};\n", of.name()));
            probe.check(*of, &format!("folded_@_{index}"), allowed.clone());
            probe.outputs[index].label.clone_from(text);
        }
        probe
    };
    all.chunks(EACH).enumerate().map(probe).collect()
}
