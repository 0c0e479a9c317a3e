//! Metadata of a portable text: uniqued nodes, attachments, and source locations.

use super::{Printer, insts};
use base::ids::Map;
use dialect::ir::{Attr, AttrId, BlockId, Loc, LocId, OpId, Type};
use dialect::llvm::ops;
use dialect::spirv::facts;
use std::fmt::Write;

/// The nodes and source locations of a text.
#[derive(Default)]
pub(super) struct Metadata {
    nodes: Map<String, ()>,
    files: Map<String, usize>,
    unit: Option<usize>,
    /// The subprogram of the current function, if something in it has a location.
    subprogram: Option<Subprogram>,
}

struct Subprogram {
    node: usize,
    file: String,
}

impl Metadata {
    /// The number of a node.
    fn node(&mut self, text: String) -> usize {
        let entry = self.nodes.entry(text);
        let at = entry.index();
        entry.or_insert(());
        at
    }

    /// The number of a distinct node, which may have the same text as another one.
    fn distinct(&mut self, text: &str) -> usize {
        let at = self.nodes.len();
        // Trailing spaces keep it unique.
        self.node(format!("distinct {text}{}", " ".repeat(at)))
    }

    fn file(&mut self, name: &str) -> usize {
        if let Some(known) = self.files.get(name) {
            return *known;
        }
        let node = self.node(format!("!DIFile(filename: \"{}\", directory: \"\")", escaped(name)));
        self.files.insert(name.to_owned(), node);
        node
    }

    fn unit(&mut self, file: usize) -> usize {
        let unit = self.unit.unwrap_or_else(|| {
            self.distinct(&format!(
                "!DICompileUnit(language: DW_LANG_OpenCL, file: !{file}, producer: \"hlsl2spirv\", isOptimized: true, \
                 runtimeVersion: 0, emissionKind: LineTablesOnly)"
            ))
        });
        self.unit = Some(unit);
        unit
    }

    /// Starts a function whose first location is in this file and line.
    fn begin(&mut self, name: &str, file: &str, line: u32) -> usize {
        let number = self.file(file);
        let unit = self.unit(number);
        let none = self.node("!{}".to_owned());
        let ty = self.node(format!("!DISubroutineType(types: !{none})"));
        let node = self.distinct(&format!(
            "!DISubprogram(name: \"{}\", scope: !{number}, file: !{number}, line: {line}, type: !{ty}, scopeLine: {line}, \
             spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !{unit})",
            escaped(name)
        ));
        self.subprogram = Some(Subprogram { node, file: file.to_owned() });
        node
    }

    /// The node of a location in the current function; line 0 means none in particular.
    fn place(&mut self, file: &str, line: u32, column: u32) -> Option<usize> {
        let subprogram = self.subprogram.as_ref()?;
        let mut scope = subprogram.node;
        if file != subprogram.file && line != 0 {
            let file = self.file(file);
            scope = self.node(format!("!DILexicalBlockFile(scope: !{scope}, file: !{file}, discriminator: 0)"));
        }
        Some(self.node(format!("!DILocation(line: {line}, column: {column}, scope: !{scope})")))
    }
}

impl<'m> Printer<'m> {
    /// The nodes attached to a function, a variable or an instruction.
    pub(super) fn attached(&mut self, op: OpId, before: &str) {
        if self.portable.is_none() {
            return;
        }
        for list in facts::array_of(self.module, op, ops::METADATA) {
            let (name, nodes) = self.named(*list);
            let nodes = nodes.iter().map(|node| self.node(*node)).collect::<Vec<_>>();
            for node in nodes {
                let _ = write!(self.out, "{before}!{name} !{node}");
            }
        }
    }

    /// The name and the nodes of a list.
    fn named(&self, list: AttrId) -> (&'m str, &'m [AttrId]) {
        let module = self.module;
        match &module.ctx[list] {
            Attr::Array(items) => match items.split_first().map(|(name, nodes)| (&module.ctx[*name], nodes)) {
                Some((Attr::Str(name), nodes)) => (name, nodes),
                _ => ("", &[]),
            },
            _ => ("", &[]),
        }
    }

    /// The number of a node; nodes that it refers to get theirs before.
    fn node(&mut self, attr: AttrId) -> usize {
        let module = self.module;
        let Attr::Array(parts) = &module.ctx[attr] else { return 0 };
        let parts: Vec<String> = parts.iter().map(|part| self.part(*part)).collect();
        let text = format!("!{{{}}}", parts.join(", "));
        self.portable.as_mut().map_or(0, |portable| portable.metadata.node(text))
    }

    fn part(&mut self, attr: AttrId) -> String {
        let module = self.module;
        match &module.ctx[attr] {
            Attr::Array(_) => format!("!{}", self.node(attr)),
            Attr::Str(text) => format!("!\"{}\"", escaped(text)),
            Attr::Int { ty, .. } => self.piece(|printer| {
                printer.ty(*ty);
                printer.put(" ");
                printer.constant(attr, *ty);
            }),
            Attr::Symbol(name) => self.piece(|printer| {
                printer.pointer_to(facts::find_symbol(module, *name));
                printer.put(" ");
                printer.put_name(module.ctx.str(*name));
            }),
            Attr::Type(ty) => self.piece(|printer| {
                printer.ty(*ty);
                printer.put(" undef");
            }),
            _ => "null".to_owned(),
        }
    }

    /// Text that is written elsewhere than at the end.
    fn piece(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let start = self.out.len();
        write(self);
        self.out.split_off(start)
    }

    /// The type of a function's address: typed if pointers are.
    fn pointer_to(&mut self, function: Option<OpId>) {
        let module = self.module;
        let is_typed = module.attr(module.root, ops::TYPED_POINTERS).is_some();
        let ty = function.and_then(|op| facts::type_of(module, op, ops::FUNCTION_TYPE)).map(|ty| &module.ctx[ty]);
        match ty {
            Some(Type::Function { params, result }) if is_typed => {
                self.ty(*result);
                self.put(" (");
                self.types(params.iter().copied());
                self.put(")*");
            }
            _ => self.put("ptr"),
        }
    }

    /// Starts a function: it is a subprogram if something in it has a location.
    pub(super) fn enter(&mut self, op: OpId, name: &str, blocks: &[BlockId]) {
        let module = self.module;
        let mut ops = blocks.iter().flat_map(|block| &module[*block].ops);
        let first = ops.find_map(|op| module[*op].loc.filter(|_| !insts::is_spelled_where_used(module, *op)));
        let first = module[op].loc.or(first).map(|loc| module.ctx.loc_of(loc));
        let Some(portable) = &mut self.portable else { return };
        portable.metadata.subprogram = None;
        if let Some(Loc { file, line, .. }) = first {
            let node = portable.metadata.begin(name, module.ctx.str(file), line);
            let _ = write!(self.out, " !dbg !{node}");
        }
    }

    /// The location of an instruction: in a subprogram all instructions have one.
    pub(super) fn place(&mut self, loc: Option<LocId>) {
        let module = self.module;
        let Some(portable) = &mut self.portable else { return };
        let node = match loc.map(|loc| module.ctx.loc_of(loc)) {
            Some(Loc { file, line, column, .. }) => portable.metadata.place(module.ctx.str(file), line, column),
            None => portable.metadata.place("", 0, 0),
        };
        if let Some(node) = node {
            let _ = write!(self.out, ", !dbg !{node}");
        }
    }

    /// The named metadata of the module, and all nodes.
    pub(super) fn lists(&mut self) {
        for list in facts::array_of(self.module, self.module.root, ops::METADATA) {
            let (name, nodes) = self.named(*list);
            let nodes: Vec<String> = nodes.iter().map(|node| format!("!{}", self.node(*node))).collect();
            let _ = writeln!(self.out, "!{name} = !{{{}}}", nodes.join(", "));
        }
        let Some(Metadata { nodes, unit, .. }) = self.portable.as_mut().map(|portable| &mut portable.metadata) else {
            return;
        };
        if let Some(unit) = *unit {
            let version = nodes.entry("!{i32 2, !\"Debug Info Version\", i32 3}".to_owned());
            let at = version.index();
            version.or_insert(());
            let _ = writeln!(self.out, "!llvm.dbg.cu = !{{!{unit}}}\n!llvm.module.flags = !{{!{at}}}");
        }
        for (number, node) in nodes.keys().enumerate() {
            let _ = writeln!(self.out, "!{number} = {}", node.trim_end());
        }
    }
}

/// Escaped text for quotes.
pub(super) fn escaped(text: &str) -> String {
    let one = |byte: u8| match byte {
        b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
        byte => format!("\\{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
