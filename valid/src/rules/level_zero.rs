//! Rules of oneAPI Level Zero for kernels beyond those of OpenCL.

use crate::environment::Api;
use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::program::Program;
use crate::index::site::Site;
use isa::{Class, Family, GroupKind};
use spirv::{AddressingModel, Capability, Op, Scope, StorageClass};

/// The rules that neither SPIR-V nor OpenCL has, each with its message.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $text:literal;)*) => {
        /// A rule of Level Zero that neither SPIR-V nor OpenCL has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum LevelZeroRule {
            $($(#[$doc])* $name,)*
        }

        impl LevelZeroRule {
            /// All of them.
            pub const ALL: &'static [LevelZeroRule] = &[$(LevelZeroRule::$name),*];

            /// The message for a violation.
            pub fn text(self) -> &'static str {
                match self {
                    $(LevelZeroRule::$name => $text,)*
                }
            }
        }
    };
}

rules! {
    /// The width of addresses.
    Addresses "Level Zero has addresses of 64 bits alone (Physical64)";
    /// The extended instruction sets.
    InstructionSets "Level Zero has no instruction set but OpenCL.std";
    /// Recursion.
    Recursion "functions of Level Zero do not call themselves, directly or not";
    /// The types of arguments.
    Arguments "an argument of Level Zero is a number, a vector, a struct, a pointer, an image or a sampler";
    /// The widths of numbers as arguments.
    Numbers "a number that Level Zero gives to a kernel has 16 or 32 bits";
    /// The members of structs as arguments.
    Members "a struct that is an argument of Level Zero holds numbers, vectors, pointers and structs alone";
    /// The storage classes of pointers as arguments.
    Pointers "a pointer that Level Zero gives to a kernel is of global, shared or constant memory";
    /// Execution scopes.
    Execution "what invocations do together a whole workgroup or subgroup does in Level Zero";
    /// Atomic operations.
    Atomics "an atomic operation of Level Zero is on integers of 32 or 64 bits";
}

use LevelZeroRule as Rule;

/// Capabilities of floating-point atomics.
const FLOAT_ATOMICS: &[Capability] = &[
    Capability::AtomicFloat16AddEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat16MinMaxEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64MinMaxEXT,
];

/// The rules of one instruction.
pub(crate) fn check(site: &Site<'_, '_>) -> Check {
    if site.env().api != Api::LevelZero {
        return Ok(());
    }
    match site.inst.op {
        Op::MemoryModel => {
            ensure!(site.addressing == AddressingModel::Physical64, "{}", Rule::Addresses.text());
        }
        Op::ExtInstImport => {
            let name = site.inst.text(0);
            let says_nothing = name.starts_with("NonSemantic.") || name.contains("DebugInfo");
            ensure!(name == "OpenCL.std" || says_nothing, "{}", Rule::InstructionSets.text());
        }
        Op::AtomicFlagTestAndSet | Op::AtomicFlagClear => {}
        op if isa::class(op) == Class::Atomic => atomic(site)?,
        op => execution_scope(site, op)?,
    }
    Ok(())
}

/// Atomics are on integers of 32 or 64 bits, and on floats with an extension.
fn atomic(site: &Site<'_, '_>) -> Check {
    let ty = if site.inst.op == Op::AtomicStore { site.operand_type(3) } else { site.result_type() };
    let is_int = site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
    let is_float = site.is_float_scalar(ty) && site.has_any(FLOAT_ATOMICS);
    ensure!(is_int || is_float, "{}", Rule::Atomics.text());
    Ok(())
}

/// The execution scope is a workgroup or a subgroup; copies are the workgroup's.
fn execution_scope(site: &Site<'_, '_>, op: Op) -> Check {
    let copies = match isa::class(op) {
        Class::Group(Family::Uniform, GroupKind::Copy) => true,
        Class::Group(Family::NonUniform, GroupKind::QuadVote | GroupKind::Partition) => return Ok(()),
        Class::Group(Family::Uniform | Family::NonUniform, _) => false,
        _ if op == Op::ControlBarrier => false,
        _ => return Ok(()),
    };
    let scope = site.constant(id_of(site.inst.operands.first())).and_then(|scope| Scope::from_u32(scope as u32));
    let fits = match scope {
        Some(Scope::Workgroup) => true,
        Some(Scope::Subgroup) => !copies,
        // A specialisation constant is the application's business.
        None => true,
        Some(_) => false,
    };
    ensure!(fits, "{}: Op{op:?} is of another scope", Rule::Execution.text());
    Ok(())
}

/// The rules of a whole program: arguments of kernels, and calls.
pub(crate) fn finish(module: &Module<'_>, program: &Program<'_>) -> Check {
    if module.env().api != Api::LevelZero {
        return Ok(());
    }
    let recursive = program.recursive().into_iter().position(|is_recursive| is_recursive);
    if let Some(function) = recursive {
        let found = Fault::new(None, Rule::Recursion.text());
        return blame(Err(found), program.functions[function].first);
    }
    for entry in &program.entries {
        let function = module.def(entry.function);
        let ty = function.and_then(|function| module.def(function.id(1)));
        for param in ty.map_or(Vec::new(), |ty| ty.ids_from(1).collect()) {
            blame(argument(module, param), entry.at)?;
        }
    }
    Ok(())
}

fn argument(module: &Module<'_>, ty: u32) -> Check {
    match module.op(ty) {
        Op::TypeInt | Op::TypeVector | Op::TypeSampler | Op::TypeImage => {}
        Op::TypeFloat => {
            ensure!(module.width(ty) == 16 || module.width(ty) == 32, "{}", Rule::Numbers.text());
        }
        Op::TypeStruct => members(module, ty)?,
        Op::TypePointer => {
            let classes = [StorageClass::CrossWorkgroup, StorageClass::Workgroup, StorageClass::UniformConstant];
            let fits = module.class(ty).is_some_and(|class| classes.contains(&class));
            ensure!(fits, "{}", Rule::Pointers.text());
        }
        op => return Err(Fault::new(None, format!("{}, not Op{op:?}", Rule::Arguments.text()))),
    }
    Ok(())
}

/// The members of a struct argument, nested structs included.
fn members(module: &Module<'_>, ty: u32) -> Check {
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        for member in module.members(ty) {
            match module.op(member) {
                Op::TypeInt | Op::TypeFloat | Op::TypeVector | Op::TypePointer => {}
                Op::TypeStruct => stack.push(member),
                op => return Err(Fault::new(None, format!("{}, not Op{op:?}", Rule::Members.text()))),
            }
        }
    }
    Ok(())
}
