//! Structs, arrays, vectors and matrices as wholes: initialiser lists that are flattened, casts between them, splats,
//! copies, parameters and results.
//!
//! Sections: \[Decl.Init.Agg\], \[Conv.flat\], \[Conv.asplat\] of the language's specification.

use super::random::Random;
use crate::case::{Probe, Table, load};
use crate::oracle::{Allowed, Number, Scalar};

const TYPES: u64 = 160;
const SECTION: &str = "HLSL [Decl.Init.Agg], [Conv.flat], [Conv.asplat]";

enum Type {
    Scalar(Scalar),
    Vector(Scalar, usize),
    Matrix(Scalar, usize, usize),
    Array(Box<Type>, usize),
    Struct(Vec<Type>),
}

/// The declarations of structs, and the number of them.
#[derive(Default)]
struct Structs {
    text: String,
    count: usize,
}

pub(super) fn probes() -> Vec<Probe> {
    (0..TYPES).map(probe).collect()
}

fn element(random: &mut Random) -> Scalar {
    *random.pick(&[Scalar::I32, Scalar::U32, Scalar::F32])
}

fn make(random: &mut Random, depth: usize) -> Type {
    match random.below(9) {
        0..=2 => Type::Scalar(element(random)),
        3 | 4 => Type::Vector(element(random), 1 + random.below(4)),
        5 => Type::Matrix(element(random), 1 + random.below(4), 1 + random.below(4)),
        6 | 7 if depth > 0 => Type::Array(Box::new(make(random, depth - 1)), 1 + random.below(3)),
        _ if depth > 0 => structure(random, depth - 1),
        _ => Type::Scalar(element(random)),
    }
}

fn structure(random: &mut Random, depth: usize) -> Type {
    let count = 1 + random.below(4);
    Type::Struct((0..count).map(|_| make(random, depth)).collect())
}

impl Type {
    /// The name, and what follows a variable's.
    fn name(&self, structs: &mut Structs) -> (String, String) {
        match self {
            Type::Scalar(of) => (of.name().to_owned(), String::new()),
            Type::Vector(of, count) => (format!("vector<{}, {count}>", of.name()), String::new()),
            Type::Matrix(of, rows, columns) => (format!("matrix<{}, {rows}, {columns}>", of.name()), String::new()),
            Type::Array(element, count) => {
                let (name, rest) = element.name(structs);
                (name, format!("[{count}]{rest}"))
            }
            Type::Struct(members) => {
                let mut text = String::new();
                for (index, member) in members.iter().enumerate() {
                    let (name, rest) = member.name(structs);
                    text.push_str(&format!("{name} m{index}{rest}; "));
                }
                let name = format!("A{}_@", structs.count);
                structs.count += 1;
                structs.text.push_str(&format!("struct {name} {{ {text}}};\n"));
                (name, String::new())
            }
        }
    }

    /// The scalars in the order of flattening.
    fn leaves(&self, path: &str, out: &mut Vec<(Scalar, String)>) {
        match self {
            Type::Scalar(of) => out.push((*of, path.to_owned())),
            Type::Vector(of, count) => {
                out.extend(["x", "y", "z", "w"].iter().take(*count).map(|name| (*of, format!("{path}.{name}"))));
            }
            Type::Matrix(of, rows, columns) => {
                let places = (0..*rows).flat_map(|row| (0..*columns).map(move |column| (row, column)));
                out.extend(places.map(|(row, column)| (*of, format!("{path}._m{row}{column}"))));
            }
            Type::Array(element, count) => {
                (0..*count).for_each(|index| element.leaves(&format!("{path}[{index}]"), out))
            }
            Type::Struct(members) => {
                members.iter().enumerate().for_each(|(index, member)| member.leaves(&format!("{path}.m{index}"), out));
            }
        }
    }
}

/// The value of a leaf.
fn value(index: usize) -> i128 {
    2 * index as i128 + 5
}

fn probe(seed: u64) -> Probe {
    let mut random = Random::new(seed + 77);
    let ty = structure(&mut random, 2);
    let mut structs = Structs::default();
    let (name, _) = ty.name(&mut structs);
    let mut leaves = Vec::new();
    ty.leaves("", &mut leaves);
    let mut probe = Probe::new(
        format!("aggregate {seed}: {}", structs.text.replace("_@", "").replace('\n', " ").trim_end()),
        SECTION,
    );
    probe.table = Table::new(vec![(0..leaves.len()).map(|index| value(index) as u32).chain([1]).collect()]);
    let (list, extra) = initialiser(&mut random, leaves.len());
    let last = leaves.len();
    probe.globals = format!(
        "{}{name} same_@({name} p) {{ return p; }}\nvoid copy_@({name} p, out {name} q) {{ q = p; }}\n\
         struct Flat_@ {{ float f[{last}]; }};\nstatic {name} global_@;\n",
        structs.text
    );
    probe.body = format!("{extra}{name} a = {{ {list} }};\n");
    all_leaves(&mut probe, "a", &leaves, value);
    probe.body.push_str(&format!(
        "{name} b[2]; b[0] = ({name})0; b[$[{last}]] = same_@(a); {name} c; copy_@(b[1], c); global_@ = c;\n"
    ));
    all_leaves(&mut probe, "global_@", &leaves, value);
    // A copy is one: what changes afterwards is not seen.
    let (of, path) = &leaves[0];
    probe.body.push_str(&format!("a{path} = {}(99);\n", of.name()));
    probe.check(*of, &format!("c{path}"), exactly(*of, value(0)));
    probe.body.push_str(&format!("Flat_@ flat = (Flat_@)c; {name} d = ({name})flat; {name} e = ({name})7;\n"));
    for index in 0..last {
        probe.check(Scalar::F32, &format!("flat.f[{index}]"), exactly(Scalar::F32, value(index)));
    }
    all_leaves(&mut probe, "d", &leaves, value);
    all_leaves(&mut probe, "e", &leaves, |_| 7);
    probe
}

fn all_leaves(probe: &mut Probe, root: &str, leaves: &[(Scalar, String)], value: fn(usize) -> i128) {
    for (index, (of, path)) in leaves.iter().enumerate() {
        probe.check(*of, &format!("{root}{path}"), exactly(*of, value(index)));
    }
}

fn exactly(of: Scalar, value: i128) -> Allowed {
    Allowed::exactly(Number::integer(of, value))
}

/// A list of expressions with the given number of scalars, nested at random, and declarations of what it names.
fn initialiser(random: &mut Random, count: usize) -> (String, String) {
    let (mut items, mut declared, mut at) = (Vec::new(), String::new(), 0);
    while at < count {
        let left = count - at;
        let number = items.len();
        let values = |length: usize| (at..at + length).map(|index| load(Scalar::U32, index)).collect::<Vec<_>>();
        let (item, length) = match random.below(6) {
            0 | 1 => (values(1)[0].clone(), 1),
            2 => {
                let length = 1 + random.below(left.min(4));
                (format!("vector<float, {length}>({})", values(length).join(", ")), length)
            }
            3 if left >= 4 => (format!("int2x2({})", values(4).join(", ")), 4),
            4 => {
                let length = 1 + random.below(left.min(3));
                declared.push_str(&format!("int n{number}[{length}] = {{ {} }};\n", values(length).join(", ")));
                (format!("n{number}"), length)
            }
            _ => {
                let length = 1 + random.below(left.min(3));
                (format!("{{ {} }}", values(length).join(", ")), length)
            }
        };
        items.push(item);
        at += length;
    }
    (items.join(", "), declared)
}
