//! Overload resolution: which of two functions a call of each type takes.
//!
//! Sections: \[Overload.Res.Best\] and \[Overload.ICS.Comparing\] of the language's specification: an exact match is better
//! than a promotion, a promotion better than another conversion. Calls that are as good either way are in
//! [`crate::refused`].

use crate::case::{Probe, Settings, Table, load};
use crate::oracle::{Allowed, Scalar};

const SECTION: &str = "HLSL [Overload.ICS.Comparing], [Conv.ipromote], [Conv.fppromote]";

/// The rank of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Exact,
    Promotion,
    Conversion,
}

/// A promotion keeps the kind of number, and makes it wider. By the draft of the specification it keeps every value, too, so
/// that a signed integer would rather become a signed one; DXC is followed, where that call is ambiguous.
fn rank(from: Scalar, to: Scalar) -> Rank {
    let wider = to.bits() > from.bits();
    match (from.is_float(), to.is_float()) {
        _ if from == to => Rank::Exact,
        (true, true) if wider => Rank::Promotion,
        (false, false) if from.is_integer() && wider && (from.is_signed() || !to.is_signed()) => Rank::Promotion,
        _ => Rank::Conversion,
    }
}

pub(super) fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    for from in Scalar::ALL {
        for (index, first) in Scalar::ALL.into_iter().enumerate() {
            for second in &Scalar::ALL[index + 1..] {
                let ranks = [rank(from, first), rank(from, *second)];
                if ranks[0] != ranks[1] {
                    all.push(probe(from, [first, *second], if ranks[0] < ranks[1] { 1 } else { 2 }));
                }
            }
        }
    }
    all
}

fn probe(from: Scalar, [first, second]: [Scalar; 2], chosen: u64) -> Probe {
    let mut probe = Probe::new(format!("{} for {} or {}", from.name(), first.name(), second.name()), SECTION);
    probe.settings = Settings::of_types(&[from, first, second]);
    probe.table = Table::new(vec![vec![1; from.words()]]);
    for (number, of) in [first, second].iter().enumerate() {
        let (ty, number) = (of.name(), number + 1);
        probe.globals.push_str(&format!(
            "uint kind_@({ty} p) {{ return {number}u; }}\nuint shape_@(vector<{ty}, 3> p) {{ return {number}u; }}\n"
        ));
        // By the second parameter, where the first is as good for either.
        probe.globals.push_str(&format!("uint pair_@({} p, {ty} q) {{ return {number}u; }}\n", from.name()));
    }
    probe.body = format!("{} x = {};\n", from.name(), load(from, 0));
    for call in
        ["kind_@(x)".to_owned(), format!("shape_@(vector<{}, 3>(x, x, x))", from.name()), "pair_@(x, x)".to_owned()]
    {
        probe.check(Scalar::U32, &call, Allowed::Bits(chosen));
    }
    probe
}
