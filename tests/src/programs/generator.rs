//! Random programs as text. Every choice follows from the seed.

use super::vocabulary::{HEAD, Mode, TYPES, Ty, bits};
use crate::kernels::support::Random;
use std::fmt::Write as _;

/// The number of invocations. Each writes one number, which depends on everything it has computed.
pub(super) const LANES: usize = 8;
/// The numbers that each of them keeps in a buffer and reads again.
pub(super) const KEPT: usize = 8;

/// The nesting depth of statements.
const MAX_DEPTH: usize = 4;
/// The limit of functions.
const FUNCTIONS: usize = 4;
/// The approximate number of statements in most bodies, callees included, and half of the entry point's: a large
/// program is more of the same, and takes many times as long.
const USUAL: usize = 9;
/// The approximate number of statements of one program in [`LARGE_EVERY`], which combines more.
const LARGE: usize = 40;
const LARGE_EVERY: usize = 16;
/// One program in this many passes resources on: as arguments, in structs and arrays, in globals.
const HANDING_EVERY: usize = 3;
/// One in this many reads other invocations' groupshared memory.
const SHARING_EVERY: usize = 8;

struct Function {
    result: Ty,
    /// The types of its parameters, and how each is passed.
    params: Vec<(Ty, Mode)>,
    /// The number of statements that a call inlines.
    weight: usize,
}

struct Generator {
    random: Random,
    /// The variables that are in scope.
    variables: Vec<(String, Ty)>,
    functions: Vec<Function>,
    result: Option<Ty>,
    names: usize,
    /// The approximate number of statements left for the current body.
    left: usize,
    /// True if a loop is the innermost breakable construct.
    in_loop: bool,
    /// True if resources are passed on.
    hands: bool,
    /// True if groupshared memory is read.
    shares: bool,
    text: String,
}

/// The program of a seed.
pub(super) fn program(seed: u32) -> String {
    let mut own = Generator {
        random: Random::seeded(seed),
        variables: Vec::new(),
        functions: Vec::new(),
        result: None,
        names: 0,
        left: 0,
        in_loop: false,
        hands: false,
        shares: false,
        text: HEAD.to_owned(),
    };
    own.hands = own.one_in(HANDING_EVERY);
    own.shares = own.one_in(SHARING_EVERY);
    let size = if own.one_in(LARGE_EVERY) { LARGE } else { 2 + own.below(USUAL) };
    for _ in 0..own.below(FUNCTIONS + 1) {
        own.function(size);
    }
    own.entry(2 * size);
    own.text
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.random.next() as usize % limit
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "", indent = 2 * depth);
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn function(&mut self, size: usize) {
        let result = self.pick(TYPES);
        let count = 1 + self.below(3);
        let params: Vec<(Ty, Mode)> = (0..count).map(|_| self.param()).collect();
        let (mut head, mut outs) = (Vec::new(), Vec::new());
        self.variables = vec![("shared_int".to_owned(), Ty::Int)];
        self.variables.extend(self.hands.then(|| ("alias".to_owned(), Ty::Buffer)));
        for (ty, mode) in &params {
            let name = self.fresh();
            let word = match mode {
                Mode::In => "",
                Mode::InOut => "inout ",
                Mode::Out => "out ",
            };
            head.push(format!("{word}{} {name}", ty.name()));
            match mode {
                Mode::In | Mode::InOut => self.add(name, *ty),
                Mode::Out => outs.push((name, *ty)),
            }
        }
        let name = self.functions.len();
        self.line(0, &format!("{} f{name}({}) {{", result.name(), head.join(", ")));
        self.result = Some(result);
        for (name, ty) in outs {
            self.fill(&name, ty);
            self.variables.push((name, ty));
        }
        self.body(size);
        let value = self.expression(result, 2);
        self.line(1, &format!("return {value};"));
        self.line(0, "}");
        self.functions.push(Function { result, params, weight: size - self.left });
    }

    /// The type of a parameter, and how it is passed. Structs are rarer than numbers, but for those that come out.
    fn param(&mut self) -> (Ty, Mode) {
        if self.hands && self.one_in(3) {
            return (self.pick(&[Ty::Buffer, Ty::Pair]), Mode::In);
        }
        match self.pick(&[Mode::In, Mode::In, Mode::InOut, Mode::Out]) {
            Mode::Out if self.one_in(2) => (Ty::P, Mode::Out),
            mode => (self.pick(TYPES), mode),
        }
    }

    /// Gives an `out` parameter its first value, in one of the forms of control flow.
    fn fill(&mut self, name: &str, ty: Ty) {
        let (value, other) = (self.expression(ty, 2), self.expression(ty, 2));
        match self.below(5) {
            0 => self.line(1, &format!("{name} = {value};")),
            1 => {
                let selector = self.pick(&["0", "me", "x[me]"]);
                self.line(1, &format!("switch ({selector}) {{ default: {name} = {value}; }}"));
            }
            2 => {
                let selector = self.expression(Ty::UInt, 1);
                self.line(1, &format!("switch (({selector}) & 1) {{ case 1: {name} = {value}; break;"));
                self.line(1, &format!("default: {name} = {other}; break; }}"));
            }
            3 => {
                let condition = self.expression(Ty::Bool, 2);
                self.line(1, &format!("if ({condition}) {name} = {value}; else {name} = {other};"));
            }
            _ => {
                let (condition, at) = (self.expression(Ty::Bool, 1), self.fresh());
                self.line(1, &format!("for (int {at} = 0; {at} < 2; ++{at}) {{ {name} = {value};"));
                self.line(1, &format!("if ({condition}) {{ {name} = {other}; break; }} }}"));
            }
        }
    }

    /// Adds a variable to the scope, with the resources in it.
    fn add(&mut self, name: String, ty: Ty) {
        if ty == Ty::Pair {
            self.variables.extend(["a", "b[0]", "b[1]"].map(|part| (format!("{name}.{part}"), Ty::Buffer)));
            self.variables.push((format!("{name}.n"), Ty::Int));
        }
        self.variables.push((name, ty));
    }

    fn entry(&mut self, size: usize) {
        self.result = None;
        self.variables.clear();
        self.line(0, &format!("[numthreads({LANES}, 1, 1)] void main(uint lane : SV_GroupIndex) {{"));
        self.line(1, "me = lane;");
        if self.hands {
            let buffer = self.pick(&["x", "z"]);
            self.line(1, &format!("alias = {buffer};"));
        }
        if self.shares {
            self.line(1, "row[lane] = x[lane + 3];");
            self.line(1, "GroupMemoryBarrierWithGroupSync();");
        }
        for ty in [Ty::Int, Ty::UInt, Ty::Float, Ty::Int3, Ty::Float2, Ty::P, Ty::Bool, Ty::Int] {
            let (name, value) = (self.fresh(), self.start(ty));
            self.line(1, &format!("{} {name} = {value};", ty.name()));
            self.variables.push((name, ty));
        }
        let results = self.variables.clone();
        let wave = self.pick(&["WaveActiveSum", "WaveActiveMax", "WaveReadLaneFirst", "WavePrefixSum"]);
        self.line(1, &format!("int across = {wave}(int(x[lane] & 255));"));
        self.variables.push(("across".to_owned(), Ty::Int));
        self.body(size);
        let mut values =
            ["uint(shared_int)", "shared_array[lane & 3]", "uint(kept[me].a)", "z[lane]"].map(str::to_owned).to_vec();
        for (name, ty) in results {
            values.extend(bits(&name, ty));
        }
        self.line(1, "uint all = 2166136261;");
        for value in values {
            self.line(1, &format!("all = (all ^ {value}) * 16777619;"));
        }
        self.line(1, "y[lane] = all;");
        self.line(0, "}");
    }

    /// The initialiser of an entry point's variable: numbers from the buffer.
    fn start(&mut self, ty: Ty) -> String {
        let mut input = || format!("x[(lane * 7 + {}) & 63]", self.below(64));
        match ty {
            Ty::Bool => format!("({} & 1) != 0", input()),
            Ty::Int => format!("int({} & 1023) - 512", input()),
            Ty::UInt => input(),
            Ty::Float => format!("float({} & 255)", input()),
            Ty::Int3 => format!("int3({}, {}, 7)", input(), input()),
            Ty::Float2 => format!("float2({} & 255, {} & 15)", input(), input()),
            Ty::P => {
                format!("{{ int({}), float2(1, {} & 7), {{ {}, 2, 3, 4 }} }}", input(), input(), input())
            }
            Ty::Buffer | Ty::Pair => self.resource(ty),
        }
    }

    /// Statements of a function, up to an approximate number.
    fn body(&mut self, size: usize) {
        self.left = size;
        while self.left > 0 {
            self.left -= 1;
            self.statement(1);
        }
    }

    fn statements(&mut self, depth: usize, count: usize) {
        let known = self.variables.len();
        for _ in 0..(1 + self.below(count)).min(self.left) {
            self.left = self.left.saturating_sub(1);
            self.statement(depth);
        }
        self.variables.truncate(known);
    }

    fn statement(&mut self, depth: usize) {
        let choice = self.below(if depth < MAX_DEPTH { 12 } else { 6 });
        match choice {
            0 | 1 => self.declare(depth),
            2..=4 => self.assign(depth),
            5 => self.call(depth),
            6 | 7 => self.branch(depth),
            8 => self.counted(depth),
            9 => self.endless(depth),
            10 => self.switch(depth),
            _ => self.exit(depth),
        }
    }

    fn declare(&mut self, depth: usize) {
        if self.hands && self.one_in(4) {
            return self.declare_resource(depth);
        }
        let ty = self.pick(TYPES);
        let (name, value) = (self.fresh(), self.expression(ty, 2));
        self.line(depth, &format!("{} {name} = {value};", ty.name()));
        self.variables.push((name, ty));
    }

    /// A resource variable, which may be reassigned at once, but only under a constant condition.
    fn declare_resource(&mut self, depth: usize) {
        let ty = self.pick(&[Ty::Buffer, Ty::Pair]);
        let (name, value) = (self.fresh(), self.resource(ty));
        self.line(depth, &format!("{} {name} = {value};", ty.name()));
        let (other, left, right) = (self.resource(Ty::Buffer), self.below(4), self.below(4));
        let target = if ty == Ty::Pair { format!("{name}.b[{}]", left & 1) } else { name.clone() };
        match self.below(3) {
            0 => self.line(depth, &format!("{target} = {other};")),
            1 => self.line(depth, &format!("if ({left} < {right}) {{ {target} = {other}; }}")),
            _ => {}
        }
        self.add(name, ty);
    }

    /// Uses every element of an array of resources, by a loop counter.
    fn elements(&mut self, depth: usize) {
        let (place, pair, at, own) = (self.fresh(), self.fresh(), self.fresh(), self.resource(Ty::Pair));
        self.line(depth, &format!("R {pair} = {own}; uint {place} = 0;"));
        let index = self.nearest(Ty::Int);
        self.line(depth, &format!("[unroll] for (int {at} = 0; {at} < 2; ++{at}) {{"));
        self.line(depth + 1, &format!("{place} += {pair}.b[{at}][uint({index}) & 63];"));
        self.line(depth, "}");
        self.variables.push((place, Ty::UInt));
    }

    /// An expression for a resource, or a struct of some.
    fn resource(&mut self, ty: Ty) -> String {
        let own: Vec<String> =
            self.variables.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
        if !own.is_empty() && !self.one_in(4) {
            return own[self.below(own.len())].clone();
        }
        let plain = |own: &mut Self| own.pick(&["x", "z"]);
        match (ty, self.one_in(4)) {
            (Ty::Pair, _) => format!("pair({}, {})", plain(self), plain(self)),
            (_, true) => format!("second({}, {})", plain(self), plain(self)),
            (_, false) => plain(self).to_owned(),
        }
    }

    fn assign(&mut self, depth: usize) {
        if self.hands && self.one_in(8) {
            let value = self.expression(Ty::Int, 2);
            return self.line(depth, &format!("leave(kept, {value});"));
        }
        let (place, ty) = self.place();
        let value = self.expression(ty, 3);
        let value = if matches!(ty, Ty::Float | Ty::Float2) { format!("keep({value})") } else { value };
        self.line(depth, &format!("{place} = {value};"));
    }

    /// An l-value.
    fn place(&mut self) -> (String, Ty) {
        if self.one_in(8) {
            let index = self.expression(Ty::UInt, 1);
            return (format!("shared_array[({index}) & 3]"), Ty::UInt);
        }
        if self.one_in(6) {
            return self.kept();
        }
        let mut known: Vec<(String, Ty)> = self.variables.iter().filter(|(_, ty)| !ty.is_resource()).cloned().collect();
        known.push(("shared_int".to_owned(), Ty::Int));
        let (name, ty) = known.swap_remove(self.below(known.len()));
        match (ty, self.below(4)) {
            (Ty::Int3, 0 | 1) => (format!("{name}.{}", self.pick(&["x", "y", "z"])), Ty::Int),
            (Ty::Int3, 2) => {
                let index = self.expression(Ty::UInt, 1);
                (format!("{name}[({index}) % 3]"), Ty::Int)
            }
            (Ty::Float2, 0 | 1) => (format!("{name}.{}", self.pick(&["x", "y"])), Ty::Float),
            (Ty::P, 0) => (format!("{name}.a"), Ty::Int),
            (Ty::P, 1) => (format!("{name}.b"), Ty::Float2),
            (Ty::P, 2) => {
                let index = self.expression(Ty::UInt, 1);
                (format!("{name}.c[({index}) & 3]"), Ty::UInt)
            }
            _ => (name, ty),
        }
    }

    /// An element of the lane's own part of a buffer.
    fn kept(&mut self) -> (String, Ty) {
        match self.below(6) {
            5 => ("kept[me]".to_owned(), Ty::P),
            0 => ("kept[me].a".to_owned(), Ty::Int),
            1 => ("kept[me].b.y".to_owned(), Ty::Float),
            2 => {
                let index = self.expression(Ty::UInt, 1);
                (format!("kept[me].c[({index}) & 3]"), Ty::UInt)
            }
            at => (format!("kept[me].c[{}]", at - 3), Ty::UInt),
        }
    }

    /// A call as a statement, possibly under a condition.
    fn call(&mut self, depth: usize) {
        if self.functions.is_empty() {
            return self.assign(depth);
        }
        let at = self.below(self.functions.len());
        let Function { result, ref params, weight } = self.functions[at];
        let params = params.clone();
        self.left = self.left.saturating_sub(weight);
        let mut arguments = Vec::new();
        let mut filled = Vec::new();
        for (ty, mode) in params {
            let own: Vec<String> =
                self.variables.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
            let argument = match (mode, own.len()) {
                (Mode::InOut, 0) => {
                    let (name, value) = (self.fresh(), self.expression(ty, 1));
                    self.line(depth, &format!("{} {name} = {value};", ty.name()));
                    self.variables.push((name.clone(), ty));
                    name
                }
                (Mode::Out, count) if count == 0 || self.one_in(2) => {
                    let name = self.fresh();
                    self.line(depth, &format!("{} {name};", ty.name()));
                    filled.push((name.clone(), ty));
                    name
                }
                (Mode::InOut | Mode::Out, count) => own[self.below(count)].clone(),
                (Mode::In, _) => self.expression(ty, 2),
            };
            arguments.push(argument);
        }
        let call = format!("f{at}({})", arguments.join(", "));
        if result == Ty::Bool {
            let (condition, joined) = (self.expression(Ty::Bool, 2), self.pick(&["&&", "||"]));
            // Where the call is skipped, its `out` arguments keep no value.
            let test = if filled.is_empty() { format!("({condition}) {joined} {call}") } else { call };
            self.variables.extend(filled);
            self.line(depth, &format!("if ({test}) {{"));
            self.statements(depth + 1, 2);
            return self.line(depth, "}");
        }
        let name = self.fresh();
        self.line(depth, &format!("{} {name} = {call};", result.name()));
        self.variables.push((name, result));
        self.variables.extend(filled);
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.expression(Ty::Bool, 3);
        self.line(depth, &format!("if ({condition}) {{"));
        self.statements(depth + 1, 3);
        if self.one_in(2) {
            self.line(depth, "} else {");
            self.statements(depth + 1, 3);
        }
        self.line(depth, "}");
    }

    fn counted(&mut self, depth: usize) {
        if self.hands && self.one_in(3) {
            return self.elements(depth);
        }
        let name = self.fresh();
        let (unroll, limit) = match self.below(3) {
            0 => ("[unroll] ", (1 + self.below(4)).to_string()),
            1 => ("", (1 + self.below(4)).to_string()),
            _ => ("", format!("int(({}) & 3)", self.expression(Ty::UInt, 1))),
        };
        // The bound is computed once, so that the loop cannot change it.
        let last = self.fresh();
        let is_number = limit.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            self.line(depth, &format!("const int {last} = {limit};"));
        }
        let limit = if is_number { limit } else { last };
        let sum = self.variables.iter().find(|(_, ty)| *ty == Ty::Int).map(|(own, _)| own.clone());
        let step = match &sum {
            Some(sum) if self.one_in(2) => format!("++{name}, {sum} ^= {name}"),
            _ => format!("++{name}"),
        };
        self.line(depth, &format!("{unroll}for (int {name} = 0; {name} < {limit}; {step}) {{"));
        if let Some(sum) = sum {
            self.line(depth + 1, &format!("{sum} += {name};"));
        }
        self.inner(depth);
    }

    fn endless(&mut self, depth: usize) {
        let name = self.fresh();
        self.line(depth, &format!("int {name} = 0;"));
        let is_behind = self.one_in(2);
        self.line(depth, if is_behind { "do {" } else { "while (true) {" });
        let most = 1 + self.below(4);
        self.line(depth + 1, &format!("if (++{name} > {most}) break;"));
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.statements(depth + 1, 3);
        self.in_loop = outer;
        let condition = if is_behind { self.expression(Ty::Bool, 2) } else { String::new() };
        self.line(depth, &if is_behind { format!("}} while ({condition});") } else { "}".to_owned() });
    }

    fn inner(&mut self, depth: usize) {
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.statements(depth + 1, 3);
        self.in_loop = outer;
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: usize) {
        let selector = self.expression(Ty::UInt, 2);
        self.line(depth, &format!("switch (({selector}) & 3) {{"));
        for case in 0..1 + self.below(3) {
            self.line(depth, &format!("case {case}: {{"));
            self.statements(depth + 1, 2);
            self.line(depth, "} break;");
        }
        self.line(depth, "default: {");
        self.statements(depth + 1, 2);
        self.line(depth, "} break; }");
    }

    /// A conditional exit of a loop or a function.
    fn exit(&mut self, depth: usize) {
        let condition = self.expression(Ty::Bool, 2);
        let way = match (self.in_loop, self.result) {
            (true, Some(_)) => self.below(3),
            (true, None) => self.below(2),
            (false, Some(_)) => 2,
            (false, None) => return self.assign(depth),
        };
        let text = match (way, self.result) {
            (0, _) => "continue;".to_owned(),
            (2, Some(result)) => format!("return {};", self.expression(result, 2)),
            _ => "break;".to_owned(),
        };
        // What the way out has assigned meets other values where it ends.
        if self.one_in(2) {
            self.line(depth, &format!("if ({condition}) {{"));
            self.assign(depth + 1);
            self.line(depth + 1, &text);
            return self.line(depth, "}");
        }
        self.line(depth, &format!("if ({condition}) {text}"));
    }

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.one_in(4) {
            return self.leaf(ty);
        }
        let next = depth - 1;
        match ty {
            Ty::Bool => self.condition(next),
            Ty::Int | Ty::UInt => self.integer(ty, next),
            Ty::Float | Ty::Float2 => self.float(ty, next),
            Ty::Int3 => {
                let (a, b) = (self.expression(Ty::Int3, next), self.expression(Ty::Int3, next));
                let operator = self.pick(&["+", "-", "*", "&", "^"]);
                format!("({a} {operator} {b})")
            }
            Ty::P | Ty::Buffer | Ty::Pair => self.leaf(ty),
        }
    }

    fn condition(&mut self, next: usize) -> String {
        match self.below(6) {
            0 => format!("!({})", self.expression(Ty::Bool, next)),
            1 | 2 => {
                let (a, b) = (self.expression(Ty::Bool, next), self.expression(Ty::Bool, next));
                format!("(({a}) {} ({b}))", self.pick(&["&&", "||"]))
            }
            other => {
                let ty = [Ty::Int, Ty::UInt, Ty::Float][other - 3];
                let (a, b) = (self.expression(ty, next), self.expression(ty, next));
                format!("({a} {} {b})", self.pick(&["<", "<=", ">", ">=", "==", "!="]))
            }
        }
    }

    fn integer(&mut self, ty: Ty, next: usize) -> String {
        let name = ty.name();
        match self.below(8) {
            0 => format!("({} ? {} : {})", self.condition(0), self.expression(ty, next), self.expression(ty, next)),
            1 => format!("({} {} ((({}) & 7) + 1))", self.expression(ty, next), self.pick(&["/", "%"]), self.leaf(ty)),
            2 => format!("({} {} ({} & 31))", self.expression(ty, next), self.pick(&["<<", ">>"]), self.leaf(ty)),
            3 => {
                format!("{}({}, {})", self.pick(&["min", "max"]), self.expression(ty, next), self.expression(ty, next))
            }
            4 => format!("{name}(countbits(uint({})))", self.expression(ty, next)),
            _ => {
                let (a, b) = (self.expression(ty, next), self.expression(ty, next));
                format!("({a} {} {b})", self.pick(&["+", "-", "*", "&", "|", "^"]))
            }
        }
    }

    /// Sums and halves: contraction to fma does not change them.
    fn float(&mut self, ty: Ty, next: usize) -> String {
        match self.below(5) {
            0 => format!("floor({})", self.expression(ty, next)),
            1 => format!("({} * 0.5)", self.expression(ty, next)),
            2 => format!("-({})", self.expression(ty, next)),
            3 if ty == Ty::Float2 => format!("{}.yx", self.leaf(ty)),
            3 => format!("({} ? {} : {})", self.condition(0), self.expression(ty, next), self.expression(ty, next)),
            _ => {
                let (a, b) = (self.expression(ty, next), self.expression(ty, next));
                format!("({a} {} {b})", self.pick(&["+", "-"]))
            }
        }
    }

    /// A number in a variable that is a struct.
    fn member(&mut self, ty: Ty) -> Option<String> {
        let own: Vec<String> =
            self.variables.iter().filter(|(_, own)| *own == Ty::P).map(|(name, _)| name.clone()).collect();
        let name = own.get(self.below(own.len().max(1)))?;
        match ty {
            Ty::Int => Some(format!("{name}.a")),
            Ty::UInt => Some(format!("{name}.c[{}]", self.below(4))),
            Ty::Float => Some(format!("{name}.b.x")),
            Ty::Float2 => Some(format!("{name}.b")),
            Ty::Int3 => Some(format!("int3({name}.a.xxx)")),
            Ty::Bool | Ty::P | Ty::Buffer | Ty::Pair => None,
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if ty.is_resource() {
            return self.resource(ty);
        }
        if self.one_in(5)
            && let Some(member) = self.member(ty)
        {
            return member;
        }
        let own: Vec<String> =
            self.variables.iter().filter(|(_, own)| *own == ty).map(|(name, _)| name.clone()).collect();
        if !own.is_empty() && !self.one_in(4) {
            return own[self.below(own.len())].clone();
        }
        let number = self.random.next() % 16;
        match ty {
            Ty::Bool => if number.is_multiple_of(2) { "true" } else { "false" }.to_owned(),
            Ty::Int => match number {
                0..=2 => "shared_int".to_owned(),
                3 => "kept[me].a".to_owned(),
                4..=6 => format!("table[(uint({}) >> 3) & 3]", self.nearest(Ty::Int)),
                _ => format!("{}", number as i32 - 8),
            },
            Ty::UInt => match number {
                0..=2 => format!("shared_array[{}]", number),
                3..=5 => format!("kept[me].c[{}]", number - 3),
                6 | 7 if self.hands => format!("look({}, {})", self.resource(Ty::Buffer), self.nearest(Ty::UInt)),
                8 | 9 => format!("{}[({}) & 63]", self.resource(Ty::Buffer), self.nearest(Ty::UInt)),
                10..=12 if self.shares => {
                    let (index, other) = (self.nearest(Ty::UInt), self.nearest(Ty::Int));
                    format!("({other} > {number} ? row[({index}) & 7] : row[{}])", number - 10)
                }
                _ => format!("{number}u"),
            },
            Ty::Float => format!("{number}.25"),
            Ty::Int3 => format!("int3({number}, 2, {})", self.nearest(Ty::Int)),
            Ty::Float2 => format!("float2({number}, 1.5)"),
            Ty::P if number < 4 => "kept[me]".to_owned(),
            Ty::P => format!("make({}, {number})", self.nearest(Ty::Int)),
            Ty::Buffer | Ty::Pair => self.resource(ty),
        }
    }

    /// The most recent variable of a type, or a number.
    fn nearest(&self, ty: Ty) -> String {
        let found = self.variables.iter().rev().find(|(_, own)| *own == ty);
        found.map_or_else(|| "5".to_owned(), |(name, _)| name.clone())
    }
}
