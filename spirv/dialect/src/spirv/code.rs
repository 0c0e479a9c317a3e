//! The codes of the dialect's ops: instructions of SPIR-V and its extended sets, and ops that only the dialect has.

use crate::ir::Traits;
use spirv::Op;

/// The code of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A core instruction.
    Core(Op),
    /// An instruction of `GLSL.std.450`.
    Gl(u32),
    /// An instruction of `OpenCL.std`.
    Cl(u32),
    /// An op for several instructions or for none.
    Mlir(Mlir),
}

macro_rules! mlir_ops {
    ($($name:ident $text:literal $traits:expr, $doc:literal;)*) => {
        /// The ops that have no instruction of their own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mlir { $(#[doc = $doc] $name,)* }

        /// The rows of these ops: name, traits, and a sentence.
        pub(super) const MLIR_OPS: &[(Mlir, &str, Traits, &str)] = &[$((Mlir::$name, $text, $traits, $doc),)*];
    };
}

mlir_ops! {
    Module "spirv.module" Traits::NONE, "A module: version, capabilities and extensions, and everything it declares.";
    Func "spirv.func" Traits::NONE, "A function, or the declaration of an imported one.";
    GlobalVariable "spirv.GlobalVariable" Traits::NONE, "A variable of the module.";
    AddressOf "spirv.mlir.addressof" Traits::NONE, "The pointer to a variable of the module.";
    Constant "spirv.Constant" Traits::NONE, "A constant.";
    SpecConstant "spirv.SpecConstant" Traits::NONE, "A scalar that the application may set before the module runs.";
    SpecConstantComposite "spirv.SpecConstantComposite" Traits::NONE, "A composite with specialization constants in it.";
    SpecConstantOperation "spirv.SpecConstantOperation" Traits::NONE, "The result of an op on specialization constants.";
    ReferenceOf "spirv.mlir.referenceof" Traits::NONE, "The value of a specialization constant.";
    Selection "spirv.mlir.selection" Traits::NONE, "A selection: the blocks of its region up to where they merge.";
    Loop "spirv.mlir.loop" Traits::NONE, "A loop: entry, header, body, continue and merge blocks.";
    Merge "spirv.mlir.merge" Traits::TERMINATOR, "Leaves a selection or a loop with its results.";
    ExtInst "spirv.ExtInst" Traits::NONE, "An instruction of an extended set that does not change what a module computes.";
    VendorInst "spirv.VendorInst" Traits::NONE, "An instruction of a vendor's extended set.";
}

impl Code {
    /// The core instruction, if it is one.
    #[inline]
    pub fn core(self) -> Option<Op> {
        match self {
            Code::Core(op) => Some(op),
            Code::Gl(_) | Code::Cl(_) | Code::Mlir(_) => None,
        }
    }
}
