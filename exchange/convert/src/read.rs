//! Text to trees of ops: tokens, values and blocks. What an op looks like is in its row of the table.

mod facts;
mod formats;
mod functions;
mod host;
mod types;

use crate::rows;
use crate::tree::{Block, Node, Region, Tree, Ty, Value};
use dialect::diagnostics::{Code, Result};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use text::cursor::Cursor;
use text::lexer::Kind;

/// Regions, types and attributes nest at most this deep.
const MAX_DEPTH: u32 = 128;

/// The limit of tokens that aliases of attributes repeat.
const MAX_REPEATED: usize = 1 << 20;

/// The tree of a text. What stands around kernels is for the host, if it is to run, and otherwise for SPIR-V.
pub(crate) fn read(text: &str, runs_host: bool) -> Result<Tree> {
    let mut reader = Reader::of(text);
    reader.is_host = runs_host;
    reader.file()?;
    Ok(reader.tree)
}

/// The state of reading one text.
struct Reader<'t> {
    cursor: Cursor<'t>,
    tree: Tree,
    types: FxHashMap<&'t str, Rc<Ty>>,
    /// Outside of a module of kernels, in a program whose host code runs.
    is_host: bool,
    /// The tokens that aliases of attributes have repeated so far.
    repeated: usize,
    values: FxHashMap<&'t str, Names>,
    /// Names that the open regions shadow, with what they were.
    shadowed: Vec<(&'t str, Option<Names>)>,
    /// The blocks of the region that is being read.
    blocks: Blocks<'t>,
}

/// The values that a name represents: several for a name with a number, such as `%a:2`.
#[derive(Clone, Copy)]
struct Names {
    first: Value,
    count: u32,
}

/// The blocks of a region: their indices by name, and which have been defined.
#[derive(Default)]
struct Blocks<'t> {
    names: FxHashMap<&'t str, usize>,
    blocks: Vec<Option<Block>>,
}

impl<'t> Deref for Reader<'t> {
    type Target = Cursor<'t>;

    fn deref(&self) -> &Cursor<'t> {
        &self.cursor
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

impl<'t> Reader<'t> {
    fn of(text: &'t str) -> Self {
        Reader {
            cursor: Cursor::new(text, MAX_DEPTH),
            tree: Tree::default(),
            types: FxHashMap::default(),
            is_host: false,
            repeated: 0,
            values: FxHashMap::default(),
            shadowed: Vec::new(),
            blocks: Blocks::default(),
        }
    }

    // Tokens.

    /// The last part of a symbol such as `@kernels::@sum`.
    fn symbol(&mut self) -> Result<String> {
        let mut token = self.expect_kind(Kind::Symbol, "a name with '@'")?;
        while self.is(":") && self.tokens.get(self.at + 2).is_some_and(|token| token.kind == Kind::Symbol) {
            self.at += 2;
            token = self.take();
        }
        self.name_in(token)
    }

    /// Skips a bracket and everything up to the one that closes it. Returns the text inside.
    fn balanced(&mut self) -> Result<&'t str> {
        let start = self.token().end;
        let mut depth = 0usize;
        loop {
            match self.kind() {
                Kind::End => return self.error(Code::Syntax, "unclosed bracket"),
                Kind::Punct(b'{' | b'(' | b'[' | b'<') => depth += 1,
                Kind::Punct(b'}' | b')' | b']' | b'>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                let end = self.tokens[self.at - 1].start;
                return Ok(self.text.get(start..end).unwrap_or(""));
            }
        }
    }

    /// A location after an op, which is not kept.
    fn location(&mut self) -> Result<()> {
        if self.kind() == Kind::Word && self.accept("loc") {
            self.balanced()?;
        }
        Ok(())
    }

    // Values and blocks.

    fn new_value(&mut self, ty: Rc<Ty>) -> Value {
        self.tree.types.push(ty);
        self.tree.types.len() as Value - 1
    }

    fn define(&mut self, name: &'t str, first: Value, count: u32) {
        let old = self.values.insert(name, Names { first, count });
        self.shadowed.push((name, old));
    }

    fn value(&mut self) -> Result<Value> {
        let token = self.expect_kind(Kind::Value, "a value")?;
        let (name, part) = token.split_once('#').unwrap_or((token, "0"));
        let found = self.values.get(name).zip(part.parse::<u32>().ok());
        match found.filter(|(names, part)| *part < names.count) {
            Some((names, part)) => Ok(names.first + part),
            None => {
                self.at -= 1;
                self.error(Code::UnknownName, format!("use of undefined value {token}"))
            }
        }
    }

    fn value_list(&mut self) -> Result<Vec<Value>> {
        let mut values = Vec::new();
        while self.kind() == Kind::Value {
            values.push(self.value()?);
            if !self.accept(",") {
                break;
            }
        }
        Ok(values)
    }

    fn type_of(&self, value: Value) -> Rc<Ty> {
        self.tree.types[value as usize].clone()
    }

    /// The index of a block by its name, which may follow later in the region.
    fn block_index(&mut self, name: &'t str) -> usize {
        let next = self.blocks.blocks.len();
        let index = *self.blocks.names.entry(name).or_insert(next);
        if index == next {
            self.blocks.blocks.push(None);
        }
        index
    }

    fn successor(&mut self) -> Result<(usize, Vec<Value>)> {
        let name = self.expect_kind(Kind::Block, "a block")?;
        let index = self.block_index(name);
        let mut args = Vec::new();
        if self.accept("(") {
            args = self.value_list()?;
            self.expect(":")?;
            self.all_spelled(&args)?;
            self.expect(")")?;
        }
        Ok((index, args))
    }

    /// The type of a value as the text repeats it.
    fn spelled(&mut self, value: Value) -> Result<()> {
        let start = self.token().start;
        let ty = self.ty()?;
        if ty != self.type_of(value) {
            return self.error_at(start, Code::Type, "the value has another type");
        }
        Ok(())
    }

    /// The types of values, one by one.
    fn all_spelled(&mut self, values: &[Value]) -> Result<()> {
        for value in values {
            self.spelled(*value)?;
            self.accept(",");
        }
        Ok(())
    }

    /// A region in braces whose first block has these arguments, by name.
    fn region(&mut self, params: &[(&'t str, Value)]) -> Result<Region> {
        self.enter()?;
        let outer = std::mem::take(&mut self.blocks);
        let scope = self.shadowed.len();
        self.expect("{")?;
        let mut entry = Block::default();
        for (name, value) in params {
            self.define(name, *value, 1);
            entry.args.push(*value);
        }
        self.blocks.blocks.push(None);
        let (mut index, mut block) = (0, entry);
        while !self.is("}") {
            if self.kind() != Kind::Block {
                let node = self.op()?;
                block.ops.push(node);
                continue;
            }
            // The first block may have a name.
            let is_entry = index == 0 && block.ops.is_empty() && block.args.is_empty() && self.blocks.names.is_empty();
            if is_entry {
                self.blocks.names.insert(self.peek(), 0);
            } else {
                self.blocks.blocks[index] = Some(block);
            }
            (index, block) = self.block_head()?;
        }
        self.blocks.blocks[index] = Some(block);
        self.expect("}")?;
        let blocks = std::mem::replace(&mut self.blocks, outer);
        let missing = blocks.names.iter().find(|(_, index)| blocks.blocks[**index].is_none());
        if let Some((name, _)) = missing {
            return self.error(Code::UnknownName, format!("the region has no block {name}"));
        }
        for (name, old) in self.shadowed.split_off(scope).into_iter().rev() {
            match old {
                Some(names) => self.values.insert(name, names),
                None => self.values.remove(name),
            };
        }
        self.depth -= 1;
        Ok(Region { blocks: blocks.blocks.into_iter().flatten().collect() })
    }

    fn block_head(&mut self) -> Result<(usize, Block)> {
        let name = self.take();
        let index = self.block_index(name);
        if self.blocks.blocks[index].is_some() {
            return self.error(Code::Syntax, format!("{name} is defined twice"));
        }
        let mut block = Block::default();
        if self.accept("(") {
            while self.kind() == Kind::Value {
                let name = self.take();
                self.expect(":")?;
                let ty = self.ty()?;
                self.location()?;
                let value = self.new_value(ty);
                self.define(name, value, 1);
                block.args.push(value);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        self.expect(":")?;
        Ok((index, block))
    }

    // Ops.

    /// The names before `=`, each with a number of values.
    fn result_names(&mut self) -> Result<Vec<(&'t str, u32)>> {
        let mut names = Vec::new();
        while self.kind() == Kind::Value {
            let name = self.take();
            let mut count = 1;
            if self.accept(":") {
                count = self.expect_kind(Kind::Number, "a number of results")?.parse().unwrap_or(0);
                if !(1..=65535).contains(&count) {
                    return self.error(Code::Syntax, "invalid number of results");
                }
            }
            names.push((name, count));
            if !self.accept(",") {
                break;
            }
        }
        if !names.is_empty() {
            self.expect("=")?;
        }
        Ok(names)
    }

    fn op(&mut self) -> Result<Node> {
        let names = self.result_names()?;
        let at = self.token().start;
        let is_generic = self.kind() == Kind::Text;
        let name = match self.kind() {
            Kind::Text => self.text_token()?,
            Kind::Word => self.take().to_owned(),
            _ => return self.error(Code::Syntax, "expected an op"),
        };
        let Some(row) = rows::find(&name) else {
            return match self.is_host {
                true => self.error_at(at, Code::HostOp, format!("'{name}' is not supported in host code")),
                false => self.error_at(at, Code::Unconverted, format!("'{name}' cannot be converted to SPIR-V")),
            };
        };
        let mut node = Node { row, at, ..Node::default() };
        if is_generic {
            self.generic(&mut node)?
        } else {
            self.by_format(&mut node)?
        }
        self.location()?;
        let wanted: u32 = names.iter().map(|(_, count)| count).sum();
        if !names.is_empty() && wanted as usize != node.results.len() {
            return self.error_at(at, Code::Syntax, format!("'{name}' has {} results", node.results.len()));
        }
        let mut next = node.results.first().copied().unwrap_or(0);
        for (name, count) in names {
            self.define(name, next, count);
            next += count;
        }
        Ok(node)
    }

    /// An op in the form that all ops have, from after its name on.
    fn generic(&mut self, node: &mut Node) -> Result<()> {
        self.expect("(")?;
        node.operands = self.value_list()?;
        self.expect(")")?;
        if self.accept("[") {
            while self.kind() == Kind::Block {
                let successor = self.successor()?;
                node.successors.push(successor);
                self.accept(",");
            }
            self.expect("]")?;
        }
        if self.accept("<") {
            node.facts = self.dict()?;
            self.expect(">")?;
        }
        if self.accept("(") {
            loop {
                let region = self.region(&[])?;
                node.regions.push(region);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        node.facts.extend(self.optional_dict()?);
        self.expect(":")?;
        self.expect("(")?;
        self.all_spelled(&node.operands)?;
        self.expect(")")?;
        self.expect("->")?;
        let types = self.result_types()?;
        self.add_results(node, types);
        Ok(())
    }

    fn add_results(&mut self, node: &mut Node, types: Vec<Rc<Ty>>) {
        for ty in types {
            let value = self.new_value(ty);
            node.results.push(value);
        }
    }
}
