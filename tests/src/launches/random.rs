//! Random control flow around rays: a ray generation shader whose `probe` traces a ray, and a compute shader whose `probe` says
//! what the hit shaders would, give the same numbers.

use ::mutants::Numbers;
use std::fmt::Write;

/// What both shaders have.
const COMMON: &str = "
RWStructuredBuffer<uint> results;
static uint seen = 1;
bool isOdd(uint x) { return (x & 5) != 0; }
uint pure(uint x) {
    for (uint at = 0; at < (x & 3); ++at) {
        if (x & 16)
            x = x * 5 + at;
        else
            x >>= 1;
    }
    return x;
}
";

/// The shaders of a pipeline, in which hit shaders start rays as well.
const RAYS: &str = "
RaytracingAccelerationStructure scene;
struct Payload { uint x; uint k; };
RayDesc towards(uint x) {
    RayDesc ray = { float3(x & 1 ? 0 : 9, 0, -2), 0, float3(0, 0, 1), 100 };
    return ray;
}
uint probe(uint x, uint k) {
    Payload payload = { x, k };
    seen += x;
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(x), payload);
    return payload.x;
}
[shader(\"closesthit\")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    seen += 100;
    if (payload.k > 1) {
        Payload inner = { payload.x >> 1, payload.k - 1 };
        TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, towards(inner.x), inner);
        payload.x += inner.x * 3 + seen;
    }
    payload.x = payload.x * 2 + 1;
}
[shader(\"miss\")] void sky(inout Payload payload) { payload.x ^= payload.k + 0x55; }
";

/// The shaders of a pipeline without a ray.
const PLAIN: &str = "
uint last(uint x, uint k) { return (x & 1) ? x * 2 + 1 : x ^ (k + 0x55); }
uint middle(uint x, uint k) {
    if ((x & 1) && k > 1)
        return (x + last(x >> 1, k - 1) * 3 + 101) * 2 + 1;
    return last(x, k);
}
uint first(uint x, uint k) {
    if ((x & 1) && k > 1)
        return (x + middle(x >> 1, k - 1) * 3 + 101) * 2 + 1;
    return last(x, k);
}
uint probe(uint x, uint k) {
    seen += x;
    return first(x, k);
}
";

/// A program as a library and as a compute shader.
pub(super) fn program(numbers: &mut Numbers) -> [String; 2] {
    let mut maker = Maker { numbers, loops: 0 };
    let body = maker.block(4, None) + &maker.block(3, None);
    let work = format!(
        "uint work(uint i) {{\nuint a = i, b = i * 7 + 1, c = 3;\nuint arr[4] = {{ 0, 1, 2, 3 }};\n{body}\
         return a ^ b * 5 ^ c * 9 ^ arr[0] ^ arr[3] * 11;\n}}\n"
    );
    let rays =
        "[shader(\"raygeneration\")] void main() { uint i = DispatchRaysIndex().x; results[i] = work(i) + seen; }";
    let plain = "[numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex) { results[i] = work(i) + seen; }";
    [format!("{COMMON}{RAYS}{work}{rays}"), format!("{COMMON}{PLAIN}{work}{plain}")]
}

/// What a statement is in: a loop, or a switch in one.
#[derive(Clone, Copy)]
enum Inside {
    Loop,
    Switch,
}

struct Maker<'n> {
    numbers: &'n mut Numbers,
    loops: usize,
}

impl Maker<'_> {
    fn variable(&mut self) -> &'static str {
        ["a", "b", "c"][self.numbers.below(3)]
    }

    fn value(&mut self, depth: usize) -> String {
        let name = ["a", "b", "c", "i"][self.numbers.below(4)];
        match self.numbers.below(8) {
            0 => self.numbers.below(10).to_string(),
            1 | 2 => name.to_owned(),
            _ if depth == 0 => name.to_owned(),
            3 => format!("probe({}, {})", self.value(depth - 1), self.numbers.below(4)),
            4 => format!("({} + {})", self.value(depth - 1), self.value(depth - 1)),
            5 => format!("({} * 3 ^ {})", self.value(depth - 1), self.value(depth - 1)),
            6 => {
                let [test, yes, no] = [(); 3].map(|()| self.value(depth - 1));
                format!("(isOdd({test}) ? {yes} : {no})")
            }
            _ => format!("pure({})", self.value(depth - 1)),
        }
    }

    fn condition(&mut self) -> String {
        let (value, mask) = (self.value(1), [1, 2, 3, 4][self.numbers.below(4)]);
        let (sign, other) = (["==", "!="][self.numbers.below(2)], self.numbers.below(3));
        format!("({value} & {mask}) {sign} {other}")
    }

    fn block(&mut self, depth: usize, inside: Option<Inside>) -> String {
        (0..=self.numbers.below(3)).map(|_| self.statement(depth, inside)).collect()
    }

    fn statement(&mut self, depth: usize, inside: Option<Inside>) -> String {
        let to = self.variable();
        match (self.numbers.below(12), inside) {
            (4 | 5, _) if depth > 0 => {
                let (test, yes) = (self.condition(), self.block(depth - 1, inside));
                let no = self.block(depth - 1, inside);
                format!("if ({test}) {{\n{yes}}} else {{\n{no}}}\n")
            }
            (6, _) if depth > 0 => {
                let (counter, times) = (self.counter(), 1 + self.numbers.below(3));
                let body = self.block(depth - 1, Some(Inside::Loop));
                format!(
                    "[loop] for (uint {counter} = 0; {counter} < {times}; ++{counter}) {{\n{body}c += {counter};\n}}\n"
                )
            }
            (7, _) if depth > 0 => {
                let (counter, body) = (self.counter(), self.block(depth - 1, Some(Inside::Loop)));
                format!(
                    "uint {counter} = 0;\n[loop] do {{\n{body}b ^= {counter};\n}} while (++{counter} < (a & 3) + 1);\n"
                )
            }
            (8, _) if depth > 0 => {
                let mut text = format!("switch (({}) & 3) {{\n", self.value(1));
                let inner = inside.map(|_| Inside::Switch);
                for case in 0..1 + self.numbers.below(3) {
                    let _ = writeln!(text, "case {case}:\n{}break;", self.block(depth - 1, inner));
                }
                format!("{text}default:\n{}break;\n}}\n", self.block(depth - 1, inner))
            }
            (9, Some(inside)) => {
                let jump = match inside {
                    Inside::Loop if self.numbers.below(2) == 0 => "continue",
                    Inside::Loop | Inside::Switch => "break",
                };
                format!("if ({}) {jump};\n", self.condition())
            }
            (10, _) => format!("if ({}) return a + {};\n", self.condition(), self.numbers.below(99)),
            (11, _) => format!("arr[{to} & 3] += {};\n{to} ^= arr[i & 3];\n", self.value(1)),
            _ => format!("{to} = {};\n", self.value(2)),
        }
    }

    fn counter(&mut self) -> String {
        self.loops += 1;
        format!("n{}", self.loops)
    }
}
