//! Choices: `?:` over pairs of types and shapes, `select`, and the logical operators that vectors have before HLSL 2021.
//!
//! Sections: \[Expr.conv\] of the language's specification; HLSL 2021's "Logical Operation Short Circuiting for Scalars".

use crate::case::{Probe, Settings, Table, Version, load};
use crate::oracle::convert::convert;
use crate::oracle::edges::few;
use crate::oracle::operate::{Binary, common};
use crate::oracle::{Allowed, Number, Scalar};

const SECTION: &str = "HLSL [Expr.conv]; HLSL 2021, short circuits";

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for a in Scalar::ALL {
        all.extend(Scalar::ALL.into_iter().map(|b| choice(a, b)));
    }
    for of in [Scalar::Bool, Scalar::I32, Scalar::F32] {
        all.extend((2..=4).map(|size| of_vectors(of, size)));
    }
    all
}

/// The type of a choice: of two truth values one, else the operators' common type.
fn joined(a: Scalar, b: Scalar) -> Scalar {
    if a == b { a } else { common(Binary::Add, a, b).unwrap_or(a) }
}

fn choice(a: Scalar, b: Scalar) -> Probe {
    let mut probe = Probe::new(format!("{} or {}", a.name(), b.name()), SECTION);
    probe.settings = Settings::of_types(&[a, b]);
    let (of, columns) = (joined(a, b), a.words() + b.words());
    let rows: Vec<_> = few(a).into_iter().flat_map(|x| few(b).into_iter().map(move |y| [x, y])).collect();
    let words = |(index, [x, y]): (usize, &[Number; 2])| [x.words(), y.words(), vec![(index % 2) as u32]].concat();
    probe.table = Table::new(rows.iter().enumerate().map(words).collect());
    let (left, right) = (load(a, 0), load(b, a.words()));
    probe.body = format!("{} x = {left}; {} y = {right}; bool c = $[{columns}] != 0;\n", a.name(), b.name());
    probe.output(of, "c ? x : y");
    probe.output(of, "c ? y : x");
    for (index, [x, y]) in rows.iter().enumerate() {
        let [first, second] = [x, y].map(|number| convert(*number, of));
        let chosen = index % 2 == 1;
        probe.expected.extend(if chosen { [first, second] } else { [second, first] });
    }
    probe
}

/// Component by component, also where a vector is the condition.
fn of_vectors(of: Scalar, size: usize) -> Probe {
    let mut probe = Probe::new(format!("logical operators on {size} of {} in 2018", of.name()), SECTION);
    probe.settings = Settings { version: Version::V2018, ..Settings::default() };
    let number = |value: usize| Number::integer(of, value as i128);
    let (xs, ys): (Vec<_>, Vec<_>) =
        ((0..size).map(|at| number(at % 2 * 3)).collect(), (0..size).map(|at| number(at / 2 * 5)).collect());
    probe.table = Table::new(vec![xs.iter().chain(&ys).map(|number| number.bits as u32).collect()]);
    let ty = format!("vector<{}, {size}>", of.name());
    let list = |from: usize| (from..from + size).map(|at| load(of, at)).collect::<Vec<_>>().join(", ");
    probe.body = format!("{ty} x = {{ {} }}; {ty} y = {{ {} }};\n", list(0), list(size));
    let truth = |number: &Number| number.bits != 0;
    for at in 0..size {
        let part = ["x", "y", "z", "w"][at];
        let (x, y) = (truth(&xs[at]), truth(&ys[at]));
        let bits = |holds: bool| Allowed::Bits(u64::from(holds));
        probe.check(Scalar::Bool, &format!("(x && y).{part}"), bits(x && y));
        probe.check(Scalar::Bool, &format!("(x || y).{part}"), bits(x || y));
        probe.check(Scalar::Bool, &format!("(!x).{part}"), bits(!x));
        let chosen = if x { &ys[at] } else { &xs[at] };
        probe.check(of, &format!("(x ? y : x).{part}"), Allowed::exactly(*chosen));
        probe.check(of, &format!("((bool{size})x ? y : x.x).{part}"), Allowed::exactly(if x { ys[at] } else { xs[0] }));
        probe.check(of, &format!("(y.{part} ? x : y).{part}"), Allowed::exactly(if y { xs[at] } else { ys[at] }));
    }
    probe
}
