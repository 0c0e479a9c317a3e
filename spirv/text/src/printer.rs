//! Modules to text.

mod attrs;
mod exchange;
mod ops;
mod types;

pub(crate) use ops::inferred;

use exchange::{Exchange, Form};

use base::digits::Digits;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, BlockId, Module, NamedAttr, OpId, RegionId, TypeId, ValueId};
use dialect::spirv::attrs as attributes;
use dialect::spirv::enums::{Kind, decoration};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Options of the text form.
#[derive(Clone, Debug)]
pub struct Options {
    /// True if ops show where they come from.
    pub locations: bool,
    /// True if MLIR takes the text: what it has no form for is there in another one, which is read back.
    pub for_mlir: bool,
    /// Messages that are shown under the op they are about.
    pub notes: Vec<(OpId, String)>,
}

impl Default for Options {
    fn default() -> Self {
        Options { locations: true, for_mlir: false, notes: Vec::new() }
    }
}

/// The text of a module.
pub fn print(module: &Module) -> String {
    print_with(module, &Options::default())
}

/// The text of a module, unless it is longer than `most` bytes: names are repeated at each use, and may be long.
pub fn print_within(module: &Module, options: &Options, most: usize) -> Option<String> {
    text(module, options, most).filter(|text| text.len() <= most)
}

/// The text of a module as the options want it.
pub fn print_with(module: &Module, options: &Options) -> String {
    text(module, options, usize::MAX).unwrap_or_default()
}

/// The text, unless it exceeds the limit by more than one op's.
fn text(module: &Module, options: &Options, most: usize) -> Option<String> {
    match options.for_mlir.then(|| exchange::with_late_buffers(module)).flatten() {
        Some(module) => text_of(&module, options, most),
        None => text_of(module, options, most),
    }
}

fn text_of(module: &Module, options: &Options, most: usize) -> Option<String> {
    let mut printer = Printer {
        module,
        options,
        most,
        out: String::new(),
        indent: 0,
        values: Names::default(),
        blocks: FxHashMap::default(),
        types: FxHashMap::default(),
        aliases: Vec::new(),
        alias_above: types::ALIAS_ABOVE,
        exchange: options.for_mlir.then(Exchange::default),
        structs: FxHashMap::default(),
        recursive: Set::default(),
        open: Vec::new(),
        uncached: 0,
        renamed: Vec::new(),
        signed_layouts: exchange::has_signed_layouts(module),
        only_layouts: Set::default(),
    };
    printer.find_layouts();
    if options.for_mlir {
        printer.find_recursive();
    }
    printer.module();
    if printer.out.len() > most {
        return None;
    }
    let mut aliases = printer.exchange.as_ref().map(Exchange::note).unwrap_or_default();
    for (at, alias) in printer.aliases.iter().enumerate() {
        let _ = writeln!(aliases, "!t{at} = {alias}");
    }
    printer.out.insert_str(0, &aliases);
    Some(printer.out)
}

/// The names of values, concatenated, and the range of each: those of all functions, since none refers to another's.
#[derive(Default)]
struct Names {
    text: String,
    /// By the number of the value: the start and the end of its name.
    of: Vec<(usize, usize)>,
}

impl Names {
    fn insert(&mut self, value: ValueId, name: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        let index = value.index();
        if self.of.len() <= index {
            self.of.resize(index + 1, (0, 0));
        }
        self.of[index] = (start, self.text.len());
    }

    fn get(&self, value: ValueId) -> Option<&str> {
        let &(start, end) = self.of.get(value.index()).filter(|(_, end)| *end > 0)?;
        self.text.get(start..end)
    }
}

/// The state of printing one module.
struct Printer<'m> {
    module: &'m Module,
    options: &'m Options,
    /// The limit of the text.
    most: usize,
    out: String,
    indent: usize,
    values: Names,
    blocks: FxHashMap<BlockId, String>,
    types: FxHashMap<TypeId, String>,
    /// The texts of long types, which are named once at the start.
    aliases: Vec<String>,
    /// Types with a longer text get an alias.
    alias_above: usize,
    /// The state of printing for MLIR, if that is requested.
    exchange: Option<Exchange>,
    /// The structs with a name, by it.
    structs: FxHashMap<Symbol, TypeId>,
    /// The types whose text depends on the structs around them.
    recursive: Set<TypeId>,
    /// The structs that are being written.
    open: Vec<Symbol>,
    /// The number of texts of recursive types so far.
    uncached: usize,
    /// The names of a function that the text changes, each with its own, as an attribute spells them.
    renamed: Vec<String>,
    /// The constants that are layouts of cooperative matrices have a sign, as the head of the module says.
    signed_layouts: bool,
    /// The constants that are layouts and nothing else.
    only_layouts: Set<OpId>,
}

/// The names in use in a function.
#[derive(Default)]
struct Taken {
    names: Set<String>,
    /// The number of variations of a name that have been tried: they stay taken.
    tried: FxHashMap<String, usize>,
    next: usize,
}

impl Taken {
    /// `wanted` as an unused identifier, or the next number.
    fn pick(&mut self, wanted: Option<&str>, number: &str) -> String {
        let Some(wanted) = wanted.map(identifier) else {
            let name = [number, Digits::of(self.next as u64).as_str()].concat();
            self.next += 1;
            return name;
        };
        if self.names.insert(wanted.clone()) {
            return wanted;
        }
        let tried = self.tried.entry(wanted.clone()).or_default();
        loop {
            *tried += 1;
            let name = format!("{wanted}_{tried}");
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The text with invalid characters of identifiers replaced.
fn identifier(text: &str) -> String {
    let mut name: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || "_$.-".contains(c) { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        name.insert(0, '_');
    }
    name
}

/// Returns whether a block's name looks like one of the printer's own.
pub(super) fn is_block_number(name: &str) -> bool {
    name.strip_prefix("bb").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

impl<'m> Printer<'m> {
    fn module(&mut self) {
        self.module_head();
        self.out.push_str(" {\n");
        self.indent = 1;
        for op in self.module.top_ops() {
            if self.form(*op) != Form::Call {
                self.op(*op);
            }
        }
        self.declare_functions();
        self.out.push_str("}\n");
    }

    fn start_line(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn op(&mut self, op: OpId) {
        if self.out.len() > self.most || self.only_layouts.contains(&op) {
            return;
        }
        self.start_line();
        self.results(op);
        self.op_text(op);
        self.location(op);
        self.out.push('\n');
        for (_, note) in self.options.notes.iter().filter(|(at, _)| *at == op) {
            for _ in 0..self.indent {
                self.out.push_str("  ");
            }
            let _ = writeln!(self.out, "// ^ {note}");
        }
    }

    fn results(&mut self, op: OpId) {
        let results = &self.module[op].results;
        let Some(first) = results.first() else { return };
        let name = self.value(*first);
        match results.len() {
            1 => self.put(&name),
            count => {
                let base = name.split('#').next().unwrap_or_default().to_owned();
                self.put(&format!("{base}:{count}"));
            }
        }
        self.put(" = ");
    }

    fn location(&mut self, op: OpId) {
        if let (true, Some(loc)) = (self.options.locations, self.module[op].loc) {
            let loc = self.module.ctx.loc_of(loc);
            let line = format!("{}:{}:{}", attrs::quoted(self.module.ctx.str(loc.file)), loc.line, loc.column);
            let _ = match (loc.scope, loc.range) {
                (None, None) => write!(self.out, " loc({line})"),
                facts => {
                    let [scope, range] = [facts.0, facts.1].map(|fact| self.fact(fact));
                    write!(self.out, " loc(fused<[{scope}, {range}]>[{line}])")
                }
            };
        }
    }

    /// A debug attribute of a location, or `unit`.
    fn fact(&mut self, fact: Option<AttrId>) -> String {
        fact.map_or_else(|| "unit".to_owned(), |fact| self.attr(fact))
    }

    /// Puts the name of a value with its `%`.
    fn put_value(&mut self, value: ValueId) {
        match self.values.get(value) {
            Some(name) => {
                self.out.push('%');
                self.out.push_str(name);
            }
            None => drop(write!(self.out, "%<{}>", value.raw())),
        }
    }

    /// The name of a value with its `%`.
    fn value(&self, value: ValueId) -> String {
        self.value_list(&[value])
    }

    fn value_list(&self, values: &[ValueId]) -> String {
        let mut list = String::with_capacity(8 * values.len());
        for (at, value) in values.iter().enumerate() {
            list.push_str(if at == 0 { "%" } else { ", %" });
            match self.values.get(*value) {
                Some(name) => list.push_str(name),
                None => list.push_str(&format!("<{}>", value.raw())),
            }
        }
        list
    }

    fn type_list(&mut self, values: &[ValueId]) -> String {
        let types: Vec<TypeId> = values.iter().map(|value| self.module.type_of(*value)).collect();
        types.iter().map(|ty| self.type_text(*ty)).collect::<Vec<_>>().join(", ")
    }

    /// Names all values and blocks of a function, in the order of the text.
    fn name_all(&mut self, func: OpId) {
        self.blocks.clear();
        let (mut values, mut blocks) = (Taken::default(), Taken::default());
        let mut stack: Vec<Step> = self.module[func].regions.iter().map(|region| Step::Region(*region)).collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Region(region) => {
                    stack.extend(self.module[region].blocks.iter().rev().map(|block| Step::Block(*block)));
                }
                Step::Block(block) => {
                    self.name_block(block, &mut values, &mut blocks);
                    stack.extend(self.module[block].ops.iter().rev().map(|op| Step::Op(*op)));
                }
                Step::Op(op) => {
                    self.name_results(op, &mut values);
                    stack.extend(self.module[op].regions.iter().rev().map(|region| Step::Region(*region)));
                }
            }
        }
    }

    fn name_block(&mut self, block: BlockId, values: &mut Taken, blocks: &mut Taken) {
        let module = self.module;
        let name = module[block].name.map(|name| module.ctx.str(name)).filter(|name| !is_block_number(name));
        let own = name;
        let name = blocks.pick(name, "bb");
        self.note_name('^', &name, own);
        self.blocks.insert(block, name);
        for arg in &module[block].args {
            let own = module[*arg].name.map(|name| module.ctx.str(name));
            let name = values.pick(own, "");
            self.note_name('%', &name, own);
            self.values.insert(*arg, &name);
        }
    }

    /// Notes a name that the text changes, because it is taken or has other characters than names in a text.
    fn note_name(&mut self, sigil: char, name: &str, own: Option<&str>) {
        if let Some(own) = own.filter(|own| *own != name && self.is_for_mlir()) {
            self.renamed.push(format!("[{}, {}]", attrs::quoted(&format!("{sigil}{name}")), attrs::quoted(own)));
        }
    }

    fn name_results(&mut self, op: OpId, values: &mut Taken) {
        let module = self.module;
        if self.only_layouts.contains(&op) {
            return;
        }
        let results = &module[op].results;
        let Some(first) = results.first() else { return };
        let own = module[*first].name.map(|name| module.ctx.str(name));
        let name = values.pick(own, "");
        self.note_name('%', &name, own);
        for (at, result) in results.iter().enumerate() {
            match results.len() {
                1 => self.values.insert(*result, &name),
                _ => self.values.insert(*result, &format!("{name}#{at}")),
            }
        }
    }

    /// The blocks of a region in braces.
    fn region(&mut self, region: RegionId, is_body: bool) {
        self.put("{\n");
        self.indent += 1;
        for (at, block) in self.module[region].blocks.iter().enumerate() {
            // MLIR has no label on a function's first block; elsewhere a name needs one.
            if at > 0 || (!is_body && self.module[*block].name.is_some()) {
                self.block_head(*block);
            }
            for op in &self.module[*block].ops {
                self.op(*op);
            }
        }
        self.indent -= 1;
        self.start_line();
        self.put("}");
    }

    fn block_head(&mut self, block: BlockId) {
        self.indent -= 1;
        self.start_line();
        self.indent += 1;
        let name = self.blocks.get(&block).cloned().unwrap_or_default();
        self.put(&format!("^{name}"));
        let args = &self.module[block].args;
        if !args.is_empty() {
            let args: Vec<String> = args.iter().map(|arg| self.argument(*arg)).collect();
            self.put(&format!("({})", args.join(", ")));
        }
        self.put(":\n");
    }

    /// A parameter of a function with its type and decorations, of which MLIR has a place for one.
    fn parameter(&mut self, value: ValueId) -> String {
        let decorations = self.module.arg_attrs(value);
        let decoration = match decorations {
            [(name, attr)] if self.is_for_mlir() && self.module.ctx[*attr] == Attr::Unit => decoration(name),
            _ => None,
        };
        let Some(decoration) = decoration else { return self.argument(value) };
        let name = self.enumerant(Kind::Decoration.id(), decoration);
        let ty = self.type_text(self.module.type_of(value));
        format!("{} : {ty} {{{} = #spirv.decoration<{name}>}}", self.value(value), attributes::ARG_DECORATION)
    }

    /// A block argument with its type and decorations.
    fn argument(&mut self, value: ValueId) -> String {
        let ty = self.type_text(self.module.type_of(value));
        let mut decorations = self.dict(self.module.arg_attrs(value));
        let is_abi = |(name, _): &NamedAttr| *name == attributes::INTERFACE_VAR_ABI;
        if self.module.arg_attrs(value).iter().all(is_abi) {
            return format!("{} : {ty}{decorations}", self.value(value));
        }
        if self.is_for_mlir() && !decorations.is_empty() {
            // MLIR's blocks have no other place for them.
            decorations = format!(" loc(fused<{}>[unknown])", decorations.trim_start());
        }
        format!("{} : {ty}{decorations}", self.value(value))
    }
}

enum Step {
    Region(RegionId),
    Block(BlockId),
    Op(OpId),
}
