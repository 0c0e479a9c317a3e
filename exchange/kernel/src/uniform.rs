//! Uniformity: values that are the same for all invocations of a wave, and regions that all of them execute together.
//!
//! The analysis starts with everything uniform and marks what is not, and its dependents, up to a fixed point. It
//! runs on the shader, before anything is rewritten.

use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Module, OpId, RegionId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::uniformity::{self, Uniformity};
use dialect::spirv::{attrs, facts, host};
use isa::{Class, Family, ImageKind};
use rustc_hash::FxHashSet;
use spirv::{BuiltIn, Op, StorageClass};

/// After the given number of walks without a fixed point, nothing in the function counts as uniform.
const MAX_WALKS: usize = 32;

/// The non-uniform values and divergent regions of a function.
#[derive(Debug, Default)]
pub(crate) struct Uniform {
    values: FxHashSet<ValueId>,
    /// Regions in divergent control flow.
    regions: FxHashSet<RegionId>,
    /// Nothing is known.
    unknown: bool,
}

impl Uniform {
    /// Finds the non-uniform values of a function.
    pub(crate) fn of(module: &Module, func: OpId) -> Uniform {
        let mut found = Uniform::default();
        let ops = walk::ops_in(module, func);
        let sources = Sources::of(module);
        for _ in 0..MAX_WALKS {
            let before = (found.values.len(), found.regions.len());
            for op in &ops {
                found.op(module, &sources, *op);
            }
            if before == (found.values.len(), found.regions.len()) {
                return found;
            }
        }
        Uniform { unknown: true, ..Uniform::default() }
    }

    /// Checks that a value is uniform.
    pub(crate) fn is_uniform(&self, value: ValueId) -> bool {
        !self.unknown && !self.values.contains(&value)
    }

    /// Checks that all invocations of a wave execute an op together.
    pub(crate) fn is_together(&self, module: &Module, op: OpId) -> bool {
        if self.unknown {
            return false;
        }
        let mut current = Some(op);
        while let Some(op) = current {
            let region = module[op].block.and_then(|block| module[block].region);
            if region.is_some_and(|region| self.regions.contains(&region)) {
                return false;
            }
            current = module.parent_op(op);
        }
        true
    }

    fn mark(&mut self, values: &[ValueId]) {
        self.values.extend(values);
    }

    fn op(&mut self, module: &Module, sources: &Sources, op: OpId) {
        let differs = module[op].operands.iter().any(|value| self.values.contains(value));
        if module[op].is_terminator() {
            self.terminator(module, op, differs);
        }
        if differs_itself(module, sources, op) || (differs && !makes_uniform(module, op)) {
            self.mark(&module[op].results);
        }
        for region in &module[op].regions {
            if self.regions.contains(region) {
                self.mark(&module[op].results);
                for block in &module[*region].blocks {
                    self.mark(&module[*block].args);
                }
            }
        }
    }

    fn terminator(&mut self, module: &Module, op: OpId, differs: bool) {
        let region = module[op].block.and_then(|block| module[block].region);
        if let (true, Some(region)) = (differs && module[op].successors.len() > 1, region) {
            self.regions.insert(region);
        }
        let is_merge = ops::code(module, op) == Some(Code::Mlir(Mlir::Merge));
        if is_merge {
            let parent = module.parent_op(op);
            for (value, result) in module[op].operands.iter().zip(parent.map_or(&[][..], |op| &module[op].results)) {
                if self.values.contains(value) {
                    self.values.insert(*result);
                }
            }
        } else if module[op].successors.is_empty() {
            self.leaves(module, op);
        }
        for successor in &module[op].successors {
            for (value, arg) in successor.args.iter().zip(&module[successor.block].args) {
                if self.values.contains(value) {
                    self.values.insert(*arg);
                }
            }
        }
    }

    /// Where some invocations leave the function, the others go on without them.
    fn leaves(&mut self, module: &Module, op: OpId) {
        if self.is_together(module, op) {
            return;
        }
        let mut current = Some(op);
        while let Some(op) = current {
            if let Some(region) = module[op].block.and_then(|block| module[block].region) {
                self.regions.insert(region);
            }
            current = module.parent_op(op).filter(|parent| *parent != module.root);
        }
    }
}

/// The variables of a module from which all invocations read the same.
struct Sources {
    uniform: Set<Symbol>,
}

impl Sources {
    fn of(module: &Module) -> Sources {
        let is_uniform = |(op, _, storage): &(OpId, dialect::ir::TypeId, StorageClass)| match storage {
            StorageClass::Uniform | StorageClass::PushConstant => true,
            StorageClass::Input => is_uniform_builtin(module, *op),
            _ => false,
        };
        let variables = host::variables(module).filter(is_uniform);
        Sources { uniform: variables.filter_map(|(op, ..)| facts::name_of(module, op)).collect() }
    }
}

fn is_uniform_builtin(module: &Module, op: OpId) -> bool {
    let number = facts::number_of(module, op, Kind::BuiltIn.table().snake).map(|number| number as u32);
    matches!(
        number.and_then(BuiltIn::from_u32),
        Some(
            BuiltIn::WorkgroupId
                | BuiltIn::NumWorkgroups
                | BuiltIn::WorkgroupSize
                | BuiltIn::SubgroupSize
                | BuiltIn::SubgroupId
                | BuiltIn::NumSubgroups
        )
    )
}

/// Checks for an op whose result differs between invocations, whatever its operands are.
fn differs_itself(module: &Module, sources: &Sources, op: OpId) -> bool {
    let Some(Code::Core(core)) = ops::code(module, op) else { return false };
    match isa::class(core) {
        Class::Load => {
            let root = root(module, module[op].operands[0]);
            !root.is_some_and(|name| sources.uniform.contains(&name))
        }
        Class::Group(Family::NonUniform, _) => uniformity::of_group(module, op, core) == Uniformity::Varying,
        Class::Atomic | Class::Call | Class::Image(ImageKind::Read, _) => true,
        _ => false,
    }
}

/// Checks for an op whose result is uniform although its operands are not.
fn makes_uniform(module: &Module, op: OpId) -> bool {
    let Some(Code::Core(core)) = ops::code(module, op) else { return false };
    let is_group = matches!(isa::class(core), Class::Group(Family::NonUniform, _));
    is_group && uniformity::of_group(module, op, core) == Uniformity::Uniform
}

/// The variable of the module into which a pointer leads.
fn root(module: &Module, pointer: ValueId) -> Option<Symbol> {
    let mut current = pointer;
    for _ in 0..64 {
        let op = module.defining_op(current)?;
        match ops::code(module, op)? {
            Code::Mlir(Mlir::AddressOf) => return facts::symbol_of(module, op, attrs::SYMBOL),
            Code::Core(Op::AccessChain | Op::InBoundsAccessChain) => current = *module[op].operands.first()?,
            _ => return None,
        }
    }
    None
}
