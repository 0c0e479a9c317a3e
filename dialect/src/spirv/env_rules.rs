//! The rules of environments: what Vulkan and OpenCL want of a module beyond the specification of SPIR-V.

use super::attrs;
use super::enums::Kind;
use super::ops::{self, Code as OpCode, Mlir};
use super::verify::Finding;
use super::{facts, host};
use crate::diagnostics::{Code, Error};
use crate::ir::{Module, OpId, Type, walk};
use base::ids::{Map, Set};
use base::intern::Symbol;
use spirv::{AddressingModel, Capability, ExecutionModel, MemoryModel, Op, StorageClass};

/// An environment with rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Vulkan, any version.
    Vulkan,
    /// OpenCL and Level Zero.
    OpenCl,
}

/// Violations: the guilty op and the explanation.
type Found = Vec<(OpId, String)>;

/// A rule of one or more environments.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// Where it holds.
    pub environments: &'static [Environment],
    /// Finds violations.
    check: fn(&Module) -> Found,
    /// The rule as a sentence.
    pub doc: &'static str,
}

const VULKAN: &[Environment] = &[Environment::Vulkan];
const OPENCL: &[Environment] = &[Environment::OpenCl];
const BOTH: &[Environment] = &[Environment::Vulkan, Environment::OpenCl];

/// All rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "no-recursion",
        environments: BOTH,
        check: no_recursion,
        doc: "No function calls itself, directly or not.",
    },
    Rule {
        name: "vulkan-models",
        environments: VULKAN,
        check: vulkan_models,
        doc: "Addressing is logical or by storage buffers, the memory model is GLSL450 or Vulkan.",
    },
    Rule {
        name: "vulkan-stages",
        environments: VULKAN,
        check: vulkan_stages,
        doc: "Entry points are not kernels and return nothing.",
    },
    Rule {
        name: "vulkan-bindings",
        environments: VULKAN,
        check: vulkan_bindings,
        doc: "Resources have a descriptor set and a binding.",
    },
    Rule {
        name: "vulkan-group-size",
        environments: VULKAN,
        check: vulkan_group_size,
        doc: "Compute entry points have a workgroup size.",
    },
    Rule {
        name: "vulkan-linkage",
        environments: VULKAN,
        check: vulkan_linkage,
        doc: "Modules are complete: nothing is linked.",
    },
    Rule {
        name: "opencl-models",
        environments: OPENCL,
        check: opencl_models,
        doc: "Addressing is physical, the memory model is OpenCL.",
    },
    Rule {
        name: "opencl-kernels",
        environments: OPENCL,
        check: opencl_kernels,
        doc: "Entry points are kernels and return nothing.",
    },
];

/// The rules of an environment that a module breaks.
pub fn check(module: &Module, environment: Environment) -> Vec<Finding> {
    let rules = RULES.iter().filter(|rule| rule.environments.contains(&environment));
    let found =
        rules.flat_map(|rule| (rule.check)(module).into_iter().map(move |(op, message)| (op, message, rule.name)));
    let finding = |(op, message, name): (OpId, String, &str)| Finding {
        op,
        error: Error::in_module(Code::Environment, format!("{message} ({name})")),
    };
    found.map(finding).collect()
}

fn root_number(module: &Module, kind: Kind) -> Option<u32> {
    facts::number_of(module, module.root, kind.table().snake).map(|value| value as u32)
}

fn no_recursion(module: &Module) -> Found {
    let mut calls: Map<Symbol, (OpId, Vec<Symbol>)> = Map::default();
    for op in module.top_ops() {
        if ops::code(module, *op) == Some(OpCode::Mlir(Mlir::Func))
            && let Some(name) = facts::name_of(module, *op)
        {
            let is_call = |op: &OpId| ops::code(module, *op) == Some(OpCode::Core(Op::FunctionCall));
            let inner = walk::ops(module, *op).filter(is_call);
            let callees = inner.filter_map(|op| facts::symbol_of(module, op, attrs::SYMBOL)).collect();
            calls.insert(name, (*op, callees));
        }
    }
    let reaches_itself = |name: Symbol| {
        let mut seen: Set<Symbol> = Set::default();
        let mut stack = calls[&name].1.clone();
        while let Some(callee) = stack.pop() {
            if callee == name {
                return true;
            }
            if seen.insert(callee) {
                stack.extend(calls.get(&callee).map_or(&[][..], |(_, callees)| callees));
            }
        }
        false
    };
    let guilty = calls.iter().filter(|(name, _)| reaches_itself(**name));
    guilty.map(|(name, (op, _))| (*op, format!("'{}' calls itself", module.ctx.str(*name)))).collect()
}

fn models(module: &Module, addressing: &[AddressingModel], memory: &[MemoryModel]) -> Found {
    let mut found = Vec::new();
    let value = root_number(module, Kind::AddressingModel);
    if !addressing.iter().any(|one| Some(*one as u32) == value) {
        found.push((module.root, format!("the addressing model is not one of {addressing:?}")));
    }
    let value = root_number(module, Kind::MemoryModel);
    if !memory.iter().any(|one| Some(*one as u32) == value) {
        found.push((module.root, format!("the memory model is not one of {memory:?}")));
    }
    found
}

fn vulkan_models(module: &Module) -> Found {
    let addressing = [AddressingModel::Logical, AddressingModel::PhysicalStorageBuffer64];
    models(module, &addressing, &[MemoryModel::GLSL450, MemoryModel::Vulkan])
}

fn opencl_models(module: &Module) -> Found {
    models(module, &[AddressingModel::Physical32, AddressingModel::Physical64], &[MemoryModel::OpenCL])
}

fn entry_points(module: &Module, is_allowed: impl Fn(ExecutionModel) -> bool) -> Found {
    let mut found = Vec::new();
    let symbols = facts::symbols(module);
    for entry in host::entry_points(module) {
        if !is_allowed(entry.model) {
            found.push((entry.op, format!("an entry point is of the model {:?}", entry.model)));
        }
        let function = symbols.get(&entry.function).copied();
        let ty = function.and_then(|function| facts::type_of(module, function, attrs::TYPE));
        let returns_nothing = match ty.map(|ty| &module.ctx[ty]) {
            Some(Type::Function { result, .. }) => module.ctx[*result] == Type::None,
            _ => false,
        };
        if !returns_nothing {
            found.push((entry.op, "the function of an entry point returns a value".to_owned()));
        }
    }
    found
}

fn vulkan_stages(module: &Module) -> Found {
    entry_points(module, |model| model != ExecutionModel::Kernel)
}

fn opencl_kernels(module: &Module) -> Found {
    entry_points(module, |model| model == ExecutionModel::Kernel)
}

fn vulkan_bindings(module: &Module) -> Found {
    let is_resource = |storage: &StorageClass| {
        matches!(storage, StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::UniformConstant)
    };
    let has = |op: OpId, name: &str| module.attr(op, name).is_some();
    let resources = host::variables(module).into_iter().filter(|(_, _, storage)| is_resource(storage));
    let unbound = resources.filter(|(op, _, _)| !has(*op, "descriptor_set") || !has(*op, "binding"));
    unbound.map(|(op, _, _)| (op, "a resource has no descriptor set or no binding".to_owned())).collect()
}

fn vulkan_group_size(module: &Module) -> Found {
    // A constant with the built-in WorkgroupSize gives the size as well.
    let by_constant = walk::ops(module, module.root).any(|op| {
        let built_in = facts::number_of(module, op, "built_in");
        built_in == Some(spirv::BuiltIn::WorkgroupSize as u64)
    });
    let has_mode = |function: Symbol| {
        module.top_ops().iter().any(|op| {
            let is_mode = matches!(ops::code(module, *op), Some(OpCode::Core(Op::ExecutionMode | Op::ExecutionModeId)));
            let mode = facts::number_of(module, *op, Kind::ExecutionMode.table().snake).unwrap_or(0) as u32;
            let is_size =
                [spirv::ExecutionMode::LocalSize as u32, spirv::ExecutionMode::LocalSizeId as u32].contains(&mode);
            is_mode && is_size && facts::symbol_of(module, *op, attrs::SYMBOL) == Some(function)
        })
    };
    let compute = host::entry_points(module).into_iter().filter(|entry| entry.model == ExecutionModel::GLCompute);
    let unsized_ones = compute.filter(|entry| !by_constant && !has_mode(entry.function));
    unsized_ones.map(|entry| (entry.op, "a compute entry point has no workgroup size".to_owned())).collect()
}

fn vulkan_linkage(module: &Module) -> Found {
    let has_linkage = facts::array_of(module, module.root, attrs::CAPABILITIES)
        .iter()
        .any(|attr| facts::number(module, *attr) == Some(Capability::Linkage as u64));
    let message = "the module declares the capability Linkage".to_owned();
    if has_linkage { vec![(module.root, message)] } else { Vec::new() }
}
