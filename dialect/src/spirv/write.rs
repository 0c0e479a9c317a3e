//! The dialect to words: flat or structured functions, with phis, merge instructions and decorations in their place.

mod function;
mod globals;
mod operands;

pub(crate) use operands::{held_by, held_operands};

use super::enums::{self, Kind};
use super::ops;
use super::types::SpirvType;
use super::{abi, attrs};
use crate::diagnostics::{Code, Error, Result};
use crate::ir::{Attr, AttrId, Context, Module, NamedAttr, OpId, Type, TypeId, ValueId};
use base::ids::{Map, Set};
use base::intern::Symbol;
use rspirv::grammar::OperandKind;
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op};

/// References among what a module declares are followed at most this deep.
const MAX_DEPTH: u32 = 512;

/// Writes a module.
pub fn write(module: &Module) -> Result<Vec<u32>> {
    let mut writer = Writer::new(module);
    writer.head()?;
    writer.source_names()?;
    for op in module.top_ops() {
        writer.top_op(*op)?;
    }
    while let Some(target) = writer.announced.first().map(|announced| announced.target) {
        writer.type_id(target)?;
    }
    writer.type_names()?;
    writer.finish()
}

/// The sections of a module, in the order in which the specification wants them.
#[derive(Default)]
struct Sections {
    capabilities: Vec<u32>,
    extensions: Vec<u32>,
    imports: Vec<u32>,
    memory_model: Vec<u32>,
    entry_points: Vec<u32>,
    modes: Vec<u32>,
    strings: Vec<u32>,
    names: Vec<u32>,
    processed: Vec<u32>,
    annotations: Vec<u32>,
    globals: Vec<u32>,
    functions: Vec<u32>,
}

/// The state of writing one module.
struct Writer<'m> {
    module: &'m Module,
    /// A copy of the module's context, so that types which only words have can be made.
    ctx: Context,
    sections: Sections,
    next_id: u32,
    depth: u32,
    types: FxHashMap<TypeId, u32>,
    /// Pointers by what they point to: inside a struct its own name stands for it.
    pointers: FxHashMap<(spirv::StorageClass, TypeId, Option<u32>), u32>,
    structs: FxHashMap<Symbol, TypeId>,
    announced: Vec<Announced>,
    constants: FxHashMap<(AttrId, TypeId), u32>,
    undefs: FxHashMap<TypeId, u32>,
    symbols: FxHashMap<Symbol, u32>,
    symbol_ops: FxHashMap<Symbol, OpId>,
    written: Set<OpId>,
    strings: FxHashMap<AttrId, u32>,
    sets: Map<String, u32>,
    values: FxHashMap<ValueId, u32>,
    /// Constants that have their name and decorations already.
    named: Set<u32>,
}

fn error<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::in_module(Code::Write, message))
}

/// A pointer that a struct holds to a struct that is not written yet.
struct Announced {
    id: u32,
    storage: spirv::StorageClass,
    target: TypeId,
    stride: Option<u32>,
}

/// The words of an instruction under construction.
struct Words(Vec<u32>);

impl Words {
    fn new(op: Op) -> Self {
        Words(vec![op as u32])
    }

    fn id(mut self, id: u32) -> Self {
        self.0.push(id);
        self
    }

    fn all(mut self, words: impl IntoIterator<Item = u32>) -> Self {
        self.0.extend(words);
        self
    }

    fn text(mut self, text: &str) -> Self {
        push_text(&mut self.0, text);
        self
    }

    fn write(mut self, section: &mut Vec<u32>) -> Result<()> {
        let Ok(length) = u16::try_from(self.0.len()) else {
            return error("an instruction has more than 65535 words");
        };
        self.0[0] |= u32::from(length) << 16;
        section.extend(self.0);
        Ok(())
    }
}

fn push_text(words: &mut Vec<u32>, text: &str) {
    let bytes: Vec<u8> = text.bytes().take_while(|byte| *byte != 0).collect();
    for chunk in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u32::from_le_bytes(word));
    }
    if bytes.len().is_multiple_of(4) {
        words.push(0);
    }
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Self {
        let mut writer = Writer {
            module,
            ctx: module.ctx.clone(),
            sections: Sections::default(),
            next_id: 1,
            depth: 0,
            types: FxHashMap::default(),
            pointers: FxHashMap::default(),
            structs: FxHashMap::default(),
            announced: Vec::new(),
            constants: FxHashMap::default(),
            undefs: FxHashMap::default(),
            symbols: FxHashMap::default(),
            symbol_ops: FxHashMap::default(),
            written: Set::default(),
            strings: FxHashMap::default(),
            sets: Map::default(),
            values: FxHashMap::default(),
            named: Set::default(),
        };
        writer.index();
        writer
    }

    fn index(&mut self) {
        for (id, ty) in self.module.ctx.types() {
            if let Type::Spirv(SpirvType::Struct { name: Some(name), .. }) = ty {
                self.structs.insert(*name, id);
            }
        }
        for op in crate::ir::walk::ops_in(self.module, self.module.root) {
            if let Some(name) = super::abi::name_of(self.module, op) {
                self.symbol_ops.insert(name, op);
            }
        }
    }

    fn fresh(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error(format!("references nest more than {MAX_DEPTH} deep"));
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<u32>> {
        let root = self.module.root;
        let version = match self.module.attr(root, attrs::VERSION).map(|attr| &self.module.ctx[attr]) {
            Some(Attr::Str(text)) => parse_version(text),
            _ => Some((1, 0)),
        };
        let Some((major, minor)) = version else {
            return error("the version of the module is not one from v1.0 to v1.6");
        };
        let generator = super::abi::number_of(self.module, root, attrs::GENERATOR).unwrap_or(0) as u32;
        let mut words = vec![spirv::MAGIC_NUMBER, major << 16 | minor << 8, generator, self.next_id, 0];
        let s = self.sections;
        let before =
            [s.capabilities, s.extensions, s.imports, s.memory_model, s.entry_points, s.modes, s.strings, s.names];
        for section in before.into_iter().chain([s.processed, s.annotations, s.globals, s.functions]) {
            words.extend(section);
        }
        Ok(words)
    }

    fn head(&mut self) -> Result<()> {
        let (module, root) = (self.module, self.module.root);
        for attr in super::abi::array_of(module, root, attrs::CAPABILITIES) {
            let capability = self.word(*attr)?;
            Words::new(Op::Capability).id(capability).write(&mut self.sections.capabilities)?;
        }
        for attr in super::abi::array_of(module, root, attrs::EXTENSIONS) {
            if let Attr::Str(text) = &module.ctx[*attr] {
                Words::new(Op::Extension).text(text).write(&mut self.sections.extensions)?;
            }
        }
        let addressing = super::abi::number_of(module, root, Kind::AddressingModel.table().snake).unwrap_or(0);
        let memory = super::abi::number_of(module, root, Kind::MemoryModel.table().snake).unwrap_or(1);
        Words::new(Op::MemoryModel).all([addressing as u32, memory as u32]).write(&mut self.sections.memory_model)
    }

    /// The texts that say which files a module comes from, before what is in these files.
    fn source_names(&mut self) -> Result<()> {
        for op in self.module.top_ops() {
            if let Some(attr) = self.module.attr(*op, attrs::STRING)
                && let Attr::Str(text) = &self.module.ctx[attr]
            {
                self.string_id(attr, text)?;
            }
        }
        Ok(())
    }

    /// The number in an attribute that stands for one word.
    fn word(&self, attr: AttrId) -> Result<u32> {
        match &self.ctx[attr] {
            Attr::Int { bits, .. } => Ok(*bits as u32),
            Attr::Literal(value) | Attr::Enum { value, .. } => Ok(*value),
            Attr::Bool(value) => Ok(u32::from(*value)),
            other => error(format!("{other:?} is not a number")),
        }
    }

    /// The id of a name; what it names is written when its turn comes.
    fn symbol_id(&mut self, name: Symbol) -> Result<u32> {
        if let Some(id) = self.symbols.get(&name) {
            return Ok(*id);
        }
        if !self.symbol_ops.contains_key(&name) {
            return error(format!("the module has nothing with the name '{}'", self.ctx.str(name)));
        }
        let id = self.fresh();
        self.symbols.insert(name, id);
        Ok(id)
    }

    /// The id of a name whose definition must stand before the instruction that is being made.
    fn defined_symbol(&mut self, name: Symbol) -> Result<u32> {
        let id = self.symbol_id(name)?;
        let op = self.symbol_ops[&name];
        let is_function = ops::code(self.module, op) == Some(ops::Code::Mlir(ops::Mlir::Func));
        let is_global = self.module[op].block == Some(self.module.body());
        if is_global && !is_function && !self.written.contains(&op) {
            self.enter()?;
            self.top_op(op)?;
            self.depth -= 1;
        }
        Ok(id)
    }

    /// The id of a text.
    fn string_id(&mut self, attr: AttrId, text: &str) -> Result<u32> {
        if let Some(id) = self.strings.get(&attr) {
            return Ok(*id);
        }
        let id = self.fresh();
        self.strings.insert(attr, id);
        Words::new(Op::String).id(id).text(text).write(&mut self.sections.strings)?;
        Ok(id)
    }

    /// The id that an attribute stands for: a name, a type, a text or a constant.
    fn static_id(&mut self, attr: AttrId) -> Result<u32> {
        match self.ctx[attr].clone() {
            Attr::Symbol(name) => self.defined_symbol(name),
            Attr::Type(ty) => self.type_id(ty),
            Attr::Str(text) => self.string_id(attr, &text),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. } => self.constant_id(attr, ty),
            Attr::Bool(_) => {
                let ty = self.ctx.bool();
                self.constant_id(attr, ty)
            }
            Attr::Dict(items) => self.typed_constant(&items),
            Attr::Enum { value, .. } => {
                let constant = self.ctx.i32_attr(value);
                self.static_id(constant)
            }
            other => error(format!("{other:?} has no id")),
        }
    }

    fn typed_constant(&mut self, items: &[NamedAttr]) -> Result<u32> {
        let find = |name| items.iter().find(|(key, _)| *key == name).map(|(_, attr)| *attr);
        if let Some((attr, Attr::Str(text))) = find(attrs::VALUE).map(|attr| (attr, self.ctx[attr].clone())) {
            return self.text_constant(attr, &text);
        }
        match (find(attrs::VALUE), find(attrs::TYPE).map(|ty| self.ctx[ty].clone())) {
            (Some(value), Some(Attr::Type(ty))) => self.constant_id(value, ty),
            _ => error("a constant has no type"),
        }
    }

    fn name(&mut self, id: u32, name: &str) -> Result<()> {
        if name.is_empty() || abi::is_generated(name) {
            return Ok(());
        }
        Words::new(Op::Name).id(id).text(name).write(&mut self.sections.names)
    }

    /// Writes those attributes that are decorations.
    fn decorate(&mut self, id: u32, attrs: &[NamedAttr]) -> Result<()> {
        for (name, attr) in attrs {
            if let Some(decoration) = enums::decoration(name) {
                let (words, by_id) = self.decoration_words(decoration, *attr)?;
                let is_text = matches!(self.ctx[*attr], Attr::Str(_));
                let op = match (by_id, is_text) {
                    (true, _) => Op::DecorateId,
                    (false, true) => Op::DecorateString,
                    (false, false) => Op::Decorate,
                };
                Words::new(op).id(id).all(words).write(&mut self.sections.annotations)?;
            }
        }
        Ok(())
    }

    fn decorate_member(&mut self, id: u32, member: u32, attrs: &[NamedAttr]) -> Result<()> {
        for (name, attr) in attrs {
            if let Some(decoration) = enums::decoration(name) {
                let (words, _) = self.decoration_words(decoration, *attr)?;
                let is_text = matches!(self.ctx[*attr], Attr::Str(_));
                let op = if is_text { Op::MemberDecorateString } else { Op::MemberDecorate };
                Words::new(op).all([id, member]).all(words).write(&mut self.sections.annotations)?;
            }
        }
        Ok(())
    }

    /// A decoration with its operands, and whether these are ids.
    fn decoration_words(&mut self, decoration: u32, attr: AttrId) -> Result<(Vec<u32>, bool)> {
        let Some(row) = Kind::Decoration.table().get(decoration) else { return error("an unknown decoration") };
        let params = match &self.ctx[attr] {
            Attr::Unit => Vec::new(),
            Attr::Array(items) => items.to_vec(),
            _ => vec![attr],
        };
        let mut words = vec![decoration];
        let mut by_id = false;
        for (at, param) in params.into_iter().enumerate() {
            let kind = row.params.get(at).or(row.params.last()).map(|param| param.kind);
            match (kind, self.ctx[param].clone()) {
                (Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics), _) => {
                    by_id = true;
                    words.push(self.static_id(param)?);
                }
                (_, Attr::Str(text)) => push_text(&mut words, &text),
                _ => words.push(self.word(param)?),
            }
        }
        Ok((words, by_id))
    }

    /// Names of types and members, for those types that have been written.
    fn type_names(&mut self) -> Result<()> {
        let (module, root) = (self.module, self.module.root);
        for name in [attrs::TYPE_NAMES, attrs::MEMBER_NAMES] {
            let mut found = Vec::new();
            for attr in super::abi::array_of(module, root, name) {
                let Attr::Array(items) = &module.ctx[*attr] else { continue };
                let Some((ty, names)) = items.split_first() else { continue };
                if let Attr::Type(ty) = &module.ctx[*ty]
                    && let Some(id) = self.types.get(ty)
                {
                    found.push((*id, names));
                }
            }
            // In the order of the types, so that the order does not depend on how often a module was read.
            found.sort_by_key(|(id, _)| *id);
            for (id, names) in found {
                self.names_of_type(id, names, name == attrs::MEMBER_NAMES)?;
            }
        }
        Ok(())
    }

    fn names_of_type(&mut self, id: u32, names: &[AttrId], of_members: bool) -> Result<()> {
        for (member, name) in names.iter().enumerate() {
            let Attr::Str(text) = self.ctx[*name].clone() else { continue };
            match (of_members, text.is_empty()) {
                (_, true) => {}
                (false, _) => self.name(id, &text)?,
                (true, _) => {
                    let words = Words::new(Op::MemberName).all([id, member as u32]).text(&text);
                    words.write(&mut self.sections.names)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a decoration is part of a type's own text.
    fn stride(&mut self, id: u32, stride: Option<u32>) -> Result<()> {
        let Some(stride) = stride else { return Ok(()) };
        let words = [id, Decoration::ArrayStride as u32, stride];
        Words::new(Op::Decorate).all(words).write(&mut self.sections.annotations)
    }
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.strip_prefix('v')?.split_once('.')?;
    let version = (major.parse().ok()?, minor.parse().ok()?);
    (version.0 == 1 && version.1 <= 6).then_some(version)
}
