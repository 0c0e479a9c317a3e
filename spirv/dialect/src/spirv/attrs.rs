//! The names of the attributes of this dialect's ops.
//!
//! Enumerated operands have the name of their enumeration, decorations their own; the others are here.

use super::enums::Kind;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The name that an op defines.
pub const SYM_NAME: &str = "sym_name";
/// The name in the words of an entity whose unique name in the module differs.
pub const OWN_NAME: &str = "own_name";
/// A type: of a variable, a function or a specialisation constant.
pub const TYPE: &str = "type";
/// A constant's value, a specialisation constant's default.
pub const VALUE: &str = "value";
/// The type of the contents of a variable with an untyped pointer.
pub const DATA_TYPE: &str = "data_type";
/// For a constant that is the size of descriptors: their type.
pub const SIZE_OF: &str = "size_of";
/// For a composite of equal parts: the constant that each part is.
pub const REPLICATE: &str = "replicate";
/// The value a variable starts with.
pub const INITIALIZER: &str = "initializer";
/// The function that a call names, or the variable or constant that a reference names.
pub const SYMBOL: &str = "symbol";
/// The scope of a group or barrier op.
pub const SCOPE: &str = "scope";
/// A barrier's second scope.
pub const SCOPE_2: &str = "scope_2";
/// Memory semantics.
pub const SEMANTICS: &str = "semantics";
/// Memory semantics where a comparison fails.
pub const SEMANTICS_2: &str = "semantics_2";
/// Literal indices.
pub const INDICES: &str = "indices";
/// Literal numbers, by position.
pub const LITERALS: [&str; 4] = ["literal", "literal_2", "literal_3", "literal_4"];
/// Literal texts, by position.
pub const TEXTS: [&str; 2] = ["text", "text_2"];
/// Text that is in an instruction of its own.
pub const STRING: &str = "string";
/// The values of a switch's cases.
pub const CASES: &str = "cases";
/// The weights of a branch.
pub const WEIGHTS: &str = "branch_weights";
/// The interface of an entry point, or the operands of a non-semantic instruction.
pub const ARGS: &str = "args";
/// An entry point's name where it is not its function's.
pub const ENTRY_NAME: &str = "entry_name";
/// An extended instruction set.
pub const SET: &str = "set";
/// Marks `OpExtInstWithForwardRefsKHR`, which may refer to later instructions.
pub const FORWARD: &str = "forward";
/// A number of an instruction in its set.
pub const INSTRUCTION: &str = "instruction";
/// The textual name of an op.
pub const OP: &str = "op";
/// A module's version, such as `v1.3`.
pub const VERSION: &str = "version";
/// A module's capabilities.
pub const CAPABILITIES: &str = "capabilities";
/// A module's extensions.
pub const EXTENSIONS: &str = "extensions";
/// The tool that made a module.
pub const GENERATOR: &str = "generator";
/// The names of types that are not structs.
pub const TYPE_NAMES: &str = "type_names";
/// The names of the members of structs.
pub const MEMBER_NAMES: &str = "member_names";
/// The decorations of the parameters of a function without a body.
pub const PARAM_ATTRS: &str = "param_attrs";
/// A loop's or selection's control.
pub const CONTROL: &str = "control";
/// An entry point's workgroup size.
pub const ENTRY_POINT_ABI: &str = "spirv.entry_point_abi";
/// The target environment.
pub const TARGET_ENV: &str = "spirv.target_env";

/// A parameter's descriptor set and binding, and its storage class.
pub const INTERFACE_VAR_ABI: &str = "spirv.interface_var_abi";
/// The decoration of a parameter, as MLIR has it.
pub const ARG_DECORATION: &str = "spirv.decoration";
/// The attributes of a function's parameters in the generic form.
pub const ARG_ATTRS: &str = "arg_attrs";
/// The numbers of operands that belong together, in the generic form.
pub const OPERAND_SEGMENTS: &str = "operandSegmentSizes";
/// The numbers of operands of the cases of a switch, in the generic form.
pub const CASE_SEGMENTS: &str = "case_operand_segments";
/// A storage class.
pub const STORAGE_CLASS: &str = "storage_class";
/// A module's version, capabilities and extensions together, in the generic form.
pub const VCE_TRIPLE: &str = "vce_triple";
/// Attributes that this dialect does not know: each a name and the text of its value.
pub const FOREIGN: &str = "foreign";
/// In text for MLIR, the name of a function's first block.
pub const ENTRY_BLOCK: &str = "entry_block";
/// In text for MLIR, the names of values and blocks that the text changes, each with its own.
pub const RENAMED: &str = "renamed";
/// In text for MLIR, the storage buffers that are of version 1.0's form, and the extension that was added for them.
pub const EARLY_BUFFERS: &str = "early_buffers";
/// In text for MLIR, the names of entry points that are not their functions', each with the index of an entry point.
pub const ENTRY_NAMES: &str = "entry_names";
/// In text for MLIR, the op which calls of a function represent.
pub const STANDS_FOR: &str = "stands_for";
/// In text for MLIR, the declarations that it has no op for: each an index among all of them, and a text.
pub const DECLARATIONS: &str = "declarations";
/// In text for MLIR, all capabilities, where it does not know each of them.
pub const ALL_CAPABILITIES: &str = "all_capabilities";
/// In text for MLIR, all extensions, likewise.
pub const ALL_EXTENSIONS: &str = "all_extensions";
/// In text, that the constants which are layouts of cooperative matrices have a sign.
pub const SIGNED_LAYOUTS: &str = "signed_layouts";
/// In text for MLIR, the initial value of a variable that is not a symbol.
pub const INITIAL_VALUE: &str = "initial_value";

/// The names that MLIR gives to attributes of its ops, where ours have others.
const MLIRS: &[&str] = &[
    "execution_scope",
    "memory_scope",
    "memory_semantics",
    "equal_semantics",
    "unequal_semantics",
    "components",
    "variable",
    "spec_const",
    "callee",
    "fn",
    "interface",
    "constituents",
    "constituent",
    "default_value",
    "format",
    "literals",
    "function_type",
    "res_attrs",
    "alignment",
    "values",
    "source_memory_access",
    "source_alignment",
    "matrix_layout",
    "memory_operand",
    "matrix_operands",
    "cooperative_matrix_type",
];

/// All of them.
const ALL: &[&str] = &[
    SYM_NAME,
    OWN_NAME,
    TYPE,
    VALUE,
    DATA_TYPE,
    SIZE_OF,
    REPLICATE,
    INITIALIZER,
    SYMBOL,
    SCOPE,
    SCOPE_2,
    SEMANTICS,
    SEMANTICS_2,
    INDICES,
    LITERALS[0],
    LITERALS[1],
    LITERALS[2],
    LITERALS[3],
    TEXTS[0],
    TEXTS[1],
    STRING,
    CASES,
    WEIGHTS,
    ARGS,
    ENTRY_NAME,
    SET,
    FORWARD,
    INSTRUCTION,
    OP,
    VERSION,
    CAPABILITIES,
    EXTENSIONS,
    GENERATOR,
    TYPE_NAMES,
    MEMBER_NAMES,
    PARAM_ATTRS,
    CONTROL,
    ENTRY_POINT_ABI,
    INTERFACE_VAR_ABI,
    TARGET_ENV,
    ARG_DECORATION,
    ARG_ATTRS,
    OPERAND_SEGMENTS,
    CASE_SEGMENTS,
    VCE_TRIPLE,
    ENTRY_BLOCK,
    RENAMED,
    EARLY_BUFFERS,
    ENTRY_NAMES,
    STANDS_FOR,
    DECLARATIONS,
    ALL_CAPABILITIES,
    ALL_EXTENSIONS,
    INITIAL_VALUE,
    SIGNED_LAYOUTS,
];

/// The interned form of an attribute's name, if any op has such an attribute.
pub fn attr_name(name: &str) -> Option<&'static str> {
    ATTR_NAMES.get(name).copied()
}

static ATTR_NAMES: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let kinds = Kind::tables().iter().flat_map(|table| [table.snake, table.snake_2]);
    let decorations = Kind::Decoration.table().values.iter().map(|one| one.snake);
    kinds.chain(decorations).chain(ALL.iter().chain(MLIRS).copied()).map(|name| (name, name)).collect()
});

/// A bit among the enumerations for memory semantics by id, which have a name of their own.
const CONSTANT_SEMANTICS: u64 = 1 << 63;
const _: () = assert!(Kind::COUNT < 63, "each enumeration has a bit");

/// Names the attributes of an instruction's operands by their kind and position.
#[derive(Debug, Default)]
pub struct OperandNames {
    literals: usize,
    texts: usize,
    /// The enumerations seen so far, a bit each.
    seen: u64,
}

impl OperandNames {
    /// The name of the next literal number.
    pub fn literal(&mut self) -> &'static str {
        let name = LITERALS[self.literals.min(LITERALS.len() - 1)];
        self.literals += 1;
        name
    }

    /// The name of the next text.
    pub fn text(&mut self) -> &'static str {
        let name = TEXTS[self.texts.min(TEXTS.len() - 1)];
        self.texts += 1;
        name
    }

    /// The name of the next enumerated operand; a second one of the same kind has another name.
    pub fn enumerated(&mut self, kind: Kind, is_constant: bool) -> &'static str {
        let own = 1 << kind as u32;
        let (names, bit) = match (kind, is_constant) {
            (Kind::Scope, true) => ([SCOPE, SCOPE_2], own),
            (Kind::MemorySemantics, true) => ([SEMANTICS, SEMANTICS_2], CONSTANT_SEMANTICS),
            _ => ([kind.table().snake, kind.table().snake_2], own),
        };
        let is_second = self.seen & bit != 0;
        self.seen |= bit;
        names[usize::from(is_second)]
    }
}
