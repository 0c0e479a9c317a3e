//! The order of a module: its sections, and the structure of functions.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::module::Module;
use crate::index::sets;
use dialect::spirv::decode::{ExtSet, Inst};
use isa::Class;
use spirv::{FunctionControl, Op, StorageClass};

/// The sections of a module, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    AddressMode,
    EntryPoints,
    ExecutionModes,
    Sources,
    Names,
    Processed,
    Annotations,
    Types,
    Declarations,
    Definitions,
}

/// The position within a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    /// After `OpFunction`, with this many parameters still to come.
    Head(usize),
    /// After a terminator.
    BetweenBlocks,
    Block,
}

/// The state of the walk over the sections.
pub(crate) struct Layout {
    section: Section,
    place: Place,
    /// True if the function has a block.
    has_body: bool,
    has_memory_model: bool,
    parameters: Vec<u32>,
    previous: Op,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            section: Section::Capabilities,
            place: Place::Outside,
            has_body: false,
            has_memory_model: false,
            parameters: Vec::new(),
            previous: Op::Nop,
        }
    }
}

impl Layout {
    /// The rules for the position of one instruction. Instructions come in the order of the module.
    pub(crate) fn check(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if inst.op == Op::SourceContinued {
            let follows = matches!(self.previous, Op::Source | Op::SourceContinued);
            ensure!(follows, "OpSourceContinued does not follow OpSource");
        }
        self.previous = inst.op;
        if inst.op == Op::MemoryModel {
            ensure!(!self.has_memory_model, "duplicate OpMemoryModel");
            self.has_memory_model = true;
        }
        match self.place {
            Place::Outside => self.module_scope(module, inst),
            Place::Head(_) | Place::BetweenBlocks | Place::Block => self.function_scope(module, inst),
        }
    }

    /// The rules that hold at the end of the module.
    pub(crate) fn finish(&self) -> Check {
        ensure!(self.has_memory_model, "the module has no OpMemoryModel");
        ensure!(self.place == Place::Outside, "the last function has no OpFunctionEnd");
        Ok(())
    }

    fn module_scope(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
            return self.extended_outside(module, inst);
        }
        if inst.op == Op::Function {
            ensure!(self.has_memory_model, "a function precedes OpMemoryModel");
            self.section = self.section.max(Section::Declarations);
            return self.enter(module, inst);
        }
        if matches!(inst.op, Op::Line | Op::NoLine) && self.section > Section::Types {
            return Ok(());
        }
        let Some(section) = self.section_of(inst) else {
            return Err(Fault::new(None, format!("Op{:?} is outside of a function", inst.op)));
        };
        ensure!(section >= self.section, "Op{:?} is after its section of the module", inst.op);
        let needs_model = section > Section::MemoryModel;
        ensure!(!needs_model || self.has_memory_model, "Op{:?} precedes OpMemoryModel", inst.op);
        self.section = section;
        Ok(())
    }

    fn section_of(&self, inst: &Inst) -> Option<Section> {
        use Op::*;
        Some(match inst.op {
            Capability => Section::Capabilities,
            Extension => Section::Extensions,
            ExtInstImport => Section::Imports,
            MemoryModel => Section::MemoryModel,
            SamplerImageAddressingModeNV => Section::AddressMode,
            EntryPoint => Section::EntryPoints,
            ExecutionMode | ExecutionModeId => Section::ExecutionModes,
            SourceContinued | Source | SourceExtension | String => Section::Sources,
            Name | MemberName => Section::Names,
            ModuleProcessed => Section::Processed,
            AliasDomainDeclINTEL | AliasScopeDeclINTEL | AliasScopeListDeclINTEL => Section::Annotations,
            op if isa::class(op) == Class::Annotation => Section::Annotations,
            TypeForwardPointer => Section::Types,
            Variable | UntypedVariableKHR => Section::Types,
            Undef | Line | NoLine => Section::Types,
            op if isa::class(op).is_type() || isa::class(op).is_constant() => Section::Types,
            _ => return None,
        })
    }

    /// Extended instructions outside of functions: those of debug and non-semantic sets.
    fn extended_outside(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if let Some(set) = sets::debug_set(module, inst) {
            ensure!(!sets::is_local(set, inst.literal(1)), "instruction must be in a function");
            ensure!(self.section == Section::Types, "instruction must be after types and before functions");
            return Ok(());
        }
        let is_free = sets::set(module, inst) == Some(ExtSet::NonSemantic);
        ensure!(is_free, "Op{:?} is outside of a block", inst.op);
        ensure!(self.section >= Section::Types, "a non-semantic instruction precedes the types");
        Ok(())
    }

    fn enter(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        let control = FunctionControl::from_bits_truncate(inst.value(0));
        let contrary = FunctionControl::INLINE | FunctionControl::DONT_INLINE;
        ensure!(!control.contains(contrary), "function control has both Inline and DontInline");
        let ty = inst.id(1);
        self.parameters = match module.def(ty) {
            Some(def) if def.op == Op::TypeFunction => def.ids_from(1).collect(),
            _ => Vec::new(),
        };
        self.parameters.reverse();
        self.place = Place::Head(self.parameters.len());
        self.has_body = false;
        Ok(())
    }

    fn function_scope(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        match inst.op {
            Op::Function => ensure!(false, "OpFunction inside a function"),
            Op::FunctionParameter => self.parameter(inst)?,
            Op::FunctionEnd => self.leave()?,
            Op::Label => self.label()?,
            Op::Line | Op::NoLine => {}
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR => self.extended(module, inst)?,
            op => {
                ensure!(self.place == Place::Block, "Op{op:?} is outside of a block");
                let is_global = match isa::class(op) {
                    Class::Debug => !matches!(op, Op::Line | Op::NoLine),
                    Class::Annotation | Class::Extension | Class::Mode => true,
                    Class::Type(_) | Class::ForwardPointer | Class::Constant(_) => true,
                    _ => false,
                };
                ensure!(!is_global, "Op{op:?} is in a function");
                self.variable(inst)?;
                if isa::class(op) == Class::Terminator {
                    self.place = Place::BetweenBlocks;
                }
            }
        }
        Ok(())
    }

    fn variable(&self, inst: &Inst) -> Check {
        if matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) {
            let is_local = inst.value(0) == StorageClass::Function as u32;
            ensure!(is_local, "a variable in a function is not of the storage class Function");
        }
        Ok(())
    }

    fn parameter(&mut self, inst: &Inst) -> Check {
        let Place::Head(left) = self.place else {
            return Err(Fault::new(None, "a parameter follows the first block of a function"));
        };
        ensure!(left > 0, "function has more parameters than its type");
        let wanted = self.parameters.pop().unwrap_or(0);
        ensure!(inst.type_id() == wanted, "parameter type does not match the function type");
        self.place = Place::Head(left - 1);
        Ok(())
    }

    fn label(&mut self) -> Check {
        match self.place {
            Place::Block => ensure!(false, "block has no terminator"),
            Place::Head(left) => {
                ensure!(left == 0, "the function has fewer parameters than its type");
                self.section = Section::Definitions;
            }
            Place::BetweenBlocks | Place::Outside => {}
        }
        self.place = Place::Block;
        self.has_body = true;
        Ok(())
    }

    fn leave(&mut self) -> Check {
        match self.place {
            Place::Block => ensure!(false, "last block of a function has no terminator"),
            Place::Head(left) => {
                ensure!(left == 0, "the function has fewer parameters than its type");
                let is_early = self.section == Section::Declarations;
                ensure!(is_early, "the declaration of a function follows a definition");
            }
            Place::BetweenBlocks | Place::Outside => {}
        }
        self.place = Place::Outside;
        Ok(())
    }

    fn extended(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if let Some(set) = sets::debug_set(module, inst) {
            ensure!(sets::is_local(set, inst.literal(1)), "instruction must be before functions");
            return Ok(());
        }
        ensure!(self.place == Place::Block, "Op{:?} is outside of a block", inst.op);
        Ok(())
    }
}
