//! Random valid kernels, made of choices: of random numbers, or of a fuzzer's input.
//!
//! Each has two buffers, an array in each kind of memory, wave operations and barriers, and accesses all of these with
//! any index. Loops end. Blocks nest according to SPIR-V's rules, and definitions dominate uses.

use crate::Numbers;
use crate::parts::{Parts, text};
use spirv::{
    BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, GlslStd450Op as Gl, GroupOperation, Op, Scope,
    StorageClass,
};

/// A source of choices.
pub trait Choose {
    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize;
}

impl dyn Choose + '_ {
    /// One of several items, of which there must be one.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

impl Choose for Numbers {
    fn below(&mut self, limit: usize) -> usize {
        Numbers::below(self, limit)
    }
}

/// Given choices, a byte each; zero after the end.
#[derive(Clone, Debug)]
pub struct Chosen<'b>(pub &'b [u8]);

impl Choose for Chosen<'_> {
    fn below(&mut self, limit: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % limit.max(1)
    }
}

/// The number of invocations in a workgroup.
pub const LANES: u32 = 16;
/// The number of elements in the arrays.
const ELEMENTS: u32 = 8;
/// The limits of statements and of their nesting.
const STATEMENTS: usize = 120;
const DEPTH: usize = 4;

/// A kernel `main`, with buffers at the bindings 0 and 1 of set 0.
pub fn kernel(choices: &mut dyn Choose) -> Vec<u32> {
    let mut maker = Maker::new(choices);
    maker.declare();
    maker.function();
    maker.parts.words(3)
}

/// Accessible memory: the variable, the pointer to one of its numbers, whether it holds vectors.
#[derive(Clone, Copy)]
struct Memory {
    variable: u32,
    pointer: u32,
    is_block: bool,
    has_vectors: bool,
    is_shared: bool,
}

/// Types and constants.
#[derive(Default)]
struct Known {
    void: u32,
    bool: u32,
    uint: u32,
    float: u32,
    vector: u32,
    ballot: u32,
    counter: u32,
    index: u32,
    glsl: u32,
    /// 0 to 8, and some numbers, the last of which has all bits set.
    small: Vec<u32>,
    wild: Vec<u32>,
    memory: Vec<Memory>,
}

/// The available values.
#[derive(Default)]
struct Pool {
    uints: Vec<u32>,
    floats: Vec<u32>,
    bools: Vec<u32>,
    vectors: Vec<u32>,
}

struct Maker<'c> {
    choices: &'c mut dyn Choose,
    parts: Parts,
    known: Known,
    pool: Pool,
    left: usize,
}

impl<'c> Maker<'c> {
    fn new(choices: &'c mut dyn Choose) -> Self {
        Maker { choices, parts: Parts::new(), known: Known::default(), pool: Pool::default(), left: STATEMENTS }
    }

    fn builtin(&mut self, builtin: BuiltIn, ty: u32) -> u32 {
        let pointer = self.parts.pointer(StorageClass::Input, ty);
        let variable = self.parts.variable(StorageClass::Input, pointer);
        self.parts.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
        variable
    }

    /// Emits everything before the function.
    fn declare(&mut self) {
        let [void, bool] = [self.parts.define(Op::TypeVoid, &[]), self.parts.define(Op::TypeBool, &[])];
        let [uint, float] = [self.parts.define(Op::TypeInt, &[32, 0]), self.parts.define(Op::TypeFloat, &[32])];
        let [vector, ballot] =
            [self.parts.define(Op::TypeVector, &[float, 4]), self.parts.define(Op::TypeVector, &[uint, 4])];
        self.known = Known { void, bool, uint, float, vector, ballot, ..Known::default() };
        self.known.small = (0..=ELEMENTS).map(|number| self.parts.constant(uint, number)).collect();
        self.known.wild =
            [16, 17, 31, 1 << 16, 1 << 29, 1 << 31, !0].map(|number| self.parts.constant(uint, number)).to_vec();
        let wild =
            [0.0, -1.5, 1e30, f32::INFINITY, f32::NAN].map(|number| self.parts.constant(float, number.to_bits()));
        self.pool.floats.extend(wild);
        self.pool.uints.extend(self.known.small.iter().chain(&self.known.wild));
        self.known.index = self.builtin(BuiltIn::LocalInvocationIndex, uint);
        self.buffer(0, uint, 4, false);
        self.buffer(1, vector, 16, true);
        let count = self.known.small[ELEMENTS as usize];
        let [words, vectors] = [uint, vector].map(|ty| self.parts.define(Op::TypeArray, &[ty, count]));
        for class in [StorageClass::Workgroup, StorageClass::Private, StorageClass::Function] {
            self.array(class, words, uint, false);
            self.array(class, vectors, float, true);
        }
        let pointer = self.parts.pointer(StorageClass::Function, uint);
        self.known.counter = pointer;
        self.announce();
    }

    fn buffer(&mut self, binding: u32, elem: u32, stride: u32, has_vectors: bool) {
        let array = self.parts.define(Op::TypeRuntimeArray, &[elem]);
        self.parts.decorate(array, Decoration::ArrayStride, &[stride]);
        let block = self.parts.define(Op::TypeStruct, &[array]);
        self.parts.decorate(block, Decoration::Block, &[]);
        self.parts.decorations.op(Op::MemberDecorate, &[block, 0, Decoration::Offset as u32, 0]);
        let pointer = self.parts.pointer(StorageClass::StorageBuffer, block);
        let variable = self.parts.variable(StorageClass::StorageBuffer, pointer);
        self.parts.decorate(variable, Decoration::DescriptorSet, &[0]);
        self.parts.decorate(variable, Decoration::Binding, &[binding]);
        let scalar = if has_vectors { self.known.float } else { self.known.uint };
        let pointer = self.parts.pointer(StorageClass::StorageBuffer, scalar);
        self.known.memory.push(Memory { variable, pointer, is_block: true, has_vectors, is_shared: true });
    }

    fn array(&mut self, class: StorageClass, ty: u32, scalar: u32, has_vectors: bool) {
        let (pointer, of_scalar) = (self.parts.pointer(class, ty), self.parts.pointer(class, scalar));
        let variable = self.parts.variable(class, pointer);
        let is_shared = class == StorageClass::Workgroup;
        self.known.memory.push(Memory { variable, pointer: of_scalar, is_block: false, has_vectors, is_shared });
    }

    /// Capabilities and the entry point, whose id is the next.
    fn announce(&mut self) {
        let waves = [Capability::GroupNonUniform, Capability::GroupNonUniformArithmetic];
        let more = [Capability::GroupNonUniformBallot, Capability::GroupNonUniformShuffle];
        for capability in [Capability::Shader].into_iter().chain(waves).chain(more) {
            self.parts.head.op(Op::Capability, &[capability as u32]);
        }
        self.known.glsl = self.parts.id();
        let import = [vec![self.known.glsl], text("GLSL.std.450")].concat();
        self.parts.head.op(Op::ExtInstImport, &import);
        self.parts.head.op(Op::MemoryModel, &[0, 1]);
        let entry =
            [vec![ExecutionModel::GLCompute as u32, self.parts.next], text("main"), vec![self.known.index]].concat();
        self.parts.head.op(Op::EntryPoint, &entry);
        self.parts.head.op(Op::ExecutionMode, &[self.parts.next, ExecutionMode::LocalSize as u32, LANES, 1, 1]);
    }

    fn function(&mut self) {
        let main = self.parts.id();
        let ty = self.parts.define(Op::TypeFunction, &[self.known.void]);
        let index = self.parts.inst(Op::Load, self.known.uint, &[self.known.index]);
        self.pool.uints.push(index);
        let truth = self.parts.inst(Op::INotEqual, self.known.bool, &[index, self.known.small[3]]);
        self.pool.bools.push(truth);
        let parts = [self.pool.floats[0]; 4];
        let vector = self.parts.inst(Op::CompositeConstruct, self.known.vector, &parts);
        self.pool.vectors.push(vector);
        self.statements(DEPTH);
        self.parts.wrap(main, self.known.void, ty, &[]);
    }

    fn uint(&mut self) -> u32 {
        self.choices.one_of(&self.pool.uints)
    }

    fn float(&mut self) -> u32 {
        self.choices.one_of(&self.pool.floats)
    }

    fn bool(&mut self) -> u32 {
        self.choices.one_of(&self.pool.bools)
    }

    fn vector(&mut self) -> u32 {
        self.choices.one_of(&self.pool.vectors)
    }

    /// Statements, until the choice is to stop; nested ones within the depth.
    fn statements(&mut self, depth: usize) {
        while self.left > 0 && self.choices.below(16) != 0 {
            self.left -= 1;
            match self.choices.below(14) {
                0 => self.arithmetic(),
                1 => self.numbers(),
                2 => self.comparison(),
                3 => self.conversion(),
                4 => self.parts(),
                5 | 6 => self.load(),
                7 | 8 => self.store(),
                9 => self.atomic(),
                10 => self.wave(),
                11 if depth == DEPTH => self.barrier(),
                11 => self.length(),
                12 if depth > 0 => self.selection(depth - 1),
                13 if depth > 0 => self.repetition(depth - 1),
                _ => self.arithmetic(),
            }
        }
    }

    fn arithmetic(&mut self) {
        const OPS: &[Op] = &[
            Op::IAdd,
            Op::ISub,
            Op::IMul,
            Op::UDiv,
            Op::SDiv,
            Op::UMod,
            Op::SRem,
            Op::ShiftLeftLogical,
            Op::ShiftRightLogical,
            Op::ShiftRightArithmetic,
            Op::BitwiseAnd,
            Op::BitwiseXor,
        ];
        let (op, operands) = (self.choices.one_of(OPS), [self.uint(), self.uint()]);
        let made = self.parts.inst(op, self.known.uint, &operands);
        self.pool.uints.push(made);
    }

    fn numbers(&mut self) {
        const OPS: &[Op] = &[Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem, Op::FMod];
        const FUNCTIONS: &[Gl] = &[Gl::Sin, Gl::Exp, Gl::Sqrt, Gl::Floor, Gl::FAbs, Gl::Fract];
        let made = match self.choices.below(2) {
            0 => {
                let (op, operands) = (self.choices.one_of(OPS), [self.float(), self.float()]);
                self.parts.inst(op, self.known.float, &operands)
            }
            _ => {
                let function = self.choices.one_of(FUNCTIONS);
                let operands = [self.known.glsl, function as u32, self.float()];
                self.parts.inst(Op::ExtInst, self.known.float, &operands)
            }
        };
        self.pool.floats.push(made);
    }

    fn comparison(&mut self) {
        let made = match self.choices.below(3) {
            0 => {
                let operands = [self.uint(), self.uint()];
                self.parts.inst(Op::ULessThan, self.known.bool, &operands)
            }
            1 => {
                let operands = [self.float(), self.float()];
                self.parts.inst(Op::FUnordLessThan, self.known.bool, &operands)
            }
            _ => {
                let operands = [self.bool(), self.bool()];
                self.parts.inst(Op::LogicalOr, self.known.bool, &operands)
            }
        };
        self.pool.bools.push(made);
        let operands = [self.bool(), self.uint(), self.uint()];
        let chosen = self.parts.inst(Op::Select, self.known.uint, &operands);
        self.pool.uints.push(chosen);
    }

    fn conversion(&mut self) {
        let (uint, float) = (self.uint(), self.float());
        let ops = [(Op::ConvertUToF, Op::ConvertFToU), (Op::ConvertSToF, Op::ConvertFToS), (Op::Bitcast, Op::Bitcast)];
        let (to_float, to_uint) = self.choices.one_of(&ops);
        let made = self.parts.inst(to_float, self.known.float, &[uint]);
        self.pool.floats.push(made);
        let made = self.parts.inst(to_uint, self.known.uint, &[float]);
        self.pool.uints.push(made);
    }

    /// Vectors are constructed and indexed, by any index.
    fn parts(&mut self) {
        let parts = [self.float(), self.float(), self.float(), self.float()];
        let made = self.parts.inst(Op::CompositeConstruct, self.known.vector, &parts);
        let operands = [made, self.float(), self.uint()];
        let made = self.parts.inst(Op::VectorInsertDynamic, self.known.vector, &operands);
        let operands = [self.vector(), self.uint()];
        let part = self.parts.inst(Op::VectorExtractDynamic, self.known.float, &operands);
        self.pool.vectors.push(made);
        self.pool.floats.push(part);
    }

    /// An access to any number in memory of a kind.
    fn place(&mut self, fits: fn(&Memory) -> bool) -> (Memory, u32) {
        let fitting: Vec<Memory> = self.known.memory.iter().copied().filter(fits).collect();
        let memory = self.choices.one_of(&fitting);
        let mut operands = vec![memory.variable];
        operands.extend(memory.is_block.then_some(self.known.small[0]));
        operands.push(self.uint());
        if memory.has_vectors {
            operands.push(self.uint());
        }
        let made = self.parts.inst(Op::AccessChain, memory.pointer, &operands);
        (memory, made)
    }

    fn load(&mut self) {
        let (memory, pointer) = self.place(|_| true);
        match memory.has_vectors {
            true => {
                let made = self.parts.inst(Op::Load, self.known.float, &[pointer]);
                self.pool.floats.push(made);
            }
            false => {
                let made = self.parts.inst(Op::Load, self.known.uint, &[pointer]);
                self.pool.uints.push(made);
            }
        }
    }

    fn store(&mut self) {
        let (memory, pointer) = self.place(|_| true);
        let value = if memory.has_vectors { self.float() } else { self.uint() };
        self.parts.code.op(Op::Store, &[pointer, value]);
    }

    fn atomic(&mut self) {
        let (_, pointer) = self.place(|memory| memory.is_shared && !memory.has_vectors);
        let (device, relaxed, value) = (self.known.small[Scope::Device as usize], self.known.small[0], self.uint());
        let ops = [Op::AtomicIAdd, Op::AtomicUMax, Op::AtomicExchange];
        let op = self.choices.one_of(&ops);
        let made = self.parts.inst(op, self.known.uint, &[pointer, device, relaxed, value]);
        self.pool.uints.push(made);
    }

    fn wave(&mut self) {
        let (subgroup, uint) = (self.known.small[Scope::Subgroup as usize], self.uint());
        let made = match self.choices.below(4) {
            0 => {
                let operation = self.choices.one_of(&[GroupOperation::Reduce, GroupOperation::ExclusiveScan]);
                self.parts.inst(Op::GroupNonUniformIAdd, self.known.uint, &[subgroup, operation as u32, uint])
            }
            1 => {
                let lane = self.uint();
                self.parts.inst(Op::GroupNonUniformShuffle, self.known.uint, &[subgroup, uint, lane])
            }
            2 => self.parts.inst(Op::GroupNonUniformBroadcastFirst, self.known.uint, &[subgroup, uint]),
            _ => {
                let truth = self.bool();
                let ballot = self.parts.inst(Op::GroupNonUniformBallot, self.known.ballot, &[subgroup, truth]);
                let count = GroupOperation::InclusiveScan as u32;
                self.parts.inst(Op::GroupNonUniformBallotBitCount, self.known.uint, &[subgroup, count, ballot])
            }
        };
        self.pool.uints.push(made);
    }

    /// A barrier in uniform control flow.
    fn barrier(&mut self) {
        /// `AcquireRelease` and `WorkgroupMemory`.
        const SEMANTICS: u32 = 0x108;
        let semantics = self.parts.constant(self.known.uint, SEMANTICS);
        let workgroup = self.known.small[Scope::Workgroup as usize];
        self.parts.code.op(Op::ControlBarrier, &[workgroup, workgroup, semantics]);
    }

    fn length(&mut self) {
        let buffer = self.known.memory[self.choices.below(2)].variable;
        let made = self.parts.inst(Op::ArrayLength, self.known.uint, &[buffer, 0]);
        self.pool.uints.push(made);
    }

    /// Statements in a block of their own: their values are not available after it.
    fn block(&mut self, label: u32, depth: usize) {
        let Pool { uints, floats, bools, vectors } = &self.pool;
        let known = [uints.len(), floats.len(), bools.len(), vectors.len()];
        self.parts.code.op(Op::Label, &[label]);
        self.statements(depth);
        self.pool.uints.truncate(known[0]);
        self.pool.floats.truncate(known[1]);
        self.pool.bools.truncate(known[2]);
        self.pool.vectors.truncate(known[3]);
    }

    fn selection(&mut self, depth: usize) {
        let [one, other, join] = [self.parts.id(), self.parts.id(), self.parts.id()];
        match self.choices.below(2) {
            0 => {
                let condition = self.bool();
                self.parts.code.op(Op::SelectionMerge, &[join, 0]);
                self.parts.code.op(Op::BranchConditional, &[condition, one, other]);
            }
            _ => {
                let selector = self.uint();
                self.parts.code.op(Op::SelectionMerge, &[join, 0]);
                self.parts.code.op(Op::Switch, &[selector, other, 1, one, 3, join]);
            }
        }
        for label in [one, other] {
            self.block(label, depth);
            self.parts.code.op(Op::Branch, &[join]);
        }
        self.parts.code.op(Op::Label, &[join]);
    }

    /// A loop of a few iterations with divergent exits.
    fn repetition(&mut self, depth: usize) {
        let counter = self.parts.variable(StorageClass::Function, self.known.counter);
        let [head, body, next, join] = [self.parts.id(), self.parts.id(), self.parts.id(), self.parts.id()];
        let most = self.known.small[1 + self.choices.below(4)];
        self.parts.code.op(Op::Store, &[counter, self.known.small[0]]);
        self.parts.code.op(Op::Branch, &[head]);
        self.parts.code.op(Op::Label, &[head]);
        let turn = self.parts.inst(Op::Load, self.known.uint, &[counter]);
        let more = self.parts.inst(Op::ULessThan, self.known.bool, &[turn, most]);
        self.parts.code.op(Op::LoopMerge, &[join, next, 0]);
        self.parts.code.op(Op::BranchConditional, &[more, body, join]);
        self.block(body, depth);
        let leaves = self.bool();
        self.parts.code.op(Op::BranchConditional, &[leaves, join, next]);
        self.parts.code.op(Op::Label, &[next]);
        let turn = self.parts.inst(Op::IAdd, self.known.uint, &[turn, self.known.small[1]]);
        self.parts.code.op(Op::Store, &[counter, turn]);
        self.parts.code.op(Op::Branch, &[head]);
        self.parts.code.op(Op::Label, &[join]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_hold_all_that_they_may() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let words = kernel(&mut Numbers::new(seed));
            seen.extend(crate::starts(&words).iter().map(|start| words[*start] & 0xffff));
        }
        let wanted = [Op::LoopMerge, Op::Switch, Op::ControlBarrier, Op::GroupNonUniformShuffle, Op::AtomicExchange];
        for op in wanted.into_iter().chain([Op::ArrayLength, Op::VectorInsertDynamic, Op::ExtInst, Op::Select]) {
            assert!(seen.contains(&(op as u32)), "{op:?}");
        }
    }

    #[test]
    fn a_kernel_ends_with_the_choices() {
        let empty = kernel(&mut Chosen(&[]));
        let some = kernel(&mut Chosen(&[1; 40]));
        assert!(empty.len() < some.len() && empty[..3] == some[..3]);
        assert_eq!(kernel(&mut Chosen(&[1; 40])), some);
    }
}
