//! The checker: walks the syntax tree once and builds the typed representation.
//!
//! Declarations are entered in order; function bodies are checked afterwards, first those that entry points reach (in
//! the order in which calls reach them), then the others for their errors alone. Templates are checked per instance.
//! What a conversion, overload, constant, layout or binding is lies in modules of their own; here they are asked for.

mod attach;
mod call;
mod cbuffer;
mod class;
mod decl;
mod deduce;
mod entry;
mod expr;
mod fold;
mod formats;
mod function;
mod global;
mod heap;
mod init;
mod inline_spirv;
mod layouts;
mod local;
mod lookup;
mod member;
mod module;
mod operator;
mod per_vertex;
mod pointer;
mod resource;
mod size;
mod stmt;
mod switch;
mod swizzle;
mod template;
#[cfg(test)]
mod tests;
mod type_args;
mod types;
mod unroll;
mod value;

use crate::bindings::Request;
use crate::hir::expr::{ConstantId, ExprId, ParamMode};
use crate::hir::ty::{FieldAttributes, MatrixOrder, StructId, TypeId};
use crate::hir::{self, Body, FunctionId, GlobalId, Local, LocalId, Module};
use crate::options::Options;
use crate::resolve::{FnId, Locals, ScopeId, Scopes, TemplateId};
use base::diag::{Message, Sink};
use base::ids::{Arena, SideTable};
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use frontend::ast::{self, Ast, List, Prefix};
use frontend::language::HlslVersion;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Analyses a translation unit. Nothing comes back when an error was reported, in this stage or an earlier one.
pub fn check(
    ast: &Ast,
    sources: &SourceMap,
    names: &mut Interner,
    options: &Options,
    sink: &mut Sink,
) -> Option<Module> {
    let per_vertex = per_vertex::is_wanted(ast, sources, names, options);
    let mut checker = Checker::new(ast, sources, names, options, sink);
    checker.per_vertex = per_vertex;
    checker.check_unit();
    if !checker.sink.has_errors() {
        checker.lay_out_buffers();
    }
    let Checker { module, names, sink, .. } = checker;
    crate::stages::check(&module, names, sink);
    crate::atomics::check(&module, sink);
    (!sink.has_errors()).then_some(module)
}

/// How deeply expressions and statements may nest on the checker's own stack.
const MAX_DEPTH: u32 = 512;
/// How deeply templates may instantiate each other.
const MAX_INSTANTIATION_DEPTH: u32 = 64;

/// A function that the source declares, or an instance of a function template.
#[derive(Debug)]
pub(crate) struct FnInfo {
    /// Its definition, or its first declaration as long as there is none.
    ast: ast::FunctionId,
    /// Where its own names are looked up: the scope that declares it, or its template parameters.
    scope: ScopeId,
    /// The name alone, for messages.
    name: Symbol,
    /// The name as the output has it.
    path: Symbol,
    /// Where the name stands.
    span: Span,
    /// The struct of a method, `static` ones included.
    owner: Option<StructId>,
    /// Whether it has no object.
    is_static: bool,
    /// The parameters.
    params: Vec<ParamInfo>,
    /// The type of the result.
    ret: TypeId,
    /// What the result's declaration says.
    ret_attributes: FieldAttributes,
    /// The position among all declarations: a call sees what stands before it.
    order: u32,
    /// Whether the definition has been seen.
    has_body: bool,
    /// Which namespace-level declarations its body sees.
    sees: u32,
    /// Its place in the output, once something reaches it.
    hir: Option<FunctionId>,
    /// Whether its body has been checked.
    checked: bool,
    /// The template it is an instance of.
    template: Option<TemplateId>,
    /// The local types that a method of a local struct sees.
    local_types: Vec<(Symbol, crate::resolve::Entity, Span)>,
    /// How many instances had to be made before this one.
    depth: u32,
    /// What it is besides: `[[vk::ext_instruction]]`.
    instruction: Option<hir::ExtInstruction>,
    /// `[[vk::ext_type_def(number, opcode)]]`: a call defines a type.
    type_def: Option<(u32, u32)>,
    /// What its declaration and what is in its body ask for.
    requirements: hir::Requirements,
    /// `export`
    exported: bool,
    /// Whether one of its declarations is `precise`.
    precise: bool,
}

/// A parameter of a [`FnInfo`].
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// The name, empty for an unnamed one.
    name: Symbol,
    /// Where it is declared.
    span: Span,
    /// The type.
    ty: TypeId,
    /// How it is passed.
    mode: ParamMode,
    /// The default argument.
    default: Option<ast::ExprId>,
    /// Modifiers and attributes.
    prefixes: List<Prefix>,
    /// Semantic, interpolation and the like.
    attributes: FieldAttributes,
}

/// A template: its parameters and what it makes.
#[derive(Debug)]
pub(crate) struct Template {
    /// The name.
    name: Symbol,
    /// Where the name stands.
    span: Span,
    /// The parameters.
    params: List<ast::TemplateParam>,
    /// What it makes.
    item: ast::ItemId,
    /// Which sort of thing that is.
    kind: TemplateKind,
    /// Where it is declared.
    scope: ScopeId,
    /// The struct it is a member of.
    owner: Option<StructId>,
    /// Partial specialisations: their parameters, arguments and body.
    partial: Vec<(List<ast::TemplateParam>, List<ast::Expr>, ast::ItemId)>,
    /// Members defined outside of the class: the parameters there, and the item.
    members: Vec<(List<ast::TemplateParam>, ast::ItemId)>,
    /// What has been made of it, or is given as full specialisation.
    instances: FxHashMap<Vec<TemplateArg>, Instance>,
    /// The position among all declarations.
    order: u32,
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
    Entity(crate::resolve::Entity),
    /// A full specialisation that has been declared and not been used yet.
    Specialised(ast::ItemId),
}

/// What the checker knows of a struct besides its [`hir::ty::Struct`].
#[derive(Debug)]
pub(crate) struct StructInfo {
    /// The names in it.
    scope: ScopeId,
    /// The base class with fields.
    base: Option<StructId>,
    /// All bases, interfaces included.
    bases: Vec<StructId>,
    /// Whether its body has been seen.
    complete: bool,
    /// What holds of its fields together, once all are known.
    facts: Option<Facts>,
    /// The template that it is an instance of, with the arguments.
    instance: Option<(TemplateId, Vec<TemplateArg>)>,
}

/// What holds of all scalars and objects in a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// How many scalars there are; objects count as one.
    scalars: u64,
    /// Whether there are objects and nothing else.
    only_resources: bool,
    /// Whether there is an object.
    any_resource: bool,
    /// Whether buffers can hold it.
    is_data: bool,
}

/// What is known of the function, or initialiser, whose expressions are being checked.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Where names that the blocks do not declare are looked up.
    scope: ScopeId,
    /// The names of the blocks.
    locals: Locals,
    /// The function.
    function: Option<FnId>,
    /// The object of a method and its struct.
    this: Option<(LocalId, StructId)>,
    /// The type of the result.
    ret: TypeId,
    /// Only declarations with a smaller position are visible.
    sees: u32,
    /// How many loops stand around.
    loops: u32,
    /// How many copies of what stands here the loops around make.
    copies: u64,
    /// How many loops and switches stand around.
    breakables: u32,
    /// Whether what is declared now belongs to a `for` whose variables are visible behind it.
    leaks: bool,
    /// How deeply expressions and statements nest.
    depth: u32,
    /// Constant values of `const` locals.
    constants: FxHashMap<LocalId, ConstantId>,
    /// Which variables the source mentions.
    used: SideTable<Local, bool>,
    /// Locals that cannot be written.
    read_only: Vec<LocalId>,
    /// Parameters that hold a value for each vertex.
    per_vertex: Vec<LocalId>,
}

impl Frame {
    fn new(scope: ScopeId, ret: TypeId) -> Self {
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
    fn restart(&mut self, scope: ScopeId, ret: TypeId) {
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
    error: TypeId,
    void: TypeId,
    string: TypeId,
    bool_: TypeId,
    int: TypeId,
    uint: TypeId,
}

/// The state of the analysis of one translation unit.
pub(crate) struct Checker<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) sources: &'a SourceMap,
    pub(crate) names: &'a mut Interner,
    pub(crate) options: &'a Options,
    pub(crate) sink: &'a mut Sink,
    pub(crate) module: Module,
    scopes: Scopes,
    common: Common,
    words: lookup::Words,
    builtin_types: FxHashMap<Symbol, Option<types::Builtin>>,
    builtin_functions: FxHashMap<Symbol, bool>,
    builtin_constants: FxHashMap<Symbol, Option<crate::resolve::Entity>>,
    functions: Arena<FnInfo>,
    templates: Arena<Template>,
    /// Parallel to [`Module::structs`].
    structs: Vec<StructInfo>,
    structs_of_ast: FxHashMap<(ast::StructId, ScopeId), TypeId>,
    enums_of_ast: FxHashMap<(ast::EnumId, ScopeId), TypeId>,
    /// Type and offsets of `RayDesc` and its kin.
    builtin_structs: FxHashMap<Symbol, TypeId>,
    enum_constants: FxHashMap<hir::ty::EnumId, ScopeId>,
    /// How many positions have been given to declarations.
    order: u32,
    /// Functions that something reaches, in order; the first `built` of them have been checked.
    reached: Vec<FnId>,
    queue: VecDeque<FnId>,
    /// Functions that the source defines, in order.
    defined: Vec<FnId>,
    /// Those of them that have a body, in order.
    built: Vec<(FunctionId, hir::Function)>,
    /// Whether what is checked now is not part of the output.
    dead: bool,
    calls: Vec<(FnId, FnId, Span)>,
    body: Body,
    frame: Frame,
    requests: Vec<Request>,
    /// The loose uniforms.
    globals_block: Option<GlobalId>,
    /// How matrices lie from here on.
    order_default: MatrixOrder,
    instantiation_depth: u32,
    /// Whether the checker is inside of a struct's body.
    in_struct: bool,
    too_deep: bool,
    init_failed: bool,
    /// Functions that have been reported to call themselves.
    recursive: FxHashSet<FnId>,
    /// Functions that a library exports.
    exported: Vec<FnId>,
    /// Globals that belong to functions which nothing reaches.
    dead_globals: std::ops::Range<usize>,
    /// `[[vk::counter_binding]]` by the place of the buffer.
    counter_bindings: FxHashMap<Span, u32>,
    /// What type names say about the order of matrices.
    alias_orders: FxHashMap<Symbol, MatrixOrder>,
    /// What the last type argument said about it.
    argument_order: Option<MatrixOrder>,
    heaps: heap::Heaps,
    /// The index of each element of a heap that is no resource yet.
    heap_indices: FxHashMap<ExprId, ExprId>,
    /// Whether what is declared is `globallycoherent`, which heaps must know.
    coherent_context: bool,
    /// `.mips` and `.sample` that wait for their indices.
    levels: FxHashMap<ExprId, member::Levels>,
    /// Assignments that must come before the initialiser that is being built.
    pending_effects: Vec<ExprId>,
    /// What `static const` variables hold.
    global_constants: FxHashMap<GlobalId, ConstantId>,
    /// Which parameters the body of an entry function mentions.
    used_params: FxHashMap<FnId, Vec<bool>>,
    /// Buffers whose counters are used.
    counted: Vec<GlobalId>,
    /// Whether a counter is used through something that is no global.
    counts_alias: bool,
    /// Global structured buffers that are copied or passed.
    aliased: Vec<GlobalId>,
    /// Whether inputs that are not interpolated hold a value for each vertex.
    per_vertex: bool,
    /// Whether an entry point reaches code that asks for such values.
    reads_vertices: bool,
}

impl<'a> Checker<'a> {
    fn new(
        ast: &'a Ast,
        sources: &'a SourceMap,
        names: &'a mut Interner,
        options: &'a Options,
        sink: &'a mut Sink,
    ) -> Self {
        let mut module = Module::default();
        let common = Common::intern(&mut module);
        let words = lookup::Words::new(names);
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
    fn report<M: Message>(&mut self, span: Span, message: M) -> &mut base::diag::Diagnostic {
        self.sink.report(span, message)
    }

    /// The text of a name, for messages.
    fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    /// Whether the language version is at least this one.
    fn since(&self, version: HlslVersion) -> bool {
        self.options.version >= version
    }

    /// Runs `f` as if outside of the current function: its expressions go into a body of their own, which is given
    /// back together with the result. Constants and types may be found this way; nothing may be emitted.
    fn apart<T>(&mut self, scope: ScopeId, f: impl FnOnce(&mut Self) -> T) -> T {
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
    fn unevaluated<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
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
