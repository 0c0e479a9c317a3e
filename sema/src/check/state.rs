//! What the checker knows, by how long it holds. The rules are elsewhere.

pub(crate) mod scopes;
mod words;

use crate::bindings::Request;
use crate::hir::expr::{ConstantId, ExprId, ParamMode};
use crate::hir::ty::{FieldAttributes, HeapKind, MatrixOrder, Scalar, StructId, Type, TypeId};
use crate::hir::{self, Body, FunctionId, GlobalId, Local, LocalId, Module};
use crate::options::Options;
use crate::tables::types::Builtin;
use base::diag::{Message, Sink};
use base::ids::{Arena, SideTable};
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use frontend::ast::{self, Ast, List, Prefix};
use frontend::language::HlslVersion;
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{Entity, FnId, Locals, ScopeId, Scopes, TemplateId};
use std::collections::VecDeque;
use words::Words;

/// How deeply expressions and statements may nest on the checker's own stack.
pub(crate) const MAX_DEPTH: u32 = 512;
/// How deeply templates may instantiate each other.
pub(crate) const MAX_INSTANTIATION_DEPTH: u32 = 64;

/// A function that the source declares, or an instance of a function template.
#[derive(Debug)]
pub(crate) struct FnInfo {
    /// Its definition, or its first declaration as long as there is none.
    pub(crate) ast: ast::FunctionId,
    /// Where its own names are looked up: the scope that declares it, or its template parameters.
    pub(crate) scope: ScopeId,
    /// The name alone, for messages.
    pub(crate) name: Symbol,
    /// The name as the output has it.
    pub(crate) path: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The struct of a method, `static` ones included.
    pub(crate) owner: Option<StructId>,
    /// Whether it has no object.
    pub(crate) is_static: bool,
    /// The parameters.
    pub(crate) params: Vec<ParamInfo>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// What the result's declaration says.
    pub(crate) ret_attributes: FieldAttributes,
    /// The position among all declarations: a call sees what stands before it.
    pub(crate) order: u32,
    /// Whether the definition has been seen.
    pub(crate) has_body: bool,
    /// Which namespace-level declarations its body sees.
    pub(crate) sees: u32,
    /// Its place in the output, once something reaches it.
    pub(crate) hir: Option<FunctionId>,
    /// Whether its body has been checked.
    pub(crate) checked: bool,
    /// The template it is an instance of.
    pub(crate) template: Option<TemplateId>,
    /// The local types that a method of a local struct sees.
    pub(crate) local_types: Vec<(Symbol, Entity, Span)>,
    /// How many instances had to be made before this one.
    pub(crate) depth: u32,
    /// What it is besides: `[[vk::ext_instruction]]`.
    pub(crate) instruction: Option<hir::ExtInstruction>,
    /// `[[vk::ext_type_def(number, opcode)]]`: a call defines a type.
    pub(crate) type_def: Option<(u32, u32)>,
    /// What its declaration and what is in its body ask for.
    pub(crate) requirements: hir::Requirements,
    /// `export`
    pub(crate) exported: bool,
    /// Whether one of its declarations is `precise`.
    pub(crate) precise: bool,
}

/// A parameter of a [`FnInfo`].
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// The name, empty for an unnamed one.
    pub(crate) name: Symbol,
    /// Where it is declared.
    pub(crate) span: Span,
    /// The type.
    pub(crate) ty: TypeId,
    /// How it is passed.
    pub(crate) mode: ParamMode,
    /// The default argument.
    pub(crate) default: Option<ast::ExprId>,
    /// Modifiers and attributes.
    pub(crate) prefixes: List<Prefix>,
    /// Semantic, interpolation and the like.
    pub(crate) attributes: FieldAttributes,
}

/// A template: its parameters and what it makes.
#[derive(Debug)]
pub(crate) struct Template {
    /// The name.
    pub(crate) name: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The parameters.
    pub(crate) params: List<ast::TemplateParam>,
    /// What it makes.
    pub(crate) item: ast::ItemId,
    /// Which sort of thing that is.
    pub(crate) kind: TemplateKind,
    /// Where it is declared.
    pub(crate) scope: ScopeId,
    /// The struct it is a member of.
    pub(crate) owner: Option<StructId>,
    /// Partial specialisations: their parameters, arguments and body.
    pub(crate) partial: Vec<(List<ast::TemplateParam>, List<ast::Expr>, ast::ItemId)>,
    /// Members defined outside of the class: the parameters there, and the item.
    pub(crate) members: Vec<(List<ast::TemplateParam>, ast::ItemId)>,
    /// What has been made of it, or is given as full specialisation.
    pub(crate) instances: FxHashMap<Vec<TemplateArg>, Instance>,
    /// The position among all declarations.
    pub(crate) order: u32,
}

/// The sorts of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TemplateKind {
    /// A struct or class.
    Class,
    /// A function.
    Function,
    /// `using X = …`
    Alias,
    /// A variable.
    Variable,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TemplateArg {
    /// A type.
    Type(TypeId),
    /// A constant.
    Value(ConstantId),
    /// A template.
    Template(TemplateId),
}

/// What a template has made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instance {
    /// A type.
    Type(TypeId),
    /// A function.
    Function(FnId),
    /// A constant or variable.
    Entity(Entity),
    /// A full specialisation that has been declared and not been used yet.
    Specialised(ast::ItemId),
}

/// What the checker knows of a struct besides its [`hir::ty::Struct`].
#[derive(Debug)]
pub(crate) struct StructInfo {
    /// The names in it.
    pub(crate) scope: ScopeId,
    /// The base class with fields.
    pub(crate) base: Option<StructId>,
    /// All bases, interfaces included.
    pub(crate) bases: Vec<StructId>,
    /// Whether its body has been seen.
    pub(crate) complete: bool,
    /// What holds of its fields together, once all are known.
    pub(crate) facts: Option<Facts>,
    /// The template that it is an instance of, with the arguments.
    pub(crate) instance: Option<(TemplateId, Vec<TemplateArg>)>,
}

/// What holds of all scalars and objects in a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// How many scalars there are; objects count as one.
    pub(crate) scalars: u64,
    /// Whether there are objects and nothing else.
    pub(crate) only_resources: bool,
    /// Whether there is an object.
    pub(crate) any_resource: bool,
    /// Whether buffers can hold it.
    pub(crate) is_data: bool,
}

/// What is known of the function, or initialiser, whose expressions are being checked.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Where names that the blocks do not declare are looked up.
    pub(crate) scope: ScopeId,
    /// The names of the blocks.
    pub(crate) locals: Locals,
    /// The function.
    pub(crate) function: Option<FnId>,
    /// The object of a method and its struct.
    pub(crate) this: Option<(LocalId, StructId)>,
    /// The type of the result.
    pub(crate) ret: TypeId,
    /// Only declarations with a smaller position are visible.
    pub(crate) sees: u32,
    /// How many loops stand around.
    pub(crate) loops: u32,
    /// How many copies of what stands here the loops around make.
    pub(crate) copies: u64,
    /// How many loops and switches stand around.
    pub(crate) breakables: u32,
    /// Whether what is declared now belongs to a `for` whose variables are visible behind it.
    pub(crate) leaks: bool,
    /// How deeply expressions and statements nest.
    pub(crate) depth: u32,
    /// Constant values of `const` locals.
    pub(crate) constants: FxHashMap<LocalId, ConstantId>,
    /// Which variables the source mentions.
    pub(crate) used: SideTable<Local, bool>,
    /// Locals that cannot be written.
    pub(crate) read_only: Vec<LocalId>,
    /// Parameters that hold a value for each vertex.
    pub(crate) per_vertex: Vec<LocalId>,
}

impl Frame {
    pub(crate) fn new(scope: ScopeId, ret: TypeId) -> Self {
        Frame {
            scope,
            locals: Locals::default(),
            function: None,
            this: None,
            ret,
            sees: u32::MAX,
            loops: 0,
            copies: 1,
            breakables: 0,
            leaks: false,
            depth: 0,
            constants: FxHashMap::default(),
            used: SideTable::new(),
            read_only: Vec::new(),
            per_vertex: Vec::new(),
        }
    }

    /// Begins another function, with the memory that the last one has used.
    pub(crate) fn restart(&mut self, scope: ScopeId, ret: TypeId) {
        let last = std::mem::replace(self, Frame::new(scope, ret));
        self.locals = last.locals.cleared();
        self.constants = last.constants;
        self.constants.clear();
        self.used = last.used;
        self.used.clear();
    }
}

/// What an entry function's declaration says, for the stage interface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryCandidate {
    /// The function.
    pub(crate) function: FnId,
    /// The stage that it runs in.
    pub(crate) stage: frontend::language::Stage,
}

/// Types that the checker asks for often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) error: TypeId,
    pub(crate) void: TypeId,
    pub(crate) string: TypeId,
    pub(crate) bool_: TypeId,
    pub(crate) int: TypeId,
    pub(crate) uint: TypeId,
}

impl Common {
    pub(crate) fn intern(module: &mut Module) -> Self {
        Common {
            error: module.types.intern(Type::Error),
            void: module.types.intern(Type::Void),
            string: module.types.intern(Type::String),
            bool_: module.types.intern(Type::Scalar(Scalar::Bool)),
            int: module.types.intern(Type::Scalar(Scalar::Int)),
            uint: module.types.intern(Type::Scalar(Scalar::UInt)),
        }
    }
}

/// The arrays that stand for a heap, by the heap, the type of their elements, and whether those are coherent.
pub(crate) type Heaps = FxHashMap<(HeapKind, TypeId, bool), GlobalId>;

/// `t.mips`, `t.mips[m]` and `t.sample`, `t.sample[s]`: not values by themselves, but for what follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Levels {
    pub(crate) object: ExprId,
    pub(crate) level: Option<ExprId>,
}

/// The state of the analysis of one translation unit.
pub(crate) struct Checker<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) sources: &'a SourceMap,
    pub(crate) names: &'a mut Interner,
    pub(crate) options: &'a Options,
    pub(crate) sink: &'a mut Sink,
    pub(crate) module: Module,
    pub(crate) scopes: Scopes,
    pub(crate) common: Common,
    pub(crate) words: Words,
    pub(crate) builtin_types: FxHashMap<Symbol, Option<Builtin>>,
    pub(crate) builtin_functions: FxHashMap<Symbol, bool>,
    pub(crate) builtin_constants: FxHashMap<Symbol, Option<Entity>>,
    pub(crate) functions: Arena<FnInfo>,
    pub(crate) templates: Arena<Template>,
    /// Parallel to [`Module::structs`].
    pub(crate) structs: Vec<StructInfo>,
    pub(crate) structs_of_ast: FxHashMap<(ast::StructId, ScopeId), TypeId>,
    pub(crate) enums_of_ast: FxHashMap<(ast::EnumId, ScopeId), TypeId>,
    /// Type and offsets of `RayDesc` and its kin.
    pub(crate) builtin_structs: FxHashMap<Symbol, TypeId>,
    pub(crate) enum_constants: FxHashMap<hir::ty::EnumId, ScopeId>,
    /// How many positions have been given to declarations.
    pub(crate) order: u32,
    /// Functions that something reaches, in order; the first `built` of them have been checked.
    pub(crate) reached: Vec<FnId>,
    pub(crate) queue: VecDeque<FnId>,
    /// Functions that the source defines, in order.
    pub(crate) defined: Vec<FnId>,
    /// Those of them that have a body, in order.
    pub(crate) built: Vec<(FunctionId, hir::Function)>,
    /// Whether what is checked now is not part of the output.
    pub(crate) dead: bool,
    pub(crate) calls: Vec<(FnId, FnId, Span)>,
    pub(crate) body: Body,
    pub(crate) frame: Frame,
    pub(crate) requests: Vec<Request>,
    /// The loose uniforms.
    pub(crate) globals_block: Option<GlobalId>,
    /// How matrices lie from here on.
    pub(crate) order_default: MatrixOrder,
    pub(crate) instantiation_depth: u32,
    /// Whether the checker is inside of a struct's body.
    pub(crate) in_struct: bool,
    pub(crate) too_deep: bool,
    pub(crate) init_failed: bool,
    /// Functions that have been reported to call themselves.
    pub(crate) recursive: FxHashSet<FnId>,
    /// Functions that a library exports.
    pub(crate) exported: Vec<FnId>,
    /// Globals that belong to functions which nothing reaches.
    pub(crate) dead_globals: std::ops::Range<usize>,
    /// `[[vk::counter_binding]]` by the place of the buffer.
    pub(crate) counter_bindings: FxHashMap<Span, u32>,
    /// What type names say about the order of matrices.
    pub(crate) alias_orders: FxHashMap<Symbol, MatrixOrder>,
    /// What the last type argument said about it.
    pub(crate) argument_order: Option<MatrixOrder>,
    pub(crate) heaps: Heaps,
    /// The index of each element of a heap that is no resource yet.
    pub(crate) heap_indices: FxHashMap<ExprId, ExprId>,
    /// Whether what is declared is `globallycoherent`, which heaps must know.
    pub(crate) coherent_context: bool,
    /// `.mips` and `.sample` that wait for their indices.
    pub(crate) levels: FxHashMap<ExprId, Levels>,
    /// Assignments that must come before the initialiser that is being built.
    pub(crate) pending_effects: Vec<ExprId>,
    /// What `static const` variables hold.
    pub(crate) global_constants: FxHashMap<GlobalId, ConstantId>,
    /// Which parameters the body of an entry function mentions.
    pub(crate) used_params: FxHashMap<FnId, Vec<bool>>,
    /// Buffers whose counters are used.
    pub(crate) counted: Vec<GlobalId>,
    /// Whether a counter is used through something that is no global.
    pub(crate) counts_alias: bool,
    /// Global structured buffers that are copied or passed.
    pub(crate) aliased: Vec<GlobalId>,
    /// Whether inputs that are not interpolated hold a value for each vertex.
    pub(crate) per_vertex: bool,
    /// Whether an entry point reaches code that asks for such values.
    pub(crate) reads_vertices: bool,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        ast: &'a Ast,
        sources: &'a SourceMap,
        names: &'a mut Interner,
        options: &'a Options,
        sink: &'a mut Sink,
    ) -> Self {
        let mut module = Module::default();
        let common = Common::intern(&mut module);
        let words = Words::new(names);
        let scopes = Scopes::new();
        let frame = Frame::new(scopes.file, common.void);
        module.shader_model = (options.profile.major, options.profile.minor);
        module.native_16bit = options.native_16bit;
        module.ieee_strict = options.ieee_strict;
        let order_default = if options.row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor };
        Checker {
            ast,
            sources,
            names,
            options,
            sink,
            module,
            scopes,
            common,
            words,
            builtin_types: FxHashMap::default(),
            builtin_functions: FxHashMap::default(),
            builtin_constants: FxHashMap::default(),
            functions: Arena::new(),
            templates: Arena::new(),
            structs: Vec::new(),
            structs_of_ast: FxHashMap::default(),
            enums_of_ast: FxHashMap::default(),
            builtin_structs: FxHashMap::default(),
            enum_constants: FxHashMap::default(),
            order: 0,
            reached: Vec::new(),
            queue: VecDeque::new(),
            defined: Vec::new(),
            built: Vec::new(),
            dead: false,
            calls: Vec::new(),
            body: Body::default(),
            frame,
            requests: Vec::new(),
            globals_block: None,
            order_default,
            instantiation_depth: 0,
            in_struct: false,
            too_deep: false,
            init_failed: false,
            recursive: FxHashSet::default(),
            exported: Vec::new(),
            dead_globals: 0..0,
            counter_bindings: FxHashMap::default(),
            alias_orders: FxHashMap::default(),
            argument_order: None,
            heaps: FxHashMap::default(),
            heap_indices: FxHashMap::default(),
            coherent_context: false,
            levels: FxHashMap::default(),
            pending_effects: Vec::new(),
            global_constants: FxHashMap::default(),
            used_params: FxHashMap::default(),
            counted: Vec::new(),
            counts_alias: false,
            aliased: Vec::new(),
            per_vertex: false,
            reads_vertices: false,
        }
    }

    /// Reports a mistake.
    pub(crate) fn report<M: Message>(&mut self, span: Span, message: M) -> &mut base::diag::Diagnostic {
        self.sink.report(span, message)
    }

    /// The text of a name, for messages.
    pub(crate) fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    /// Whether the language version is at least this one.
    pub(crate) fn since(&self, version: HlslVersion) -> bool {
        self.options.version >= version
    }

    /// Runs `f` as if outside of the current function: its expressions go into a body of their own, which is given
    /// back together with the result. Constants and types may be found this way; nothing may be emitted.
    pub(crate) fn apart<T>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self) -> T) -> T {
        let frame = Frame::new(scope, self.common.void);
        let frame = std::mem::replace(&mut self.frame, frame);
        let body = std::mem::take(&mut self.body);
        let levels = std::mem::take(&mut self.levels);
        let result = f(self);
        self.frame = frame;
        self.body = body;
        self.levels = levels;
        result
    }

    /// Runs `f` in the current function, but throws its expressions away.
    pub(crate) fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let exprs = std::mem::take(&mut self.body.exprs);
        let levels = std::mem::take(&mut self.levels);
        let (reached, queued) = (self.reached.len(), self.queue.len());
        let result = f(self);
        self.body.exprs = exprs;
        self.levels = levels;
        // What is called only here is not called at all: it needs no body.
        for function in self.reached.drain(reached..) {
            self.functions[function].hir = None;
        }
        self.queue.truncate(queued);
        result
    }
}
