//! Random bodies of kernels in MLIR's general dialects: `arith`, `math`, `vector`, `scf` and `memref` on 32-bit and narrower
//! integers, floats, and vectors of four. Every value is used in the result, and every operation is defined for its operands.

use mutants::Numbers;
use std::fmt::Write;

/// The elements of each buffer, and the invocations.
pub(super) const ELEMENTS: usize = 8;

const INTS: &str = "vector<4xi32>";
const FLOATS: &str = "vector<4xf32>";
/// Nested constructs are at most this deep.
const DEEPEST: usize = 3;

/// The values in scope, with their types.
type Pool = Vec<(String, &'static str)>;

/// The body of a kernel with the buffers `%a` of integers, `%b` of floats and `%o` of results, for the index `%x`.
pub(super) fn body(seed: u64) -> String {
    let mut body = Body { numbers: Numbers::new(seed), made: 0, text: String::new(), indent: 4 };
    // The first numbers of near seeds are near.
    (0..8).for_each(|_| _ = body.below(2));
    let mut pool = Pool::new();
    body.def(&mut pool, "i32", &format!("memref.load %a[%x] : memref<{ELEMENTS}xi32>"));
    body.def(&mut pool, "f32", &format!("memref.load %b[%x] : memref<{ELEMENTS}xf32>"));
    body.def(&mut pool, "i32", "arith.index_cast %x : index to i32");
    body.steps(&mut pool, 4, 24, 0);
    body.result(&pool);
    body.text
}

struct Body {
    numbers: Numbers,
    made: usize,
    text: String,
    indent: usize,
}

/// The operations that a step may be, the frequent ones several times.
const STEPS: &[fn(&mut Body, &mut Pool, usize)] = &[
    integers, integers, integers, floats, floats, floats, comparison, choice, choice, conversion, conversion,
    conversion, shift, division, bits, functions, functions, extremes, parts, lanes, lanes, reduction, load, extended,
    branch, counted, repeated, cases,
];

impl Body {
    fn below(&mut self, limit: usize) -> usize {
        self.numbers.below(limit)
    }

    fn one_of(&mut self, items: &[&'static str]) -> &'static str {
        items[self.below(items.len())]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = self.indent);
    }

    fn name(&mut self) -> String {
        self.made += 1;
        format!("%v{}", self.made)
    }

    /// A new value of an operation.
    fn op(&mut self, operation: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {operation}"));
        name
    }

    /// A new value of an operation, which later operations may use.
    fn def(&mut self, pool: &mut Pool, ty: &'static str, operation: &str) {
        let name = self.op(operation);
        pool.push((name, ty));
    }

    fn number(&mut self, ty: &str, value: i64) -> String {
        match ty {
            "f32" => self.op(&format!("arith.constant {value}.0 : f32")),
            "i1" => self.op(&format!("arith.constant {}", value & 1 == 1)),
            _ => self.op(&format!("arith.constant {value} : {ty}")),
        }
    }

    /// A new constant.
    fn constant(&mut self, ty: &str) -> String {
        const EDGES: [i64; 8] = [0, 1, -1, 7, 255, 65536, i32::MAX as i64, i32::MIN as i64];
        let small = self.below(100) as i64 - 50;
        match ty {
            "i32" => {
                let value = [EDGES[self.below(EDGES.len())], 37 * small][self.below(2)];
                self.number(ty, value)
            }
            "i16" | "i8" => self.number(ty, small),
            "i1" => self.number(ty, small),
            "f32" => self.op(&format!("arith.constant {small}.5 : f32")),
            _ => {
                let part = if ty == INTS { "" } else { ".25" };
                let parts: Vec<String> = (0..4).map(|_| format!("{}{part}", self.below(99) as i64 - 30)).collect();
                self.op(&format!("arith.constant dense<[{}]> : {ty}", parts.join(", ")))
            }
        }
    }

    /// A value of a type: mostly one that is there.
    fn pick(&mut self, pool: &Pool, ty: &str) -> String {
        let fit: Vec<&String> = pool.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name).collect();
        match fit.is_empty() || self.below(7) == 0 {
            true => self.constant(ty),
            false => fit[self.below(fit.len())].clone(),
        }
    }

    /// An integer of which some bits are kept.
    fn masked(&mut self, pool: &Pool, mask: i64) -> String {
        let (value, mask) = (self.pick(pool, "i32"), self.number("i32", mask));
        self.op(&format!("arith.andi {value}, {mask} : i32"))
    }

    fn steps(&mut self, pool: &mut Pool, least: usize, most: usize, depth: usize) {
        for _ in 0..least + self.below(most + 1 - least) {
            let step = STEPS[self.below(STEPS.len())];
            step(self, pool, depth);
        }
    }

    /// A region that yields values of these types.
    fn region(&mut self, mut pool: Pool, types: &[&'static str], depth: usize) {
        self.indent += 2;
        self.steps(&mut pool, 0, 4, depth + 1);
        let values: Vec<String> = types.iter().map(|ty| self.pick(&pool, ty)).collect();
        self.line(&format!("scf.yield {} : {}", values.join(", "), types.join(", ")));
        self.indent -= 2;
    }

    /// One or two types that constructs give.
    fn types(&mut self) -> Vec<&'static str> {
        (0..1 + self.below(2)).map(|_| self.one_of(&["i32", "f32", INTS])).collect()
    }

    fn names(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.name()).collect()
    }

    /// Stores a mixture of all values, with one number for all that are none.
    fn result(&mut self, pool: &Pool) {
        let mut all = self.number("i32", 17);
        for (value, ty) in pool {
            let (value, ty) = match *ty {
                INTS => (self.op(&format!("vector.extract {value}[1] : i32 from {INTS}")), "i32"),
                FLOATS => (self.op(&format!("vector.extract {value}[2] : f32 from {FLOATS}")), "f32"),
                ty => (value.clone(), ty),
            };
            let word = match ty {
                "i32" => value,
                "f32" => self.float_bits(&value),
                "i1" => self.op(&format!("arith.extui {value} : i1 to i32")),
                _ => self.op(&format!("arith.extsi {value} : {ty} to i32")),
            };
            let factor = self.number("i32", 31);
            all = self.op(&format!("arith.muli {all}, {factor} : i32"));
            all = self.op(&format!("arith.xori {all}, {word} : i32"));
        }
        self.line(&format!("memref.store {all}, %o[%x] : memref<{ELEMENTS}xi32>"));
    }

    fn float_bits(&mut self, value: &str) -> String {
        let instead = self.number("f32", -77777);
        let is_none = self.op(&format!("arith.cmpf uno, {value}, {value} : f32"));
        let number = self.op(&format!("arith.select {is_none}, {instead}, {value} : f32"));
        self.op(&format!("arith.bitcast {number} : f32 to i32"))
    }
}

fn integers(body: &mut Body, pool: &mut Pool, _: usize) {
    let ty = body.one_of(&["i32", "i32", "i32", INTS, "i16", "i8", "i1"]);
    let count = if ty == "i1" { 3 } else { 6 };
    let op = ["andi", "ori", "xori", "addi", "subi", "muli"][body.below(count)];
    let (a, b) = (body.pick(pool, ty), body.pick(pool, ty));
    body.def(pool, ty, &format!("arith.{op} {a}, {b} : {ty}"));
}

fn floats(body: &mut Body, pool: &mut Pool, _: usize) {
    let ty = body.one_of(&["f32", "f32", FLOATS]);
    let (a, b) = (body.pick(pool, ty), body.pick(pool, ty));
    match body.one_of(&["addf", "subf", "mulf", "divf", "negf"]) {
        "negf" => body.def(pool, ty, &format!("arith.negf {a} : {ty}")),
        op => body.def(pool, ty, &format!("arith.{op} {a}, {b} : {ty}")),
    }
}

fn comparison(body: &mut Body, pool: &mut Pool, _: usize) {
    const OF_INTS: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    const OF_FLOATS: &[&str] =
        &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];
    let ty = body.one_of(&["i32", "i16", "i8", "f32", "f32"]);
    let (op, how) = match ty {
        "f32" => ("cmpf", body.one_of(OF_FLOATS)),
        _ => ("cmpi", body.one_of(OF_INTS)),
    };
    let (a, b) = (body.pick(pool, ty), body.pick(pool, ty));
    body.def(pool, "i1", &format!("arith.{op} {how}, {a}, {b} : {ty}"));
}

fn choice(body: &mut Body, pool: &mut Pool, _: usize) {
    let ty = body.one_of(&["i32", "f32", INTS, FLOATS, "i16"]);
    let (c, a, b) = (body.pick(pool, "i1"), body.pick(pool, ty), body.pick(pool, ty));
    body.def(pool, ty, &format!("arith.select {c}, {a}, {b} : {ty}"));
}

fn conversion(body: &mut Body, pool: &mut Pool, _: usize) {
    match body.below(6) {
        0 => {
            let (op, a) = (body.one_of(&["sitofp", "uitofp"]), body.masked(pool, 255));
            body.def(pool, "f32", &format!("arith.{op} {a} : i32 to f32"));
        }
        1 => {
            let (a, least, most) =
                (body.pick(pool, "f32"), body.number("f32", -1_000_000), body.number("f32", 1_000_000));
            let a = body.op(&format!("arith.maxnumf {a}, {least} : f32"));
            let a = body.op(&format!("arith.minnumf {a}, {most} : f32"));
            body.def(pool, "i32", &format!("arith.fptosi {a} : f32 to i32"));
        }
        2 => {
            let (a, ty) = (body.pick(pool, "i32"), body.one_of(&["i16", "i8", "i1"]));
            body.def(pool, ty, &format!("arith.trunci {a} : i32 to {ty}"));
        }
        3 => {
            let (op, ty) = (body.one_of(&["extsi", "extui"]), body.one_of(&["i16", "i8", "i1"]));
            let a = body.pick(pool, ty);
            body.def(pool, "i32", &format!("arith.{op} {a} : {ty} to i32"));
        }
        4 => {
            let a = body.masked(pool, 0x3fff_ffff);
            body.def(pool, "f32", &format!("arith.bitcast {a} : i32 to f32"));
        }
        _ => {
            let a = body.pick(pool, "i16");
            body.def(pool, "i8", &format!("arith.trunci {a} : i16 to i8"));
        }
    }
}

fn shift(body: &mut Body, pool: &mut Pool, _: usize) {
    let (op, a, b) = (body.one_of(&["shli", "shrsi", "shrui"]), body.pick(pool, "i32"), body.masked(pool, 31));
    body.def(pool, "i32", &format!("arith.{op} {a}, {b} : i32"));
}

fn division(body: &mut Body, pool: &mut Pool, _: usize) {
    let op = body.one_of(&["divui", "remui", "divsi", "remsi", "floordivsi", "ceildivsi", "ceildivui"]);
    let (b, one) = (body.masked(pool, 1023), body.number("i32", 1));
    let b = body.op(&format!("arith.addi {b}, {one} : i32"));
    let is_rounded = op.contains("floor") || op.contains("ceil");
    let a = if is_rounded { body.masked(pool, 0xf_ffff) } else { body.pick(pool, "i32") };
    body.def(pool, "i32", &format!("arith.{op} {a}, {b} : i32"));
}

fn bits(body: &mut Body, pool: &mut Pool, _: usize) {
    let op = body.one_of(&["ctpop", "absi", "ctlz", "cttz"]);
    let a = match op {
        // The lowest bit of 0 is at another place in shaders, and the least number has no magnitude.
        "cttz" => {
            let (a, bit) = (body.pick(pool, "i32"), body.number("i32", 1 << 20));
            body.op(&format!("arith.ori {a}, {bit} : i32"))
        }
        "absi" => body.masked(pool, 0xffff),
        _ => body.pick(pool, "i32"),
    };
    body.def(pool, "i32", &format!("math.{op} {a} : i32"));
}

fn functions(body: &mut Body, pool: &mut Pool, _: usize) {
    let op = body.one_of(&["absf", "floor", "ceil", "trunc", "roundeven", "copysign", "sqrt", "fma"]);
    let [a, b, c] = [(); 3].map(|()| body.pick(pool, "f32"));
    let operands = match op {
        "copysign" => format!("{a}, {b}"),
        "fma" => format!("{a}, {b}, {c}"),
        "sqrt" => body.op(&format!("math.absf {a} : f32")),
        _ => a,
    };
    body.def(pool, "f32", &format!("math.{op} {operands} : f32"));
}

/// The sum with 0 has one sign, where either zero may be the result.
fn without_sign_of_zero(body: &mut Body, pool: &mut Pool, value: &str) {
    let zero = body.number("f32", 0);
    body.def(pool, "f32", &format!("arith.addf {value}, {zero} : f32"));
}

fn extremes(body: &mut Body, pool: &mut Pool, _: usize) {
    let (op, ty) = (body.one_of(&["maxsi", "minsi", "maxui", "minui"]), body.one_of(&["i32", "i16", INTS]));
    let (a, b) = (body.pick(pool, ty), body.pick(pool, ty));
    body.def(pool, ty, &format!("arith.{op} {a}, {b} : {ty}"));
    let op = body.one_of(&["maximumf", "minimumf", "maxnumf", "minnumf"]);
    let (a, b) = (body.pick(pool, "f32"), body.pick(pool, "f32"));
    let found = body.op(&format!("arith.{op} {a}, {b} : f32"));
    without_sign_of_zero(body, pool, &found);
}

/// A vector type with the type of its components.
fn vector(body: &mut Body) -> (&'static str, &'static str) {
    if body.below(2) == 0 { (INTS, "i32") } else { (FLOATS, "f32") }
}

fn parts(body: &mut Body, pool: &mut Pool, _: usize) {
    let ((ty, part), at) = (vector(body), body.below(4));
    let (whole, one) = (body.pick(pool, ty), body.pick(pool, part));
    match body.below(3) {
        0 => body.def(pool, part, &format!("vector.extract {whole}[{at}] : {part} from {ty}")),
        1 => body.def(pool, ty, &format!("vector.insert {one}, {whole} [{at}] : {part} into {ty}")),
        _ => body.def(pool, ty, &format!("vector.broadcast {one} : {part} to {ty}")),
    }
}

fn lanes(body: &mut Body, pool: &mut Pool, _: usize) {
    let (ty, _) = vector(body);
    let (a, b) = (body.pick(pool, ty), body.pick(pool, ty));
    match body.below(3) {
        0 => {
            let order: Vec<String> = (0..4).map(|_| body.below(8).to_string()).collect();
            body.def(pool, ty, &format!("vector.shuffle {a}, {b} [{}] : {ty}, {ty}", order.join(", ")));
        }
        1 => {
            let all: Vec<String> = (0..4).map(|_| body.pick(pool, "i32")).collect();
            body.def(pool, INTS, &format!("vector.from_elements {} : {INTS}", all.join(", ")));
        }
        _ => {
            let (from, to, half) = (body.below(3), body.below(3), ty.replace('4', "2"));
            let slice = format!("{{offsets = [{from}], sizes = [2], strides = [1]}} : {ty} to {half}");
            let part = body.op(&format!("vector.extract_strided_slice {a} {slice}"));
            let place = format!("{{offsets = [{to}], strides = [1]}} : {half} into {ty}");
            body.def(pool, ty, &format!("vector.insert_strided_slice {part}, {b} {place}"));
        }
    }
}

fn reduction(body: &mut Body, pool: &mut Pool, _: usize) {
    if body.below(2) == 0 {
        let (op, a) = (body.one_of(&["add", "mul", "minsi", "maxsi", "minui", "maxui"]), body.pick(pool, INTS));
        return body.def(pool, "i32", &format!("vector.reduction <{op}>, {a} : {INTS} into i32"));
    }
    let (op, a) = (body.one_of(&["minnumf", "maxnumf", "minimumf", "maximumf"]), body.pick(pool, FLOATS));
    let found = body.op(&format!("vector.reduction <{op}>, {a} : {FLOATS} into f32"));
    without_sign_of_zero(body, pool, &found);
}

fn load(body: &mut Body, pool: &mut Pool, _: usize) {
    let at = body.masked(pool, ELEMENTS as i64 - 1);
    let at = body.op(&format!("arith.index_cast {at} : i32 to index"));
    let (buffer, ty) = if body.below(2) == 0 { ("%a", "i32") } else { ("%b", "f32") };
    body.def(pool, ty, &format!("memref.load {buffer}[{at}] : memref<{ELEMENTS}x{ty}>"));
}

fn extended(body: &mut Body, pool: &mut Pool, _: usize) {
    let op = body.one_of(&["mulsi_extended", "mului_extended", "addui_extended"]);
    let (a, b, name) = (body.pick(pool, "i32"), body.pick(pool, "i32"), body.name());
    let (carry, second) = if op == "addui_extended" { (", i1", "i1") } else { ("", "i32") };
    body.line(&format!("{name}:2 = arith.{op} {a}, {b} : i32{carry}"));
    pool.extend([(format!("{name}#0"), "i32"), (format!("{name}#1"), second)]);
}

fn branch(body: &mut Body, pool: &mut Pool, depth: usize) {
    if depth >= DEEPEST {
        return;
    }
    let (condition, types) = (body.pick(pool, "i1"), body.types());
    let names = body.names(types.len());
    body.line(&format!("{} = scf.if {condition} -> ({}) {{", names.join(", "), types.join(", ")));
    body.region(pool.clone(), &types, depth);
    body.line("} else {");
    body.region(pool.clone(), &types, depth);
    body.line("}");
    pool.extend(names.into_iter().zip(types));
}

fn counted(body: &mut Body, pool: &mut Pool, depth: usize) {
    if depth >= DEEPEST - 1 {
        return;
    }
    let (types, bounds) = (body.types(), [body.below(3), body.below(7), 1 + body.below(2)]);
    let [first, end, step] = bounds.map(|bound| body.number("index", bound as i64));
    let (names, carried, at) = (body.names(types.len()), body.names(types.len()), body.name());
    let starts: Vec<String> = types.iter().map(|ty| body.pick(pool, ty)).collect();
    let starts: Vec<String> = carried.iter().zip(starts).map(|(name, start)| format!("{name} = {start}")).collect();
    let (starts, gives) = (starts.join(", "), types.join(", "));
    let head = format!("scf.for {at} = {first} to {end} step {step} iter_args({starts}) -> ({gives}) {{");
    body.line(&format!("{} = {head}", names.join(", ")));
    let mut inner = pool.clone();
    inner.extend(carried.into_iter().zip(types.iter().copied()));
    body.indent += 2;
    body.def(&mut inner, "i32", &format!("arith.index_cast {at} : index to i32"));
    body.indent -= 2;
    body.region(inner, &types, depth);
    body.line("}");
    pool.extend(names.into_iter().zip(types));
}

/// A loop that counts down to 0.
fn repeated(body: &mut Body, pool: &mut Pool, depth: usize) {
    if depth > 0 {
        return;
    }
    let (start, zero, one, sum) =
        (body.masked(pool, 15), body.number("i32", 0), body.number("i32", 1), body.pick(pool, "i32"));
    let [count, total, before, own, left, inside] = [(); 6].map(|()| body.name());
    let head = format!("({before} = {start}, {own} = {sum}) : (i32, i32) -> (i32, i32) {{");
    body.line(&format!("{count}, {total} = scf.while {head}"));
    body.indent += 2;
    let goes_on = body.op(&format!("arith.cmpi sgt, {before}, {zero} : i32"));
    body.line(&format!("scf.condition({goes_on}) {before}, {own} : i32, i32"));
    body.indent -= 2;
    body.line("} do {");
    body.line(&format!("^bb0({left}: i32, {inside}: i32):"));
    body.indent += 2;
    let mut inner = pool.clone();
    inner.extend([(left.clone(), "i32"), (inside, "i32")]);
    body.steps(&mut inner, 1, 3, depth + 1);
    let next = body.op(&format!("arith.subi {left}, {one} : i32"));
    let sum = body.pick(&inner, "i32");
    body.line(&format!("scf.yield {next}, {sum} : i32, i32"));
    body.indent -= 2;
    body.line("}");
    pool.extend([(count, "i32"), (total, "i32")]);
}

fn cases(body: &mut Body, pool: &mut Pool, depth: usize) {
    if depth >= DEEPEST - 1 {
        return;
    }
    let selector = body.masked(pool, 3);
    let selector = body.op(&format!("arith.index_cast {selector} : i32 to index"));
    let name = body.name();
    body.line(&format!("{name} = scf.index_switch {selector} -> i32"));
    for case in ["case 0", "case 2", "default"] {
        body.line(&format!("{case} {{"));
        body.region(pool.clone(), &["i32"], depth);
        body.line("}");
    }
    pool.push((name, "i32"));
}
