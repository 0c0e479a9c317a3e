//! Random programs with branches, loops, exits from them, wave operations and barriers.

use crate::kernels::support::Random;
use runner::Effort;
use std::fmt::Write;
use std::ops::Range;

/// The number of results per invocation, which writes the first of them, so that some programs have adjacent writes of
/// lanes.
pub(crate) const RESULTS: u32 = 5;

/// Commutative operations, each with words of its own, in a buffer and in groupshared memory.
const ATOMICS: &[&str] = &["Add", "And", "Or", "Xor", "Min", "Max"];
/// The number of words of each.
const WORDS_EACH: usize = 2;
/// Their offset in the buffer that all invocations share, after the words that are only added to.
const OWN_WORDS: usize = 64;
/// The number of words of all operations in each of the two.
const COUNTS: usize = ATOMICS.len() * WORDS_EACH;
/// The size of that buffer in words.
pub(crate) const COMMON: usize = OWN_WORDS + 2 * COUNTS;

/// The nesting depth of constructs.
const DEPTH: u32 = 4;
/// The range of statements in most programs: a large one is more of the same, and takes many times as long.
const SIZES: Range<u32> = 3..14;
/// The range of statements of one program in [`LARGE_EVERY`], which combines more.
const LARGE: Range<u32> = 14..60;
const LARGE_EVERY: u32 = 16;
/// The limit of function calls: each is inlined.
const CALLS: u32 = 3;
/// One program in this many is fully optimised by LLVM.
const QUICK_EVERY: u32 = 16;

/// A program with its workgroup size.
pub(crate) struct Program {
    text: String,
    lanes: u32,
    optimiser: &'static str,
    effort: Effort,
}

impl Program {
    pub(crate) fn new(seed: u32) -> Self {
        let mut random = Random::new();
        (0..seed % 1000).for_each(|_| {
            random.next();
        });
        let start = random.next() ^ seed.wrapping_mul(0x9E37_79B9);
        let mut writer =
            Writer { random, start, text: String::new(), size: 0, budget: 0, calls: 0, names: 0, waves: false };
        writer.waves = writer.below(2) == 0;
        let sizes = if writer.below(LARGE_EVERY) == 0 { LARGE } else { SIZES };
        writer.size = sizes.start + writer.below(sizes.end - sizes.start);
        let [x, y] = [[64, 1], [33, 1], [8, 8], [16, 3], [5, 7], [128, 1], [7, 1]][writer.below(7) as usize];
        writer.program([x, y]);
        let optimiser = if seed.is_multiple_of(2) { "-O3" } else { "-fcgl" };
        let effort = if (seed / 2).is_multiple_of(QUICK_EVERY) { Effort::Quick } else { Effort::None };
        Program { text: writer.text, lanes: x * y, optimiser, effort }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn lanes(&self) -> u32 {
        self.lanes
    }

    pub(crate) fn optimiser(&self) -> &'static str {
        self.optimiser
    }

    /// The optimisation effort of LLVM.
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }
}

/// The context of a statement.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    /// True if `break` is allowed: a loop or switch is around the place.
    breaks: bool,
    /// True if `continue` is allowed: a loop is around the place.
    continues: bool,
    /// True if control flow is uniform here, so that barriers are allowed.
    together: bool,
    /// True in a function that may return early.
    returns: bool,
}

struct Writer {
    random: Random,
    start: u32,
    text: String,
    /// The approximate number of statements, and how many are left to write.
    size: u32,
    budget: u32,
    /// The number of calls of the function.
    calls: u32,
    names: u32,
    waves: bool,
}

impl Writer {
    fn below(&mut self, limit: u32) -> u32 {
        (self.random.next() ^ self.start) % limit
    }

    fn line(&mut self, depth: u32, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth as usize));
    }

    /// Unused declarations are left out: they take as long as all the rest of a small program.
    fn program(&mut self, [x, y]: [u32; 2]) {
        self.budget = self.size / 3;
        self.block(Place { depth: 1, breaks: false, continues: false, together: false, returns: true });
        let helper = std::mem::take(&mut self.text);
        self.budget = self.size;
        self.block(Place { depth: 1, breaks: false, continues: false, together: true, returns: false });
        self.block(Place { depth: 1, breaks: false, continues: false, together: false, returns: false });
        let main = std::mem::take(&mut self.text);
        self.text.push_str(
            "StructuredBuffer<uint> source;\nRWStructuredBuffer<uint> result;\nRWStructuredBuffer<uint> common;\n\
             groupshared uint shared_words[64];\n",
        );
        let _ = writeln!(self.text, "groupshared uint counts[{COUNTS}];");
        self.text.push_str(
            "uint helper(uint a, uint b, uint u) {\n    uint c = a ^ b, d = 3;\n    uint local[4] = { a, b, 1, 2 };\n",
        );
        let _ = writeln!(self.text, "{helper}    return c + d + local[c & 3];\n}}\n[numthreads({x}, {y}, 1)]");
        self.text.push_str(
            "void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex) {\n",
        );
        let lanes = x * y;
        let _ = writeln!(self.text, "    const uint number = group.x * {lanes} + index, u = group.x * 3 + 2;");
        self.start(&main, lanes);
        self.text.push_str(&main);
        self.end(&main, lanes);
    }

    /// The preamble of the statements.
    fn start(&mut self, main: &str, lanes: u32) {
        self.text.push_str(
            "    uint a = source[index], b = index, c = id.x * 7, d = source[(index * 13) & 127];\n\
             \x20   uint local[4] = { index, b, 5, c };\n",
        );
        if main.contains("counts[") {
            let _ = writeln!(self.text, "    for (uint i = index; i < {COUNTS}; i += {lanes}) counts[i] = i * 77;");
        }
        if main.contains("shared_words[") {
            self.line(1, "if (index < 64) shared_words[index] = a;");
        }
        if main.contains("counts[") || main.contains("shared_words[") {
            self.line(1, "GroupMemoryBarrierWithGroupSync();");
        }
    }

    /// Writes all computed values to the results.
    fn end(&mut self, main: &str, lanes: u32) {
        let step = [1, 2, RESULTS][self.below(3) as usize];
        self.line(1, "uint all = a;");
        for value in ["b", "c", "d", "local[a & 3]"] {
            self.line(1, &format!("all = (all * 16777619) ^ {value};"));
        }
        self.line(1, &format!("result[number * {step}] = all;"));
        if main.contains("counts[") {
            let first = OWN_WORDS + COUNTS;
            self.line(1, "GroupMemoryBarrierWithGroupSync();");
            self.line(1, &format!("for (uint j = index; j < {COUNTS}; j += {lanes})"));
            self.line(2, &format!("InterlockedAdd(common[{first} + j], counts[j]);"));
        }
        self.text.push_str("}\n");
    }

    fn block(&mut self, place: Place) {
        for _ in 0..1 + self.below(5) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(place);
        }
    }

    fn statement(&mut self, place: Place) {
        let inner = Place { depth: place.depth + 1, ..place };
        let nests = place.depth < DEPTH;
        match self.below(16) {
            0..=2 if nests => self.branch(place, inner),
            3 | 4 if nests => self.counted_loop(place, inner),
            5 if nests => self.endless_loop(place, inner),
            6 if nests => self.switch(place, inner),
            7 if place.breaks => self.leave(place, "break;"),
            8 if place.continues => self.leave(place, "continue;"),
            9 if place.returns => self.leave(place, "return a + d;"),
            10 if place.together => self.barrier(place),
            11 if self.waves => self.wave(place),
            12 => self.memory(place),
            13 if !place.returns && self.calls < CALLS => {
                self.calls += 1;
                let (x, y) = (self.value(), self.value());
                self.line(place.depth, &format!("{x} += helper({y}, {x}, u);"));
            }
            _ => {
                let (target, value) = (self.value(), self.expression(2));
                self.line(place.depth, &format!("{target} = {value};"));
            }
        }
    }

    fn value(&mut self) -> &'static str {
        ["a", "b", "c", "d"][self.below(4) as usize]
    }

    fn expression(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 4 } else { 12 }) {
            0 => format!("{}u", self.below(100)),
            1 => "u".to_owned(),
            2 | 3 => self.value().to_owned(),
            4 => format!("source[{} & 127]", self.expression(depth - 1)),
            5 => format!("local[{} & 3]", self.expression(depth - 1)),
            6 => format!("({} ? {} : {})", self.condition(depth - 1), self.value(), self.expression(depth - 1)),
            7 => self.call(depth - 1),
            _ => {
                let operator = ["+", "-", "*", "^", "&", "|", ">>", "%"][self.below(8) as usize];
                let (x, y) = (self.expression(depth - 1), self.expression(depth - 1));
                let y = match operator {
                    "%" => format!("({y} | 1)"),
                    ">>" => format!("({y} & 31)"),
                    _ => y,
                };
                format!("({x} {operator} {y})")
            }
        }
    }

    /// Functions of one or two numbers, with conversions in between.
    fn call(&mut self, depth: u32) -> String {
        let (x, y) = (self.expression(depth), self.value());
        match self.below(10) {
            0 => format!("min({x}, {y})"),
            1 => format!("uint(max(int({x}), int({y})))"),
            2 => format!("countbits({x})"),
            3 => format!("reversebits({x})"),
            4 => format!("uint(firstbithigh({x}))"),
            5 => format!("asuint(float({x} & 65535) * 0.5 + float({y} & 7))"),
            6 => format!("uint(int({x}) / int(({y} & 7) + 1))"),
            7 => format!("uint(int({x}) >> ({y} & 31))"),
            8 => format!("uint((uint64_t({x}) * {y}) >> 16)"),
            _ => format!("uint3({x}, {y}, u)[{} % 3]", self.value()),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.below(6) {
            0 => format!("(u & {}) != 0", 1 + self.below(3)),
            1 => format!("({} & {}) != 0", self.expression(depth), 1 + self.below(7)),
            2 => format!("{} < {}", self.expression(depth), self.expression(depth)),
            3 => format!("b % {} == {}", 2 + self.below(5), self.below(3)),
            // Some lanes alone evaluate the right operand.
            4 => {
                let (joined, value) = (["&&", "||"][self.below(2) as usize], self.value());
                format!("({} > {} {joined} ({value}++ & {}) != 0)", self.value(), self.below(9), 1 + self.below(3))
            }
            _ => format!("int({}) > int({})", self.expression(depth), self.expression(depth)),
        }
    }

    /// A condition; uniform if control flow must stay uniform.
    fn choice(&mut self, inner: &mut Place) -> String {
        match inner.together && self.below(2) == 0 {
            true => format!("(u & {}) != 0", 1 + self.below(3)),
            false => {
                inner.together = false;
                self.condition(1)
            }
        }
    }

    fn branch(&mut self, place: Place, mut inner: Place) {
        let condition = self.choice(&mut inner);
        self.line(place.depth, &format!("if ({condition}) {{"));
        self.block(inner);
        if self.below(2) == 0 {
            self.line(place.depth, "} else {");
            self.block(inner);
        }
        self.line(place.depth, "}");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("i{}", self.names)
    }

    fn counted_loop(&mut self, place: Place, inner: Place) {
        let name = self.name();
        let uniform = inner.together && self.below(2) == 0;
        let bound =
            if uniform { "u & 3".to_owned() } else { format!("{} % {}", self.expression(1), 2 + self.below(5)) };
        self.line(place.depth, &format!("for (uint {name} = 0; {name} < ({bound}); ++{name}) {{"));
        // A divergent exit would separate lanes before a barrier.
        self.block(Place { breaks: !uniform, continues: !uniform, together: uniform, ..inner });
        self.line(place.depth, "}");
    }

    fn endless_loop(&mut self, place: Place, inner: Place) {
        let name = self.name();
        self.line(place.depth, &format!("uint {name} = 0;"));
        let is_behind = self.below(3) == 0;
        self.line(place.depth, if is_behind { "do {" } else { "while (true) {" });
        let (condition, most) = (self.condition(1), 1 + self.below(6));
        self.line(inner.depth, &format!("if (++{name} > {most} || {condition}) break;"));
        self.block(Place { breaks: true, continues: true, together: false, ..inner });
        let end = if is_behind { format!("}} while ({});", self.condition(1)) } else { "}".to_owned() };
        self.line(place.depth, &end);
    }

    fn switch(&mut self, place: Place, inner: Place) {
        let selector = if self.below(3) == 0 { "u".to_owned() } else { self.expression(1) };
        self.line(place.depth, &format!("switch (({selector}) % 5) {{"));
        let (cases, default) = (2 + self.below(3), self.below(8));
        for case in 0..cases {
            if case == default {
                self.line(place.depth, "default:");
            }
            self.line(place.depth, &format!("case {case}:"));
            if self.below(4) == 0 {
                continue;
            }
            self.block(Place { breaks: true, together: false, ..inner });
            if self.below(4) != 0 {
                self.line(inner.depth, "break;");
            }
        }
        let last = if default < cases { format!("case {cases}:") } else { "default:".to_owned() };
        self.line(place.depth, &last);
        let (target, value) = (self.value(), self.expression(1));
        self.line(inner.depth, &format!("{target} ^= {value};"));
        self.line(place.depth, "}");
    }

    fn leave(&mut self, place: Place, how: &str) {
        let condition = self.condition(1);
        self.line(place.depth, &format!("if ({condition}) {how}"));
    }

    fn barrier(&mut self, place: Place) {
        let (target, value) = (self.value(), self.value());
        self.line(place.depth, "GroupMemoryBarrierWithGroupSync();");
        self.line(place.depth, &format!("if (index < 64) shared_words[index] = {value};"));
        self.line(place.depth, "GroupMemoryBarrierWithGroupSync();");
        self.line(place.depth, &format!("{target} += shared_words[({value} + index) % 64 % min(index + 1, 64)];"));
    }

    fn wave(&mut self, place: Place) {
        let (target, value) = (self.value(), self.value());
        let of = match self.below(14) {
            0 => format!("WaveActiveSum({value})"),
            1 => format!("WavePrefixSum({value})"),
            2 => format!("WaveReadLaneFirst({value})"),
            3 => format!("WaveActiveBallot({value} % 3 == 0).x"),
            4 => format!("WaveActiveMax({value})"),
            5 => "uint(WaveIsFirstLane())".to_owned(),
            6 => format!("uint(WaveActiveAllTrue({value} > 3))"),
            7 => format!("WavePrefixCountBits({value} % 2 == 0)"),
            8 => format!("uint(WaveActiveMin(int({value})))"),
            9 => format!("WaveActiveBitAnd({value})"),
            10 => format!("uint(WaveActiveAnyTrue({value} > 3))"),
            11 => format!("uint(WaveActiveAllEqual({value}))"),
            12 => format!("WavePrefixProduct({value})"),
            _ => format!("WaveActiveBitXor({value})"),
        };
        self.line(place.depth, &format!("{target} += {of};"));
    }

    fn memory(&mut self, place: Place) {
        let (index, value) = (self.expression(1), self.value());
        match self.below(4) {
            0 => self.line(place.depth, &format!("local[{index} & 3] = {value};")),
            1 => self.atomic(place, value),
            2 => self.line(place.depth, &format!("InterlockedAdd(common[{index} % 64], {value});")),
            _ => self.line(place.depth, &format!("local[{}] += {value};", self.names % 4)),
        }
    }

    /// An atomic operation of all lanes on one word, or of each on one of two.
    fn atomic(&mut self, place: Place, value: &str) {
        let at = self.below(ATOMICS.len() as u32) as usize;
        let choice = ["0", "u % 2", "d % 2"][self.below(3) as usize];
        let (operation, word) = (ATOMICS[at], format!("{} + {choice}", at * WORDS_EACH));
        let memory = match self.below(2) {
            0 => format!("common[{OWN_WORDS} + {word}]"),
            _ => format!("counts[{word}]"),
        };
        self.line(place.depth, &format!("Interlocked{operation}({memory}, {value});"));
    }
}
