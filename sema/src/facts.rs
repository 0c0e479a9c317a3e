//! Facts of the source that a module does not tell: types as the source names them, registers, semantics, enumerations,
//! which resources are declared and which are referenced. Plain data, made of a finished HIR; nothing here knows the ids
//! and words of SPIR-V.
//!
//! Some facts are in modules as well: bindings, offsets, strides, locations, defaults. They are the keys by which the
//! others find their place, and both must agree.

mod memory;

use crate::hir::descriptor::Descriptor;
use crate::hir::display::type_name;
use crate::hir::expr::ConstantValue;
use crate::hir::ty::{BitRange, ElemClass, ExtOperands, MatrixOrder, Object, StructId, Type, TypeId};
use crate::hir::walk::named_globals;
use crate::hir::{BlockKind, Global, GlobalId, GlobalKind, LayoutId, Module, Register};
use crate::layout::{BlockUse, Rule, layout_of};
use crate::options::{Binding, LayoutChoice};
use base::diag::Sink;
use base::ids::{Map, Set};
use base::intern::{Interner, Symbol};
use base::source::Span;
use memory::Memory;

/// The facts of one translation unit.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Resources and blocks, in the order of declaration.
    pub resources: Vec<Resource>,
    /// Specialisation constants.
    pub spec_constants: Vec<SpecConstant>,
    /// Entry points.
    pub entry_points: Vec<EntryPoint>,
    /// The structs in memory, each once for every layout that it has.
    pub structs: Vec<Struct>,
    /// The enumerations among their members.
    pub enums: Vec<Enumeration>,
}

/// A resource that a host binds, or a block that it fills.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The name of the variable.
    pub name: String,
    /// The type as the source names it.
    pub ty: String,
    /// The place of its declaration.
    pub span: Span,
    /// The descriptor set and binding; nothing for push constants and shader records.
    pub binding: Option<Binding>,
    /// The kind of descriptor; nothing where several would do.
    pub descriptor: Option<Descriptor>,
    /// The dimensions of an array of descriptors, the outermost first; nothing where the host decides.
    pub dims: Vec<Option<u32>>,
    /// The number of bindings that it takes where it is split into its elements.
    pub slots: u32,
    /// True if texture and sampler are declared to be one descriptor.
    pub is_combined: bool,
    /// True for an array that represents a descriptor heap.
    pub is_heap: bool,
    /// True for a record of a shader binding table.
    pub is_record: bool,
    /// The components of a texel, for textures and typed buffers.
    pub components: Option<u32>,
    /// `register(…)` as written.
    pub register: Option<Register>,
    /// True if code that an entry point reaches names it.
    pub is_referenced: bool,
    /// The contents, for buffers with a layout.
    pub contents: Option<Contents>,
}

/// The contents of a buffer.
#[derive(Clone, Debug)]
pub enum Contents {
    /// The members of a struct, by its index.
    Block(usize),
    /// Elements so far apart.
    Elements {
        /// One of them.
        element: Value,
        /// From one to the next.
        stride: u32,
    },
}

/// A struct in memory.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The name in the source.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// The rule by which it is laid out: the first one, where several lay it out alike.
    pub rule: Rule,
    /// The alignment under that rule.
    pub align: u32,
    /// One for each member in memory.
    pub members: Vec<Member>,
}

/// A member of a struct in memory.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name; of several bit-fields the first one's, of a base class none.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// The first byte.
    pub offset: u32,
    /// The contents.
    pub value: Value,
    /// Its semantic, digits included.
    pub semantic: Option<String>,
    /// The bit-fields that it is made of.
    pub bit_fields: Vec<BitField>,
}

/// A bit-field.
#[derive(Clone, Debug)]
pub struct BitField {
    /// The name; empty for padding.
    pub name: String,
    /// The type as the source names it.
    pub ty: String,
    /// The bits of the member.
    pub bits: BitRange,
}

/// A value in memory.
#[derive(Clone, Debug)]
pub struct Value {
    /// The type as the source names it, with the dimensions of arrays.
    pub ty: String,
    /// The numbers that it is made of, with their width.
    pub scalar: Option<(ElemClass, u32)>,
    /// The number of components of a vector; 1 for scalars.
    pub components: u32,
    /// Rows, columns, the stride and the order of a matrix that memory holds as such.
    pub matrix: Option<(u8, u8, u32, MatrixOrder)>,
    /// The count and stride of each dimension of an array, the outermost first.
    pub dims: Vec<(u32, u32)>,
    /// The struct that it is, by its index.
    pub structure: Option<usize>,
    /// The enumeration that it is, by its index.
    pub enumeration: Option<usize>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The name in the source.
    pub name: String,
    /// The place of its declaration.
    pub span: Span,
    /// True if values are signed.
    pub is_signed: bool,
    /// Enumerators and their values.
    pub enumerators: Vec<(String, i64)>,
}

/// A specialisation constant.
#[derive(Clone, Debug)]
pub struct SpecConstant {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The type as the source names it.
    pub ty: String,
    /// The class of its value.
    pub class: ElemClass,
    /// The bits of its value: 16, 32 or 64.
    pub width: u32,
    /// The place of its declaration.
    pub span: Span,
    /// Its default, in two's complement, or the bits of a `double`.
    pub default: u64,
}

/// An entry point.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// The name in the module.
    pub name: String,
    /// The place of its function.
    pub span: Span,
    /// The sizes of waves that it requires: one, or the least and the greatest, and the one that suits best.
    pub wave_size: Vec<u32>,
    /// The name of a node in its work graph, if its function has another one.
    pub node: Option<String>,
    /// Inputs and outputs.
    pub variables: Vec<StageVariable>,
}

/// An input or output of a stage.
#[derive(Clone, Debug)]
pub struct StageVariable {
    /// The semantic without its number.
    pub semantic: String,
    /// The number.
    pub index: u32,
    /// True if the module names the variable by another semantic: the source decorates it with one of its own, or it is a row
    /// or element that has a location for itself, and the name of the whole.
    pub spells_semantic: bool,
    /// True for an output.
    pub is_output: bool,
    /// The builtin that it is.
    pub builtin: Option<spirv::BuiltIn>,
    /// The location of others.
    pub location: Option<u32>,
    /// The component.
    pub component: u32,
    /// The index of a second colour for the same attachment.
    pub second: u32,
    /// The type as the source names it.
    pub ty: String,
    /// The place of the semantic or of the declaration.
    pub span: Span,
}

/// The facts of a finished HIR whose blocks were laid out by this choice.
pub fn gather(module: &Module, names: &Interner, choice: LayoutChoice) -> Facts {
    let mut gatherer = Gatherer { module, names, choice, memory: Memory::new(module, names) };
    let mut facts = gatherer.globals();
    facts.entry_points = gatherer.entry_points();
    (facts.structs, facts.enums) = gatherer.memory.finish();
    facts
}

/// The structs of a name, laid out by each of some rules as if a buffer held them.
pub fn layouts(module: &mut Module, names: &Interner, name: &str, rules: &[Rule]) -> Vec<(Rule, Laid)> {
    let found = module.structs.iter().find(|(_, node)| names.resolve(node.name) == name);
    let Some(ty) = found.map(|(id, _)| Type::Struct(id)) else { return Vec::new() };
    let ty = module.types.intern(ty);
    let mut laid = Vec::with_capacity(rules.len());
    for &rule in rules {
        // What a rule has against a member is told where a buffer has it.
        let mut unheard = Sink::default();
        let layout = layout_of(module, ty, MatrixOrder::default(), rule, &mut unheard);
        let mut memory = Memory::new(module, names);
        let Some(root) = memory.value(ty, layout, rule).structure else { continue };
        let structs = memory.finish().0;
        laid.push((rule, Laid { size: module.layouts[layout].size, root, structs }));
    }
    laid
}

/// All structs of the source that memory can hold, laid out by a rule as if a buffer held them.
pub fn structs(module: &mut Module, names: &Interner, rule: Rule) -> Facts {
    let mut held = Held::default();
    let all = module.structs.iter().filter(|(_, node)| !node.span.is_none()).map(|(id, _)| id);
    let all: Vec<StructId> = all.filter(|id| held.structure(module, *id)).collect();
    // What a rule has against a member is told where a buffer has it.
    let mut unheard = Sink::default();
    let mut placed = Vec::with_capacity(all.len());
    for id in all {
        let ty = module.types.intern(Type::Struct(id));
        placed.push((ty, layout_of(module, ty, MatrixOrder::default(), rule, &mut unheard)));
    }
    let mut memory = Memory::new(module, names);
    for (ty, layout) in placed {
        memory.value(ty, layout, rule);
    }
    let (structs, enums) = memory.finish();
    Facts { structs, enums, ..Facts::default() }
}

/// The structs that memory can hold, as far as they were requested.
#[derive(Default)]
struct Held(Map<StructId, bool>);

impl Held {
    fn structure(&mut self, module: &Module, id: StructId) -> bool {
        if let Some(known) = self.0.get(&id) {
            return *known;
        }
        let node = &module.structs[id];
        let holds = !node.is_interface && !node.fields.is_empty();
        let holds = holds && node.fields.iter().all(|field| self.ty(module, field.ty));
        self.0.insert(id, holds);
        holds
    }

    fn ty(&mut self, module: &Module, ty: TypeId) -> bool {
        match module.types[ty] {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Enum(_) | Type::BufferPointer(..) => true,
            Type::Array(element, _) => self.ty(module, element),
            Type::Struct(id) => self.structure(module, id),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }
}

/// A struct under one rule.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The bytes of the whole.
    pub size: u32,
    /// The struct, by its index.
    pub root: usize,
    /// That struct and those in it.
    pub structs: Vec<Struct>,
}

struct Gatherer<'a> {
    module: &'a Module,
    names: &'a Interner,
    choice: LayoutChoice,
    memory: Memory<'a>,
}

impl Gatherer<'_> {
    fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    fn globals(&mut self) -> Facts {
        let mut facts = Facts::default();
        let module = self.module;
        let mut named = named_globals(module);
        let counters = module.globals.iter().filter(|(id, _)| named.contains(id));
        let counters: Vec<GlobalId> = counters.filter_map(|(_, buffer)| buffer.attributes.counter).collect();
        named.extend(counters);
        for (id, global) in module.globals.iter() {
            if let GlobalKind::SpecConstant { id, default } = global.kind {
                let default = match module.constants[default].value {
                    ConstantValue::Bool(value) => value.into(),
                    ConstantValue::Int(bits) | ConstantValue::Float(bits) => bits,
                    ConstantValue::Zero | ConstantValue::Composite(_) => 0,
                };
                let (name, ty) = (self.text(global.name), self.type_name(global.ty));
                let class = self.class(global.ty);
                let (width, span) = (self.width(global.ty), global.span);
                facts.spec_constants.push(SpecConstant { id, name, ty, class, width, span, default });
            } else {
                facts.resources.extend(self.resource(id, global, &named))
            }
        }
        facts
    }

    fn resource(&mut self, id: GlobalId, global: &Global, named: &Set<GlobalId>) -> Option<Resource> {
        let is_block_without_binding = matches!(
            global.kind,
            GlobalKind::Block {
                kind: BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt,
                ..
            }
        );
        let binding = global.attributes.binding;
        if binding.is_none() && !is_block_without_binding {
            return None;
        }
        let is_heap = matches!(global.kind, GlobalKind::Heap { .. });
        Some(Resource {
            name: self.text(global.name),
            ty: self.declared_type(global),
            span: global.span,
            binding,
            descriptor: Descriptor::of(self.module, global),
            dims: self.dims(global.ty),
            slots: self.slots(global.ty),
            is_combined: global.attributes.combined_image_sampler,
            is_heap,
            is_record: matches!(
                global.kind,
                GlobalKind::Block { kind: BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt, .. }
            ),
            components: self.components(global.ty),
            register: global.attributes.register,
            is_referenced: named.contains(&id),
            contents: self.contents(global),
        })
    }

    fn type_name(&self, ty: TypeId) -> String {
        type_name(self.module, self.names, ty)
    }

    fn declared_type(&self, global: &Global) -> String {
        match global.kind {
            GlobalKind::Counter => "int".to_owned(),
            GlobalKind::Block { kind: BlockKind::TextureBuffer, .. } => "tbuffer".to_owned(),
            GlobalKind::Block { kind: BlockKind::ConstantBuffer | BlockKind::Globals, .. } => "cbuffer".to_owned(),
            GlobalKind::Block { .. } if global.attributes.is_constant_buffer => {
                format!("ConstantBuffer<{}>", self.type_name(global.ty))
            }
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Block { .. }
            | GlobalKind::Resource { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => self.type_name(global.ty),
        }
    }

    /// The class of a scalar or an enumeration.
    fn class(&self, ty: TypeId) -> ElemClass {
        match self.module.types[ty] {
            Type::Scalar(scalar) => scalar.class(),
            Type::Enum(id) => self.module.enums[id].held().class(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => ElemClass::UInt,
        }
    }

    /// The bits of a number or an enumerator.
    #[expect(clippy::wildcard_enum_match_arm, reason = "specialization constants have no other types")]
    fn width(&self, ty: TypeId) -> u32 {
        let scalar = match self.module.types[ty] {
            Type::Enum(id) => self.module.enums[id].held(),
            Type::Scalar(scalar) => scalar,
            _ => return 32,
        };
        scalar.bits(self.module.native_16bit)
    }

    /// The components of the texels of a texture or typed buffer.
    fn components(&self, ty: TypeId) -> Option<u32> {
        let Type::Object(Object::Texture(texture)) = self.module.types[self.module.element_of_arrays(ty)] else {
            return None;
        };
        match self.module.types[texture.elem] {
            Type::Scalar(_) => Some(1),
            Type::Vector(_, count) => Some(count.into()),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => None,
        }
    }

    fn dims(&self, mut ty: TypeId) -> Vec<Option<u32>> {
        let mut dims = Vec::new();
        loop {
            let (element, count) = match self.module.types[ty] {
                Type::Array(element, count) => (element, Some(count)),
                Type::RuntimeArray(element) => (element, None),
                Type::Error
                | Type::Void
                | Type::String
                | Type::Scalar(_)
                | Type::Vector(..)
                | Type::Matrix { .. }
                | Type::Struct(_)
                | Type::Enum(_)
                | Type::Object(_)
                | Type::BufferPointer(..)
                | Type::Spirv(_)
                | Type::Transient(_) => return dims,
            };
            dims.push(count);
            ty = element;
        }
    }

    /// Returns the number of bindings that a resource takes when it is split.
    fn slots(&self, ty: TypeId) -> u32 {
        match self.module.types[ty] {
            Type::Array(elem, length) => self.slots(elem).saturating_mul(length),
            Type::Struct(id) => {
                let fields = self.module.structs[id].fields.iter();
                fields.fold(0, |sum: u32, field| sum.saturating_add(self.slots(field.ty)))
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => 1,
        }
    }

    fn contents(&mut self, global: &Global) -> Option<Contents> {
        match global.kind {
            GlobalKind::Block { layout, kind } => self.block(global.ty, layout, BlockUse::of(kind)),
            GlobalKind::Resource { layout: Some(layout) } => {
                let Type::Object(object) = self.module.types[self.module.element_of_arrays(global.ty)] else {
                    return None;
                };
                match object {
                    Object::StructuredBuffer { elem, .. } => {
                        let held = &self.module.layouts[layout];
                        let stride = held.size.checked_next_multiple_of(held.align.max(1)).unwrap_or(u32::MAX);
                        let rule = Rule::choose(self.choice, BlockUse::Storage);
                        // Elements without members lie apart, too.
                        let (element, stride) = (self.memory.value(elem, layout, rule), stride.max(1));
                        Some(Contents::Elements { element, stride })
                    }
                    Object::ConstantBuffer(content) => self.block(content, layout, BlockUse::Uniform),
                    Object::TextureBuffer(content) => self.block(content, layout, BlockUse::Texture),
                    Object::Texture(_)
                    | Object::Sampler { .. }
                    | Object::ByteAddressBuffer(_)
                    | Object::AccelerationStructure
                    | Object::Feedback { .. }
                    | Object::RayQuery(..)
                    | Object::HitObject
                    | Object::Patch(..)
                    | Object::Stream(..)
                    | Object::Node(_)
                    | Object::Spirv(_) => None,
                }
            }
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Resource { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => None,
        }
    }

    fn block(&mut self, ty: TypeId, layout: LayoutId, block: BlockUse) -> Option<Contents> {
        self.memory.value(ty, layout, Rule::choose(self.choice, block)).structure.map(Contents::Block)
    }

    fn stage_variable(&self, variable: &crate::hir::StageVariable) -> StageVariable {
        // The source may spell a decoration by its number.
        let spelled = |decoration: spirv::Decoration| {
            let mut all = variable.ext_decorations.iter().filter(|one| one.decoration == decoration as u32);
            all.find_map(|one| match &one.operands {
                ExtOperands::Literals(literals) => literals.first().copied(),
                ExtOperands::Strings(_) | ExtOperands::Ids(_) => None,
            })
        };
        let is_decorated =
            variable.ext_decorations.iter().any(|one| one.decoration == spirv::Decoration::UserSemantic as u32);
        let (semantic, index) = (self.text(variable.semantic.name), variable.semantic.index);
        let is_part = index != 0 && self.text(variable.name).ends_with(&format!(".var.{semantic}"));
        StageVariable {
            semantic,
            index,
            spells_semantic: is_decorated || is_part,
            is_output: variable.output,
            builtin: variable.builtin,
            location: spelled(spirv::Decoration::Location).or(variable.location),
            component: spelled(spirv::Decoration::Component).or(variable.component).unwrap_or(0),
            second: spelled(spirv::Decoration::Index).or(variable.index).unwrap_or(0),
            ty: self.type_name(variable.ty),
            span: variable.span,
        }
    }

    fn entry_points(&self) -> Vec<EntryPoint> {
        let variables = |entry: &crate::hir::EntryPoint| {
            entry.variables.iter().map(|(_, variable)| self.stage_variable(variable)).collect()
        };
        let entries = self.module.entry_points.iter();
        entries
            .map(|entry| EntryPoint {
                name: self.text(entry.name),
                span: entry.span,
                wave_size: entry.wave_size.clone(),
                node: entry.node.filter(|node| *node != entry.name).map(|node| self.text(node)),
                variables: variables(entry),
            })
            .collect()
    }
}
