//! The index of a module: definitions, capabilities, extensions and decorations.
//!
//! It contains no rule. Everything is found by id, in constant time or by binary search.

use crate::environment::{Api, Environment};
use crate::index::access::{Access, literal_of};
use crate::index::facts::Facts;
use crate::index::imports::Imports;
use crate::index::ty::Ty;
use crate::options::Options;
use base::ids::Set;
use dialect::spirv::decode::{Header, Inst, Operand};
use dialect::spirv::enums::Kind;
use spirv::{AddressingModel, Capability, Decoration, MemoryModel, Op};
use std::ops::Range;

/// Limit of decorations from groups: the product of targets and decorations must not grow unchecked.
const MAX_GROUPED: usize = 1 << 20;

/// A bit set.
#[derive(Clone, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Adds a number; returns false if it was there.
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Returns whether the number is there.
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// A decoration of an id or of a member.
#[derive(Clone, Copy)]
pub(crate) struct Decorated<'m> {
    pub(crate) target: u32,
    /// The member of a struct.
    pub(crate) member: Option<u32>,
    pub(crate) kind: Decoration,
    pub(crate) params: &'m [Operand],
    /// The index of the decorating instruction.
    pub(crate) at: usize,
}

impl Decorated<'_> {
    /// An operand of the decoration as a number, or 0.
    pub(crate) fn number(&self, at: usize) -> u32 {
        literal_of(self.params.get(at))
    }
}

/// An index over the decoded instructions of a module.
pub(crate) struct Module<'m> {
    pub(crate) header: Header,
    pub(crate) options: &'m Options,
    pub(crate) insts: &'m [Inst],
    /// For each id the index of its instruction, plus 1.
    defs: Vec<u32>,
    capabilities: Bits,
    extensions: Set<&'m str>,
    pub(crate) imports: Imports,
    decorations: Vec<Decorated<'m>>,
    /// The facts of types, by instruction.
    pub(crate) facts: Vec<Facts>,
    /// The types, by instruction: those before the first function.
    pub(crate) types: Vec<Ty>,
    /// True if there are types of 8 or 16 bits.
    pub(crate) has_small_types: bool,
    /// True if groups make more decorations than are checked.
    pub(crate) has_too_many_decorations: bool,
    pub(crate) addressing: AddressingModel,
    pub(crate) memory: MemoryModel,
}

impl<'m> Module<'m> {
    /// The index of these instructions.
    pub(crate) fn new(header: Header, insts: &'m [Inst], options: &'m Options) -> Module<'m> {
        let mut module = Module {
            header,
            options,
            insts,
            defs: vec![0; header.bound as usize],
            capabilities: Bits::default(),
            extensions: Set::default(),
            imports: Imports::default(),
            decorations: Vec::new(),
            facts: Vec::new(),
            types: Vec::new(),
            has_small_types: false,
            has_too_many_decorations: false,
            addressing: AddressingModel::Logical,
            memory: MemoryModel::Simple,
        };
        for (at, inst) in insts.iter().enumerate() {
            module.note(at, inst);
        }
        module.gather_decorations();
        module
    }

    fn note(&mut self, at: usize, inst: &'m Inst) {
        if let Some(slot) = inst.result.and_then(|id| self.defs.get_mut(id as usize))
            && *slot == 0
        {
            *slot = at as u32 + 1;
        }
        match inst.op {
            Op::Capability => self.add_capability(inst.value(0)),
            Op::Extension => {
                self.extensions.insert(inst.text(0));
            }
            Op::ExtInstImport => self.imports.add(inst.result_id(), inst.text(0)),
            Op::MemoryModel => {
                self.addressing = AddressingModel::from_u32(inst.value(0)).unwrap_or(AddressingModel::Logical);
                self.memory = MemoryModel::from_u32(inst.value(1)).unwrap_or(MemoryModel::Simple);
            }
            _ => {}
        }
    }

    fn add_capability(&mut self, capability: u32) {
        let mut stack = vec![capability];
        while let Some(capability) = stack.pop() {
            if self.capabilities.insert(capability) {
                stack.extend(Kind::Capability.capabilities(capability).into_iter().map(|implied| implied as u32));
            }
        }
    }

    fn gather_decorations(&mut self) {
        let mut groups = Vec::new();
        for (at, inst) in self.insts.iter().enumerate() {
            let (member, place) = match inst.op {
                Op::Decorate | Op::DecorateId | Op::DecorateString => (None, 1),
                Op::MemberDecorate | Op::MemberDecorateString => (Some(inst.literal(1)), 2),
                Op::GroupDecorate | Op::GroupMemberDecorate => {
                    groups.push(inst);
                    continue;
                }
                Op::Function => break,
                _ => continue,
            };
            if let Some(kind) = Decoration::from_u32(inst.value(place)) {
                let params = inst.params(place);
                self.decorations.push(Decorated { target: inst.id(0), member, kind, params, at });
            }
        }
        self.decorations.sort_by_key(|one| one.target);
        if !groups.is_empty() {
            self.spread_groups(&groups);
            self.decorations.sort_by_key(|one| one.target);
        }
    }

    fn spread_groups(&mut self, groups: &[&'m Inst]) {
        let mut spread = Vec::new();
        for inst in groups {
            let own = self.decorations(inst.id(0));
            let targets = inst.operands.get(1..).unwrap_or_default();
            if spread.len() + own.len() * targets.len() > MAX_GROUPED {
                self.has_too_many_decorations = true;
                return;
            }
            let mut add = |target: u32, member: Option<u32>| {
                spread.extend(own.iter().map(|one| Decorated { target, member, ..*one }));
            };
            match inst.op {
                Op::GroupDecorate => inst.ids_from(1).for_each(|target| add(target, None)),
                _ => targets.chunks_exact(2).for_each(|pair| {
                    add(crate::index::access::id_of(pair.first()), Some(literal_of(pair.get(1))));
                }),
            }
        }
        self.decorations.extend(spread);
    }

    /// The environment.
    pub(crate) fn env(&self) -> Environment {
        self.options.environment
    }

    /// Returns whether the client API is Vulkan.
    pub(crate) fn is_vulkan(&self) -> bool {
        self.env().is_vulkan()
    }

    /// Returns whether the client API is OpenCL.
    pub(crate) fn is_opencl(&self) -> bool {
        matches!(self.env().api, Api::OpenCl | Api::LevelZero)
    }

    /// Returns whether the module has this version or a later one.
    pub(crate) fn has_version(&self, minor: u8) -> bool {
        self.header.version >= (1, minor)
    }

    /// Returns whether the module declares the capability, or one that implies it.
    pub(crate) fn has(&self, capability: Capability) -> bool {
        self.capabilities.contains(capability as u32)
    }

    /// Returns whether the module declares any of the capabilities.
    pub(crate) fn has_any(&self, capabilities: &[Capability]) -> bool {
        capabilities.iter().any(|one| self.has(*one))
    }

    /// Returns whether memory may hold 16-bit numbers.
    pub(crate) fn has_small_storage(&self) -> bool {
        use Capability::*;
        self.has_any(&[
            StorageBuffer16BitAccess,
            UniformAndStorageBuffer16BitAccess,
            StoragePushConstant16,
            StorageInputOutput16,
            WorkgroupMemoryExplicitLayout16BitAccessKHR,
        ])
    }

    /// Returns whether the module declares the extension.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(name)
    }

    /// The index of the instruction that defines an id.
    pub(crate) fn index_of(&self, id: u32) -> Option<usize> {
        self.defs.get(id as usize).filter(|at| **at != 0).map(|at| *at as usize - 1)
    }

    /// The instruction that defines an id.
    pub(crate) fn def(&self, id: u32) -> Option<&'m Inst> {
        self.index_of(id).map(|at| &self.insts[at])
    }

    /// The instruction that defines an id; [`Op::Nop`] for an id without one.
    pub(crate) fn op(&self, id: u32) -> Op {
        self.def(id).map_or(Op::Nop, |inst| inst.op)
    }

    /// The decorations of an id and its members.
    pub(crate) fn decorations(&self, id: u32) -> &[Decorated<'m>] {
        &self.decorations[self.decoration_range(id)]
    }

    fn decoration_range(&self, id: u32) -> Range<usize> {
        let start = self.decorations.partition_point(|one| one.target < id);
        start..self.decorations.partition_point(|one| one.target <= id)
    }

    /// All decorations, by target.
    pub(crate) fn all_decorations(&self) -> &[Decorated<'m>] {
        &self.decorations
    }

    /// A decoration of an id itself.
    pub(crate) fn decoration(&self, id: u32, kind: Decoration) -> Option<Decorated<'m>> {
        self.decorations(id).iter().find(|one| one.kind == kind && one.member.is_none()).copied()
    }

    /// Returns whether an id itself has a decoration.
    pub(crate) fn is_decorated(&self, id: u32, kind: Decoration) -> bool {
        self.decoration(id, kind).is_some()
    }

    /// Returns whether an id or one of its members has a decoration.
    pub(crate) fn has_decoration(&self, id: u32, kind: Decoration) -> bool {
        self.decorations(id).iter().any(|one| one.kind == kind)
    }

    /// A decoration of a member.
    pub(crate) fn member_decoration(&self, id: u32, member: u32, kind: Decoration) -> Option<Decorated<'m>> {
        self.decorations(id).iter().find(|one| one.kind == kind && one.member == Some(member)).copied()
    }
}
