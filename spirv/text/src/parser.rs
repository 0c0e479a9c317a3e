//! Text to modules. Types and values must be defined before they are used, except for arguments of branches.

mod attrs;
mod exchange;
mod file;
mod generic;
mod ops;
mod types;

use super::cursor::{Cursor, place_at};
use super::lexer::Kind;
use dialect::diagnostics::{Code, Error, Place, Result};
use dialect::ir::{
    Attr, AttrId, BlockId, Module, NamedAttr, OpId, OpInfo, RegionId, Successor, Type, TypeId, Value, ValueId, Values,
};
use dialect::spirv::attrs as names;
use dialect::spirv::enums::Kind as EnumKind;
use dialect::spirv::mlir;
use dialect::spirv::ops::{self as table, Mlir};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

/// Types, attributes and regions nest at most this deep.
const MAX_DEPTH: u32 = 256;

/// The module that a text describes.
pub fn parse(text: &str) -> Result<Module> {
    parse_with_offsets(text).map(|(module, _)| module)
}

/// The module that a text describes, with the offset in the text at which each op starts.
pub fn parse_with_offsets(text: &str) -> Result<(Module, FxHashMap<OpId, usize>)> {
    let mut parser = Parser::of(text, Module::new(table::mlir(Mlir::Module)));
    parser.file()?;
    Ok((parser.module, parser.offsets))
}

/// The attribute that a text is, for a module.
pub fn parse_attr(module: &mut Module, text: &str) -> Result<AttrId> {
    alone(module, text, |parser| parser.attr())
}

/// The type that a text is, for a module.
pub fn parse_type(module: &mut Module, text: &str) -> Result<TypeId> {
    alone(module, text, |parser| parser.ty())
}

fn alone<T>(module: &mut Module, text: &str, parse: impl FnOnce(&mut Parser<'_>) -> Result<T>) -> Result<T> {
    let taken = std::mem::replace(module, Module::new(table::mlir(Mlir::Module)));
    let mut parser = Parser::of(text, taken);
    let found = parse(&mut parser);
    *module = parser.module;
    found
}

/// A value that a branch passes before it is defined.
struct Pending {
    op: OpId,
    successor: usize,
    arg: usize,
    name: String,
    token: usize,
}

/// The state of parsing one text.
struct Parser<'t> {
    cursor: Cursor<'t>,
    module: Module,
    /// The types, attributes and locations of aliases that have been used.
    types: FxHashMap<String, TypeId>,
    named_attrs: FxHashMap<String, AttrId>,
    places: FxHashMap<String, file::Place>,
    values: FxHashMap<String, ValueId>,
    /// Names that the open regions shadow, with their outer values.
    shadowed: Vec<(String, Option<ValueId>)>,
    blocks: FxHashMap<(RegionId, String), BlockId>,
    pending: Vec<Pending>,
    /// The names of a function that the text has changed, with the own ones.
    renamed: FxHashMap<String, String>,
    /// The parts of constants so far that repeat one number.
    repeated: usize,
    /// Where ops start.
    offsets: FxHashMap<OpId, usize>,
    /// Constants that an op has in its text, and which go before it.
    before: Vec<OpId>,
    /// The constants so far that are layouts of cooperative matrices.
    layouts: Vec<OpId>,
}

impl<'t> Deref for Parser<'t> {
    type Target = Cursor<'t>;

    fn deref(&self) -> &Cursor<'t> {
        &self.cursor
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

impl<'t> Parser<'t> {
    fn of(text: &'t str, module: Module) -> Parser<'t> {
        Parser {
            cursor: Cursor::new(text, MAX_DEPTH),
            module,
            types: FxHashMap::default(),
            named_attrs: FxHashMap::default(),
            places: FxHashMap::default(),
            values: FxHashMap::default(),
            shadowed: Vec::new(),
            blocks: FxHashMap::default(),
            pending: Vec::new(),
            renamed: FxHashMap::default(),
            repeated: 0,
            offsets: FxHashMap::default(),
            before: Vec::new(),
            layouts: Vec::new(),
        }
    }

    fn module_head(&mut self) -> Result<()> {
        let root = self.module.root;
        if self.kind() == Kind::Symbol {
            self.take();
        }
        for kind in [EnumKind::AddressingModel, EnumKind::MemoryModel] {
            let value = self.enumerant(kind)?;
            let attr = self.module.ctx.enum_attr(kind.id(), value);
            self.module[root].set_attr(kind.table().snake, attr);
        }
        if self.accept_word("requires") {
            let triple = self.triple()?;
            self.set_triple(&triple);
        }
        if self.accept_word("attributes") {
            let attrs = self.dict()?;
            attrs.into_iter().for_each(|(name, attr)| self.module[root].set_attr(name, attr));
        }
        Ok(())
    }

    /// A version with capabilities and extensions.
    fn triple(&mut self) -> Result<[AttrId; 3]> {
        if self.kind() == Kind::Attr && self.peek() != "#spirv.vce" {
            let attr = self.attr()?;
            return match &self.module.ctx[attr] {
                Attr::Array(parts) if parts.len() == 3 => Ok([parts[0], parts[1], parts[2]]),
                _ => self.error(Code::Syntax, "expected a version with capabilities and extensions"),
            };
        }
        self.expect("#spirv.vce")?;
        self.expect("<")?;
        let triple = self.triple_parts()?;
        self.expect(">")?;
        Ok(triple)
    }

    fn triple_parts(&mut self) -> Result<[AttrId; 3]> {
        let (mut capabilities, mut extensions) = (Vec::new(), Vec::new());
        let version = self.expect_kind(Kind::Word, "a version such as v1.0")?;
        if !(version.starts_with("v1.") && version[3..].parse::<u8>().is_ok_and(|minor| minor <= 6)) {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("unknown version '{version}'"));
        }
        self.expect(",")?;
        self.expect("[")?;
        while !self.is("]") {
            let value = self.enumerant(EnumKind::Capability)?;
            capabilities.push(self.module.ctx.enum_attr(EnumKind::Capability.id(), value));
            self.accept(",");
        }
        self.expect("]")?;
        self.expect(",")?;
        self.expect("[")?;
        while !self.is("]") {
            let name = match self.kind() {
                // SPIR-V allows any name; MLIR has no form for those that are not its own.
                Kind::Text => self.text_token()?,
                _ => self.extension()?,
            };
            extensions.push(self.module.ctx.str_attr(&name));
            self.accept(",");
        }
        self.expect("]")?;
        let ctx = &mut self.module.ctx;
        let version = ctx.str_attr(version);
        let lists = [capabilities, extensions].map(|list| ctx.attr(Attr::Array(list.into())));
        Ok([version, lists[0], lists[1]])
    }

    fn extension(&mut self) -> Result<String> {
        let name = self.expect_kind(Kind::Word, "the name of an extension")?.to_owned();
        if !name.starts_with("SPV_") {
            self.at -= 1;
            return self.error(Code::UnknownName, format!("unknown extension '{name}'"));
        }
        Ok(name)
    }

    // Tokens.

    fn place_of(&self, token: usize) -> Place {
        place_at(self.text, self.tokens[token.min(self.tokens.len() - 1)].start)
    }

    fn symbol(&mut self) -> Result<base::intern::Symbol> {
        let token = self.expect_kind(Kind::Symbol, "a name with '@'")?;
        let name = self.name_in(token)?;
        Ok(self.module.ctx.name(&name))
    }

    /// An enumerated value by name, or by number when it has none.
    fn enumerant(&mut self, kind: EnumKind) -> Result<u32> {
        let name = self.expect_kind(Kind::Word, "a name of an enumeration")?;
        match mlir::value_of(kind, name) {
            Some(value) => Ok(value),
            None => {
                self.at -= 1;
                self.error(Code::UnknownName, format!("{} has no value '{name}'", kind.table().name))
            }
        }
    }

    /// The text up to a closing bracket.
    fn until(&mut self, end: &str) -> Result<&'t str> {
        let start = self.token().start;
        while !self.is(end) {
            if self.kind() == Kind::End {
                return self.error(Code::Syntax, format!("expected '{end}'"));
            }
            self.at += 1;
        }
        let text = &self.text[start..self.token().start];
        self.at += 1;
        Ok(text.trim())
    }

    // Values and blocks.

    fn value(&mut self) -> Result<ValueId> {
        let name = self.expect_kind(Kind::Value, "a value")?;
        match self.values.get(&name[1..]) {
            Some(value) => Ok(*value),
            None => {
                self.at -= 1;
                self.error(Code::UnknownName, format!("{name} is not defined before"))
            }
        }
    }

    fn value_list(&mut self) -> Result<Vec<ValueId>> {
        let mut values = Vec::new();
        while self.kind() == Kind::Value {
            values.push(self.value()?);
            if !self.accept(",") {
                break;
            }
        }
        Ok(values)
    }

    fn define(&mut self, name: &str, value: ValueId) {
        let old = self.values.insert(name.to_owned(), value);
        self.shadowed.push((name.to_owned(), old));
        let is_number = name.split('#').next().is_some_and(|base| base.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_number {
            let name = name.split('#').next().unwrap_or(name);
            let own = (!self.renamed.is_empty()).then(|| self.renamed.get(&format!("%{name}"))).flatten();
            let symbol = self.module.ctx.name(own.map_or(name, String::as_str));
            self.module[value].name = Some(symbol);
        }
    }

    /// The block with a name, which may follow later in the region.
    fn block(&mut self, region: RegionId, name: &str) -> BlockId {
        let key = (region, name.to_owned());
        if let Some(block) = self.blocks.get(&key) {
            return *block;
        }
        let block = self.module.blocks.alloc(dialect::ir::Block::default());
        if !super::printer::is_block_number(name) {
            let own = (!self.renamed.is_empty()).then(|| self.renamed.get(&format!("^{name}"))).flatten();
            self.module[block].name = Some(self.module.ctx.name(own.map_or(name, String::as_str)));
        }
        self.blocks.insert(key, block);
        block
    }

    fn successor(&mut self, op: OpId, region: RegionId) -> Result<()> {
        let name = self.expect_kind(Kind::Block, "a block")?;
        let block = self.block(region, &name[1..]);
        let index = self.module[op].successors.len();
        let mut args = Values::new();
        if self.accept("(") {
            let mut late = Vec::new();
            while self.kind() == Kind::Value {
                let name = self.take()[1..].to_owned();
                match self.values.get(&name) {
                    Some(value) => args.push(*value),
                    None => {
                        late.push((args.len(), name, self.at - 1));
                        args.push(ValueId::new(0));
                    }
                }
                self.accept(",");
            }
            self.expect(":")?;
            let types = self.type_list()?;
            self.expect(")")?;
            for (arg, name, token) in late {
                let ty = types.get(arg).copied().unwrap_or_else(|| self.module.ctx.none());
                args[arg] = self.placeholder(ty);
                self.pending.push(Pending { op, successor: index, arg, name, token });
            }
        }
        self.module[op].successors.push(Successor { block, args });
        Ok(())
    }

    fn placeholder(&mut self, ty: TypeId) -> ValueId {
        let def = dialect::ir::Def::Arg(BlockId::new(0), 0);
        self.module.values.alloc(Value { ty, def, name: None })
    }

    fn resolve_pending(&mut self, from: usize) -> Result<()> {
        for pending in self.pending.split_off(from) {
            let Some(value) = self.values.get(&pending.name).copied() else {
                let message = format!("%{} is not defined", pending.name);
                return Err(Error { code: Code::UnknownName, place: self.place_of(pending.token), message });
            };
            self.module[pending.op].successors[pending.successor].args[pending.arg] = value;
        }
        Ok(())
    }

    /// The blocks of a region, with its braces.
    fn region(&mut self, op: OpId, params: &[(String, ValueId)], entry: Option<BlockId>) -> Result<()> {
        self.enter()?;
        let region = match self.module[op].regions.first() {
            Some(region) => *region,
            None => self.module.add_region(op),
        };
        let (scope, pending) = (self.shadowed.len(), self.pending.len());
        for (name, value) in params {
            self.define(name, *value);
        }
        self.expect("{")?;
        let mut block = match entry {
            Some(entry) => entry,
            None if self.kind() == Kind::Block => self.block_head(region)?,
            None => self.module.add_block(region),
        };
        while !self.is("}") {
            if self.kind() == Kind::Block {
                block = self.block_head(region)?;
            } else {
                self.op(block)?;
            }
        }
        self.expect("}")?;
        self.resolve_pending(pending)?;
        self.close_blocks(region)?;
        for (name, old) in self.shadowed.split_off(scope).into_iter().rev() {
            match old {
                Some(value) => self.values.insert(name, value),
                None => self.values.remove(&name),
            };
        }
        self.depth -= 1;
        Ok(())
    }

    fn close_blocks(&mut self, region: RegionId) -> Result<()> {
        for block in self.module[region].blocks.clone() {
            for op in self.module[block].ops.clone() {
                for successor in &self.module[op].successors {
                    let target = &self.module[successor.block];
                    if target.region != Some(region) {
                        return self.error(Code::UnknownName, "a branch names a block that the region does not have");
                    }
                    // A merge instruction names blocks without branching to them.
                    if self.module[op].is_terminator() && target.args.len() != successor.args.len() {
                        return self.error(Code::Syntax, "wrong number of branch operands");
                    }
                }
            }
        }
        Ok(())
    }

    fn block_head(&mut self, region: RegionId) -> Result<BlockId> {
        let name = self.take()[1..].to_owned();
        let block = self.block(region, &name);
        if self.module[block].region.is_some() {
            return self.error(Code::Syntax, format!("^{name} is defined twice"));
        }
        self.module[block].region = Some(region);
        self.module[region].blocks.push(block);
        if self.accept("(") {
            while self.kind() == Kind::Value {
                let (name, ty, attrs) = self.argument()?;
                let value = self.module.add_arg(block, ty);
                self.module.set_arg_attrs(value, attrs);
                self.define(&name, value);
                self.accept(",");
            }
            self.expect(")")?;
        }
        self.expect(":")?;
        Ok(block)
    }

    fn argument(&mut self) -> Result<(String, TypeId, Vec<NamedAttr>)> {
        let name = self.take()[1..].to_owned();
        self.expect(":")?;
        let ty = self.ty()?;
        let mut attrs = Vec::new();
        if self.is("{") {
            let start = self.at;
            attrs = self.dict()?;
            if attrs.iter().any(|(name, attr)| *name == names::FOREIGN && !self.have_dialects(*attr)) {
                self.at = start;
                return self.error(Code::UnknownName, "an attribute of an argument is of no dialect");
            }
        }
        if let (_, Some(facts)) = self.location()?
            && let Attr::Dict(own) = &self.module.ctx[facts]
        {
            attrs.extend(own.iter().copied());
        }
        Ok((name, ty, self.decorations(attrs)))
    }

    /// Returns whether the names of foreign attributes begin with that of a dialect.
    fn have_dialects(&self, foreign: AttrId) -> bool {
        let Attr::Array(items) = &self.module.ctx[foreign] else { return true };
        items.iter().all(|item| match &self.module.ctx[*item] {
            Attr::Array(parts) => match parts.first().map(|name| &self.module.ctx[*name]) {
                Some(Attr::Str(name)) => name.contains('.'),
                _ => true,
            },
            _ => true,
        })
    }

    /// The attributes of a parameter, with MLIR's decoration as its own attribute.
    fn decorations(&mut self, attrs: Vec<NamedAttr>) -> Vec<NamedAttr> {
        let unit = self.module.ctx.attr(Attr::Unit);
        let own = |(name, attr): NamedAttr| match &self.module.ctx[attr] {
            Attr::Enum { kind, value, .. } if name == names::ARG_DECORATION && *kind == EnumKind::Decoration.id() => {
                EnumKind::Decoration.table().get(*value).map(|one| (one.snake, unit))
            }
            _ => Some((name, attr)),
        };
        attrs.into_iter().filter_map(own).collect()
    }

    // Ops.

    fn op(&mut self, block: BlockId) -> Result<()> {
        let mut results = Vec::new();
        if self.kind() == Kind::Value {
            let name = self.take()[1..].to_owned();
            if self.accept(":") {
                let count: usize = self.expect_kind(Kind::Number, "a number of results")?.parse().unwrap_or(0);
                if !(2..=65535).contains(&count) {
                    return self.error(Code::Syntax, "the number of results is not sensible");
                }
                results.extend((0..count).map(|at| format!("{name}#{at}")));
            } else {
                results.push(name);
            }
            self.expect("=")?;
        }
        let start = self.at;
        let offset = self.token().start;
        let op = self.op_body(block)?;
        self.offsets.insert(op, offset);
        for constant in std::mem::take(&mut self.before) {
            self.offsets.insert(constant, offset);
            self.module.append(block, constant);
        }
        let (place, _) = self.location()?;
        self.module[op].loc = place.map(|place| self.module.ctx.loc(place));
        if !self.is_empty_construct(op) {
            self.module.append(block, op);
        }
        let values = self.module[op].results.clone();
        if !results.is_empty() && results.len() != values.len() {
            self.at = start;
            return self.error(Code::Syntax, format!("the op has {} results", values.len()));
        }
        for (name, value) in results.iter().zip(values) {
            self.define(name, value);
        }
        Ok(())
    }

    /// Returns whether an op is a selection or a loop without anything in it, as MLIR's folding may leave them.
    fn is_empty_construct(&self, op: OpId) -> bool {
        let module = &self.module;
        let is_construct = matches!(table::code(module, op), Some(table::Code::Mlir(Mlir::Selection | Mlir::Loop)));
        let is_empty = |region: &RegionId| module[*region].blocks.iter().all(|block| module[*block].ops.is_empty());
        is_construct && module[op].results.is_empty() && module[op].regions.iter().all(is_empty)
    }

    fn u32(&mut self) -> Result<u32> {
        let token = self.expect_kind(Kind::Number, "a number")?;
        match token.parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                self.at -= 1;
                self.error(Code::Syntax, "expected a number below 2^32")
            }
        }
    }

    /// A layout of cooperative matrices as a constant, as words have it.
    fn layout(&mut self, layout: u32) -> ValueId {
        let op = self.new_op(table::mlir(Mlir::Constant));
        let attr = self.module.ctx.i32_attr(layout);
        self.module[op].attrs.push((names::VALUE, attr));
        let ty = self.module.ctx.int(32);
        self.layouts.push(op);
        self.before.push(op);
        self.module.add_result(op, ty)
    }

    fn new_op(&mut self, info: &'static OpInfo) -> OpId {
        self.module.add_op(info)
    }

    fn is_none(&self, ty: TypeId) -> bool {
        self.module.ctx[ty] == Type::None
    }
}
