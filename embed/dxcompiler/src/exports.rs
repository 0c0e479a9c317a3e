//! The two functions that the library exports, and the classes they make objects of.

#![allow(unsafe_code)]

use crate::com::foreign::{Allocator, Foreign};
use crate::com::pointers::{Iid, Object, Out};
use crate::com::status::{E_POINTER, REGDB_E_CLASSNOTREG, Status};
use crate::com::{Reference, answer};
use crate::{arguments, compiler, unsupported, utils, validator};

/// The classes of which there are objects.
pub mod classes {
    use crate::com::Guid;

    /// `IDxcCompiler3` and its older forms.
    pub const COMPILER: Guid = Guid::new(0x73E22D93_E6CE_47F3_B5BF_F0664F39C1B0);
    /// `IDxcUtils` and `IDxcLibrary`.
    pub const UTILS: Guid = Guid::new(0x6245D6AF_66E0_48FD_80B4_4D271796748C);
    /// `IDxcCompilerArgs`
    pub const COMPILER_ARGS: Guid = Guid::new(0x3E56AE82_224D_470F_A1A1_FE3016EE9F9D);
    /// `IDxcValidator`
    pub const VALIDATOR: Guid = Guid::new(0x8CA3E215_F728_4CF3_8CDD_88AF917587A1);
    /// `IDxcContainerReflection`
    pub const CONTAINER_REFLECTION: Guid = Guid::new(0xB9F54489_55B8_400C_BA3A_1675E4728B91);
    /// `IDxcLinker`
    pub const LINKER: Guid = Guid::new(0xEF6A8087_B0EA_4D56_9E45_D07E1A8B7806);
    /// `IDxcPdbUtils`
    pub const PDB_UTILS: Guid = Guid::new(0x54621DFB_F2CE_457E_AE8C_EC355FAEEC7C);
}

/// Makes an object of a class and gives an interface of it.
///
/// The answer is `E_POINTER` without a place for the result, `REGDB_E_CLASSNOTREG` where there is no such class and
/// `E_NOINTERFACE` where the class lacks the interface. Objects may be used by any number of threads at once.
#[unsafe(no_mangle)]
pub extern "C" fn DxcCreateInstance(class: Iid, interface: Iid, out: Out<Object>) -> Status {
    answer(|| create(None, class, interface, out))
}

/// Makes an object of a class for clients with an `IMalloc` of their own, to which the object and its results keep a
/// reference. Memory that is passed with an allocator goes back to it; what the compiler itself needs comes from Rust's.
#[unsafe(no_mangle)]
pub extern "C" fn DxcCreateInstance2(allocator: Object, class: Iid, interface: Iid, out: Out<Object>) -> Status {
    answer(|| create(Foreign::lent(allocator).map(Allocator), class, interface, out))
}

fn create(home: Option<Allocator>, class: Iid, interface: Iid, out: Out<Object>) -> Result<(), Status> {
    out.set(Object::NULL)?;
    match class.get().ok_or(E_POINTER)? {
        classes::COMPILER => Reference::new(compiler::Compiler::new(home)).hand_out(interface, out),
        classes::UTILS => Reference::new(utils::Utils { home }).hand_out(interface, out),
        classes::COMPILER_ARGS => Reference::new(arguments::Arguments::new(Vec::new(), home)).hand_out(interface, out),
        classes::VALIDATOR => Reference::new(validator::Validator { home }).hand_out(interface, out),
        classes::CONTAINER_REFLECTION => {
            Reference::new(unsupported::ContainerReflection { _home: home }).hand_out(interface, out)
        }
        classes::LINKER => Reference::new(unsupported::Linker { _home: home }).hand_out(interface, out),
        classes::PDB_UTILS => Reference::new(unsupported::PdbUtils { _home: home }).hand_out(interface, out),
        _ => Err(REGDB_E_CLASSNOTREG),
    }
}
