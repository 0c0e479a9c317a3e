//! Operators: over edge values of each type, over pairs of types, over kinds of operands and places, over shapes.
//!
//! Sections: \[Expr.conv\] of the language's specification; Direct3D 11.3's functional specification, 3.1 and 3.2; Vulkan's
//! precision of instructions.

mod choices;
mod kinds;
mod places;
mod vectors;

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::edges::{edges, few};
use crate::oracle::operate::{BINARY, Binary, UNARY, common, mixed, result, unary};
use crate::oracle::{Allowed, Number, Scalar};

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for of in Scalar::ALL {
        all.push(unaries(of));
        for other in Scalar::ALL {
            all.extend(binaries(of, other));
        }
        // Remainders of signed integers by another way.
        let under = binaries(of, of).filter(|_| of.is_signed());
        all.extend(under.map(|probe| probe.under(&["-fexact-remainder"])));
    }
    all.extend([Scalar::F16, Scalar::F32, Scalar::F64].map(unordered));
    all.extend(choices::probes());
    all.extend(kinds::probes());
    all.extend(places::probes());
    all.extend(vectors::probes());
    all
}

fn unaries(of: Scalar) -> Probe {
    let mut probe = Probe::new(format!("unary operators on {}", of.name()), "Direct3D 11.3, 3.1 and 3.2");
    probe.settings = Settings::of_types(&[of]);
    let rows: Vec<_> = edges(of).into_iter().map(|x| [x]).collect();
    probe.table = Table::of_numbers(&rows);
    probe.body = format!("{} x = {};\n", of.name(), load(of, 0));
    let zero = Number::integer(of, 0);
    let applied: Vec<_> = UNARY.iter().filter_map(|(op, text)| Some((*op, *text, unary(*op, zero)?.0))).collect();
    for (_, text, to) in &applied {
        if text.len() == 1 {
            probe.output(*to, &format!("{text}x"));
            continue;
        }
        for written in [format!("{text}y"), format!("(y{text}, y)"), format!("y{text}")] {
            probe.body.push_str(&format!("{{ {} y = x;\n", of.name()));
            probe.output(*to, &written);
            probe.body.push_str("}\n");
        }
    }
    for [x] in rows {
        for (op, text, _) in &applied {
            let Some((_, allowed)) = unary(*op, x) else { continue };
            probe.expected.push(allowed.clone());
            if text.len() == 2 {
                probe.expected.extend([allowed, Allowed::computed(x)]);
            }
        }
    }
    probe
}

/// `!=` with the option that makes it hold where one operand is a NaN, as in DXIL.
fn unordered(of: Scalar) -> Probe {
    let mut probe =
        Probe::new(format!("unordered != on {}", of.name()), "Direct3D 11.3, 3.1.2.2; -funordered-not-equal");
    probe.settings = Settings { options: &["-funordered-not-equal"], ..Settings::of_types(&[of]) };
    let rows: Vec<_> = edges(of).into_iter().flat_map(|x| edges(of).into_iter().map(move |y| [x, y])).collect();
    probe.table = Table::of_numbers(&rows);
    probe.body = format!("{0} x = {1}, y = {2};\n", of.name(), load(of, 0), load(of, of.words()));
    probe.output(Scalar::Bool, "x != y");
    probe.output(Scalar::Bool, "bool(x)");
    let zero = Number::integer(of, 0);
    let differs = |x: Number, y: Number| match x.is_nan() || y.is_nan() {
        true => Allowed::Bits(1),
        false => mixed(Binary::NotEqual, x, y).map_or(Allowed::Undefined, |(_, allowed)| allowed),
    };
    probe.expected = rows.iter().flat_map(|[x, y]| [differs(*x, *y), differs(*x, zero)]).collect();
    probe
}

/// All binary operators on two types; those on one type with all pairs of edge values.
fn binaries(a: Scalar, b: Scalar) -> Option<Probe> {
    let values = |of| if a == b { edges(of) } else { few(of) };
    let rows: Vec<_> = values(a).into_iter().flat_map(|x| values(b).into_iter().map(move |y| [x, y])).collect();
    let mut probe =
        Probe::new(format!("{} and {}", a.name(), b.name()), "HLSL [Expr.conv]; Direct3D 11.3, 3.1 and 3.2");
    probe.settings = Settings::of_types(&[a, b]);
    probe.table = Table::of_numbers(&rows);
    probe.body = format!("{} x = {};\n{} y = {};\n", a.name(), load(a, 0), b.name(), load(b, a.words()));
    let ops: Vec<_> = BINARY.iter().filter_map(|(op, text)| Some((*op, *text, common(*op, a, b)?))).collect();
    for (op, text, of) in &ops {
        probe.output(result(*op, *of), &format!("x {text} y"));
    }
    for [x, y] in rows {
        probe.expected.extend(ops.iter().filter_map(|(op, ..)| Some(mixed(*op, x, y)?.1)));
    }
    Some(probe)
}
