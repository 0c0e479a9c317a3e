//! Text to modules. Types and values must be defined before they are used, except for arguments of branches.

mod attrs;
mod exchange;
mod file;
mod generic;
mod ops;
mod types;

use super::lexer::{self, Aliases, Kind, Token};
use crate::diagnostics::{Code, Error, Place, Result};
use crate::ir::{
    Attr, AttrId, BlockId, Module, NamedAttr, OpId, OpInfo, RegionId, Successor, Type, TypeId, Value, ValueId, Values,
};
use crate::spirv::attrs as names;
use crate::spirv::enums::Kind as EnumKind;
use crate::spirv::mlir;
use crate::spirv::ops::{self as table, Mlir};
use rustc_hash::FxHashMap;

/// Types, attributes and regions nest at most this deep.
const MAX_DEPTH: u32 = 256;

/// The module that a text describes.
pub fn parse(text: &str) -> Result<Module> {
    parse_with_offsets(text).map(|(module, _)| module)
}

/// The same, with the offset in the text at which each op starts.
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

/// The place of an offset in a text.
pub fn place_at(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() as u32 + 1;
    let column = (before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)) as u32 + 1;
    Place::Text { line, column }
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
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    module: Module,
    /// Where aliases are defined.
    aliases: Aliases<'t>,
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
}

impl<'t> Parser<'t> {
    fn of(text: &'t str, module: Module) -> Parser<'t> {
        let tokens = lexer::tokens(text);
        Parser {
            text,
            aliases: lexer::aliases(text, &tokens),
            tokens,
            at: 0,
            depth: 0,
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
        self.literal("#spirv.vce")?;
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
            return self.error(Code::UnknownName, format!("there is no version '{version}'"));
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
                Kind::Text => self.text_token()?,
                _ => self.expect_kind(Kind::Word, "the name of an extension")?.to_owned(),
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

    // Tokens.

    fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn peek(&self) -> &'t str {
        let token = self.token();
        &self.text[token.start..token.end]
    }

    fn take(&mut self) -> &'t str {
        let text = self.peek();
        self.at += 1;
        text
    }

    fn is(&self, text: &str) -> bool {
        self.peek() == text && self.kind() != Kind::Text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, text: &str) -> bool {
        self.kind() == Kind::Word && self.accept(text)
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) { Ok(()) } else { self.error(Code::Syntax, format!("expected '{text}'")) }
    }

    fn literal(&mut self, text: &str) -> Result<()> {
        self.expect(text)
    }

    fn expect_kind(&mut self, kind: Kind, what: &str) -> Result<&'t str> {
        if self.kind() == kind { Ok(self.take()) } else { self.error(Code::Syntax, format!("expected {what}")) }
    }

    fn place_of(&self, token: usize) -> Place {
        place_at(self.text, self.tokens[token.min(self.tokens.len() - 1)].start)
    }

    fn error<T>(&self, code: Code, message: impl Into<String>) -> Result<T> {
        Err(Error { code, place: self.place_of(self.at), message: message.into() })
    }

    /// Enters one level of nesting, or fails beyond the limit.
    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error(Code::Limit, format!("the text nests more than {MAX_DEPTH} deep"));
        }
        Ok(())
    }

    fn text_token(&mut self) -> Result<String> {
        let token = self.expect_kind(Kind::Text, "a text")?;
        match lexer::unquote(token) {
            Some(text) => Ok(text),
            None => self.error(Code::Syntax, "the text has a malformed escape"),
        }
    }

    fn symbol(&mut self) -> Result<base::intern::Symbol> {
        let token = self.expect_kind(Kind::Symbol, "a name with '@'")?;
        let name = &token[1..];
        let name = if name.starts_with('"') { lexer::unquote(name) } else { Some(name.to_owned()) };
        match name {
            Some(name) => Ok(self.module.ctx.name(&name)),
            None => self.error(Code::Syntax, "the name has a malformed escape"),
        }
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
        let block = self.module.blocks.alloc(crate::ir::Block::default());
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
        let def = crate::ir::Def::Arg(BlockId::new(0), 0);
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
                        return self.error(Code::Syntax, "a branch hands over too few or too many values");
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
            attrs = self.dict()?;
        }
        if let (_, Some(facts)) = self.location()?
            && let Attr::Dict(own) = &self.module.ctx[facts]
        {
            attrs.extend(own.iter().copied());
        }
        Ok((name, ty, self.decorations(attrs)))
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

    fn new_op(&mut self, info: &'static OpInfo) -> OpId {
        self.module.add_op(info)
    }

    fn is_none(&self, ty: TypeId) -> bool {
        self.module.ctx[ty] == Type::None
    }
}
