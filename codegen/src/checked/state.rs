//! The builder and what it knows about each id.

use super::error::BuildError;
use super::id::{Id, Operand};
use crate::builder::availability::Availability;
use crate::builder::{Builder, SpirvContext, WordConsumer};
use crate::options::Options;
use base::source::Span;
use base::target::TargetEnv;
use rustc_hash::FxHashMap;
use spirv::{Capability, Op, Word};
use std::sync::atomic::{AtomicU32, Ordering};

/// Builds a module: types, constants, variables, functions, entry points. Each call is checked.
///
/// Capabilities and extensions are declared as instructions need them, types and constants exist once and are written in
/// front of what uses them, and blocks that nothing leads to are left out. What the calls do not check, such as the use of
/// a value in a block that its definition does not dominate, is left to the validator.
///
/// Values are defined before they are used: a loop's values live in variables.
#[derive(Debug)]
pub struct ModuleBuilder {
    pub(super) spv: Builder<'static>,
    /// Tells the ids of this builder from those of others.
    stamp: u32,
    version: (u8, u8),
    /// The types of values of the module's scope but constants, which the context knows.
    pub(super) globals: FxHashMap<Word, Word>,
    /// The function types of functions.
    pub(super) functions: FxHashMap<Word, Word>,
    pub(super) current: Option<Current>,
}

/// The function that is being built.
#[derive(Debug)]
pub(super) struct Current {
    pub(super) result: Word,
    /// The types of its values.
    pub(super) values: FxHashMap<Word, Word>,
    pub(super) labels: FxHashMap<Word, Label>,
    /// The labels that are branched to, in order.
    pub(super) targets: Vec<Word>,
    /// True behind a merge instruction.
    pub(super) merges: bool,
}

/// How far a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Announced,
    Begun,
}

impl ModuleBuilder {
    /// An empty module for a target environment.
    pub fn new(target: TargetEnv) -> Self {
        static STAMPS: AtomicU32 = AtomicU32::new(0);
        let options = Options { target, ..Options::default() };
        ModuleBuilder {
            spv: Builder::with(Availability::owned(options), true),
            stamp: STAMPS.fetch_add(1, Ordering::Relaxed),
            version: target.spirv_version(),
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            current: None,
        }
    }

    /// The ids, types, constants and names so far.
    pub fn context(&self) -> &SpirvContext {
        &self.spv.ctx
    }

    /// Declares a capability, for what instructions do not say themselves. [`Self::finish`] reports one that the target
    /// environment lacks.
    pub fn require(&mut self, capability: Capability) {
        self.spv.availability.require(capability, Span::NONE);
    }

    /// Writes the module.
    ///
    /// # Errors
    /// When a function is not ended, when an instruction is too long, or when the target environment lacks something.
    /// Nothing is written then.
    pub fn finish(mut self, consumer: &mut impl WordConsumer) -> Result<(), BuildError> {
        if self.current.is_some() {
            return Err(BuildError::OpenFunction);
        }
        self.spv.annotate();
        self.spv.choose_memory_model();
        let was_too_long = self.spv.too_long().is_some();
        let mut words = Vec::new();
        let written = self.spv.out.finish(&self.spv.ctx, self.version, &mut self.spv.availability, &mut words);
        if let Some(missing) = self.spv.availability.take_missing().into_iter().next() {
            return Err(BuildError::Unavailable { what: missing.what, why: missing.why });
        }
        if was_too_long || written.too_long {
            return Err(BuildError::TooLong);
        }
        consumer.consume(&words);
        Ok(())
    }
}

/// Conversions between ids and their numbers, and lookups by id.
impl ModuleBuilder {
    pub(super) fn id(&self, number: Word) -> Id {
        Id::new(number, self.stamp)
    }

    /// The number of an id of this module.
    pub(super) fn number(&self, id: Id) -> Result<Word, BuildError> {
        if id.is_of(self.stamp) { Ok(id.number()) } else { Err(BuildError::ForeignId { id }) }
    }

    pub(super) fn numbers(&self, ids: &[Id]) -> Result<Vec<Word>, BuildError> {
        ids.iter().map(|&id| self.number(id)).collect()
    }

    /// The words of operands.
    pub(super) fn words(&self, operands: &[Operand]) -> Result<Vec<Word>, BuildError> {
        let word = |operand: &Operand| match *operand {
            Operand::Id(id) => self.number(id),
            Operand::Literal(word) => Ok(word),
        };
        operands.iter().map(word).collect()
    }

    /// The number of a type.
    pub(super) fn type_number(&self, id: Id) -> Result<Word, BuildError> {
        let number = self.number(id)?;
        match self.spv.ctx.type_of(number) {
            Some(_) => Ok(number),
            None => Err(BuildError::WrongKind { id, expected: "a type" }),
        }
    }

    /// The number of a value and that of its type.
    pub(super) fn value(&self, id: Id) -> Result<(Word, Word), BuildError> {
        let number = self.number(id)?;
        let constant = || self.spv.ctx.constant_of(number).map(|(_, operands)| operands[0]);
        let local = || self.current.as_ref().and_then(|current| current.values.get(&number).copied());
        let ty = local().or_else(|| self.globals.get(&number).copied()).or_else(constant);
        ty.map(|ty| (number, ty)).ok_or(BuildError::WrongKind { id, expected: "a value that is visible here" })
    }

    /// The number of a constant.
    pub(super) fn constant_number(&self, id: Id) -> Result<Word, BuildError> {
        let number = self.number(id)?;
        match self.spv.ctx.constant_of(number) {
            Some(_) => Ok(number),
            None => Err(BuildError::WrongKind { id, expected: "a constant" }),
        }
    }

    /// The storage class and pointee of a pointer type.
    pub(super) fn pointer(&self, ty: Word) -> Option<(Word, Word)> {
        match self.spv.ctx.type_of(ty) {
            Some((Op::TypePointer, operands)) => Some((operands[0], operands[1])),
            _ => None,
        }
    }

    /// Checks that something has a type.
    pub(super) fn expect_type(&self, what: impl Fn() -> String, found: Word, expected: Word) -> Result<(), BuildError> {
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (self.describe(found), self.describe(expected));
        Err(BuildError::WrongType { what: what(), found, expected })
    }

    /// A type in words.
    pub(super) fn describe(&self, ty: Word) -> String {
        let Some((op, operands)) = self.spv.ctx.type_of(ty) else { return format!("%{ty}") };
        match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, [width, 0]) => format!("uint{width}"),
            (Op::TypeInt, [width, _]) => format!("int{width}"),
            (Op::TypeFloat, [width, ..]) => format!("float{width}"),
            (Op::TypeVector, &[part, count]) => format!("vector of {count} {}", self.describe(part)),
            (Op::TypeMatrix, &[part, count]) => format!("matrix of {count} {}", self.describe(part)),
            (Op::TypePointer, &[storage, pointee]) => {
                let storage = spirv::StorageClass::from_u32(storage).map_or(String::new(), |it| format!(" in {it:?}"));
                format!("pointer to %{pointee}{storage}")
            }
            _ => format!("%{ty} (Op{op:?})"),
        }
    }
}
