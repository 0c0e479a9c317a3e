//! Random expressions of a type, each as two texts that differ in their numbers alone.

use crate::kernels::support::Random;

/// The element types. Their literals, and their values in a buffer of `uint`s, are [`Generator::number`]'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elem {
    Bool,
    Int,
    UInt,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int64,
    UInt64,
    Half,
    Float,
    Double,
}

const ELEMS: &[Elem] = &[
    Elem::Bool,
    Elem::Int,
    Elem::UInt,
    Elem::Int8,
    Elem::UInt8,
    Elem::Int16,
    Elem::UInt16,
    Elem::Int64,
    Elem::UInt64,
    Elem::Half,
    Elem::Float,
    Elem::Double,
];

impl Elem {
    fn name(self) -> &'static str {
        match self {
            Elem::Bool => "bool",
            Elem::Int => "int",
            Elem::UInt => "uint",
            Elem::Int8 => "int8_t",
            Elem::UInt8 => "uint8_t",
            Elem::Int16 => "int16_t",
            Elem::UInt16 => "uint16_t",
            Elem::Int64 => "int64_t",
            Elem::UInt64 => "uint64_t",
            Elem::Half => "half",
            Elem::Float => "float",
            Elem::Double => "double",
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Elem::Half | Elem::Float | Elem::Double)
    }

    fn has_32_bits(self) -> bool {
        matches!(self, Elem::Int | Elem::UInt)
    }
}

/// A scalar (1 by 1), vector (1 by n) or matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    elem: Elem,
    rows: u32,
    columns: u32,
}

impl Ty {
    fn of(self, elem: Elem) -> Ty {
        Ty { elem, ..self }
    }

    fn scalar(elem: Elem) -> Ty {
        Ty { elem, rows: 1, columns: 1 }
    }

    fn is_matrix(self) -> bool {
        self.rows > 1
    }

    pub(super) fn name(self) -> String {
        let elem = self.elem.name();
        match (self.rows, self.columns) {
            (1, 1) => elem.to_owned(),
            (1, columns) => format!("{elem}{columns}"),
            (rows, columns) => format!("{elem}{rows}x{columns}"),
        }
    }

    /// The suffixes that select each scalar of a value.
    pub(super) fn components(self) -> Vec<String> {
        let column = |column| "xyzw".chars().nth(column as usize).into_iter().collect::<String>();
        match (self.rows, self.columns) {
            (1, 1) => vec![String::new()],
            (1, columns) => (0..columns).map(|at| format!(".{}", column(at))).collect(),
            (rows, columns) => (0..rows * columns).map(|at| format!("._m{}{}", at / columns, at % columns)).collect(),
        }
    }
}

/// An expression with literals, and with numbers out of a buffer.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) folded: String,
    pub(super) run: String,
}

/// An expression and its type.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) ty: Ty,
    pub(super) text: Text,
}

/// Substitutes expressions for `$` in a template.
fn form(form: &str, parts: &[Text]) -> Text {
    let fill = |part: fn(&Text) -> &str| {
        let mut pieces = form.split('$');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for (piece, filled) in pieces.zip(parts) {
            text.push_str(part(filled));
            text.push_str(piece);
        }
        text
    };
    Text { folded: fill(|text| &text.folded), run: fill(|text| &text.run) }
}

/// The nesting depth.
const DEPTH: u32 = 3;

/// The generator of expressions.
pub(super) struct Generator {
    random: Random,
    numbers: Vec<u32>,
}

impl Generator {
    pub(super) fn new(seed: u32) -> Self {
        Generator { random: Random::seeded(seed), numbers: Vec::new() }
    }

    /// Takes the numbers used since the last call.
    pub(super) fn take_numbers(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.numbers)
    }

    pub(super) fn sample(&mut self) -> Sample {
        let ty = self.ty();
        Sample { ty, text: self.value(ty, DEPTH) }
    }

    fn below(&mut self, count: u32) -> u32 {
        self.random.next() % count
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    fn ty(&mut self) -> Ty {
        let elem = self.pick(ELEMS);
        let (rows, columns) = match self.below(6) {
            0 | 1 => (1, 1),
            // Other element types have smaller matrices.
            2 if matches!(elem, Elem::Float | Elem::Int | Elem::UInt) => (2 + self.below(3), 2 + self.below(3)),
            _ => (1, 2 + self.below(3)),
        };
        Ty { elem, rows, columns }
    }

    fn value(&mut self, ty: Ty, depth: u32) -> Text {
        if depth == 0 {
            return self.leaf(ty, false);
        }
        let depth = depth - 1;
        match self.below(10) {
            0 => self.leaf(ty, false),
            1 => self.choice(ty, depth),
            2 => self.shaped(ty, depth),
            3 | 4 => self.converted(ty, depth),
            5 | 6 if !ty.is_matrix() => self.function(ty, depth),
            _ if ty.elem == Elem::Bool => self.truth(ty, depth),
            _ => self.arithmetic(ty, depth),
        }
    }

    /// Numbers, one per component. Tame ones fit every type.
    fn leaf(&mut self, ty: Ty, tame: bool) -> Text {
        let count = ty.rows * ty.columns;
        let numbers: Vec<Text> = (0..count).map(|_| self.number(ty.elem, tame)).collect();
        if count == 1 {
            return numbers[0].clone();
        }
        form(&format!("{}({})", ty.name(), vec!["$"; numbers.len()].join(", ")), &numbers)
    }

    fn stored(&mut self, word: u32) -> Text {
        self.numbers.push(word);
        Text { folded: format!("{word:#x}u"), run: format!("x[{}]", self.numbers.len() - 1) }
    }

    fn word(&mut self, tame: bool) -> u32 {
        match self.below(if tame { 1 } else { 4 }) {
            0 => self.below(100),
            1 => self.pick(&[0, 1, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x8000, 0xffff, 31, 32, 33]),
            2 => 1 << self.below(32),
            _ => self.random.next(),
        }
    }

    fn number(&mut self, elem: Elem, tame: bool) -> Text {
        match elem {
            Elem::Bool => {
                let word = self.below(2);
                form("($ != 0)", &[self.stored(word)])
            }
            Elem::Int | Elem::UInt | Elem::Int8 | Elem::UInt8 | Elem::Int16 | Elem::UInt16 => {
                let word = self.word(tame);
                form(&format!("{}($)", elem.name()), &[self.stored(word)])
            }
            Elem::Int64 | Elem::UInt64 => {
                let (low, high) = (self.word(tame), if tame { 0 } else { self.word(false) });
                let halves = [self.stored(high), self.stored(low)];
                form(&format!("{}(uint64_t($) << 32 | uint64_t($))", elem.name()), &halves)
            }
            Elem::Half | Elem::Float | Elem::Double => self.float(elem, tame),
        }
    }

    fn float(&mut self, elem: Elem, tame: bool) -> Text {
        let small = (self.below(1600) as f32 - if tame { 0.0 } else { 800.0 }) / 8.0;
        let large = self.pick(&[0.0, 1.0, 1e30, -1e30, 3e-20, 16_777_217.0, 0.1, -0.5]);
        let narrow = self.pick(&[0.0, 1.0, 65504.0, 6.0e-5, -0.5, 2049.0]);
        let number = match self.below(if tame { 1 } else { 3 }) {
            0 | 1 => small,
            _ if elem == Elem::Half => narrow,
            _ => large,
        };
        let suffix = match elem {
            Elem::Double => "L",
            _ => "f",
        };
        self.numbers.push(number.to_bits());
        let run = format!("asfloat(x[{}])", self.numbers.len() - 1);
        // A float's shortest digits denote another double.
        let digits = if elem == Elem::Double { format!("{:e}", f64::from(number)) } else { format!("{number:e}") };
        form(&format!("{}($)", elem.name()), &[Text { folded: format!("({digits}{suffix})"), run }])
    }

    fn choice(&mut self, ty: Ty, depth: u32) -> Text {
        let by_component = !ty.is_matrix() && self.below(2) == 0;
        let (condition, shape) = match by_component {
            true => (ty.of(Elem::Bool), "select($, $, $)"),
            false => (Ty::scalar(Elem::Bool), "($ ? $ : $)"),
        };
        let parts = [self.value(condition, depth), self.value(ty, depth), self.value(ty, depth)];
        form(shape, &parts)
    }

    /// Conversions from another shape: a scalar, a longer vector, the parts.
    fn shaped(&mut self, ty: Ty, depth: u32) -> Text {
        let name = ty.name();
        let scalar = Ty::scalar(ty.elem);
        match (ty.rows, ty.columns, self.below(3)) {
            (1, 1, 0) => {
                let at = self.below(3);
                form(&format!("$[{at}]"), &[self.value(Ty { columns: 3, ..ty }, depth)])
            }
            (1, columns, 0) => {
                let from = 1 + self.below(4);
                let names = if from == 1 { "x" } else { &"xyzw"[..from as usize] };
                let swizzle: String = (0..columns).map(|_| self.pick(names.as_bytes()) as char).collect();
                form(&format!("$.{swizzle}"), &[self.value(Ty { columns: from, ..ty }, depth)])
            }
            (1, columns @ 2.., 1) => {
                let parts = [self.value(Ty { columns: columns - 1, ..ty }, depth), self.value(scalar, depth)];
                form(&format!("{name}($, $)"), &parts)
            }
            (1, 1..4, 1) => form(&format!("(({name})$)"), &[self.value(Ty { columns: 4, ..ty }, depth)]),
            _ => form(&format!("(({name})$)"), &[self.value(scalar, depth)]),
        }
    }

    /// Conversions from another element type; floats become integers in range.
    fn converted(&mut self, ty: Ty, depth: u32) -> Text {
        let from = self.pick(ELEMS);
        let from = if ty.is_matrix() { self.pick(&[Elem::Bool, Elem::Int, Elem::UInt, Elem::Float]) } else { from };
        // The floats are up to 200.
        let from = if ty.elem == Elem::Int8 && from.is_float() { Elem::Int } else { from };
        let source = ty.of(from);
        let must_fit = from.is_float() && !ty.elem.is_float() && ty.elem != Elem::Bool || ty.elem == Elem::Half;
        let operand = if must_fit { self.leaf(source, true) } else { self.value(source, depth) };
        form(&format!("(({})$)", ty.name()), &[operand])
    }

    fn arithmetic(&mut self, ty: Ty, depth: u32) -> Text {
        let name = ty.elem.name();
        let (a, b) = (self.value(ty, depth), self.value(ty, depth));
        let integer = !ty.elem.is_float();
        let shape = match self.below(10) {
            0 => "(-$)".to_owned(),
            1 if integer && !ty.is_matrix() => "(~$)".to_owned(),
            // Divisors other than zero and minus one.
            2 | 3 if integer && !ty.is_matrix() => {
                let op = self.pick(&["/", "%"]);
                format!("($ {op} (($ & ({name})7) | ({name})1))")
            }
            2 | 3 if !integer => {
                let op = self.pick(&["/", "%"]);
                let op = if ty.is_matrix() || ty.elem == Elem::Double { "/" } else { op };
                format!("($ {op} $)")
            }
            4..=6 if integer && !ty.is_matrix() => {
                let op = self.pick(&["&", "|", "^", "<<", ">>"]);
                format!("($ {op} $)")
            }
            _ => format!("($ {} $)", self.pick(&["+", "-", "*"])),
        };
        form(&shape, &[a, b])
    }

    fn truth(&mut self, ty: Ty, depth: u32) -> Text {
        if ty.is_matrix() {
            return form("(!$)", &[self.value(ty, depth)]);
        }
        match self.below(4) {
            0 => form("(!$)", &[self.value(ty, depth)]),
            1 => {
                let shape = match (ty.columns, self.below(2)) {
                    (1, 0) => "($ && $)",
                    (1, _) => "($ || $)",
                    (_, 0) => "and($, $)",
                    (_, _) => "or($, $)",
                };
                let parts = [self.value(ty, depth), self.value(ty, depth)];
                form(shape, &parts)
            }
            _ => {
                let elem = self.pick(&ELEMS[1..]);
                let op = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let parts = [self.value(ty.of(elem), depth), self.value(ty.of(elem), depth)];
                form(&format!("($ {op} $)"), &parts)
            }
        }
    }

    /// Functions with the same result on every device. NaN results may differ, so floats are plain.
    fn function(&mut self, ty: Ty, depth: u32) -> Text {
        let name = ty.name();
        if ty.elem == Elem::Bool {
            return self.question(ty, depth);
        }
        if !ty.elem.is_float() {
            return self.integer_function(ty, depth);
        }
        let parts = [self.leaf(ty, false), self.leaf(ty, false)];
        let unary: &[&str] = match ty.elem {
            Elem::Double => &["abs", "saturate"],
            _ => &["abs", "ceil", "floor", "round", "trunc", "frac", "saturate", "sign"],
        };
        let binary: &[&str] = if ty.elem == Elem::Double { &["min", "max"] } else { &["min", "max", "step", "fmod"] };
        match self.below(3) {
            0 => form(&format!("{}($, $)", self.pick(binary)), &parts),
            1 => form(&format!("(({name})clamp($, ({name})-3, ({name})70))"), &parts),
            _ => form(&format!("(({name}){}($))", self.pick(unary)), &parts),
        }
    }

    fn integer_function(&mut self, ty: Ty, depth: u32) -> Text {
        let name = ty.name();
        let parts = [self.value(ty, depth), self.value(ty, depth), self.value(ty, depth)];
        let shape = match self.below(7) {
            0 => format!("(({name})sign($))"),
            1 => "abs($)".to_owned(),
            2 => "mad($, $, $)".to_owned(),
            3 if ty.elem.has_32_bits() => format!("(({name}){}($))", self.pick(&["countbits", "reversebits"])),
            4 if ty.elem.has_32_bits() => format!("(({name}){}($))", self.pick(&["firstbithigh", "firstbitlow"])),
            5 => format!("clamp($, ({name})2, ({name})70)"),
            _ => format!("{}($, $)", self.pick(&["min", "max"])),
        };
        form(&shape, &parts)
    }

    fn question(&mut self, ty: Ty, depth: u32) -> Text {
        if ty.columns == 1 {
            let elem = self.pick(&[Elem::Bool, Elem::Int, Elem::UInt, Elem::Float]);
            let shape = self.pick(&["any($)", "all($)"]);
            return form(shape, &[self.value(Ty { elem, rows: 1, columns: 3 }, depth)]);
        }
        let shape = self.pick(&["isnan($)", "isinf($)", "isfinite($)"]);
        form(shape, &[self.value(ty.of(Elem::Float), depth)])
    }
}
