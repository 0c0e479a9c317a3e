//! The typed representation as text, for `--emit=hir` and for tests.
//!
//! One line per expression, operands first: `%3: float4 = load %2`. Places have `&` before their type. Locals are `$0`,
//! functions and globals have their names.

mod expr;
mod interface;

use super::display::type_name;
use super::expr::ExprId;
use super::stmt::{Block, Label, LoopHint, LoopKind, SelectionHint, StmtId, StmtKind};
use super::ty::TypeId;
use super::{Body, Function, FunctionId, GlobalId, LocalId, Module};
use base::intern::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// The location of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the module's own tables.
    Module,
    /// In the initialisers of globals.
    Init,
    /// In a function.
    Function(FunctionId),
}

/// A violated invariant of the HIR, found by [`crate::verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The location.
    pub place: Place,
    /// The offending expression.
    pub expr: Option<ExprId>,
    /// The explanation.
    pub text: String,
}

/// A module as text.
pub fn dump(module: &Module, names: &Interner) -> String {
    dump_with(module, names, &[])
}

/// A module as text, with problems below the lines they concern.
pub fn dump_with(module: &Module, names: &Interner, problems: &[Problem]) -> String {
    let mut printer =
        Printer { module, names, problems, out: String::new(), types: FxHashMap::default(), place: Place::Module };
    printer.module();
    printer.out
}

struct Printer<'a> {
    module: &'a Module,
    names: &'a Interner,
    problems: &'a [Problem],
    out: String,
    /// The names of the expressions' types.
    types: FxHashMap<TypeId, String>,
    /// The current body.
    place: Place,
}

impl<'a> Printer<'a> {
    fn line(&mut self, indent: usize, text: &str) {
        self.indent(indent);
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn indent(&mut self, indent: usize) {
        (0..indent).for_each(|_| self.out.push_str("  "));
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.names.resolve(symbol)
    }

    fn ty(&self, ty: TypeId) -> String {
        self.module.types.get(ty).map_or("<unknown>".into(), |_| type_name(self.module, self.names, ty))
    }

    fn global(&self, global: GlobalId) -> String {
        match self.module.globals.get(global) {
            Some(found) => format!("@{}", self.name(found.name)),
            None => format!("@<unknown {}>", global.raw()),
        }
    }

    fn function_name(&self, function: FunctionId) -> String {
        match self.module.functions.get(function) {
            Some(found) => format!("{}#{}", self.name(found.name), function.raw()),
            None => format!("<unknown {}>", function.raw()),
        }
    }

    fn module(&mut self) {
        let (major, minor) = self.module.shader_model;
        self.line(0, &format!("shader model {major}.{minor}"));
        self.problems_at(None, 0);
        self.structs();
        self.globals();
        let module = self.module;
        if !module.init.exprs.is_empty() {
            self.place = Place::Init;
            self.line(0, "init");
            self.initializers();
        }
        for (id, function) in module.functions.iter() {
            self.place = Place::Function(id);
            self.function(id, function);
        }
        for entry in &module.entry_points {
            self.entry_point(entry);
        }
    }

    /// The initial values of `static` globals, each with its operands.
    fn initializers(&mut self) {
        let module = self.module;
        for (id, global) in module.globals.iter() {
            if let super::GlobalKind::Static { init: Some(init), .. } = global.kind {
                let value = self.exprs(&module.init, init, 1);
                let name = self.global(id);
                self.line(1, &format!("{name} = {value}"));
            }
        }
        self.problems_at(None, 1);
    }

    fn function(&mut self, id: FunctionId, function: &'a Function) {
        let local = |printer: &Self, id: LocalId| match function.body.locals.get(id) {
            Some(found) => format!("{} {}: {}", local_text(id), printer.name(found.name), printer.ty(found.ty)),
            None => format!("{} <unknown>", local_text(id)),
        };
        let this = function.this.map(|id| local(self, id));
        let params = function.params.iter().map(|param| expr::mode_text(param.mode) + &local(self, param.local));
        let params: Vec<String> = this.into_iter().chain(params).collect();
        let ret = self.ty(function.ret);
        let name = self.function_name(id);
        let mut head = format!("fn {name}({}) -> {ret}", params.join(", "));
        let flags = [
            (function.precise, " precise"),
            (function.modifies_object, " modifies"),
            (function.no_inline, " noinline"),
            (function.exported, " export"),
        ];
        for (flag, text) in flags {
            head.push_str(if flag { text } else { "" });
        }
        if let Some(instruction) = &function.instruction {
            let set = instruction.set.as_deref().unwrap_or("core");
            head.push_str(&format!(" instruction {set}:{}", instruction.opcode));
        }
        self.line(0, &head);
        self.problems_at(None, 1);
        if let Some(block) = &function.block {
            self.block(&function.body, block, 1);
        }
    }

    fn block(&mut self, body: &'a Body, block: &'a Block, indent: usize) {
        for &stmt in block {
            self.stmt(body, stmt, indent);
        }
    }

    fn stmt(&mut self, body: &'a Body, id: StmtId, indent: usize) {
        let Some(stmt) = body.stmts.get(id) else { return self.line(indent, "<unknown statement>") };
        match &stmt.kind {
            StmtKind::Let { local, init } => {
                let value = init.map(|init| format!(" = {}", self.exprs(body, init, indent)));
                let (name, ty) = match body.locals.get(*local) {
                    Some(local) => (self.name(local.name), self.ty(local.ty)),
                    None => ("", "<unknown>".to_owned()),
                };
                let value = value.unwrap_or_default();
                self.line(indent, &format!("let {} {name}: {ty}{value}", local_text(*local)));
            }
            StmtKind::StaticInit { global, guard, init } => {
                let (global, guard) = (self.global(*global), self.global(*guard));
                self.line(indent, &format!("once {guard}"));
                let value = self.exprs(body, *init, indent + 1);
                self.line(indent + 1, &format!("{global} = {value}"));
            }
            StmtKind::Expr(expr) => {
                self.exprs(body, *expr, indent);
            }
            StmtKind::Block(block) => {
                self.line(indent, "block");
                self.block(body, block, indent + 1);
            }
            StmtKind::If { condition, then, otherwise, hint } => {
                let condition = self.exprs(body, *condition, indent);
                self.line(indent, &format!("if {condition}{}", selection_hint(*hint)));
                self.block(body, then, indent + 1);
                if let Some(otherwise) = otherwise {
                    self.line(indent, "else");
                    self.block(body, otherwise, indent + 1);
                }
            }
            StmtKind::Loop(node) => self.loop_stmt(body, node, indent),
            StmtKind::Switch(node) => self.switch(body, node, indent),
            StmtKind::Return(value) => {
                let value = value.map(|value| format!(" {}", self.exprs(body, value, indent)));
                self.line(indent, &format!("return{}", value.unwrap_or_default()));
            }
            StmtKind::Break => self.line(indent, "break"),
            StmtKind::Continue => self.line(indent, "continue"),
            StmtKind::Discard => self.line(indent, "discard"),
        }
    }

    fn loop_stmt(&mut self, body: &'a Body, node: &'a super::stmt::Loop, indent: usize) {
        let kind = match node.kind {
            LoopKind::For => "for",
            LoopKind::While => "while",
            LoopKind::DoWhile => "do",
        };
        let hint = match node.hint {
            LoopHint::None => "",
            LoopHint::Unroll => " [unroll]",
            LoopHint::DontUnroll => " [loop]",
        };
        self.line(indent, &format!("{kind}{hint}"));
        for (title, block) in [("init", &node.init), ("before condition", &node.condition_init)] {
            if !block.stmts.is_empty() {
                self.line(indent + 1, title);
                self.block(body, block, indent + 2);
            }
        }
        for (title, expr) in [("condition", node.condition), ("step", node.step)] {
            if let Some(expr) = expr {
                self.line(indent + 1, title);
                self.exprs(body, expr, indent + 2);
            }
        }
        self.line(indent + 1, "body");
        self.block(body, &node.body, indent + 2);
    }

    fn switch(&mut self, body: &'a Body, node: &'a super::stmt::Switch, indent: usize) {
        let selector = self.exprs(body, node.selector, indent);
        self.line(indent, &format!("switch {selector}{}", if node.if_chain { " [ifs]" } else { "" }));
        for case in &node.cases {
            let labels: Vec<String> = case.labels.iter().map(|label| self.label(label)).collect();
            self.line(indent + 1, &format!("{}:", labels.join(", ")));
            self.block(body, &case.body, indent + 2);
        }
    }

    fn label(&self, label: &Label) -> String {
        label.value.map_or_else(|| "default".to_owned(), |value| format!("case {}", self.constant(value)))
    }
}

fn local_text(local: LocalId) -> String {
    format!("${}", local.raw())
}

const fn selection_hint(hint: SelectionHint) -> &'static str {
    match hint {
        SelectionHint::None => "",
        SelectionHint::Branch => " [branch]",
        SelectionHint::Flatten => " [flatten]",
    }
}
