//! Rules of oneAPI Level Zero for kernels beyond those of OpenCL.

use crate::environment::Api;
use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::program::Program;
use crate::index::site::Site;
use crate::index::types::{ImageType, Ty};
use isa::{Class, Family, GroupKind};
use spirv::{AddressingModel, Capability, Dim, Op, Scope, StorageClass};

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
    Addresses "Level Zero requires the addressing model Physical64";
    /// The extended instruction sets.
    InstructionSets "Level Zero supports the instruction set OpenCL.std only";
    /// Recursion.
    Recursion "recursion is not allowed in Level Zero";
    /// The types of arguments.
    Arguments "an argument of Level Zero is a number, a vector, a struct, a pointer, an image or a sampler";
    /// The widths of numbers as arguments.
    Numbers "a number that Level Zero gives to a kernel has 16 or 32 bits";
    /// The members of structs as arguments.
    Members "a struct argument in Level Zero must contain numbers, vectors, pointers and structs only";
    /// The storage classes of pointers as arguments.
    Pointers "a pointer that Level Zero gives to a kernel is of global, shared or constant memory";
    /// Execution scopes.
    Execution "group operations in Level Zero must have workgroup or subgroup scope";
    /// Atomic operations.
    Atomics "an atomic operation of Level Zero is on integers of 32 or 64 bits";
    /// Atomic operations on floats.
    FloatAtomics "an atomic operation of Level Zero on floats is on global or shared memory";
    /// Images with depth.
    Depth "an image with depth has two dimensions in Level Zero";
    /// The data of shuffles.
    Shuffles "a shuffle of Level Zero is of 16-bit or 32-bit integers and 32-bit floats, or of one wider number";
    /// The data of reads and writes of blocks.
    BlockData "a block that a subgroup of Level Zero reads or writes is of integers of 16 or 32 bits, 1, 2, 4 or 8 of them";
    /// The memory of blocks.
    BlockMemory "a subgroup of Level Zero reads and writes blocks in global memory";
    /// The images of blocks.
    BlockImages "a subgroup of Level Zero reads and writes blocks of images with two dimensions, without depth and layers";
    /// The places in images.
    BlockPlaces "the place of a block in an image is two integers of 32 bits in Level Zero";
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
        Op::TypeImage => depth(site)?,
        Op::SubgroupShuffleINTEL
        | Op::SubgroupShuffleXorINTEL
        | Op::SubgroupShuffleUpINTEL
        | Op::SubgroupShuffleDownINTEL => shuffle(site)?,
        Op::SubgroupBlockReadINTEL
        | Op::SubgroupBlockWriteINTEL
        | Op::SubgroupImageBlockReadINTEL
        | Op::SubgroupImageBlockWriteINTEL => block(site)?,
        op if isa::class(op) == Class::Atomic => atomic(site)?,
        op => execution_scope(site, op)?,
    }
    Ok(())
}

fn depth(site: &Site<'_, '_>) -> Check {
    let is_there = |image: ImageType| image.depth == 0 || image.depth == 1 && image.dim == Dim::Dim2D;
    ensure!(site.image(site.inst.result_id()).is_none_or(is_there), "{}", Rule::Depth.text());
    Ok(())
}

/// Shuffles are of some numbers, and of vectors of the narrow ones.
fn shuffle(site: &Site<'_, '_>) -> Check {
    let ty = site.result_type();
    let elem = site.scalar(ty);
    let is_narrow = site.is_int_of(elem, 16) || site.is_int_of(elem, 32) || site.is_float_of(elem, 32);
    let is_wide = site.is_int_of(ty, 64) || site.is_float_of(ty, 16) || site.is_float_of(ty, 64);
    let fits = is_wide || is_narrow && matches!(site.components(ty), 1 | 2 | 4 | 8 | 16);
    ensure!(fits, "{}", Rule::Shuffles.text());
    Ok(())
}

/// Blocks lie in global memory or in plain images, and hold integers.
fn block(site: &Site<'_, '_>) -> Check {
    let (is_image, data) = match site.inst.op {
        Op::SubgroupBlockReadINTEL => (false, site.result_type()),
        Op::SubgroupBlockWriteINTEL => (false, site.operand_type(1)),
        Op::SubgroupImageBlockReadINTEL => (true, site.result_type()),
        _ => (true, site.operand_type(2)),
    };
    let elem = site.scalar(data);
    let fits = site.is_int_of(elem, 16) || site.is_int_of(elem, 32);
    ensure!(fits && matches!(site.components(data), 1 | 2 | 4 | 8), "{}", Rule::BlockData.text());
    let place = site.operand_type(0);
    if !is_image {
        let is_global = site.class(place) == Some(StorageClass::CrossWorkgroup);
        ensure!(is_global, "{}", Rule::BlockMemory.text());
        return Ok(());
    }
    let image = site.image(place);
    let is_plain =
        image.is_some_and(|image| image.dim == Dim::Dim2D && image.depth == 0 && !image.arrayed && !image.multisampled);
    ensure!(is_plain, "{}", Rule::BlockImages.text());
    let at = site.operand_type(1);
    let is_pair = matches!(site.ty(at), Ty::Vector { elem, count: 2 } if site.is_int_of(elem, 32));
    ensure!(is_pair, "{}", Rule::BlockPlaces.text());
    Ok(())
}

/// Atomics are on integers of 32 or 64 bits, and on floats with an extension.
fn atomic(site: &Site<'_, '_>) -> Check {
    let ty = if site.inst.op == Op::AtomicStore { site.operand_type(3) } else { site.result_type() };
    let is_int = site.is_int_of(ty, 32) || site.is_int_of(ty, 64);
    let moves = matches!(site.inst.op, Op::AtomicLoad | Op::AtomicStore | Op::AtomicExchange);
    let is_float = site.is_float_scalar(ty);
    let may_be_float = site.has_any(FLOAT_ATOMICS) || moves && site.is_float_of(ty, 16);
    ensure!(is_int || is_float && may_be_float, "{}", Rule::Atomics.text());
    let class = site.class(site.operand_type(0));
    let is_near = matches!(class, Some(StorageClass::CrossWorkgroup | StorageClass::Workgroup));
    ensure!(!is_float || is_near, "{}", Rule::FloatAtomics.text());
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
