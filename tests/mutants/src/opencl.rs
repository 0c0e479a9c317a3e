//! Kernels of OpenCL that are valid and mean something, made of choices: pointers of every kind that are moved, cast and
//! chosen, images that are read and asked about, with samplers that are given and written out.
//!
//! All reach for anything: pointers lead where choices say, and so do coordinates.

use crate::kernels::Choose;
use crate::parts::{Parts, text};
use spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageOperands, MemoryAccess,
    MemoryModel, Op, Scope, StorageClass,
};

/// The number of invocations in a workgroup.
const LANES: u32 = 16;
/// The number of scalars in a variable.
const ELEMENTS: u32 = 8;
/// A kernel has at most the given number of statements, and they nest so deep.
const STATEMENTS: usize = 100;
const DEPTH: usize = 3;

/// The images that a kernel reads: how many dimensions, whether they are arrays, components of a coordinate.
const IMAGES: [(Dim, u32, u32); 3] = [(Dim::Dim2D, 0, 2), (Dim::Dim3D, 0, 3), (Dim::Dim2D, 1, 3)];

/// A kernel `main`, whose arguments are a pointer to 32-bit numbers, an image that is written, [`IMAGES`], and a
/// sampler.
pub fn kernel(choices: &mut dyn Choose) -> Vec<u32> {
    let mut maker =
        Maker { choices, parts: Parts::new(), known: Known::default(), pool: Pool::default(), left: STATEMENTS };
    maker.types();
    maker.constants();
    maker.announce();
    maker.function();
    maker.parts.words(0)
}

/// The memory that pointers lead to; the last may be any of the others.
const CLASSES: [StorageClass; 4] =
    [StorageClass::CrossWorkgroup, StorageClass::Workgroup, StorageClass::Function, StorageClass::Generic];

/// The position of the last.
const ANY: usize = CLASSES.len() - 1;
/// The given number of pointers are there from the start: one to each of the first of [`CLASSES`].
const STARTS: usize = 3;

/// Types and constants that code names.
#[derive(Default)]
struct Known {
    void: u32,
    bool: u32,
    uint: u32,
    ulong: u32,
    float: u32,
    /// Vectors of two to four components.
    uints: [u32; 3],
    floats: [u32; 3],
    /// Of three 64-bit numbers.
    ulongs: u32,
    /// A pointer to a number in each of [`CLASSES`].
    pointers: [u32; 4],
    sampler: u32,
    written: u32,
    read: [u32; 3],
    sampled: [u32; 3],
    index: u32,
    /// 0 to 8.
    small: Vec<u32>,
}

/// Values computed so far.
#[derive(Clone, Default)]
struct Pool {
    uints: Vec<u32>,
    floats: Vec<u32>,
    /// With the position of its class in [`CLASSES`].
    pointers: Vec<(usize, u32)>,
    samplers: Vec<u32>,
    images: Vec<u32>,
    written: u32,
}

struct Maker<'c> {
    choices: &'c mut dyn Choose,
    parts: Parts,
    known: Known,
    pool: Pool,
    left: usize,
}

impl Maker<'_> {
    fn types(&mut self) {
        let parts = &mut self.parts;
        let [void, bool] = [Op::TypeVoid, Op::TypeBool].map(|op| parts.define(op, &[]));
        let [uint, ulong] = [32, 64].map(|width| parts.define(Op::TypeInt, &[width, 0]));
        let float = parts.define(Op::TypeFloat, &[32]);
        let uints = [2, 3, 4].map(|count| parts.define(Op::TypeVector, &[uint, count]));
        let floats = [2, 3, 4].map(|count| parts.define(Op::TypeVector, &[float, count]));
        let pointers = CLASSES.map(|class| parts.pointer(class, uint));
        let sampler = parts.define(Op::TypeSampler, &[]);
        // No depth, one sample, of no known format; the last word is who may do what: 0 reads, 1 writes.
        let mut image =
            |dim: Dim, arrayed, access| parts.define(Op::TypeImage, &[void, dim as u32, 0, arrayed, 0, 0, 0, access]);
        let written = image(Dim::Dim2D, 0, 1);
        let read = IMAGES.map(|(dim, arrayed, _)| image(dim, arrayed, 0));
        let sampled = read.map(|image| parts.define(Op::TypeSampledImage, &[image]));
        self.known = Known { void, bool, uint, ulong, float, uints, floats, pointers, ..Known::default() };
        self.known = Known { sampler, written, read, sampled, ..std::mem::take(&mut self.known) };
    }

    fn constants(&mut self) {
        let Known { uint, float, sampler, pointers, .. } = self.known;
        self.known.small = (0..=ELEMENTS).map(|number| self.parts.constant(uint, number)).collect();
        let wild = [16, 1 << 16, 1 << 30, 1 << 31, !0].map(|number| self.parts.constant(uint, number));
        self.pool.uints = [&self.known.small[..], &wild].concat();
        let wild = [0.0, 0.5, -1.5, 7.0, 1e30, f32::INFINITY, f32::NAN];
        self.pool.floats = wild.map(|number| self.parts.constant(float, number.to_bits())).to_vec();
        // What lies beyond the edges, whether coordinates count texels, the filter.
        for (mode, normalised, filter) in [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 1, 0), (4, 1, 1), (2, 1, 1)] {
            let id = self.parts.id();
            self.parts.types.op(Op::ConstantSampler, &[sampler, id, mode, normalised, filter]);
            self.pool.samplers.push(id);
        }
        let array = self.parts.define(Op::TypeArray, &[uint, self.known.small[ELEMENTS as usize]]);
        for (at, class) in [(1, StorageClass::Workgroup), (2, StorageClass::Function)] {
            let pointer = self.parts.pointer(class, array);
            let variable = self.parts.variable(class, pointer);
            let start = self.parts.inst(Op::Bitcast, pointers[at], &[variable]);
            self.pool.pointers.push((at, start));
        }
    }

    /// Capabilities, and the entry point, whose id is the next.
    fn announce(&mut self) {
        self.known.ulongs = self.parts.define(Op::TypeVector, &[self.known.ulong, 3]);
        let pointer = self.parts.pointer(StorageClass::Input, self.known.ulongs);
        self.known.index = self.parts.variable(StorageClass::Input, pointer);
        self.parts.decorate(self.known.index, Decoration::BuiltIn, &[BuiltIn::GlobalInvocationId as u32]);
        self.parts.decorate(self.known.index, Decoration::Constant, &[]);
        let of_memory = [Capability::Addresses, Capability::Kernel, Capability::Int64, Capability::GenericPointer];
        let of_images = [Capability::ImageBasic, Capability::LiteralSampler];
        let head = &mut self.parts.head;
        for capability in of_memory.into_iter().chain(of_images) {
            head.op(Op::Capability, &[capability as u32]);
        }
        head.op(Op::MemoryModel, &[AddressingModel::Physical64 as u32, MemoryModel::OpenCL as u32]);
        let main = self.parts.next;
        let entry = [&[ExecutionModel::Kernel as u32, main][..], &text("main"), &[self.known.index]].concat();
        head.op(Op::EntryPoint, &entry);
        head.op(Op::ExecutionMode, &[main, ExecutionMode::LocalSize as u32, LANES, 1, 1]);
    }

    fn function(&mut self) {
        let main = self.parts.id();
        let Known { void, uint, ulong, index, pointers, sampler, written, read, .. } = self.known;
        let types = [pointers[0], written, read[0], read[1], read[2], sampler];
        let ty = self.parts.define(Op::TypeFunction, &[&[void][..], &types].concat());
        let params = types.map(|ty| (ty, self.parts.id()));
        let [memory, writes, one, two, three, given] = params.map(|(_, id)| id);
        self.pool.pointers.push((0, memory));
        self.pool.samplers.push(given);
        (self.pool.written, self.pool.images) = (writes, vec![one, two, three]);
        let ids = self.parts.inst(Op::Load, self.known.ulongs, &[index]);
        let long = self.parts.inst(Op::CompositeExtract, ulong, &[ids, 0]);
        let lane = self.parts.inst(Op::UConvert, uint, &[long]);
        self.pool.uints.push(lane);
        self.statements(DEPTH);
        self.parts.wrap(main, void, ty, &params);
    }

    fn uint(&mut self) -> u32 {
        self.choices.one_of(&self.pool.uints)
    }

    fn float(&mut self) -> u32 {
        self.choices.one_of(&self.pool.floats)
    }

    fn pointer(&mut self) -> (usize, u32) {
        self.choices.one_of(&self.pool.pointers)
    }

    /// Statements, until the choice is to stop; deeper ones as long as there is depth.
    fn statements(&mut self, depth: usize) {
        while self.left > 0 && self.choices.below(24) != 0 {
            self.left -= 1;
            match self.choices.below(14) {
                0 => self.arithmetic(),
                1 => self.conversion(),
                2 | 3 => self.moved(),
                4 => self.cast(),
                5 => self.chosen(),
                6 => self.load(),
                7 => self.store(),
                8 => self.atomic(),
                9 | 10 => self.sample(),
                11 => self.query(),
                12 => self.write(),
                13 if depth > 0 => self.selection(depth - 1),
                _ => self.number_of_pointer(),
            }
        }
    }

    fn arithmetic(&mut self) {
        const OPS: [Op; 5] = [Op::IAdd, Op::ISub, Op::IMul, Op::UDiv, Op::ShiftLeftLogical];
        let (op, operands) = (self.choices.one_of(&OPS), [self.uint(), self.uint()]);
        let made = self.parts.inst(op, self.known.uint, &operands);
        self.pool.uints.push(made);
        let operands = [self.float(), self.float()];
        let made = self.parts.inst(Op::FMul, self.known.float, &operands);
        self.pool.floats.push(made);
    }

    fn conversion(&mut self) {
        let (uint, float) = (self.uint(), self.float());
        let to_float = self.choices.one_of(&[Op::ConvertUToF, Op::ConvertSToF, Op::Bitcast]);
        let made = self.parts.inst(to_float, self.known.float, &[uint]);
        self.pool.floats.push(made);
        let made = self.parts.inst(Op::ConvertFToU, self.known.uint, &[float]);
        self.pool.uints.push(made);
    }

    /// A pointer that leads somewhere else, near or far.
    fn moved(&mut self) {
        let ((class, pointer), by) = (self.pointer(), self.uint());
        let widen = self.choices.one_of(&[Op::UConvert, Op::SConvert]);
        let by = self.parts.inst(widen, self.known.ulong, &[by]);
        let op = self.choices.one_of(&[Op::PtrAccessChain, Op::InBoundsPtrAccessChain]);
        let made = self.parts.inst(op, self.known.pointers[class], &[pointer, by]);
        self.pool.pointers.push((class, made));
    }

    /// To a pointer to any memory, or back to one of a sort, which it may not be.
    fn cast(&mut self) {
        let (class, pointer) = self.pointer();
        let made = if class == ANY {
            let to = self.choices.below(ANY);
            let ty = self.known.pointers[to];
            match self.choices.below(2) {
                0 => (to, self.parts.inst(Op::GenericCastToPtr, ty, &[pointer])),
                _ => (to, self.parts.inst(Op::GenericCastToPtrExplicit, ty, &[pointer, CLASSES[to] as u32])),
            }
        } else {
            (ANY, self.parts.inst(Op::PtrCastToGeneric, self.known.pointers[ANY], &[pointer]))
        };
        self.pool.pointers.push(made);
    }

    /// One of two pointers of a sort, as each lane likes.
    fn chosen(&mut self) {
        let (class, one) = self.pointer();
        let others: Vec<u32> =
            self.pool.pointers.iter().filter(|(sort, _)| *sort == class).map(|(_, id)| *id).collect();
        let other = self.choices.one_of(&others);
        let condition = self.condition();
        let made = self.parts.inst(Op::Select, self.known.pointers[class], &[condition, one, other]);
        self.pool.pointers.push((class, made));
    }

    fn condition(&mut self) -> u32 {
        let operands = [self.uint(), self.uint()];
        self.parts.inst(Op::ULessThan, self.known.bool, &operands)
    }

    fn load(&mut self) {
        let (_, pointer) = self.pointer();
        let operands = [pointer, MemoryAccess::ALIGNED.bits(), 4];
        let made = self.parts.inst(Op::Load, self.known.uint, &operands);
        self.pool.uints.push(made);
    }

    fn store(&mut self) {
        let ((_, pointer), value) = (self.pointer(), self.uint());
        self.parts.code.op(Op::Store, &[pointer, value, MemoryAccess::ALIGNED.bits(), 4]);
    }

    /// Not on what an invocation has for itself.
    fn atomic(&mut self) {
        let (class, pointer) = self.pointer();
        if CLASSES[class] == StorageClass::Function {
            return self.load();
        }
        let (device, relaxed, value) = (self.known.small[Scope::Device as usize], self.known.small[0], self.uint());
        let op = self.choices.one_of(&[Op::AtomicIAdd, Op::AtomicUMax, Op::AtomicExchange]);
        let made = self.parts.inst(op, self.known.uint, &[pointer, device, relaxed, value]);
        self.pool.uints.push(made);
    }

    /// A coordinate of the given number of components, of numbers that count texels or of others.
    fn coordinate(&mut self, components: u32, is_whole: bool) -> u32 {
        let types = if is_whole { self.known.uints } else { self.known.floats };
        let parts: Vec<u32> = (0..components).map(|_| if is_whole { self.uint() } else { self.float() }).collect();
        self.parts.inst(Op::CompositeConstruct, types[components as usize - 2], &parts)
    }

    fn sample(&mut self) {
        let which = self.choices.below(IMAGES.len());
        let (image, components) = (self.pool.images[which], IMAGES[which].2);
        let is_whole = self.choices.below(2) == 0;
        let at = self.coordinate(components, is_whole);
        let is_number = self.choices.below(2) == 0;
        let ty = if is_number { self.known.floats[2] } else { self.known.uints[2] };
        let texel = if is_whole && self.choices.below(2) == 0 {
            self.parts.inst(Op::ImageRead, ty, &[image, at])
        } else {
            let sampler = self.choices.one_of(&self.pool.samplers);
            let level = self.float();
            let both = self.parts.inst(Op::SampledImage, self.known.sampled[which], &[image, sampler]);
            self.parts.inst(Op::ImageSampleExplicitLod, ty, &[both, at, ImageOperands::LOD.bits(), level])
        };
        let component = self.choices.below(4) as u32;
        let scalar = if is_number { self.known.float } else { self.known.uint };
        let made = self.parts.inst(Op::CompositeExtract, scalar, &[texel, component]);
        if is_number { self.pool.floats.push(made) } else { self.pool.uints.push(made) }
    }

    fn query(&mut self) {
        let which = self.choices.below(IMAGES.len());
        let image = self.pool.images[which];
        let made = match self.choices.below(3) {
            0 => {
                let components = IMAGES[which].2;
                let level = self.uint();
                let ty = self.known.uints[components as usize - 2];
                let size = self.parts.inst(Op::ImageQuerySizeLod, ty, &[image, level]);
                self.parts.inst(Op::CompositeExtract, self.known.uint, &[size, components - 1])
            }
            1 => self.parts.inst(Op::ImageQueryOrder, self.known.uint, &[image]),
            _ => self.parts.inst(Op::ImageQueryFormat, self.known.uint, &[self.pool.written]),
        };
        self.pool.uints.push(made);
    }

    fn write(&mut self) {
        let at = self.coordinate(2, true);
        let parts = [self.float(), self.float(), self.float(), self.float()];
        let texel = self.parts.inst(Op::CompositeConstruct, self.known.floats[2], &parts);
        self.parts.code.op(Op::ImageWrite, &[self.pool.written, at, texel]);
    }

    /// Selects a pointer with its memory and its number: both are known of pointers that were not chosen at run time.
    fn number_of_pointer(&mut self) {
        let Known { uint, ulong, pointers, .. } = self.known;
        let (_, start) = self.pool.pointers[self.choices.below(STARTS)];
        let made = if self.choices.below(2) == 0 {
            let any = self.parts.inst(Op::PtrCastToGeneric, pointers[ANY], &[start]);
            self.parts.inst(Op::GenericPtrMemSemantics, uint, &[any])
        } else {
            let number = self.parts.inst(Op::ConvertPtrToU, ulong, &[start]);
            self.parts.inst(Op::UConvert, uint, &[number])
        };
        self.pool.uints.push(made);
    }

    /// Statements that some lanes run: what they compute is not known after it.
    fn selection(&mut self, depth: usize) {
        let [inner, join] = [self.parts.id(), self.parts.id()];
        let condition = self.condition();
        self.parts.code.op(Op::SelectionMerge, &[join, 0]);
        self.parts.code.op(Op::BranchConditional, &[condition, inner, join]);
        self.parts.code.op(Op::Label, &[inner]);
        let before = self.pool.clone();
        self.statements(depth);
        self.pool = before;
        self.parts.code.op(Op::Branch, &[join]);
        self.parts.code.op(Op::Label, &[join]);
    }
}
