//! The typed representation (HIR): what the analysis makes and the emitter reads.
//!
//! Nothing is implicit: names are resolved, overloads chosen, conversions written out, defaults filled in, layouts and
//! bindings and locations decided. [`crate::verify`] states these promises; an emitter may panic on a HIR that breaks them,
//! never on a user's input.

pub mod descriptor;
pub mod display;
pub mod dump;
pub mod expr;
pub mod node;
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
use ty::{Enum, ExtDecoration, MatrixOrder, Semantic, Struct, StructId, Type, TypeId};
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
    /// How the elements or content of each type of buffer lie in memory, and what each type of pointer leads to.
    pub buffer_layouts: base::ids::Map<TypeId, LayoutId>,
    /// How what byte-address buffers load and store, scalar by scalar, lies in memory, but for scalars and vectors.
    pub byte_layouts: base::ids::Map<TypeId, LayoutId>,
    /// The same of what is loaded and stored as a whole: through addresses, and as payloads of mesh shaders.
    pub raw_layouts: base::ids::Map<TypeId, LayoutId>,
    /// All globals in the order of their declaration; counters stand before their buffers.
    pub globals: Arena<Global>,
    /// The globals that have a binding, in the order in which they got it.
    pub bound: Vec<GlobalId>,
    /// The functions that are reachable from an entry point or exported.
    pub functions: Arena<Function>,
    /// Initialisers of `static` globals, evaluated at the start of every entry point.
    pub init: Body,
    /// The entry points in order.
    pub entry_points: Vec<EntryPoint>,
    /// The members that say how many workgroups a record starts (`SV_DispatchGrid`), by their structs.
    pub dispatch_grids: base::ids::Map<StructId, u32>,
    /// The types that the shader spells in SPIR-V.
    pub spirv_types: UniqueArena<ty::SpirvType>,
    /// What `[[vk::ext_type_def]]` makes of a `vk::ext_type`, by its number.
    pub spirv_definitions: base::ids::Map<u32, ty::SpirvType>,
    /// True if counters are used through locals, parameters or results that stand for a buffer.
    pub aliased_counters: bool,
    /// True if the source spells execution modes in SPIR-V.
    pub spells_modes: bool,
    /// The first member whose offset in the source is no multiple of its alignment.
    pub misaligned: Option<Span>,
    /// The first vector that crosses a boundary of 16 bytes because of where the struct around it stands.
    pub straddling: Option<Straddling>,
    /// What the module needs because the source says so.
    pub requirements: Requirements,
    /// What it needs besides once a type is used.
    pub type_requirements: base::ids::Map<TypeId, Requirements>,
    /// The profile's version, major and minor.
    pub shader_model: (u32, u32),
    /// True if 16-bit types are real.
    pub native_16bit: bool,
    /// True if every float operation keeps its order (`-Gis`).
    pub ieee_strict: bool,
    /// True if `!=` holds where one of two floats is NaN (`-funordered-not-equal`).
    pub unordered_not_equal: bool,
    /// Where the source has been handed in: the file that `OpSource` names.
    pub main_file: Option<base::source::FileId>,
}

/// A vector that crosses a boundary of 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Straddling {
    /// The member that is the vector.
    pub member: Span,
    /// The member that the struct around it is.
    pub holder: Span,
    /// The vector's offset from the start of what the buffer holds.
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
    /// Forgets everything but the memory.
    pub(crate) fn clear(&mut self) {
        self.locals.clear();
        self.exprs.clear();
        self.stmts.clear();
    }

    /// Takes the content out, into no more memory than it needs.
    pub(crate) fn take(&mut self) -> Body {
        Body { locals: self.locals.take(), exprs: self.exprs.take(), stmts: self.stmts.take() }
    }
}

/// A variable or parameter of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name as written; `this` is spelt `this`.
    pub name: Symbol,
    /// The type.
    pub ty: TypeId,
    /// Where it is declared.
    pub span: Span,
    /// True if arithmetic that feeds it keeps its order.
    pub precise: bool,
    /// `[[vk::ext_decorate…]]`
    pub decorations: Vec<ExtDecoration>,
}

/// A function of the source, or an instance of a template.
#[derive(Debug)]
pub struct Function {
    /// The name with its scopes as `OpName` gives it: `ns::f`, `S.method`, `S.operator.Plus`.
    pub name: Symbol,
    /// Where its name stands.
    pub span: Span,
    /// Where its body ends: the closing brace.
    pub end_span: Span,
    /// The object of a method, passed before the parameters.
    pub this: Option<LocalId>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The type of the result.
    pub ret: TypeId,
    /// True if arithmetic that feeds the result keeps its order.
    pub precise: bool,
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
    /// The statements of the body; nothing for a function that is only declared.
    pub block: Option<Block>,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The variable that holds it.
    pub local: LocalId,
    /// How it is passed.
    pub mode: ParamMode,
}

/// `[[vk::ext_instruction(opcode, "set")]]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtInstruction {
    /// The opcode, or the number in the extended set.
    pub opcode: u32,
    /// The extended instruction set; nothing for a core instruction.
    pub set: Option<String>,
    /// For each parameter: whether it is a literal operand (`[[vk::ext_literal]]`).
    pub literal: Vec<bool>,
}

/// A global variable, resource or buffer.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name with its namespaces, as `OpName` gives it.
    pub name: Symbol,
    /// The type; a [`Type::Struct`] for a [`GlobalKind::Block`].
    pub ty: TypeId,
    /// Where its name stands.
    pub span: Span,
    /// What it is.
    pub kind: GlobalKind,
    /// What the declaration says besides.
    pub attributes: GlobalAttributes,
}

/// The kinds of globals.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A `static` global (or a `static` local, or a guard): private to an invocation.
    Static {
        /// The initial value, in [`Module::init`]; all zero when there is none.
        init: Option<ExprId>,
        /// True if it can be written.
        is_const: bool,
        /// True if entry points leave it alone: a guard or a `static` local, which have other means.
        is_local: bool,
    },
    /// A `groupshared` global.
    Groupshared,
    /// A `cbuffer`, `tbuffer`, `$Globals`, push constants or shader record: one struct in memory.
    Block {
        /// Which.
        kind: BlockKind,
        /// The struct's layout.
        layout: LayoutId,
    },
    /// A texture, sampler, buffer or array of them. Buffers with elements or content have a layout for those.
    Resource {
        /// The layout of the element or content of a structured, constant or texture buffer.
        layout: Option<LayoutId>,
    },
    /// The resources of a descriptor heap that are of one type: an array that no binding leads to.
    Heap {
        /// Which heap.
        heap: ty::HeapKind,
        /// As of resources.
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

/// What may be said of a global besides its type.
#[derive(Clone, Debug, Default)]
pub struct GlobalAttributes {
    /// Where it is bound; always there for what needs a binding.
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

/// How a type lies in memory. Offsets, sizes and strides are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The bytes that a value takes, trailing padding left out where the rule lets a neighbour use it.
    pub size: u32,
    /// The alignment.
    pub align: u32,
    /// What is inside.
    pub kind: LayoutKind,
}

/// What is inside a [`Layout`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LayoutKind {
    /// A scalar or vector.
    Leaf,
    /// A matrix.
    Matrix {
        /// From one packed row or column to the next.
        stride: u32,
        /// Which of them are packed.
        order: MatrixOrder,
    },
    /// An array. A matrix that memory holds as an array of vectors (one of non-float elements) is one too.
    Array {
        /// From one element to the next.
        stride: u32,
        /// The element's layout.
        element: LayoutId,
    },
    /// A struct: for each SPIR-V member its offset and layout.
    Struct(Vec<(u32, LayoutId)>),
}

/// An entry point: a function and the variables through which a stage hands data to it.
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
    /// Execution modes whose operands are ids.
    pub id_modes: Vec<(spirv::ExecutionMode, Vec<ModeOperand>)>,
    /// The interface variables, in the order of their creation.
    pub variables: Arena<StageVariable>,
    /// For each parameter: where its value comes from and goes to.
    pub params: Vec<EntryParam>,
    /// Where the result goes.
    pub ret: Option<StageTree>,
    /// For a hull shader.
    pub hull: Option<Hull>,
}

/// The parts of a hull shader besides its main function.
#[derive(Debug)]
pub struct Hull {
    /// The patch-constant function.
    pub patch_constant: FunctionId,
    /// For each of its parameters.
    pub params: Vec<EntryParam>,
    /// Where its result goes.
    pub ret: Option<StageTree>,
    /// How many control points are written.
    pub output_points: u32,
}

/// Where a parameter of an entry function comes from and goes to.
#[derive(Clone, Debug, Default)]
pub struct EntryParam {
    /// What the parameter is to its stage.
    pub role: ParamRole,
    /// What it is made of before the call.
    pub input: Option<StageTree>,
    /// Where it goes after the call.
    pub output: Option<StageTree>,
    /// True if the source mentions the parameter at all.
    pub used: bool,
    /// What is said of the records of a node's parameter.
    pub payloads: Option<Payloads>,
}

/// What a parameter of an entry function is to its stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ParamRole {
    /// Stage variables with semantics.
    #[default]
    Plain,
    /// An `InputPatch`, an `OutputPatch` of a domain shader or a geometry shader's array of vertices: its input tree has
    /// per-vertex variables.
    Vertices,
    /// The `OutputPatch` of a patch-constant function: what the main function has written.
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
    /// What a node takes or makes records of.
    Node,
}

/// How a value is taken apart into stage variables.
#[derive(Clone, Debug)]
pub enum StageTree {
    /// One variable.
    Leaf(StageVariableId),
    /// A struct: one tree per field; the type is the struct's.
    Struct(TypeId, Vec<StageTree>),
    /// An array whose elements are variables of their own.
    Array(TypeId, Vec<StageTree>),
    /// An array, of this type, with a value for each vertex of the primitive: each variable of the tree is one. A
    /// variable that is none stands for all vertices, and is written what the first one has.
    PerVertex(TypeId, Box<StageTree>),
}

/// A variable of a stage's interface.
#[derive(Clone, Debug)]
pub struct StageVariable {
    /// The semantic as it is in force here: inherited ones counted up.
    pub semantic: Semantic,
    /// `in.var.TEXCOORD0`; builtins have no name in the module.
    pub name: Symbol,
    /// True if it is written.
    pub output: bool,
    /// What the stage provides or takes under this name.
    pub builtin: Option<spirv::BuiltIn>,
    /// The type of the value in the source.
    pub ty: TypeId,
    /// The type of the variable.
    pub var_ty: TypeId,
    /// For per-vertex variables: how many vertices.
    pub vertices: Option<u32>,
    /// The location, for what is no builtin.
    pub location: Option<u32>,
    /// The component, for packed variables.
    pub component: Option<u32>,
    /// `[[vk::index(n)]]`
    pub index: Option<u32>,
    /// Decorations without operands: `Flat`, `NoPerspective`, `Centroid`, `Sample`, `Patch`, `PerPrimitiveEXT`, …
    pub decorations: Vec<spirv::Decoration>,
    /// `[[vk::ext_decorate…]]`
    pub ext_decorations: Vec<ExtDecoration>,
    /// How the value in the source and that in the variable relate.
    pub adapt: Adapt,
    /// Where the semantic or the declaration stands.
    pub span: Span,
}

/// How the value in the source is made from the variable, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adapt {
    /// They are the same.
    Same,
    /// A `bool` that the interface holds as `uint`.
    BoolAsUint,
    /// The numbers have another element type, or more components than the source asks for.
    Convert,
    /// The single element of an array: sample masks.
    ArrayOfOne,
    /// A `bool` builtin that the source has as `uint`.
    UintFromBool,
    /// The third barycentric coordinate is computed.
    Barycentrics,
    /// Elements `offset..offset + count` of an array of floats: clip and cull distances. All variables of one builtin
    /// and direction are the same array, whose whole length `var_ty` gives.
    ClipCull {
        /// The first element.
        offset: u32,
    },
    /// The value is the variable less another builtin: `SV_InstanceID`, `SV_VertexID` with a base.
    MinusBase(StageVariableId),
    /// The component `y` is negated on the way out.
    InvertY,
    /// The component `w` is inverted on the way in.
    ReciprocalW,
    /// The elements of the smaller array in the source are the first ones of the variable: tessellation factors.
    PartOfArray,
    /// The variable is transposed: matrices of ray tracing.
    Transposed,
}

impl Module {
    /// The type with this id.
    pub fn ty(&self, id: TypeId) -> Type {
        self.types[id]
    }

    /// The integer that an expression of a body is known to be.
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

    /// The text that an expression of a body is known to be: a literal, or a constant that holds one.
    pub fn known_text(&self, body: &Body, mut id: ExprId) -> Option<Symbol> {
        while let ExprKind::Load(inner) | ExprKind::Convert { operand: inner, .. } = body.exprs[id].kind {
            id = inner;
        }
        let kind = match body.exprs[id].kind {
            ExprKind::Global(global) => match self.globals[global].kind {
                GlobalKind::Static { init: Some(init), .. } => &self.init.exprs[init].kind,
                _ => return None,
            },
            _ => &body.exprs[id].kind,
        };
        if let ExprKind::String(text) = kind { Some(*text) } else { None }
    }

    /// The struct that a type is, or that a `ConstantBuffer` or `TextureBuffer` of this type holds.
    pub fn struct_behind(&self, ty: TypeId) -> Option<StructId> {
        match self.types[self.types[ty].block_content().unwrap_or(ty)] {
            Type::Struct(id) => Some(id),
            _ => None,
        }
    }

    /// What an array of any number of dimensions holds; the type itself when it is none.
    pub fn element_of_arrays(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array(element, _) | Type::RuntimeArray(element) = self.types[ty] {
            ty = element;
        }
        ty
    }

    /// Where a texture and a sampler are declared to be one descriptor.
    pub fn combined_samplers(&self) -> base::ids::Set<Binding> {
        let combined = self.globals.iter().filter(|(_, global)| global.attributes.combined_image_sampler);
        combined.filter_map(|(_, global)| global.attributes.binding).collect()
    }
}
