//! The dialect to words: flat or structured functions, with phis, merge instructions and decorations in their places.

mod breaks;
mod data;
mod function;
mod globals;
mod ids;
mod index;
mod operands;
mod order;
mod places;
mod words;

pub use operands::{held_by, held_operands};

use super::enums::{self, Kind};
use super::ops;
use super::types::SpirvType;
use super::{attrs, facts};
use crate::diagnostics::{Code, Error, Result};
use crate::ir::types::Sign;
use crate::ir::{Attr, AttrId, Declared, Extended, Module, NamedAttr, OpId, Type, TypeId};
use base::ids::Set;
use base::intern::Symbol;
use ids::Ids;
use index::Index;
use spirv::grammar::OperandKind;
use spirv::{Decoration, Op};
use words::{END, Id, Numbers, Section, Word, Words, words_of_text};

/// References among declarations are followed at most this deep.
const MAX_DEPTH: u32 = 512;

/// Writes a module.
pub fn write(module: &Module) -> Result<Vec<u32>> {
    let mut writer = Writer::new(module);
    writer.all()?;
    writer.finish().map(|(words, _)| words)
}

/// The words of a module, and the op that each id stems from.
#[derive(Debug)]
pub struct Traced {
    /// The words.
    pub words: Vec<u32>,
    /// The op for which the entity with an id was written first, by the id.
    pub origins: Vec<OpId>,
}

/// Writes a module whose errors have a place in a text: an error comes with the op that it is about.
pub fn write_traced(module: &Module) -> std::result::Result<Traced, (Error, OpId)> {
    let mut writer = Writer::new(module);
    // The first id is 1.
    writer.origins = Some(vec![module.root]);
    let written = writer.all();
    let current = writer.current;
    let finished = written.and_then(|()| {
        let origins = writer.origins.take().unwrap_or_default();
        Ok((writer.finish()?, origins))
    });
    let ((words, numbers), of_writer) = finished.map_err(|error| (error, current))?;
    let mut origins = vec![module.root; numbers.bound() as usize];
    for (id, op) in of_writer.into_iter().enumerate() {
        origins[numbers.given(id) as usize] = op;
    }
    Ok(Traced { words, origins })
}

/// The sections of a module, in the specification's order.
#[derive(Default)]
struct Sections {
    capabilities: Vec<Word>,
    extensions: Vec<Word>,
    imports: Section,
    memory_model: Vec<Word>,
    entry_points: Vec<Word>,
    modes: Vec<Word>,
    strings: Section,
    names: Section,
    processed: Vec<Word>,
    annotations: Section,
    globals: Section,
    functions: Vec<Word>,
}

impl Sections {
    fn in_order(self) -> [Vec<Word>; 12] {
        [
            self.capabilities,
            self.extensions,
            self.imports.in_order(),
            self.memory_model,
            self.entry_points,
            self.modes,
            self.strings.in_order(),
            self.names.in_order(),
            self.processed,
            self.annotations.in_order(),
            self.globals.in_order(),
            self.functions,
        ]
    }
}

/// The state of writing one module.
struct Writer<'m> {
    module: &'m Module,
    /// The module's context, with types that only words have.
    ctx: Extended<'m>,
    /// The type without values.
    none: TypeId,
    /// What the module says about names.
    index: Index<'m>,
    sections: Sections,
    ids: Ids,
    /// The levels of references that are being followed.
    depth: u32,
    announced: Vec<Announced>,
    written: Set<OpId>,
    /// Constants whose name and decorations have been written.
    named: Set<Id>,
    /// The declarations that have been written, by id.
    standing: Vec<Option<Standing>>,
    /// True if all declarations of functions have been written.
    declares_no_more: bool,
    /// The place of the last name, for entities without one.
    last_name: u32,
    /// The op that is being written.
    current: OpId,
    /// True if the module may have constant data.
    has_data: bool,
    /// The op that was being written when an id was made, by the id, if that is requested.
    origins: Option<Vec<OpId>>,
}

fn error<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::in_module(Code::Write, message))
}

/// The position of a declaration.
#[derive(Clone, Copy)]
struct Standing {
    /// Its index in its section.
    index: usize,
    /// True if the declaration stays where it is: it has moved to where it is needed, or must not move.
    is_settled: bool,
}

/// A pointer in a struct to a struct that is not written yet.
struct Announced {
    id: Id,
    storage: spirv::StorageClass,
    target: TypeId,
    stride: Option<u32>,
}

impl<'m> Writer<'m> {
    fn new(module: &'m Module) -> Self {
        let mut ctx = Extended::new(&module.ctx);
        let mut writer = Writer {
            module,
            none: ctx.ty(Type::None),
            ctx,
            index: Index::of(module),
            sections: Sections::default(),
            ids: Ids::of(module),
            depth: 0,
            announced: Vec::new(),
            written: Set::default(),
            named: Set::default(),
            standing: Vec::new(),
            declares_no_more: false,
            last_name: 0,
            current: module.root,
            has_data: false,
            origins: None,
        };
        // Most instructions have four words or five.
        writer.sections.functions.reserve(4 * module.ops.len());
        writer
    }

    fn fresh(&mut self) -> Id {
        let id = Id(self.ids.next);
        self.ids.next += 1;
        if let Some(origins) = &mut self.origins {
            origins.push(self.current);
        }
        id
    }

    /// Writes the declaration of an id: at its place in the original words, or after all others.
    fn declare(&mut self, what: Option<Declared>, id: Id, words: Words) -> Result<()> {
        let own = what.and_then(|what| self.module.places.declared.get(&what).copied());
        let place = own.map_or(END, |own| self.after(own, words.ids(), 0));
        let index = self.sections.globals.put(place, words)?;
        if self.standing.len() <= id.0 as usize {
            self.standing.resize(id.0 as usize + 1, None);
        }
        // Structs with forward-declared pointers stay behind their declarations.
        let is_settled = !self.announced.is_empty();
        self.standing[id.0 as usize] = Some(Standing { index, is_settled });
        Ok(())
    }

    /// A place from `wanted` on after all of these.
    fn after(&mut self, wanted: u32, needed: impl Iterator<Item = Id>, depth: u32) -> u32 {
        needed.fold(wanted, |place, id| place.max(self.bring_forward(id, wanted, depth)))
    }

    /// Moves a declaration to the wanted place, if it comes after that, with its operands. It moves once, so that this
    /// is linear: other users come after it. Returns its place.
    fn bring_forward(&mut self, id: Id, wanted: u32, depth: u32) -> u32 {
        let Some(standing) = self.standing.get_mut(id.0 as usize).and_then(Option::as_mut) else { return 0 };
        let index = standing.index;
        let place = self.sections.globals.place(index);
        if place <= wanted || standing.is_settled || depth > MAX_DEPTH {
            return place;
        }
        standing.is_settled = true;
        let mut needed = self.sections.globals.ids_of(index);
        needed.retain(|other| *other != id);
        let place = self.after(wanted, needed.into_iter(), depth + 1);
        self.sections.globals.move_to(index, place);
        place
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error(format!("references are nested more than {MAX_DEPTH} levels deep"));
        }
        Ok(())
    }

    /// Writes everything into the sections.
    fn all(&mut self) -> Result<()> {
        self.head()?;
        self.source_names()?;
        for op in self.module.top_ops() {
            if self.has_body(*op) {
                self.declarations()?;
            }
            self.top_op(*op)?;
        }
        while let Some(target) = self.announced.first().map(|announced| announced.target) {
            self.type_id(target)?;
        }
        Ok(())
    }

    fn is_function(&self, op: OpId) -> bool {
        ops::code(self.module, op) == Some(ops::Code::Mlir(ops::Mlir::Func))
    }

    fn has_body(&self, op: OpId) -> bool {
        let region = self.module[op].regions.first();
        self.is_function(op) && region.is_some_and(|region| !self.module[*region].blocks.is_empty())
    }

    /// Writes the declarations of functions, which come before all definitions, once.
    fn declarations(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.declares_no_more, true) {
            return Ok(());
        }
        let module = self.module;
        for op in module.top_ops().iter().copied() {
            if self.is_function(op) && !self.has_body(op) {
                self.top_op(op)?;
            }
        }
        Ok(())
    }

    /// The words, and the numbers of ids in them.
    fn finish(self) -> Result<(Vec<u32>, Numbers)> {
        let root = self.module.root;
        let version = match self.module.attr(root, attrs::VERSION).map(|attr| &self.module.ctx[attr]) {
            Some(Attr::Str(text)) => parse_version(text),
            _ => Some((1, 0)),
        };
        let Some((major, minor)) = version else {
            return error("module version is not in the range v1.0 to v1.6");
        };
        let generator = super::facts::number_of(self.module, root, attrs::GENERATOR).unwrap_or(0) as u32;
        let mut words = vec![spirv::MAGIC_NUMBER, major << 16 | minor << 8, generator, 0, 0];
        let mut numbers = Numbers::new(self.ids.next);
        for section in self.sections.in_order() {
            numbers.append(&section, &mut words);
        }
        words[3] = numbers.bound();
        Ok((words, numbers))
    }

    fn head(&mut self) -> Result<()> {
        let (module, root) = (self.module, self.module.root);
        for attr in super::facts::array_of(module, root, attrs::CAPABILITIES) {
            let capability = self.word(*attr)?;
            self.has_data |= capability == spirv::Capability::ConstantDataKHR as u32;
            Words::new(Op::Capability).number(capability).write(&mut self.sections.capabilities)?;
        }
        for attr in super::facts::array_of(module, root, attrs::EXTENSIONS) {
            if let Attr::Str(text) = &module.ctx[*attr] {
                Words::new(Op::Extension).text(text).write(&mut self.sections.extensions)?;
            }
        }
        let addressing = super::facts::number_of(module, root, Kind::AddressingModel.table().snake).unwrap_or(0);
        let memory = super::facts::number_of(module, root, Kind::MemoryModel.table().snake).unwrap_or(1);
        Words::new(Op::MemoryModel).numbers([addressing as u32, memory as u32]).write(&mut self.sections.memory_model)
    }

    /// The strings with the names of source files, before uses of these files.
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

    /// An attribute as a one-word number.
    fn word(&self, attr: AttrId) -> Result<u32> {
        match &self.ctx[attr] {
            Attr::Int { bits, .. } => Ok(*bits as u32),
            Attr::Literal(value) | Attr::Enum { value, .. } => Ok(*value),
            Attr::Bool(value) => Ok(u32::from(*value)),
            other => error(format!("{other:?} is not a number")),
        }
    }

    /// The id of a name; its entity is written in its turn.
    fn symbol_id(&mut self, name: Symbol) -> Result<Id> {
        if let Some(id) = self.ids.symbols.get(&name) {
            return Ok(*id);
        }
        if !self.index.symbols.contains_key(&name) {
            return error(format!("unknown symbol '{}' in the module", self.module.ctx.str(name)));
        }
        let id = self.fresh();
        self.ids.symbols.insert(name, id);
        Ok(id)
    }

    /// The id of a name whose definition must precede the current instruction.
    fn defined_symbol(&mut self, name: Symbol) -> Result<Id> {
        let id = self.symbol_id(name)?;
        let op = self.index.symbols[&name];
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
    fn string_id(&mut self, attr: AttrId, text: &str) -> Result<Id> {
        if let Some(id) = self.ids.strings.get(&attr) {
            return Ok(*id);
        }
        let id = self.fresh();
        self.ids.strings.insert(attr, id);
        let place = self.module.places.declared.get(&Declared::Text(attr)).copied().unwrap_or(END);
        self.sections.strings.put(place, Words::new(Op::String).id(id).text(text))?;
        Ok(id)
    }

    /// The id of an attribute: a name, a type, a text or a constant.
    fn static_id(&mut self, attr: AttrId) -> Result<Id> {
        match self.ctx[attr] {
            Attr::Symbol(name) => self.defined_symbol(name),
            Attr::Type(ty) => self.type_id(ty),
            Attr::Int { ty, .. } | Attr::Float { ty, .. } | Attr::Dense { ty, .. } => self.constant_id(attr, ty),
            Attr::Bool(_) => {
                let ty = self.int(1);
                self.constant_id(attr, ty)
            }
            _ => match self.ctx[attr].clone() {
                Attr::Str(text) => self.string_id(attr, &text),
                Attr::Dict(items) => self.typed_constant(&items),
                Attr::Enum { value, params, .. } => {
                    // A type marks a constant that is not an unsigned 32-bit integer.
                    let own = params.first().map(|ty| self.ctx[*ty].clone());
                    let ty = if let Some(Attr::Type(ty)) = own { ty } else { self.int(32) };
                    let constant = self.ctx.attr(Attr::Int { bits: u64::from(value), ty });
                    self.constant_id(constant, ty)
                }
                other => error(format!("{other:?} has no id")),
            },
        }
    }

    /// `iN`.
    fn int(&mut self, width: u32) -> TypeId {
        self.ctx.ty(Type::Int { width, sign: Sign::Signless })
    }

    fn typed_constant(&mut self, items: &[NamedAttr]) -> Result<Id> {
        let find = |name| items.iter().find(|(key, _)| *key == name).map(|(_, attr)| *attr);
        if let Some((attr, Attr::Str(text))) = find(attrs::VALUE).map(|attr| (attr, self.ctx[attr].clone())) {
            return self.text_constant(attr, &text);
        }
        match (find(attrs::VALUE), find(attrs::TYPE).map(|ty| self.ctx[ty].clone())) {
            (Some(value), Some(Attr::Type(ty))) => self.constant_id(value, ty),
            _ => error("a constant has no type"),
        }
    }

    /// Names an entity without a place of its own after everything that was named before.
    fn name(&mut self, id: Id, name: &str) -> Result<()> {
        self.name_at(self.last_name, id, name)
    }

    fn name_at(&mut self, place: u32, id: Id, name: &str) -> Result<()> {
        if name.is_empty() || facts::is_generated(name) {
            return Ok(());
        }
        self.sections.names.put(place, Words::new(Op::Name).id(id).text(name)).map(|_| ())
    }

    /// The place of a decoration of an entity or of its members; after all others if the entity is new or was not
    /// decorated.
    fn place_of_decoration(&self, what: Option<Declared>, decoration: Option<u32>) -> u32 {
        what.and_then(|what| self.module.places.decorated.get(&(what, decoration)).copied()).unwrap_or(END)
    }

    /// Writes the attributes that are decorations.
    fn decorate<'a>(
        &mut self,
        what: Option<Declared>,
        id: Id,
        attrs: impl IntoIterator<Item = &'a NamedAttr>,
    ) -> Result<()> {
        for (name, attr) in attrs {
            if let Some(decoration) = enums::decoration(name) {
                let place = self.place_of_decoration(what, Some(decoration));
                let (words, by_id) = self.decoration_words(decoration, *attr)?;
                let op = match (by_id, is_for_strings(decoration)) {
                    (true, _) => Op::DecorateId,
                    (false, true) => Op::DecorateString,
                    (false, false) => Op::Decorate,
                };
                self.sections.annotations.put(place, Words::new(op).id(id).all(words))?;
            }
        }
        Ok(())
    }

    fn decorate_member(&mut self, place: u32, id: Id, member: u32, attrs: &[NamedAttr]) -> Result<()> {
        for (name, attr) in attrs {
            if let Some(decoration) = enums::decoration(name) {
                let (words, _) = self.decoration_words(decoration, *attr)?;
                let op = if is_for_strings(decoration) { Op::MemberDecorateString } else { Op::MemberDecorate };
                self.sections.annotations.put(place, Words::new(op).id(id).number(member).all(words))?;
            }
        }
        Ok(())
    }

    /// A decoration with its operands, and whether these are ids.
    fn decoration_words(&mut self, decoration: u32, attr: AttrId) -> Result<(Vec<Word>, bool)> {
        let Some(row) = Kind::Decoration.table().get(decoration) else { return error("an unknown decoration") };
        let params = match &self.ctx[attr] {
            Attr::Unit => Vec::new(),
            Attr::Array(items) => items.to_vec(),
            _ => vec![attr],
        };
        let mut words = vec![Word::number(decoration)];
        let mut by_id = false;
        for (at, param) in params.into_iter().enumerate() {
            let kind = row.params.get(at).or(row.params.last()).map(|param| param.kind);
            match (kind, self.ctx[param].clone()) {
                (Some(OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics), _) => {
                    by_id = true;
                    words.push(Word::id(self.static_id(param)?));
                }
                (_, Attr::Str(text)) => words.extend(words_of_text(&text)),
                _ => words.push(Word::number(self.word(param)?)),
            }
        }
        Ok((words, by_id))
    }

    /// Names a type and its members when it is first written.
    fn name_type(&mut self, ty: TypeId, id: Id) -> Result<()> {
        let place = self.module.places.named.get(&Declared::Type(ty)).copied().unwrap_or(self.last_name);
        self.last_name = self.last_name.max(place);
        let names = self.index.type_names.get(&ty).copied().unwrap_or_default();
        match (names.own.map(|attr| self.ctx[attr].clone()), &self.ctx[ty]) {
            (Some(Attr::Str(text)), _) => self.name_at(place, id, &text)?,
            (_, Type::Spirv(SpirvType::Struct { name: Some(name), .. })) => {
                let text = self.module.ctx.str(*name);
                self.name_at(place, id, text)?;
            }
            _ => {}
        }
        for (member, name) in names.of_members.iter().enumerate() {
            if let Attr::Str(text) = &self.ctx[*name]
                && !text.is_empty()
            {
                let words = Words::new(Op::MemberName).id(id).number(member as u32).text(text);
                self.sections.names.put(place, words)?;
            }
        }
        Ok(())
    }

    /// Writes a stride decoration.
    fn stride(&mut self, ty: TypeId, id: Id, stride: Option<u32>) -> Result<()> {
        let Some(stride) = stride else { return Ok(()) };
        let decoration = Decoration::ArrayStride as u32;
        let place = self.place_of_decoration(Some(Declared::Type(ty)), Some(decoration));
        let words = Words::new(Op::Decorate).id(id).numbers([decoration, stride]);
        self.sections.annotations.put(place, words).map(|_| ())
    }
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.strip_prefix('v')?.split_once('.')?;
    let version = (major.parse().ok()?, minor.parse().ok()?);
    (version.0 == 1 && version.1 <= 6).then_some(version)
}

/// Returns whether a decoration is written by the instruction for strings. Others with text are not.
fn is_for_strings(decoration: u32) -> bool {
    [Decoration::UserSemantic, Decoration::UserTypeGOOGLE].iter().any(|one| *one as u32 == decoration)
}
