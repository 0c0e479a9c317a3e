//! Inputs of properties: values by type, edges first, and simpler ones for a case that fails.
//!
//! A case is a list of numbers, one for each component of each parameter. The same seed gives the same cases.

use super::{Domain, Kind, Param};
use base::half;
use std::fmt::Write;

/// A number of an input: floats as they are, integers exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// A `bool`, or an integer.
    Whole(i128),
    /// A float, which its type can represent.
    Float(f64),
}

/// A component of an input.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    kind: Kind,
    domain: Domain,
    /// The values at which much goes wrong.
    edges: Vec<Number>,
}

/// The components of the inputs.
pub(super) fn slots(params: &[Param]) -> Vec<Slot> {
    let one = |param: &Param| {
        let slot = Slot::new(param.kind, param.domain.clone());
        std::iter::repeat_n(slot, param.count as usize)
    };
    params.iter().flat_map(one).collect()
}

/// Random numbers: splitmix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Writes a case of a number to the buffer of inputs: the first ones consist of edges.
pub(super) fn draw(slots: &[Slot], number: u32, of: u32, random: &mut Random, words: &mut Vec<u32>) {
    let edges = number < of.div_ceil(4);
    for slot in slots {
        slot.draw(edges && random.next() & 3 != 0, random).push(slot.kind, words);
    }
}

/// A case from the words in the buffer of inputs.
pub(super) fn case(slots: &[Slot], words: &[u32]) -> Vec<Number> {
    let mut words = words.iter().copied();
    slots.iter().map_while(|slot| Number::read(slot.kind, &mut words)).collect()
}

impl Slot {
    fn new(kind: Kind, domain: Domain) -> Slot {
        let mut slot = Slot { kind, domain, edges: Vec::new() };
        slot.edges = slot.all_edges();
        slot
    }

    fn draw(&self, edge: bool, random: &mut Random) -> Number {
        if let Domain::OneOf(values) = &self.domain {
            return self.fitted(values[random.below(values.len())]);
        }
        if edge && !self.edges.is_empty() {
            return self.edges[random.below(self.edges.len())];
        }
        match (self.kind, &self.domain) {
            (Kind::Bool, _) => Number::Whole(i128::from(random.next() & 1)),
            (_, Domain::Range(low, high)) => self.fitted(low + (high - low) * random.unit()),
            (Kind::Int(_) | Kind::Uint(_), _) => {
                let (low, high) = self.limits();
                let bits = i128::from(random.next() >> random.below(64));
                let value = if random.next() & 1 == 0 { bits } else { -bits };
                Number::Whole(value.rem_euclid(high - low + 1) + if value < 0 && low < 0 { low } else { 0 })
                    .within(low, high)
            }
            (Kind::Float(_), _) => {
                let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
                let exponent = match random.below(3) {
                    0 => random.below(8) as i32,
                    1 => random.below(24) as i32 - 12,
                    _ => random.below(2 * self.exponent() as usize) as i32 - self.exponent(),
                };
                self.fitted(sign * (1.0 + random.unit()) * 2f64.powi(exponent))
            }
        }
    }

    /// The largest exponent that is drawn.
    fn exponent(&self) -> i32 {
        match self.kind {
            Kind::Float(16) => 14,
            Kind::Float(32) => 120,
            Kind::Float(_) | Kind::Bool | Kind::Int(_) | Kind::Uint(_) => 1000,
        }
    }

    /// The least and the greatest integer of the type and the range.
    fn limits(&self) -> (i128, i128) {
        let (low, high) = match self.kind {
            Kind::Bool => (0, 1),
            Kind::Int(bits) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            Kind::Uint(bits) | Kind::Float(bits) => (0, (1i128 << bits) - 1),
        };
        match &self.domain {
            Domain::Range(from, to) => (low.max(from.ceil() as i128), high.min(to.floor() as i128)),
            Domain::Any | Domain::Finite | Domain::OneOf(_) => (low, high),
        }
    }

    /// The number of the type that is closest to a float, within the range.
    fn fitted(&self, value: f64) -> Number {
        match self.kind {
            Kind::Bool => Number::Whole(i128::from(value != 0.0)),
            Kind::Int(_) | Kind::Uint(_) => {
                let (low, high) = self.limits();
                Number::Whole(value.round() as i128).within(low, high)
            }
            Kind::Float(bits) => {
                let value = match self.domain {
                    Domain::Range(low, high) => value.clamp(low, high),
                    Domain::Any | Domain::Finite | Domain::OneOf(_) => value,
                };
                Number::Float(rounded(value, bits))
            }
        }
    }

    fn allows(&self, number: Number) -> bool {
        match (&self.domain, number) {
            (Domain::OneOf(values), _) => values.iter().any(|value| self.fitted(*value) == number),
            (Domain::Range(low, high), Number::Float(value)) => (*low..=*high).contains(&value),
            (Domain::Finite, Number::Float(value)) => value.is_finite(),
            (Domain::Any, Number::Float(_)) => true,
            (_, Number::Whole(value)) => {
                let (low, high) = self.limits();
                (low..=high).contains(&value)
            }
        }
    }

    fn all_edges(&self) -> Vec<Number> {
        let mut edges: Vec<Number> = match self.kind {
            Kind::Bool => [0, 1].map(Number::Whole).to_vec(),
            Kind::Int(_) | Kind::Uint(_) => {
                let (low, high) = self.limits();
                let powers = (1..64).step_by(5).flat_map(|bit| [(1i128 << bit) - 1, 1 << bit, -(1i128 << bit)]);
                [0, 1, -1, 2, low, low + 1, high, high - 1].into_iter().chain(powers).map(Number::Whole).collect()
            }
            Kind::Float(bits) => {
                let mut all =
                    vec![0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -2.0, 10.0, 0.1, 255.0, 256.0, 1e-3, 1000.0];
                all.extend([1e-4, -1e4, std::f64::consts::PI, 16_777_215.0, 16_777_217.0, 65_504.0]);
                if self.domain == Domain::Any {
                    let tiny = [6e-8, 1e-40, 5e-324, 1e-30];
                    all.extend([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().chain(tiny));
                }
                if let Domain::Range(low, high) = self.domain {
                    all.extend([low, high, low.midpoint(high)]);
                }
                all.into_iter().map(|value| Number::Float(rounded(value, bits))).collect()
            }
        };
        edges.retain(|edge| self.allows(*edge));
        edges
    }

    /// Simpler values than one, the simplest first.
    fn simpler(&self, number: Number) -> Vec<Number> {
        let mut found: Vec<Number> = match number {
            Number::Whole(value) => whole_below(value).into_iter().map(Number::Whole).collect(),
            Number::Float(value) => floats_below(value).into_iter().map(|value| self.fitted(value)).collect(),
        };
        if let Domain::OneOf(values) = &self.domain {
            found = values.iter().map(|value| self.fitted(*value)).collect();
        }
        if let Domain::Range(low, high) = self.domain {
            found.extend([low, high].map(|value| self.fitted(value)));
        }
        found.retain(|simple| self.allows(*simple) && cost(*simple) < cost(number));
        found.sort_by(|one, other| cost(*one).total_cmp(&cost(*other)));
        found.dedup();
        found
    }
}

impl Number {
    fn within(self, low: i128, high: i128) -> Number {
        match self {
            Number::Whole(value) => Number::Whole(value.clamp(low, high)),
            Number::Float(_) => self,
        }
    }

    /// The number that [`Number::push`] has written.
    fn read(kind: Kind, words: &mut impl Iterator<Item = u32>) -> Option<Number> {
        let low = words.next()?;
        let bits = if kind.words() == 2 { u64::from(words.next()?) << 32 | u64::from(low) } else { u64::from(low) };
        Some(match kind {
            Kind::Bool | Kind::Uint(_) => Number::Whole(i128::from(bits)),
            Kind::Int(64) => Number::Whole(i128::from(bits as i64)),
            Kind::Int(_) => Number::Whole(i128::from(low as i32)),
            Kind::Float(64) => Number::Float(f64::from_bits(bits)),
            Kind::Float(_) => Number::Float(f64::from(f32::from_bits(low))),
        })
    }

    /// The words in the buffer of inputs.
    fn push(self, kind: Kind, words: &mut Vec<u32>) {
        match (self, kind) {
            (Number::Float(value), Kind::Float(64)) => {
                words.extend([value.to_bits() as u32, (value.to_bits() >> 32) as u32]);
            }
            (Number::Float(value), _) => words.push((value as f32).to_bits()),
            (Number::Whole(value), kind) => {
                words.push(value as u32);
                if kind.words() == 2 {
                    words.push((value >> 32) as u32);
                }
            }
        }
    }
}

/// Writes a case to the buffer of inputs.
pub(super) fn push(slots: &[Slot], case: &[Number], words: &mut Vec<u32>) {
    slots.iter().zip(case).for_each(|(slot, number)| number.push(slot.kind, words));
}

/// Cases with one number simpler than in a failing one, or with all of a kind, in the order in which they are preferred.
pub(super) fn simpler(slots: &[Slot], case: &[Number]) -> Vec<Vec<Number>> {
    let mut found = Vec::new();
    let zero: Vec<Number> = slots.iter().map(|slot| slot.fitted(0.0)).collect();
    if zero != case && slots.iter().zip(&zero).all(|(slot, number)| slot.allows(*number)) {
        found.push(zero);
    }
    for (at, slot) in slots.iter().enumerate() {
        for number in slot.simpler(case[at]) {
            let mut simpler = case.to_vec();
            simpler[at] = number;
            found.push(simpler);
        }
    }
    found
}

/// How complicated a number is: negative ones, fractions with many digits, large ones.
fn cost(number: Number) -> f64 {
    match number {
        Number::Whole(value) => 2.0 * value.unsigned_abs() as f64 + f64::from(u8::from(value < 0)),
        Number::Float(value) if value.is_nan() => f64::MAX,
        Number::Float(value) if value.is_infinite() => f64::MAX / 2.0,
        Number::Float(value) => {
            let sign = if value.is_sign_negative() { 0.5 } else { 0.0 };
            let digits = format!("{}", value.abs() as f32).trim_start_matches("0.").trim_end_matches('0').len() as f64;
            match value == value.trunc() && value.abs() < 1e9 {
                true => value.abs() + sign,
                false => 1e9 * digits + sign + value.abs().min(1e8),
            }
        }
    }
}

/// Integers with smaller magnitude: zero, halves of the distance to it, the neighbour, and the positive one.
fn whole_below(value: i128) -> Vec<i128> {
    let mut found = vec![0, value.abs()];
    let mut step = value;
    while step != 0 {
        found.push(value - step);
        step /= 2;
    }
    found
}

/// Floats that are easier to read.
fn floats_below(value: f64) -> Vec<f64> {
    if !value.is_finite() {
        return vec![0.0, 1.0, 3.402_823_5e38_f32.into(), -3.402_823_5e38, f64::INFINITY];
    }
    let mut found = vec![0.0, 1.0, -1.0, value.abs()];
    if value.abs() < 1e15 {
        found.extend(whole_below(value.trunc() as i128).into_iter().map(|value| value as f64));
        found.extend([value.trunc(), value.round(), value.floor(), value.ceil()]);
    }
    found.extend((1..6).map(|digits| {
        let scale = 10f64.powi(digits);
        (value * scale).round() / scale
    }));
    found.extend((0..6).map(|digits| format!("{value:.digits$e}").parse().unwrap_or(value)));
    found.extend([value / 2.0, value / 1024.0, value / 1e6]);
    found
}

/// A float as its type represents it.
fn rounded(value: f64, bits: u32) -> f64 {
    match bits {
        64 => value,
        32 => f64::from(value as f32),
        _ if !value.is_finite() => value,
        _ => half::value(half::bits(value.clamp(-65504.0, 65504.0))),
    }
}

/// A case as arguments: `float3(0, 1, 0), 2`.
pub(super) fn text(params: &[Param], case: &[Number]) -> String {
    let mut at = 0;
    let mut one = |param: &Param| {
        let numbers = &case[at..at + param.count as usize];
        at += param.count as usize;
        let list: Vec<String> = numbers.iter().map(|number| number_text(*number, param.kind)).collect();
        match param.count {
            1 => list.concat(),
            _ => format!("{}({})", param.ty.trim_start_matches("const "), list.join(", ")),
        }
    };
    params.iter().map(&mut one).collect::<Vec<_>>().join(", ")
}

fn number_text(number: Number, kind: Kind) -> String {
    let mut text = String::new();
    let _ = match (number, kind) {
        (Number::Whole(value), Kind::Bool) => write!(text, "{}", value != 0),
        (Number::Whole(value), Kind::Uint(64)) => write!(text, "{value}ull"),
        (Number::Whole(value), Kind::Int(64)) => write!(text, "{value}ll"),
        (Number::Whole(value), Kind::Uint(_)) => write!(text, "{value}u"),
        (Number::Whole(value), _) => write!(text, "{value}"),
        (Number::Float(value), Kind::Float(64)) => write!(text, "{}l", float_text(value, &format!("{value:?}"))),
        (Number::Float(value), _) => write!(text, "{}", float_text(value, &format!("{:?}", value as f32))),
    };
    text
}

/// A float as a literal: the special values have none.
fn float_text(value: f64, finite: &str) -> String {
    match value {
        _ if value.is_nan() => "asfloat(0x7fc00000u)".to_owned(),
        _ if value.is_infinite() => if value > 0.0 { "1.#INF" } else { "-1.#INF" }.to_owned(),
        _ => finite.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(kind: Kind, domain: Domain) -> Slot {
        Slot::new(kind, domain)
    }

    fn drawn(slots: &[Slot], number: u32, of: u32, random: &mut Random) -> Vec<Number> {
        let mut words = Vec::new();
        draw(slots, number, of, random, &mut words);
        case(slots, &words)
    }

    /// Shrinks as a run does: the first simpler case that fails replaces the case.
    fn shrunk(slots: &[Slot], mut case: Vec<Number>, fails: &dyn Fn(&[Number]) -> bool) -> Vec<Number> {
        while let Some(next) = simpler(slots, &case).into_iter().find(|case| fails(case)) {
            case = next;
        }
        case
    }

    fn whole(number: Number) -> i128 {
        if let Number::Whole(value) = number { value } else { panic!("{number:?} is not an integer") }
    }

    #[test]
    fn planted_faults_shrink_to_the_least_case() {
        let mut random = Random::new(3);
        for fault in 0..500i128 {
            let slots = vec![slot(Kind::Int(32), Domain::Finite); 3];
            let (at, limit) = ((fault % 3) as usize, 1 + fault * fault % 99_991);
            let fails = |case: &[Number]| whole(case[at]) >= limit;
            let failing =
                (0..).map(|number| drawn(&slots, number, 4096, &mut random)).find(|case| fails(case)).unwrap();
            let found = shrunk(&slots, failing, &fails);
            let least: Vec<i128> = (0..3).map(|own| if own == at { limit } else { 0 }).collect();
            assert_eq!(found.into_iter().map(whole).collect::<Vec<_>>(), least, "fault {fault}");
        }
    }

    #[test]
    fn floats_shrink_to_readable_ones() {
        let slots = [slot(Kind::Float(32), Domain::Range(-100.0, 100.0)), slot(Kind::Float(32), Domain::Finite)];
        let fails = |case: &[Number]| matches!(case[0], Number::Float(value) if value > 2.5);
        let found = shrunk(&slots, vec![Number::Float(77.123), Number::Float(-3e7)], &fails);
        assert_eq!(found, [Number::Float(3.0), Number::Float(0.0)]);
        let negative = |case: &[Number]| matches!(case[0], Number::Float(value) if value < 0.0);
        assert_eq!(shrunk(&slots, vec![Number::Float(-77.123), Number::Float(1.0)], &negative)[0], Number::Float(-1.0));
    }

    #[test]
    fn inputs_are_in_their_domains() {
        let mut random = Random::new(1);
        let kinds = [
            Kind::Bool,
            Kind::Int(16),
            Kind::Int(64),
            Kind::Uint(32),
            Kind::Uint(64),
            Kind::Float(16),
            Kind::Float(32),
        ];
        let domains = [Domain::Finite, Domain::Any, Domain::Range(0.0, 1.0), Domain::OneOf(vec![0.0, 1.0])];
        for (kind, domain) in kinds.iter().flat_map(|kind| domains.iter().map(move |domain| (*kind, domain.clone()))) {
            let slots = [slot(kind, domain)];
            for number in 0..256 {
                let drawn = drawn(&slots, number, 256, &mut random);
                assert!(slots[0].allows(drawn[0]), "{drawn:?} of {:?}", slots[0]);
            }
        }
    }

    #[test]
    fn cases_are_arguments() {
        let param = |ty: &str, kind, count| Param { ty: ty.to_owned(), kind, count, domain: Domain::Any };
        let params =
            [param("float3", Kind::Float(32), 3), param("uint", Kind::Uint(32), 1), param("bool", Kind::Bool, 1)];
        let case =
            [Number::Float(0.0), Number::Float(-1.5), Number::Float(f64::INFINITY), Number::Whole(3), Number::Whole(1)];
        assert_eq!(text(&params, &case), "float3(0.0, -1.5, 1.#INF), 3u, true");
        let mut words = Vec::new();
        push(&slots(&params), &case, &mut words);
        assert_eq!(words, [0, 0xbfc0_0000, 0x7f80_0000, 3, 1]);
    }
}
