//! The headers that belong to the compiler: `#include <vk/…>` and the
//! helpers of templates beside them.
//!
//! Their texts are in files; parts that follow from tables of SPIR-V or of the language's types are filled in.

use frontend::preprocess::{BUILT_IN_DIRECTORY, IncludeHandler};
use spirv::{
    CooperativeMatrixLayout, CooperativeMatrixOperands, CooperativeMatrixUse, MemoryAccess, Scope, StorageClass,
};
use std::sync::Arc;

const ENABLE_IF: &str = include_str!("../../headers/enable_if");
const TYPE_TRAITS: &str = include_str!("../../headers/type_traits");
const VECTOR_UTILS: &str = include_str!("../../headers/vector_utils");
/// Its declarations need shader model 6.10; before that it is empty.
const LINEAR_ALGEBRA: &str = include_str!("../../headers/dx/linalg.h");
const LINEAR_ALGEBRA_BUILTINS: &str = include_str!("../../headers/dx/linalg/builtins.h");
const LINEAR_ALGEBRA_NUMBERS: &str = include_str!("../../headers/dx/linalg/numbers.h");
const LINEAR_ALGEBRA_LOOPS: &str = include_str!("../../headers/dx/linalg/loops.h");
const LINEAR_ALGEBRA_NATIVE: &str = include_str!("../../headers/dx/linalg/native.h");
const LINEAR_ALGEBRA_OF_THREADS: &str = include_str!("../../headers/dx/linalg/thread.h");
const LINEAR_ALGEBRA_OF_THREADS_LOOPS: &str = include_str!("../../headers/dx/linalg/thread_loops.h");
const LINEAR_ALGEBRA_OF_THREADS_NATIVE: &str = include_str!("../../headers/dx/linalg/thread_native.h");
const SPIRV: &str = include_str!("../../headers/vk/spirv.h");
const COOPERATIVE_MATRIX: &str = include_str!("../../headers/vk/khr/cooperative_matrix.h");
const OPCODE_SELECTOR: &str = include_str!("../../headers/vk/opcode_selector.h");

/// Serves the compiler's own headers, and asks another handler for all other files.
pub struct WithHeaders<'a>(pub &'a dyn IncludeHandler);

impl IncludeHandler for WithHeaders<'_> {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        match path.strip_prefix(BUILT_IN_DIRECTORY) {
            Some(own) => header(own.trim_start_matches('/')).map(Arc::from),
            None => self.0.load(path),
        }
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        self.0.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        self.0.nearest(path).filter(|_| !path.starts_with(BUILT_IN_DIRECTORY))
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        self.0.is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        self.0.advice()
    }
}

fn header(path: &str) -> Option<String> {
    match &path.replace('\\', "/")[..] {
        "dx/linalg.h" => Some(LINEAR_ALGEBRA.to_owned()),
        "dx/linalg/builtins.h" => Some(LINEAR_ALGEBRA_BUILTINS.to_owned()),
        "dx/linalg/numbers.h" => Some(LINEAR_ALGEBRA_NUMBERS.to_owned()),
        "dx/linalg/loops.h" => Some(LINEAR_ALGEBRA_LOOPS.to_owned()),
        "dx/linalg/native.h" => Some(LINEAR_ALGEBRA_NATIVE.to_owned()),
        "dx/linalg/thread.h" => Some(LINEAR_ALGEBRA_OF_THREADS.to_owned()),
        "dx/linalg/thread_loops.h" => Some(LINEAR_ALGEBRA_OF_THREADS_LOOPS.to_owned()),
        "dx/linalg/thread_native.h" => Some(LINEAR_ALGEBRA_OF_THREADS_NATIVE.to_owned()),
        "enable_if" => Some(ENABLE_IF.to_owned()),
        "type_traits" => Some(TYPE_TRAITS.to_owned()),
        "vector_utils" => Some(VECTOR_UTILS.to_owned()),
        "vk/spirv.h" => Some(SPIRV.replace("@enums@", &enums())),
        "vk/khr/cooperative_matrix.h" => Some(COOPERATIVE_MATRIX.to_owned()),
        "vk/opcode_selector.h" => Some(OPCODE_SELECTOR.replace("@conversions@", &conversions())),
        _ => None,
    }
}

type Enumerators = &'static [(&'static str, u32)];

/// The enumerations of the header, with the values that SPIR-V gives them.
#[rustfmt::skip]
const ENUMS: &[(&str, Enumerators)] = &[
    ("CooperativeMatrixUse", &[
        ("CooperativeMatrixUseMatrixAKHR", CooperativeMatrixUse::MatrixAKHR as u32),
        ("CooperativeMatrixUseMatrixBKHR", CooperativeMatrixUse::MatrixBKHR as u32),
        ("CooperativeMatrixUseMatrixAccumulatorKHR", CooperativeMatrixUse::MatrixAccumulatorKHR as u32),
    ]),
    ("CooperativeMatrixLayout", &[
        ("CooperativeMatrixLayoutRowMajorKHR", CooperativeMatrixLayout::RowMajorKHR as u32),
        ("CooperativeMatrixLayoutColumnMajorKHR", CooperativeMatrixLayout::ColumnMajorKHR as u32),
        ("CooperativeMatrixLayoutRowBlockedInterleavedARM", CooperativeMatrixLayout::RowBlockedInterleavedARM as u32),
        ("CooperativeMatrixLayoutColumnBlockedInterleavedARM", CooperativeMatrixLayout::ColumnBlockedInterleavedARM as u32),
    ]),
    ("CooperativeMatrixOperandsMask", &[
        ("CooperativeMatrixOperandsMaskNone", 0),
        ("CooperativeMatrixOperandsMatrixASignedComponentsKHRMask", CooperativeMatrixOperands::MATRIX_A_SIGNED_COMPONENTS_KHR.bits()),
        ("CooperativeMatrixOperandsMatrixBSignedComponentsKHRMask", CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR.bits()),
        ("CooperativeMatrixOperandsMatrixCSignedComponentsKHRMask", CooperativeMatrixOperands::MATRIX_C_SIGNED_COMPONENTS_KHR.bits()),
        ("CooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask", CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR.bits()),
        ("CooperativeMatrixOperandsSaturatingAccumulationKHRMask", CooperativeMatrixOperands::SATURATING_ACCUMULATION_KHR.bits()),
    ]),
    ("MemoryAccessMask", &[
        ("MemoryAccessMaskNone", 0),
        ("MemoryAccessVolatileMask", MemoryAccess::VOLATILE.bits()),
        ("MemoryAccessAlignedMask", MemoryAccess::ALIGNED.bits()),
        ("MemoryAccessNontemporalMask", MemoryAccess::NONTEMPORAL.bits()),
        ("MemoryAccessMakePointerAvailableMask", MemoryAccess::MAKE_POINTER_AVAILABLE.bits()),
        ("MemoryAccessMakePointerVisibleMask", MemoryAccess::MAKE_POINTER_VISIBLE.bits()),
        ("MemoryAccessNonPrivatePointerMask", MemoryAccess::NON_PRIVATE_POINTER.bits()),
    ]),
    ("Scope", &[
        ("ScopeCrossDevice", Scope::CrossDevice as u32),
        ("ScopeDevice", Scope::Device as u32),
        ("ScopeWorkgroup", Scope::Workgroup as u32),
        ("ScopeSubgroup", Scope::Subgroup as u32),
        ("ScopeInvocation", Scope::Invocation as u32),
        ("ScopeQueueFamily", Scope::QueueFamily as u32),
        ("ScopeShaderCallKHR", Scope::ShaderCallKHR as u32),
    ]),
    ("StorageClass", &[("StorageClassWorkgroup", StorageClass::Workgroup as u32)]),
];

fn enums() -> String {
    let mut text = String::new();
    for (name, enumerators) in ENUMS {
        text.push_str(&format!("enum {name} {{\n"));
        for (enumerator, value) in *enumerators {
            text.push_str(&format!("  {enumerator} = {value},\n"));
        }
        text.push_str("};\n\n");
    }
    text
}

/// The class of component types that a conversion distinguishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

const COMPONENTS: &[(&str, Kind, u32)] = &[
    ("int16_t", Kind::Signed, 16),
    ("int32_t", Kind::Signed, 32),
    ("int64_t", Kind::Signed, 64),
    ("uint16_t", Kind::Unsigned, 16),
    ("uint32_t", Kind::Unsigned, 32),
    ("uint64_t", Kind::Unsigned, 64),
    ("half", Kind::Float, 16),
    ("float", Kind::Float, 32),
    ("double", Kind::Float, 64),
];

/// One line for each pair of types. Without types of 16 bits, `half` is as wide as `float`.
fn conversions() -> String {
    let mut wide = String::new();
    let mut narrow = String::new();
    let mut without = String::new();
    for &(from, from_kind, from_bits) in COMPONENTS {
        for &(to, to_kind, to_bits) in COMPONENTS {
            let line = |from_bits, to_bits| {
                let (from_component, to_component) = (Component(from_kind, from_bits), Component(to_kind, to_bits));
                let instruction = conversion(from_component, to_component);
                format!("HLSL2SPIRV_CONVERSION({from}, {to}, {instruction})\n")
            };
            if from_bits != 16 && to_bits != 16 {
                wide.push_str(&line(from_bits, to_bits));
                continue;
            }
            narrow.push_str(&line(from_bits, to_bits));
            if !from.contains("16") && !to.contains("16") {
                without.push_str(&line(from_bits.max(32), to_bits.max(32)));
            }
        }
    }
    format!("{wide}#if __HLSL_ENABLE_16_BIT\n{narrow}#else\n{without}#endif\n")
}

/// A component of a conversion: its kind and its width in bits.
struct Component(Kind, u32);

/// The header's function for a conversion.
fn conversion(from: Component, to: Component) -> &'static str {
    let (Component(from, from_bits), Component(to, to_bits)) = (from, to);
    match (from, to) {
        (Kind::Float, Kind::Float) if from_bits == to_bits => "Copy",
        (Kind::Float, Kind::Float) => "ResizeFloat",
        (Kind::Float, Kind::Signed) => "FloatToSigned",
        (Kind::Float, Kind::Unsigned) => "FloatToUnsigned",
        (Kind::Signed, Kind::Float) => "SignedToFloat",
        (Kind::Unsigned, Kind::Float) => "UnsignedToFloat",
        _ if from == to && from_bits == to_bits => "Copy",
        _ if from_bits == to_bits => "Reinterpret",
        (_, Kind::Signed) => "ResizeSigned",
        (_, Kind::Unsigned) => "ResizeUnsigned",
    }
}
