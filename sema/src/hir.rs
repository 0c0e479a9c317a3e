//! The typed representation (HIR): made by the analysis, read by the emitter.
//!
//! Nothing is implicit: names are resolved, overloads chosen, conversions explicit, defaults filled in, layouts,
//! bindings and locations decided. [`crate::verify`] states these invariants; an emitter may panic on a HIR that breaks
//! them, never on a user's input.

pub mod descriptor;
pub mod display;
pub mod dump;
pub mod expr;
pub mod hits;
pub mod node;
pub mod payload;
pub mod place;
pub mod stmt;
pub mod ty;
pub mod types;
pub mod walk;

pub use ty::Requirements;

use crate::options::Binding;
use base::ids::{Arena, Id, UniqueArena};
use base::intern::Symbol;
use base::source::Span;
use expr::{Constant, ConstantId, ConstantValue, Expr, ExprId, ExprKind, ParamMode};
use frontend::language::Stage;
use node::{ModeOperand, Payloads};
use stmt::{Block, Stmt};
use ty::{Enum, ExtDecoration, MatrixOrder, Object, Semantic, Struct, StructId, Type, TypeId};
use types::Types;

/// Identifies a [`Function`].
pub type FunctionId = Id<Function>;
/// Identifies a [`Global`].
pub type GlobalId = Id<Global>;
/// Identifies a [`Local`] of a [`Body`].
pub type LocalId = Id<Local>;
/// Identifies a [`Layout`].
pub type LayoutId = Id<Layout>;
/// Identifies a [`StageVariable`] of an [`EntryPoint`].
pub type StageVariableId = Id<StageVariable>;

/// A translation unit after analysis.
#[derive(Debug, Default)]
pub struct Module {
    /// All types.
    pub types: Types,
    /// All structs.
    pub structs: Arena<Struct>,
    /// All enumerations.
    pub enums: Arena<Enum>,
    /// All constants.
    pub constants: UniqueArena<Constant>,
    /// All memory layouts.
    pub layouts: UniqueArena<Layout>,
    /// The layouts of the elements or contents of buffers, by type, and of the pointees of buffer pointers.
    pub buffer_layouts: base::ids::Map<TypeId, LayoutId>,
    /// The layouts of types that byte-address buffers load and store scalar by scalar, except scalars and vectors.
    pub byte_layouts: base::ids::Map<TypeId, LayoutId>,
    /// The layouts of types that are loaded and stored as a whole: through addresses, and as payloads of mesh shaders.
    pub raw_layouts: base::ids::Map<TypeId, LayoutId>,
    /// All globals in the order of their declaration; counters precede their buffers.
    pub globals: Arena<Global>,
    /// The globals with a binding, in the order of assignment.
    pub bound: Vec<GlobalId>,
    /// The functions that are reachable from an entry point or exported.
    pub functions: Arena<Function>,
    /// Initialisers of `static` globals, evaluated at the start of every entry point.
    pub init: Body,
    /// The entry points in order.
    pub entry_points: Vec<EntryPoint>,
    /// The `SV_DispatchGrid` members of records, by struct.
    pub dispatch_grids: base::ids::Map<StructId, u32>,
    /// The types that the shader spells in SPIR-V.
    pub spirv_types: UniqueArena<ty::SpirvType>,
    /// The definitions of `vk::ext_type`s by `[[vk::ext_type_def]]`, by number.
    pub spirv_definitions: base::ids::Map<u32, ty::SpirvType>,
    /// True if counters are used through locals, parameters or results that alias a buffer.
    pub aliased_counters: bool,
    /// True if the source spells execution modes in SPIR-V.
    pub spells_modes: bool,
    /// The first member with an explicit offset that is not a multiple of its alignment.
    pub misaligned: Option<Span>,
    /// The first vector that straddles a 16-byte boundary because of the offset of its struct.
    pub straddling: Option<Straddling>,
    /// Capabilities and extensions that the source requests.
    pub requirements: Requirements,
    /// Further ones for uses of a type.
    pub type_requirements: base::ids::Map<TypeId, Requirements>,
    /// The profile's version, major and minor.
    pub shader_model: (u32, u32),
    /// True if a pipeline configuration says that rays may meet opacity micromaps.
    pub allows_micromaps: bool,
    /// True if 16-bit types are real.
    pub native_16bit: bool,
    /// True if float operations must not be reassociated or contracted (`-Gis`).
    pub ieee_strict: bool,
    /// True if `!=` holds where one of two floats is NaN (`-funordered-not-equal`).
    pub unordered_not_equal: bool,
    /// The main source file, for `OpSource`.
    pub main_file: Option<base::source::FileId>,
}

/// A vector that straddles a 16-byte boundary.
#[derive(Clone, Copy, Debug)]
pub struct Straddling {
    /// The vector's member.
    pub member: Span,
    /// The member that is its struct.
    pub holder: Span,
    /// The vector's offset from the start of the buffer's contents.
    pub offset: u32,
}

/// Variables, expressions and statements of one function.
#[derive(Debug, Default)]
pub struct Body {
    /// The variables and parameters.
    pub locals: Arena<Local>,
    /// The expressions.
    pub exprs: Arena<Expr>,
    /// The statements.
    pub stmts: Arena<Stmt>,
}

impl Body {
    /// Removes everything but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.locals.clear();
        self.exprs.clear();
        self.stmts.clear();
    }

    /// Takes the contents out, shrunk to fit.
    pub(crate) fn take(&mut self) -> Body {
        Body { locals: self.locals.take(), exprs: self.exprs.take(), stmts: self.stmts.take() }
    }
}

/// A variable or parameter of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name as written; the object of a method is `this`.
    pub name: Symbol,
    /// The type.
    pub ty: TypeId,
    /// Where it is declared.
    pub span: Span,
    /// True if arithmetic that feeds it is `precise`.
    pub precise: bool,
    /// `globallycoherent`
    pub coherent: bool,
    /// `[[vk::ext_decorate…]]`
    pub decorations: Vec<ExtDecoration>,
}

/// A function of the source, or an instance of a template.
#[derive(Debug)]
pub struct Function {
    /// The qualified name for `OpName`: `ns::f`, `S.method`, `S.operator.Plus`.
    pub name: Symbol,
    /// Where its name stands.
    pub span: Span,
    /// The end of its body: the closing brace.
    pub end_span: Span,
    /// The object of a method, passed before the parameters.
    pub this: Option<LocalId>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The type of the result.
    pub ret: TypeId,
    /// True if arithmetic that feeds the result is `precise`.
    pub precise: bool,
    /// True if the result is `globallycoherent`.
    pub coherent: bool,
    /// True if a method may modify its object.
    pub modifies_object: bool,
    /// `[noinline]`
    pub no_inline: bool,
    /// `export` in a library.
    pub exported: bool,
    /// `[[vk::ext_instruction(opcode, "set")]]`: a call is this instruction, and there is no body.
    pub instruction: Option<ExtInstruction>,
    /// `[[vk::ext_decorate…]]`; for entry points, their result has them.
    pub decorations: Vec<ExtDecoration>,
    /// Variables and code.
    pub body: Body,
    /// The statements of the body; `None` for a declaration.
    pub block: Option<Block>,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its variable.
    pub local: LocalId,
    /// Its passing mode.
    pub mode: ParamMode,
}

/// `[[vk::ext_instruction(opcode, "set")]]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtInstruction {
    /// The opcode, or the number in the extended set.
    pub opcode: u32,
    /// The extended instruction set; `None` for a core instruction.
    pub set: Option<String>,
    /// For each parameter: whether it is a literal operand (`[[vk::ext_literal]]`).
    pub literal: Vec<bool>,
}

/// A global variable, resource or buffer.
#[derive(Clone, Debug)]
pub struct Global {
    /// The qualified name for `OpName`.
    pub name: Symbol,
    /// The type; a [`Type::Struct`] for a [`GlobalKind::Block`].
    pub ty: TypeId,
    /// Where its name stands.
    pub span: Span,
    /// Its kind.
    pub kind: GlobalKind,
    /// Further properties of the declaration.
    pub attributes: GlobalAttributes,
}

/// The kinds of globals.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A `static` global (or a `static` local, or a guard): private to an invocation.
    Static {
        /// The initial value, in [`Module::init`]; zero by default.
        init: Option<ExprId>,
        /// True if it can be written.
        is_const: bool,
        /// True if it is not initialised at entry points: a guard or a `static` local.
        is_local: bool,
    },
    /// A `groupshared` global.
    Groupshared,
    /// A `cbuffer`, `tbuffer`, `$Globals`, push constants or shader record: one struct in memory.
    Block {
        /// The kind of block.
        kind: BlockKind,
        /// The struct's layout.
        layout: LayoutId,
    },
    /// A texture, sampler, buffer or array of them. Buffers have a layout for their elements or contents.
    Resource {
        /// The layout of a structured buffer's element, or a constant or texture buffer's contents.
        layout: Option<LayoutId>,
    },
    /// The resources of one type in a descriptor heap: an array without a binding of its own.
    Heap {
        /// The heap.
        heap: ty::HeapKind,
        /// As for resources.
        layout: Option<LayoutId>,
    },
    /// The counter of a structured buffer.
    Counter,
    /// `[[vk::constant_id(n)]]`
    SpecConstant {
        /// The number.
        id: u32,
        /// The default.
        default: ConstantId,
    },
    /// `[[vk::ext_builtin_input]]`, `[[vk::ext_builtin_output]]`
    ExtBuiltin {
        /// The builtin's number.
        builtin: u32,
        /// True if it is written.
        output: bool,
    },
    /// A payload or other data that a ray-tracing or mesh stage shares; its storage class is given.
    Shared(spirv::StorageClass),
}

/// The kinds of [`GlobalKind::Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// `cbuffer`
    ConstantBuffer,
    /// `tbuffer`
    TextureBuffer,
    /// The loose uniforms of the file.
    Globals,
    /// `[[vk::push_constant]]`
    PushConstant,
    /// `[[vk::shader_record_nv]]`
    ShaderRecordNv,
    /// `[[vk::shader_record_ext]]`
    ShaderRecordExt,
}

/// Properties of a global besides its type.
#[derive(Clone, Debug, Default)]
pub struct GlobalAttributes {
    /// The binding; always present for globals that need one.
    pub binding: Option<Binding>,
    /// `register(…)` as written.
    pub register: Option<Register>,
    /// True if the binding is the register's number.
    pub is_placed_by_register: bool,
    /// True if a block was declared as a `ConstantBuffer`.
    pub is_constant_buffer: bool,
    /// The counter of a structured buffer, when it has one.
    pub counter: Option<GlobalId>,
    /// `[[vk::input_attachment_index(n)]]`
    pub input_attachment: Option<u32>,
    /// `[[vk::image_format("…")]]`
    pub image_format: Option<spirv::ImageFormat>,
    /// Facts of the type of a texture besides its texels.
    pub texture: TextureAsWritten,
    /// `[[vk::combinedImageSampler]]`
    pub combined_image_sampler: bool,
    /// `globallycoherent`
    pub coherent: bool,
    /// `precise`
    pub precise: bool,
    /// `[[vk::aliased_pointer]]`
    pub aliased_pointer: bool,
    /// `[[vk::ext_storage_class(n)]]`
    pub storage_class: Option<u32>,
    /// `[[vk::ext_decorate…]]`
    pub decorations: Vec<ExtDecoration>,
}

/// Arguments of a texture's type that change nothing, for reflection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextureAsWritten {
    /// True for a type without arguments: `Texture2D`.
    pub is_bare: bool,
    /// The number of samples: `Texture2DMS<float4, 8>`.
    pub samples: Option<u32>,
}

/// `register(t3, space1)` as written; one without a number names a space alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The letter, in lower case: `b`, `t`, `s`, `u`, `c` or one of the old ones.
    pub class: char,
    /// The number; nothing in `register(space1)`.
    pub number: Option<u32>,
    /// The space.
    pub space: Option<u32>,
    /// Where it stands.
    pub span: Span,
}

/// Memory layout of a type. Offsets, sizes and strides are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The size of a value, without trailing padding if the rule allows a neighbour there.
    pub size: u32,
    /// The alignment.
    pub align: u32,
    /// The layout of its parts.
    pub kind: LayoutKind,
}

/// The parts of a [`Layout`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LayoutKind {
    /// A scalar or vector.
    Leaf,
    /// A matrix.
    Matrix {
        /// The distance between packed rows or columns.
        stride: u32,
        /// The packing order.
        order: MatrixOrder,
    },
    /// An array. A matrix that is an array of vectors in memory (one with non-float elements) is one too.
    Array {
        /// The distance between elements.
        stride: u32,
        /// The element's layout.
        element: LayoutId,
    },
    /// A struct: the offset and layout of each SPIR-V member.
    Struct(Vec<(u32, LayoutId)>),
}

/// An entry point: a function and the interface variables of its stage.
#[derive(Debug)]
pub struct EntryPoint {
    /// The function that the user wrote.
    pub function: FunctionId,
    /// The name in `OpEntryPoint`.
    pub name: Symbol,
    /// The stage; never [`Stage::Library`].
    pub stage: Stage,
    /// Where the function's name stands.
    pub span: Span,
    /// Execution modes with their literals, in order.
    pub modes: Vec<(spirv::ExecutionMode, Vec<u32>)>,
    /// `[WaveSize(…)]` as written: the size, or the least and the greatest one, and the one that suits best.
    pub wave_size: Vec<u32>,
    /// The name of a node in its work graph, which a module does not tell.
    pub node: Option<Symbol>,
    /// `[GroupSharedLimit(…)]` in bytes.
    pub groupshared_limit: Option<u32>,
    /// Execution modes whose operands are ids.
    pub id_modes: Vec<(spirv::ExecutionMode, Vec<ModeOperand>)>,
    /// The interface variables, in the order of their creation.
    pub variables: Arena<StageVariable>,
    /// For each parameter its sources and destinations.
    pub params: Vec<EntryParam>,
    /// The destination of the result.
    pub ret: Option<StageTree>,
    /// For a hull shader.
    pub hull: Option<Hull>,
}

/// The parts of a hull shader besides its main function.
#[derive(Debug)]
pub struct Hull {
    /// The patch-constant function.
    pub patch_constant: FunctionId,
    /// For each of its parameters its sources and destinations.
    pub params: Vec<EntryParam>,
    /// The destination of its result.
    pub ret: Option<StageTree>,
    /// The number of output control points.
    pub output_points: u32,
}

/// The sources and destinations of an entry function's parameter.
#[derive(Clone, Debug, Default)]
pub struct EntryParam {
    /// The role of the parameter in its stage.
    pub role: ParamRole,
    /// The variables that it is initialised from.
    pub input: Option<StageTree>,
    /// The variables that it is written to after the call.
    pub output: Option<StageTree>,
    /// True if the body mentions the parameter.
    pub used: bool,
    /// Properties of the records of a node's parameter.
    pub payloads: Option<Payloads>,
}

/// The role of an entry function's parameter in its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ParamRole {
    /// Stage variables with semantics.
    #[default]
    Plain,
    /// An `InputPatch`, an `OutputPatch` of a domain shader or a geometry shader's array of vertices: its input tree
    /// has per-vertex variables.
    Vertices,
    /// The `OutputPatch` of a patch-constant function: the outputs of the main function.
    OutputPatch,
    /// The stream of a geometry shader: its output tree is written by `Append`.
    Stream,
    /// A mesh shader's `out vertices`.
    MeshVertices,
    /// A mesh shader's `out indices`.
    MeshIndices,
    /// A mesh shader's `out primitives`.
    MeshPrimitives,
    /// The `in payload` of a mesh shader.
    MeshPayload,
    /// The payload of a ray-tracing stage.
    RayPayload,
    /// The attributes of a hit.
    HitAttributes,
    /// The data of a callable shader.
    CallableData,
    /// The input or an output of a node.
    Node,
}

/// The decomposition of a value into stage variables.
#[derive(Clone, Debug)]
pub enum StageTree {
    /// One variable.
    Leaf(StageVariableId),
    /// A struct: one tree per field; the type is the struct's.
    Struct(TypeId, Vec<StageTree>),
    /// An array whose elements are variables of their own.
    Array(TypeId, Vec<StageTree>),
    /// An array, of this type, with a value per vertex of the primitive: each variable of the tree is one. A variable
    /// that is none applies to all vertices, and gets the first one's value.
    PerVertex(TypeId, Box<StageTree>),
}

/// A variable of a stage's interface.
#[derive(Clone, Debug)]
pub struct StageVariable {
    /// The effective semantic: inherited ones are counted up.
    pub semantic: Semantic,
    /// `in.var.TEXCOORD0`; built-ins have no name in the module.
    pub name: Symbol,
    /// True if it is written.
    pub output: bool,
    /// The built-in.
    pub builtin: Option<spirv::BuiltIn>,
    /// The type of the value in the source.
    pub ty: TypeId,
    /// The type of the variable.
    pub var_ty: TypeId,
    /// For per-vertex variables: the number of vertices.
    pub vertices: Option<u32>,
    /// The location, unless it is a built-in.
    pub location: Option<u32>,
    /// The component, for packed variables.
    pub component: Option<u32>,
    /// `[[vk::index(n)]]`
    pub index: Option<u32>,
    /// Decorations without operands: `Flat`, `NoPerspective`, `Centroid`, `Sample`, `Patch`, `PerPrimitiveEXT`, …
    pub decorations: Vec<spirv::Decoration>,
    /// `[[vk::ext_decorate…]]`
    pub ext_decorations: Vec<ExtDecoration>,
    /// The relation between the value in the source and the variable.
    pub adapt: Adapt,
    /// Where the semantic or the declaration stands.
    pub span: Span,
}

impl StageVariable {
    /// Returns whether it is an input that is false wherever its stage runs, so that no module has it: primitives that are
    /// culled have no pixels.
    pub fn is_known(&self) -> bool {
        self.builtin == Some(spirv::BuiltIn::CullPrimitiveEXT) && !self.output
    }

    /// Returns whether it is an input with a value per vertex of the primitive.
    pub fn is_per_vertex(&self) -> bool {
        self.decorations.contains(&spirv::Decoration::PerVertexKHR)
    }
}

/// The relation between a value in the source and its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adapt {
    /// Equal.
    Same,
    /// A `bool` in the source, a `uint` in the variable.
    BoolAsUint,
    /// Another element type, or more components than in the source.
    Convert,
    /// The single element of an array: sample masks.
    ArrayOfOne,
    /// A `uint` in the source, a `bool` built-in.
    UintFromBool,
    /// The third barycentric coordinate is computed.
    Barycentrics,
    /// Elements `offset..offset + count` of an array of floats: clip and cull distances. All variables of one built-in
    /// and direction share the array, whose length is that of `var_ty`.
    ClipCull {
        /// The first element.
        offset: u32,
    },
    /// The variable minus another built-in: `SV_InstanceID`, `SV_VertexID` with a base.
    MinusBase(StageVariableId),
    /// The component `y` is negated in the output.
    InvertY,
    /// The component `w` is inverted in the input.
    ReciprocalW,
    /// The first elements of a longer array: tessellation factors.
    PartOfArray,
    /// Transposed: matrices of ray tracing.
    Transposed,
}

impl Module {
    /// The type with this id.
    pub fn ty(&self, id: TypeId) -> Type {
        self.types[id]
    }

    /// Returns whether a type is or contains a resource with a memory layout, whose handles are pointers in SPIR-V.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other types are treated alike")]
    pub fn holds_block(&self, ty: TypeId) -> bool {
        match self.types[ty] {
            Type::Array(elem, _) | Type::RuntimeArray(elem) => self.holds_block(elem),
            Type::Struct(id) => self.structs[id].fields.iter().any(|field| self.holds_block(field.ty)),
            Type::Object(
                Object::StructuredBuffer { .. }
                | Object::ByteAddressBuffer(_)
                | Object::ConstantBuffer(_)
                | Object::TextureBuffer(_),
            ) => true,
            _ => false,
        }
    }

    /// The integer constant that an expression of a body is.
    pub fn known_integer(&self, body: &Body, mut id: ExprId) -> Option<u64> {
        while let ExprKind::Convert { operand, .. } = body.exprs[id].kind {
            id = operand;
        }
        let ExprKind::Constant(constant) = body.exprs[id].kind else { return None };
        match self.constants[constant].value {
            ConstantValue::Int(bits) => Some(bits),
            ConstantValue::Bool(value) => Some(u64::from(value)),
            ConstantValue::Zero => Some(0),
            ConstantValue::Float(_) | ConstantValue::Composite(_) => None,
        }
    }

    /// The constant text that an expression of a body is: a literal, or a constant.
    pub fn known_text(&self, body: &Body, mut id: ExprId) -> Option<Symbol> {
        while let ExprKind::Load(inner) | ExprKind::Convert { operand: inner, .. } = body.exprs[id].kind {
            id = inner;
        }
        let kind = if let ExprKind::Global(global) = body.exprs[id].kind {
            if let GlobalKind::Static { init: Some(init), .. } = self.globals[global].kind {
                &self.init.exprs[init].kind
            } else {
                return None;
            }
        } else {
            &body.exprs[id].kind
        };
        if let ExprKind::String(text) = kind { Some(*text) } else { None }
    }

    /// The struct of a type: the type itself, or the contents of a `ConstantBuffer` or `TextureBuffer`.
    pub fn struct_behind(&self, ty: TypeId) -> Option<StructId> {
        if let Type::Struct(id) = self.types[self.types[ty].block_content().unwrap_or(ty)] { Some(id) } else { None }
    }

    /// The element type of nested arrays; the type itself if it is not an array.
    pub fn element_of_arrays(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array(element, _) | Type::RuntimeArray(element) = self.types[ty] {
            ty = element;
        }
        ty
    }

    /// The bindings of combined image samplers.
    pub fn combined_samplers(&self) -> base::ids::Set<Binding> {
        let combined = self.globals.iter().filter(|(_, global)| global.attributes.combined_image_sampler);
        combined.filter_map(|(_, global)| global.attributes.binding).collect()
    }
}
