//! Static counts of the entry points of a module: instructions by kind, accesses to memory, live values.
//!
//! They need no driver and say nothing of one: each instruction counts once, in loops too, and a function once however often
//! it is called. The model and the counts are here; tables and budgets are the command's.

use dialect::spirv::decode::{Inst, Operand, decode};
use isa::{Class, ImageKind};
use spirv::{Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The functions of `GLSL.std.450` that processors have special units for, from `Sin` to `InverseSqrt`.
const SPECIAL: std::ops::RangeInclusive<u32> = 13..=32;
/// The limit of values times blocks for which live values are counted.
const MOST_LIVE: u64 = 1 << 32;

/// What is counted, by the names in tables, JSON and budgets.
pub(crate) const COUNTS: [&str; 13] = [
    "instructions",
    "alu",
    "special",
    "conversion",
    "texture",
    "image",
    "load",
    "store",
    "shared",
    "atomic",
    "wave",
    "barrier",
    "branch",
];

/// The words of 32 bits that are live at once, at most.
pub(crate) const REGISTERS: &str = "registers";
/// The bytes of local variables that are in memory.
pub(crate) const LOCAL: &str = "local";

/// The counts of an entry point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Its name.
    pub(crate) entry: String,
    /// Its stage, as SPIR-V names it.
    pub(crate) stage: String,
    /// The counts by name, those of [`COUNTS`] and the live words among them.
    pub(crate) counts: BTreeMap<&'static str, u64>,
}

/// The counts of each entry point of a module.
///
/// # Errors
/// When the words are not a module.
pub(crate) fn count(words: &[u32]) -> Result<Vec<Cost>, String> {
    let (_, insts) = decode(words).map_err(|error| error.to_string())?;
    let module = Module::new(&insts);
    let mut costs = Vec::new();
    for inst in insts.iter().filter(|inst| inst.op == Op::EntryPoint) {
        if let [Operand::Enum(_, stage, _), function, Operand::Text(name), ..] = &inst.operands[..]
            && let Some(function) = id(function)
        {
            let stage = spirv::ExecutionModel::from_u32(*stage).map_or_else(String::new, |stage| format!("{stage:?}"));
            costs.push(Cost { entry: name.to_string(), stage, counts: module.counts(function) });
        }
    }
    Ok(costs)
}

fn id(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Id(id) | Operand::ConstantId(_, id) => Some(*id),
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) | Operand::Enum(..) => None,
    }
}

/// The shape of a type.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    /// The words of 32 bits of a value.
    words: u64,
    components: u64,
    /// The storage class of a pointer.
    storage: Option<StorageClass>,
    /// The type that a pointer leads to.
    target: u32,
}

struct Module<'m> {
    insts: &'m [Inst],
    types: BTreeMap<u32, Shape>,
    /// The types of results.
    values: BTreeMap<u32, u32>,
    /// The instructions of functions.
    functions: BTreeMap<u32, Range<usize>>,
    /// The imported set of `GLSL.std.450`, and those without semantics.
    gl: BTreeSet<u32>,
    without_semantics: BTreeSet<u32>,
}

impl<'m> Module<'m> {
    fn new(insts: &'m [Inst]) -> Self {
        let mut module = Module {
            insts,
            types: BTreeMap::new(),
            values: BTreeMap::new(),
            functions: BTreeMap::new(),
            gl: BTreeSet::new(),
            without_semantics: BTreeSet::new(),
        };
        let (mut lengths, mut start) = (BTreeMap::new(), 0);
        for (at, inst) in insts.iter().enumerate() {
            module.values.extend(inst.result.zip(inst.ty));
            match (inst.op, inst.result, inst.operands.first()) {
                (Op::Constant, Some(result), Some(Operand::Number(value))) => _ = lengths.insert(result, *value),
                (Op::ExtInstImport, Some(result), Some(Operand::Text(name))) => {
                    match name.starts_with("NonSemantic.") {
                        true => _ = module.without_semantics.insert(result),
                        false if &**name == "GLSL.std.450" => _ = module.gl.insert(result),
                        false => {}
                    }
                }
                (Op::Function, ..) => start = at,
                (Op::FunctionEnd, ..) => {
                    _ = insts[start].result.map(|function| module.functions.insert(function, start..at))
                }
                (_, Some(result), _) if isa::class(inst.op).is_type() => {
                    let shape = module.shape(inst, &lengths);
                    module.types.insert(result, shape);
                }
                _ => {}
            }
        }
        module
    }

    fn shape(&self, inst: &Inst, lengths: &BTreeMap<u32, u64>) -> Shape {
        let part = |at: usize| {
            inst.operands.get(at).and_then(id).and_then(|id| self.types.get(&id)).copied().unwrap_or_default()
        };
        let number = |at: usize| match inst.operands.get(at) {
            Some(Operand::Literal(number)) => u64::from(*number),
            _ => 0,
        };
        let times = |shape: Shape, count: u64| Shape {
            words: shape.words.saturating_mul(count),
            components: shape.components.saturating_mul(count),
            ..Shape::default()
        };
        match inst.op {
            Op::TypeBool => Shape { words: 1, components: 1, ..Shape::default() },
            Op::TypeInt | Op::TypeFloat => Shape { words: number(0).div_ceil(32), components: 1, ..Shape::default() },
            Op::TypeVector | Op::TypeMatrix => times(part(0), number(1)),
            Op::TypeArray => {
                let length = inst.operands.get(1).and_then(id).and_then(|length| lengths.get(&length));
                times(part(0), length.copied().unwrap_or(1))
            }
            Op::TypeStruct => (0..inst.operands.len()).map(part).fold(Shape::default(), |sum, member| Shape {
                words: sum.words.saturating_add(member.words),
                components: sum.components.saturating_add(member.components),
                ..sum
            }),
            Op::TypePointer => {
                let storage = match inst.operands.first() {
                    Some(Operand::Enum(_, storage, _)) => StorageClass::from_u32(*storage),
                    _ => None,
                };
                Shape { storage, target: inst.operands.get(1).and_then(id).unwrap_or(0), ..Shape::default() }
            }
            _ => Shape::default(),
        }
    }

    fn shape_of(&self, value: u32) -> Shape {
        self.values.get(&value).and_then(|ty| self.types.get(ty)).copied().unwrap_or_default()
    }

    fn counts(&self, entry: u32) -> BTreeMap<&'static str, u64> {
        let mut counts: BTreeMap<&'static str, u64> = COUNTS.into_iter().map(|name| (name, 0)).collect();
        let (mut seen, mut queue) = (BTreeSet::from([entry]), vec![entry]);
        let (mut live, mut local) = (Some(0), 0);
        while let Some(function) = queue.pop() {
            let Some(range) = self.functions.get(&function).cloned() else { continue };
            for inst in &self.insts[range.clone()] {
                for (name, count) in self.kinds(inst) {
                    *counts.entry(name).or_default() += count;
                }
                if isa::class(inst.op) == Class::Variable {
                    let pointer = inst.result.map(|result| self.shape_of(result)).unwrap_or_default();
                    local += 4 * self.types.get(&pointer.target).map_or(0, |target| target.words);
                }
                if isa::class(inst.op) == Class::Call
                    && let Some(callee) = inst.operands.first().and_then(id)
                    && seen.insert(callee)
                {
                    queue.push(callee);
                }
            }
            live = live.zip(self.live(&self.insts[range])).map(|(most, own): (u64, u64)| most.max(own));
        }
        counts.extend(live.map(|live| (REGISTERS, live)));
        counts.insert(LOCAL, local);
        counts
    }

    /// What an instruction counts as.
    fn kinds(&self, inst: &Inst) -> Vec<(&'static str, u64)> {
        let components = inst.result.map_or(1, |result| self.shape_of(result).components.max(1));
        let storage = |at: usize| inst.operands.get(at).and_then(id).and_then(|pointer| self.shape_of(pointer).storage);
        let one = |name| vec![("instructions", 1), (name, 1)];
        let each = |name| vec![("instructions", 1), (name, components)];
        match isa::class(inst.op) {
            Class::Arithmetic(_)
            | Class::Product(_)
            | Class::Transpose
            | Class::IntegerDot
            | Class::Comparison(_)
            | Class::Logic(_)
            | Class::Bits(_)
            | Class::Select
            | Class::Derivative => each("alu"),
            Class::Conversion(_) => each("conversion"),
            Class::ExtInst => {
                let set = inst.operands.first().and_then(id).unwrap_or(0);
                let is_special =
                    matches!(inst.operands.get(1), Some(Operand::Literal(number)) if SPECIAL.contains(number));
                match () {
                    () if self.without_semantics.contains(&set) => Vec::new(),
                    () if self.gl.contains(&set) && is_special => each("special"),
                    () => each("alu"),
                }
            }
            Class::Image(ImageKind::Read | ImageKind::Write, _) => one("image"),
            Class::Image(ImageKind::Part, _) => Vec::new(),
            Class::Image(..) => one("texture"),
            Class::Load => memory(storage(0), "load"),
            Class::Store => memory(storage(0), "store"),
            Class::Atomic => one("atomic"),
            Class::Group(..) => one("wave"),
            Class::Barrier | Class::Interlock => one("barrier"),
            Class::Terminator if inst.operands.len() > 1 => one("branch"),
            Class::Debug
            | Class::Label
            | Class::Merge
            | Class::Phi
            | Class::Function
            | Class::Variable
            | Class::Undef
            | Class::Terminator => Vec::new(),
            _ => vec![("instructions", 1)],
        }
    }

    /// The words that are live at once in a function, at most; nothing where that would take too long.
    fn live(&self, insts: &[Inst]) -> Option<u64> {
        let words = |value: u32| self.shape_of(value).words;
        let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
        for inst in insts.iter().filter(|inst| !is_untracked(isa::class(inst.op))) {
            if let Some(result) = inst.result.filter(|result| words(*result) > 0) {
                let next = numbers.len();
                numbers.entry(result).or_insert(next);
            }
        }
        let blocks = Blocks::new(insts);
        let tracked = |operand: &Operand| id(operand).and_then(|id| numbers.get(&id).copied());
        if (numbers.len() as u64).saturating_mul(blocks.list.len() as u64) > MOST_LIVE {
            return None;
        }
        let mut sizes = vec![0; numbers.len()];
        numbers.iter().for_each(|(value, number)| sizes[*number] = words(*value));
        let mut live_in = vec![BTreeSet::new(); blocks.list.len()];
        let (mut peak, mut is_changed) = (0, true);
        while is_changed {
            (is_changed, peak) = (false, 0);
            for (at, block) in blocks.list.iter().enumerate().rev() {
                let mut live: BTreeSet<usize> = block.next.iter().flat_map(|next| &live_in[*next]).copied().collect();
                // A phi reads its operand at the end of the block that the value comes from.
                for phi in block.next.iter().flat_map(|next| blocks.phis(*next)) {
                    for pair in phi.operands.chunks(2) {
                        if pair.get(1).and_then(id) == Some(block.label) {
                            live.extend(tracked(&pair[0]));
                        }
                    }
                }
                let mut sum: u64 = live.iter().map(|number| sizes[*number]).sum();
                peak = peak.max(sum);
                for inst in insts[block.range.clone()].iter().rev() {
                    if let Some(number) = inst.result.and_then(|result| numbers.get(&result))
                        && live.remove(number)
                    {
                        sum -= sizes[*number];
                    }
                    if inst.op != Op::Phi {
                        for number in inst.operands.iter().filter_map(tracked) {
                            sum += if live.insert(number) { sizes[number] } else { 0 };
                        }
                    }
                    peak = peak.max(sum);
                }
                if live != live_in[at] {
                    live_in[at] = live;
                    is_changed = true;
                }
            }
        }
        Some(peak)
    }
}

fn memory(storage: Option<StorageClass>, name: &'static str) -> Vec<(&'static str, u64)> {
    match storage {
        Some(StorageClass::Workgroup) => vec![("instructions", 1), ("shared", 1)],
        Some(
            StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::PushConstant,
        ) => vec![("instructions", 1), (name, 1)],
        _ => vec![("instructions", 1)],
    }
}

/// Results that take no register: names of places, and what an instruction takes as an immediate.
fn is_untracked(class: Class) -> bool {
    matches!(
        class,
        Class::Label | Class::Function | Class::Variable | Class::Chain | Class::UntypedChain | Class::Undef
    )
}

struct Block {
    label: u32,
    range: Range<usize>,
    next: Vec<usize>,
}

struct Blocks<'b> {
    insts: &'b [Inst],
    list: Vec<Block>,
}

impl<'b> Blocks<'b> {
    fn new(insts: &'b [Inst]) -> Self {
        let mut list: Vec<Block> = Vec::new();
        for (at, inst) in insts.iter().enumerate() {
            match (isa::class(inst.op), list.last_mut()) {
                (Class::Label, _) => {
                    list.push(Block { label: inst.result.unwrap_or(0), range: at..at + 1, next: Vec::new() });
                }
                (_, Some(block)) => block.range.end = at + 1,
                (_, None) => {}
            }
        }
        let numbers: BTreeMap<u32, usize> = list.iter().enumerate().map(|(at, block)| (block.label, at)).collect();
        for block in &mut list {
            let last = &insts[block.range.end - 1];
            block.next = last.operands.iter().filter_map(id).filter_map(|id| numbers.get(&id).copied()).collect();
        }
        Blocks { insts, list }
    }

    fn phis(&self, block: usize) -> impl Iterator<Item = &'b Inst> {
        let range = self.list[block].range.clone();
        self.insts[range]
            .iter()
            .skip(1)
            .take_while(|inst| inst.op == Op::Phi || isa::class(inst.op) == Class::Debug)
            .filter(|inst| inst.op == Op::Phi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::Compiler;

    fn costs(body: &str) -> BTreeMap<&'static str, u64> {
        let text = format!(
            "RWStructuredBuffer<float4> o : register(u0); Texture2D<float4> t : register(t1); SamplerState s : register(s2);\n\
             groupshared float g[64];\n[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{ {body} }}\n"
        );
        let compiler = Compiler::from_args(&["-T", "cs_6_0"]).unwrap();
        let artifact = compiler.compile("a.hlsl", &text, &library::files::reading::Disk).unwrap();
        let mut all = count(&artifact.words).unwrap();
        assert_eq!((all.len(), all[0].entry.as_str(), all[0].stage.as_str()), (1, "main", "GLCompute"));
        all.remove(0).counts
    }

    #[test]
    fn kinds_of_instructions_are_counted() {
        let counts = costs("float4 v = o[id.x]; o[id.y] = v * v + sin(v) + t.SampleLevel(s, v.xy, 0);");
        let expected = [("alu", 12), ("special", 4), ("texture", 1), ("load", 1), ("store", 1), ("branch", 0)];
        expected.iter().for_each(|(name, count)| assert_eq!(counts[name], *count, "{name} of {counts:?}"));
        let counts = costs("g[id.x] = id.y; GroupMemoryBarrierWithGroupSync(); if (id.x > 3) o[0] = g[63 - id.x];");
        let expected = [("shared", 2), ("barrier", 1), ("conversion", 1), ("branch", 1), ("store", 1)];
        expected.iter().for_each(|(name, count)| assert_eq!(counts[name], *count, "{name} of {counts:?}"));
    }

    #[test]
    fn live_values_are_those_of_the_widest_place() {
        let few = costs("float4 v = o[id.x]; o[id.y] = v; float4 w = o[1]; o[2] = w;");
        let many = costs("float4 v = o[id.x]; float4 w = o[1]; float4 x = o[2]; o[id.y] = v; o[3] = w; o[4] = x;");
        assert!(few[REGISTERS] < 10 && many[REGISTERS] >= 12 && many[REGISTERS] < 20, "{few:?} {many:?}");
        let looped = costs("float4 v = o[0]; [loop] for (uint i = 0; i < id.x; ++i) v += o[i]; o[id.y] = v;");
        assert!((9..=16).contains(&looped[REGISTERS]), "{looped:?}");
    }

    #[test]
    fn local_arrays_are_bytes() {
        let counts = costs("float a[16]; for (uint i = 0; i < 16; ++i) a[i] = o[i].x; o[0] = a[id.x & 15];");
        assert_eq!(counts[LOCAL], 64, "{counts:?}");
        assert_eq!(costs("o[0] = 1;")[LOCAL], 0);
    }
}
