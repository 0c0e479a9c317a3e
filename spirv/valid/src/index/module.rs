//! The index of a module: definitions, capabilities, extensions and decorations.
//!
//! It contains no rule. Everything is found by id, in constant time or by binary search.

use crate::environment::{Api, Environment};
use crate::index::access::Access;
use crate::index::facts::Facts;
use crate::index::imports::Imports;
use crate::index::ty::Ty;
use crate::options::Options;
use base::ids::Set;
use dialect::spirv::decode::{Header, Inst};
use dialect::spirv::enums::Kind;
use dialect::spirv::index::{Decorated, Index};
use isa::capabilities::SmallStorage;
use spirv::{AddressingModel, Capability, Decoration, MemoryModel, Op};
use std::ops::Deref;

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
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// An index over the decoded instructions of a module, by what rules ask for.
pub(crate) struct Module<'m> {
    /// Where ids are defined, and who decorates them.
    index: Index<'m>,
    pub(crate) options: &'m Options,
    capabilities: Bits,
    extensions: Set<&'m str>,
    pub(crate) imports: Imports,
    /// The facts of types, by instruction.
    pub(crate) facts: Vec<Facts>,
    /// The types, by instruction: those before the first function.
    pub(crate) types: Vec<Ty>,
    /// True if there are types of 8 or 16 bits.
    pub(crate) has_small_types: bool,
    pub(crate) addressing: AddressingModel,
    pub(crate) memory: MemoryModel,
}

impl<'m> Deref for Module<'m> {
    type Target = Index<'m>;

    fn deref(&self) -> &Index<'m> {
        &self.index
    }
}

impl<'m> Module<'m> {
    /// The index of these instructions.
    pub(crate) fn new(header: Header, insts: &'m [Inst], options: &'m Options) -> Module<'m> {
        let mut module = Module {
            index: Index::new(header, insts),
            options,
            capabilities: Bits::default(),
            extensions: Set::default(),
            imports: Imports::default(),
            facts: Vec::new(),
            types: Vec::new(),
            has_small_types: false,
            addressing: AddressingModel::Logical,
            memory: MemoryModel::Simple,
        };
        insts.iter().for_each(|inst| module.note(inst));
        module
    }

    fn note(&mut self, inst: &'m Inst) {
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
        matches!(self.env().api, Api::OpenCl(..) | Api::LevelZero)
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

    /// Returns whether memory of some storage class may hold numbers of 8 or 16 bits.
    pub(crate) fn has_small_storage(&self, bits: u32) -> bool {
        SmallStorage::of(bits).is_some_and(|row| row.any().any(|one| self.has(one)))
    }

    /// Returns whether the module declares the extension.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        self.extensions.contains(name)
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
