//! The functions of LLVM's C API that walk a module, under our own names.
//!
//! Handles come from these functions and belong to a module that lives as long as the [`Reader`](super::ir::Reader) that
//! walks it. Where LLVM requires a certain kind of value, the caller has checked the kind.

use super::functions::Ref;
use super::library::Library;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// Callback for each message of the library.
pub(super) type Handler = extern "C" fn(Ref, *mut c_void);

macro_rules! functions {
    ($($field:ident = $name:literal: fn($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {
        /// The functions that all known versions have.
        pub(super) struct Api {
            $($field: unsafe extern "C" fn($($ty),*) $(-> $ret)?,)*
            later: Later,
        }

        impl Api {
            /// Looks up all functions.
            pub(super) fn look_up(library: &Library) -> Result<Api, String> {
                // SAFETY: the types are those of the C headers of LLVM 19 to 22.
                unsafe {
                    Ok(Api {
                        $($field: *library.get(concat!($name, "\0").as_bytes()).map_err(|_| $name.to_owned())?,)*
                        later: Later::look_up(library),
                    })
                }
            }

            $(pub(super) fn $field(&self, $($arg: $ty),*) $(-> $ret)? {
                // SAFETY: handles are live and of the kind that the function wants, as the module says.
                unsafe { (self.$field)($($arg),*) }
            })*
        }
    };
}

functions! {
    aggregate_element = "LLVMGetAggregateElement": fn(value: Ref, at: c_uint) -> Ref;
    aliasee = "LLVMAliasGetAliasee": fn(alias: Ref) -> Ref;
    alignment = "LLVMGetAlignment": fn(value: Ref) -> c_uint;
    allocated_type = "LLVMGetAllocatedType": fn(value: Ref) -> Ref;
    array_length = "LLVMGetArrayLength2": fn(ty: Ref) -> u64;
    attribute = "LLVMGetEnumAttributeAtIndex": fn(function: Ref, at: c_uint, kind: c_uint) -> Ref;
    attribute_kind = "LLVMGetEnumAttributeKindForName": fn(name: *const c_char, length: usize) -> c_uint;
    attribute_type = "LLVMGetTypeAttributeValue": fn(attribute: Ref) -> Ref;
    attribute_value = "LLVMGetEnumAttributeValue": fn(attribute: Ref) -> u64;
    block_count = "LLVMCountBasicBlocks": fn(function: Ref) -> c_uint;
    called_type = "LLVMGetCalledFunctionType": fn(call: Ref) -> Ref;
    called_value = "LLVMGetCalledValue": fn(call: Ref) -> Ref;
    condition = "LLVMGetCondition": fn(branch: Ref) -> Ref;
    constant_opcode = "LLVMGetConstOpcode": fn(value: Ref) -> c_int;
    convention = "LLVMGetFunctionCallConv": fn(function: Ref) -> c_uint;
    copied_metadata = "LLVMGlobalCopyAllMetadata": fn(global: Ref, count: *mut usize) -> Ref;
    debug_column = "LLVMGetDebugLocColumn": fn(value: Ref) -> c_uint;
    debug_file = "LLVMGetDebugLocFilename": fn(value: Ref, length: *mut c_uint) -> *const c_char;
    debug_line = "LLVMGetDebugLocLine": fn(value: Ref) -> c_uint;
    dispose_entries = "LLVMDisposeValueMetadataEntries": fn(entries: Ref);
    element_count = "LLVMCountStructElementTypes": fn(ty: Ref) -> c_uint;
    element_type = "LLVMGetElementType": fn(ty: Ref) -> Ref;
    entry_kind = "LLVMValueMetadataEntriesGetKind": fn(entries: Ref, at: c_uint) -> c_uint;
    entry_metadata = "LLVMValueMetadataEntriesGetMetadata": fn(entries: Ref, at: c_uint) -> Ref;
    first_alias = "LLVMGetFirstGlobalAlias": fn(module: Ref) -> Ref;
    first_block = "LLVMGetFirstBasicBlock": fn(function: Ref) -> Ref;
    first_function = "LLVMGetFirstFunction": fn(module: Ref) -> Ref;
    first_global = "LLVMGetFirstGlobal": fn(module: Ref) -> Ref;
    first_ifunc = "LLVMGetFirstGlobalIFunc": fn(module: Ref) -> Ref;
    first_instruction = "LLVMGetFirstInstruction": fn(block: Ref) -> Ref;
    first_named = "LLVMGetFirstNamedMetadata": fn(module: Ref) -> Ref;
    float_predicate = "LLVMGetFCmpPredicate": fn(value: Ref) -> c_int;
    float_value = "LLVMConstRealGetDouble": fn(value: Ref, loses: *mut c_int) -> f64;
    gep_type = "LLVMGetGEPSourceElementType": fn(value: Ref) -> Ref;
    global_type = "LLVMGlobalGetValueType": fn(global: Ref) -> Ref;
    has_metadata = "LLVMHasMetadata": fn(instruction: Ref) -> c_int;
    has_liberties = "LLVMCanValueUseFastMathFlags": fn(value: Ref) -> c_int;
    incoming_block = "LLVMGetIncomingBlock": fn(phi: Ref, at: c_uint) -> Ref;
    incoming_count = "LLVMCountIncoming": fn(phi: Ref) -> c_uint;
    incoming_value = "LLVMGetIncomingValue": fn(phi: Ref, at: c_uint) -> Ref;
    index_count = "LLVMGetNumIndices": fn(value: Ref) -> c_uint;
    indices = "LLVMGetIndices": fn(value: Ref) -> *const c_uint;
    initializer = "LLVMGetInitializer": fn(global: Ref) -> Ref;
    instruction_metadata = "LLVMInstructionGetAllMetadataOtherThanDebugLoc": fn(instruction: Ref, count: *mut usize) -> Ref;
    int_predicate = "LLVMGetICmpPredicate": fn(value: Ref) -> c_int;
    int_value = "LLVMConstIntGetZExtValue": fn(value: Ref) -> u64;
    int_width = "LLVMGetIntTypeWidth": fn(ty: Ref) -> c_uint;
    is_conditional = "LLVMIsConditional": fn(branch: Ref) -> c_int;
    is_constant_global = "LLVMIsGlobalConstant": fn(global: Ref) -> c_int;
    is_in_bounds = "LLVMIsInBounds": fn(gep: Ref) -> c_int;
    is_node = "LLVMIsAMDNode": fn(value: Ref) -> Ref;
    is_packed = "LLVMIsPackedStruct": fn(ty: Ref) -> c_int;
    is_string = "LLVMIsAMDString": fn(value: Ref) -> Ref;
    is_volatile = "LLVMGetVolatile": fn(access: Ref) -> c_int;
    is_opaque = "LLVMIsOpaqueStruct": fn(ty: Ref) -> c_int;
    kind_id = "LLVMGetMDKindIDInContext": fn(context: Ref, name: *const c_char, length: c_uint) -> c_uint;
    liberties = "LLVMGetFastMathFlags": fn(value: Ref) -> c_uint;
    mask_count = "LLVMGetNumMaskElements": fn(value: Ref) -> c_uint;
    mask_value = "LLVMGetMaskValue": fn(value: Ref, at: c_uint) -> c_int;
    md_string = "LLVMGetMDString": fn(value: Ref, length: *mut c_uint) -> *const c_char;
    metadata_value = "LLVMMetadataAsValue": fn(context: Ref, metadata: Ref) -> Ref;
    name = "LLVMGetValueName2": fn(value: Ref, length: *mut usize) -> *const c_char;
    named_count = "LLVMGetNamedMetadataNumOperands": fn(module: Ref, name: *const c_char) -> c_uint;
    named_name = "LLVMGetNamedMetadataName": fn(named: Ref, length: *mut usize) -> *const c_char;
    named_operands = "LLVMGetNamedMetadataOperands": fn(module: Ref, name: *const c_char, operands: *mut Ref);
    next_alias = "LLVMGetNextGlobalAlias": fn(alias: Ref) -> Ref;
    next_block = "LLVMGetNextBasicBlock": fn(block: Ref) -> Ref;
    next_function = "LLVMGetNextFunction": fn(function: Ref) -> Ref;
    next_global = "LLVMGetNextGlobal": fn(global: Ref) -> Ref;
    next_instruction = "LLVMGetNextInstruction": fn(instruction: Ref) -> Ref;
    next_named = "LLVMGetNextNamedMetadata": fn(named: Ref) -> Ref;
    node_count = "LLVMGetMDNodeNumOperands": fn(node: Ref) -> c_uint;
    node_operands = "LLVMGetMDNodeOperands": fn(node: Ref, operands: *mut Ref);
    on_message = "LLVMContextSetDiagnosticHandler": fn(context: Ref, handler: Handler, data: *mut c_void);
    opcode = "LLVMGetInstructionOpcode": fn(value: Ref) -> c_int;
    operand = "LLVMGetOperand": fn(value: Ref, at: c_uint) -> Ref;
    operand_count = "LLVMGetNumOperands": fn(value: Ref) -> c_int;
    ordering = "LLVMGetOrdering": fn(access: Ref) -> c_int;
    param = "LLVMGetParam": fn(function: Ref, at: c_uint) -> Ref;
    param_count = "LLVMCountParamTypes": fn(ty: Ref) -> c_uint;
    param_types = "LLVMGetParamTypes": fn(ty: Ref, types: *mut Ref);
    return_type = "LLVMGetReturnType": fn(ty: Ref) -> Ref;
    rmw_operation = "LLVMGetAtomicRMWBinOp": fn(value: Ref) -> c_int;
    space = "LLVMGetPointerAddressSpace": fn(ty: Ref) -> c_uint;
    struct_element = "LLVMStructGetTypeAtIndex": fn(ty: Ref, at: c_uint) -> Ref;
    success_ordering = "LLVMGetCmpXchgSuccessOrdering": fn(value: Ref) -> c_int;
    successor = "LLVMGetSuccessor": fn(terminator: Ref, at: c_uint) -> Ref;
    successor_count = "LLVMGetNumSuccessors": fn(terminator: Ref) -> c_uint;
    triple = "LLVMGetTarget": fn(module: Ref) -> *const c_char;
    type_kind = "LLVMGetTypeKind": fn(ty: Ref) -> c_int;
    type_of = "LLVMTypeOf": fn(value: Ref) -> Ref;
    value_kind = "LLVMGetValueKind": fn(value: Ref) -> c_int;
    vector_size = "LLVMGetVectorSize": fn(ty: Ref) -> c_uint;
}

macro_rules! later {
    ($($field:ident = $name:literal: fn($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {
        /// The functions that only newer versions have.
        struct Later {
            $($field: Option<unsafe extern "C" fn($($ty),*) -> $ret>,)*
        }

        impl Later {
            fn look_up(library: &Library) -> Later {
                // SAFETY: the types are those of the C headers of the versions that have the functions.
                unsafe { Later { $($field: library.get(concat!($name, "\0").as_bytes()).ok().map(|found| *found),)* } }
            }
        }

        impl Api {
            $(/// Nothing where the library has no such function.
            pub(super) fn $field(&self, $($arg: $ty),*) -> Option<$ret> {
                // SAFETY: handles are live and of the kind that the function wants, as the module says.
                self.later.$field.map(|function| unsafe { function($($arg),*) })
            })*
        }
    };
}

later! {
    case_value = "LLVMGetSwitchCaseValue": fn(switch: Ref, at: c_uint) -> Ref;
    scope = "LLVMGetAtomicSyncScopeID": fn(access: Ref) -> c_uint;
    scope_id = "LLVMGetSyncScopeID": fn(context: Ref, name: *const c_char, length: usize) -> c_uint;
    target_name = "LLVMGetTargetExtTypeName": fn(ty: Ref) -> *const c_char;
    target_number = "LLVMGetTargetExtTypeIntParam": fn(ty: Ref, at: c_uint) -> c_uint;
    target_numbers = "LLVMGetTargetExtTypeNumIntParams": fn(ty: Ref) -> c_uint;
    target_type = "LLVMGetTargetExtTypeTypeParam": fn(ty: Ref, at: c_uint) -> Ref;
    target_types = "LLVMGetTargetExtTypeNumTypeParams": fn(ty: Ref) -> c_uint;
}
