//! The syntax tree as text: one line per node, children indented below it.
//!
//! The walk has an explicit stack, so that no tree is too deep to print.

use crate::ast::{
    Annotation, Ast, Condition, Declarator, DeclaratorId, Dim, Expr, ExprId, ExprKind, FloatSuffix, For, FunctionId,
    IncDec, IntSuffix, Item, ItemId, ItemKind, List, Literal, OverloadedOp, PathId, Prefix, PrefixId, PrefixKind,
    SegmentName, Stmt, StmtId, StmtKind, StructTag, TemplateParam, TemplateParamId, TemplateParamKind, Type, TypeId,
    TypeKind, UNSIZED, UnaryOp, Variables,
};
use crate::words;
use base::ids::Id;
use base::intern::{Interner, Symbol};

/// The whole tree.
pub fn dump(ast: &Ast, names: &Interner) -> String {
    let mut printer = Printer { ast, names, out: String::new(), work: Vec::new(), next: Vec::new() };
    printer.list(0, ast.root);
    printer.run();
    printer.out
}

/// A pending part of the output.
#[derive(Clone, Copy)]
enum Node {
    Label(&'static str),
    Item(ItemId),
    Stmt(StmtId),
    Expr(ExprId),
    Dim(ExprId),
    Type(TypeId),
    Declarator(DeclaratorId),
    Prefix(PrefixId),
    Param(FunctionId, usize),
    TemplateParam(TemplateParamId),
}

impl From<Id<Item>> for Node {
    fn from(id: Id<Item>) -> Node {
        Node::Item(id)
    }
}
impl From<Id<Stmt>> for Node {
    fn from(id: Id<Stmt>) -> Node {
        Node::Stmt(id)
    }
}
impl From<Id<Expr>> for Node {
    fn from(id: Id<Expr>) -> Node {
        Node::Expr(id)
    }
}
impl From<Id<Type>> for Node {
    fn from(id: Id<Type>) -> Node {
        Node::Type(id)
    }
}
impl From<Id<Declarator>> for Node {
    fn from(id: Id<Declarator>) -> Node {
        Node::Declarator(id)
    }
}
impl From<Id<Prefix>> for Node {
    fn from(id: Id<Prefix>) -> Node {
        Node::Prefix(id)
    }
}
impl From<Id<TemplateParam>> for Node {
    fn from(id: Id<TemplateParam>) -> Node {
        Node::TemplateParam(id)
    }
}

struct Printer<'a> {
    ast: &'a Ast,
    names: &'a Interner,
    out: String,
    /// The pending nodes, the next one last.
    work: Vec<(usize, Node)>,
    /// The children of the node that is being printed, in order.
    next: Vec<(usize, Node)>,
}

impl Printer<'_> {
    fn run(&mut self) {
        self.schedule();
        while let Some((indent, node)) = self.work.pop() {
            self.node(indent, node);
            self.schedule();
        }
    }

    /// Schedules the children of the last node before all other pending nodes.
    fn schedule(&mut self) {
        self.work.extend(self.next.drain(..).rev());
    }

    fn line(&mut self, indent: usize, text: impl AsRef<str>) {
        (0..indent).for_each(|_| self.out.push_str("  "));
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn child(&mut self, indent: usize, node: impl Into<Node>) {
        self.next.push((indent, node.into()));
    }

    fn list<T>(&mut self, indent: usize, list: List<T>)
    where
        Node: From<Id<T>>,
    {
        for id in self.ast.ids(list) {
            self.child(indent, id);
        }
    }

    /// A list under a heading of its own, unless it is empty.
    fn labelled<T>(&mut self, indent: usize, label: &'static str, list: List<T>)
    where
        Node: From<Id<T>>,
    {
        if !list.is_empty() {
            self.next.push((indent, Node::Label(label)));
            self.list(indent + 1, list);
        }
    }

    fn labelled_one(&mut self, indent: usize, label: &'static str, node: impl Into<Node>) {
        self.next.push((indent, Node::Label(label)));
        self.child(indent + 1, node);
    }

    fn node(&mut self, indent: usize, node: Node) {
        match node {
            Node::Label(label) => self.line(indent, label),
            Node::Item(id) => self.item(indent, id),
            Node::Stmt(id) => self.stmt(indent, id),
            Node::Expr(id) => self.expr(indent, id),
            Node::Dim(id) if id == UNSIZED => self.line(indent, "unsized"),
            Node::Dim(id) => self.expr(indent, id),
            Node::Type(id) => self.ty(indent, id),
            Node::Declarator(id) => self.declarator(indent, id),
            Node::Prefix(id) => self.prefix(indent, id),
            Node::Param(function, index) => self.param(indent, function, index),
            Node::TemplateParam(id) => self.template_param(indent, id),
        }
    }

    // Names.

    fn name(&self, symbol: Symbol) -> &str {
        self.names.resolve(symbol)
    }

    /// A path on one line; nodes in template arguments are printed below it.
    fn path(&self, path: PathId) -> String {
        let mut text = String::from(if self.ast.paths[path].global { "::" } else { "" });
        for (index, segment) in self.ast.path_segments(path).enumerate() {
            if index > 0 {
                text.push_str("::");
            }
            match segment.name {
                SegmentName::Ident(name) => text.push_str(self.name(name)),
                SegmentName::Operator(op) => text.push_str(&operator_text(op)),
                SegmentName::Decltype(_) => text.push_str("decltype"),
            }
            if segment.args.is_some() {
                text.push_str("<>");
            }
        }
        text
    }

    /// The template arguments of a path.
    fn path_args(&mut self, indent: usize, path: PathId) {
        for segment in self.ast.path_segments(path) {
            if let SegmentName::Decltype(expr) = segment.name {
                self.labelled_one(indent, "of", expr);
            }
            if let Some(args) = segment.args {
                self.labelled(indent, "template arguments", args);
            }
        }
    }

    // Items.

    fn item(&mut self, indent: usize, id: ItemId) {
        let item = self.ast.items[id];
        let inner = indent + 1;
        match item.kind {
            ItemKind::Error => self.line(indent, "error"),
            ItemKind::Empty => self.line(indent, "empty"),
            ItemKind::Variables(variables) => self.variables(indent, variables),
            ItemKind::Function(function) => self.function(indent, function),
            ItemKind::Namespace { name, items, .. } => {
                let text = format!("namespace {}", self.name(name));
                self.line(indent, text);
                self.list(inner, items);
            }
            ItemKind::Template { params, item } => {
                self.line(indent, "template");
                self.labelled(inner, "parameters", params);
                self.child(inner, item);
            }
            ItemKind::ExplicitInstantiation(item) => {
                self.line(indent, "instantiate");
                self.child(inner, item);
            }
            ItemKind::Alias { name, ty, .. } => {
                let text = format!("alias {}", self.name(name));
                self.line(indent, text);
                self.child(inner, ty);
            }
            ItemKind::UsingNamespace(path) => self.line(indent, format!("using namespace {}", self.path(path))),
            ItemKind::Using(path) => self.line(indent, format!("using {}", self.path(path))),
            ItemKind::Buffer(buffer) => {
                let keyword = if buffer.is_texture { "tbuffer" } else { "cbuffer" };
                let text = format!("{keyword} {}", self.name(buffer.name));
                self.line(indent, text);
                self.list(inner, buffer.prefixes);
                self.annotations(inner, buffer.annotations);
                self.list(inner, buffer.items);
            }
            ItemKind::Access => self.line(indent, "access specifier"),
            ItemKind::Effect => self.line(indent, "effect"),
            ItemKind::StaticAssert(args) => {
                self.line(indent, "static_assert");
                self.list(inner, args);
            }
            ItemKind::PackMatrix { row_major } => self.line(indent, pack_text(row_major)),
        }
    }

    fn variables(&mut self, indent: usize, variables: Variables) {
        self.line(indent, "variables");
        self.list(indent + 1, variables.prefixes);
        self.child(indent + 1, variables.ty);
        self.list(indent + 1, variables.declarators);
    }

    fn function(&mut self, indent: usize, id: FunctionId) {
        let function = &self.ast.functions[id];
        let text = format!("function {}{}", self.path(function.name), if function.is_const { " const" } else { "" });
        self.line(indent, text);
        let inner = indent + 1;
        self.path_args(inner, function.name);
        self.list(inner, function.prefixes);
        self.labelled_one(inner, "returns", function.ret);
        self.annotations(inner, function.annotations);
        for index in 0..function.params.len() {
            self.next.push((inner, Node::Param(id, index)));
        }
        if let Some(body) = function.body {
            self.child(inner, body);
        }
    }

    fn param(&mut self, indent: usize, function: FunctionId, index: usize) {
        let param = self.ast.functions[function].params[index];
        self.line(indent, "parameter");
        self.list(indent + 1, param.prefixes);
        self.child(indent + 1, param.ty);
        self.child(indent + 1, param.declarator);
    }

    fn declarator(&mut self, indent: usize, id: DeclaratorId) {
        let declarator = self.ast.declarators[id];
        let name = declarator.name.map_or("(unnamed)".to_owned(), |path| self.path(path));
        self.line(indent, format!("declares {name}"));
        let inner = indent + 1;
        if let Some(path) = declarator.name {
            self.path_args(inner, path);
        }
        self.dims(inner, declarator.dims);
        self.annotations(inner, declarator.annotations);
        if let Some(init) = declarator.init {
            self.labelled_one(inner, "initializer", init);
        }
    }

    fn dims(&mut self, indent: usize, dims: List<Dim>) {
        for id in self.ast.ids(dims) {
            self.next.push((indent, Node::Label("dimension")));
            self.next.push((indent + 1, Node::Dim(id)));
        }
    }

    fn annotations(&mut self, indent: usize, annotations: List<Annotation>) {
        for id in self.ast.ids(annotations) {
            self.labelled_one(indent, "annotation", self.ast.annotations[id].expr);
        }
    }

    fn prefix(&mut self, indent: usize, id: PrefixId) {
        match self.ast.prefixes[id].kind {
            PrefixKind::Modifier(modifier) => self.line(indent, words::modifier(modifier)),
            PrefixKind::PackMatrix { row_major } => self.line(indent, pack_text(row_major)),
            PrefixKind::Attribute(attribute) => {
                let attribute = self.ast.attributes[attribute];
                let scope = attribute.scope.map_or(String::new(), |scope| format!("{}::", self.name(scope)));
                let text = format!("attribute {scope}{}", self.name(attribute.name));
                self.line(indent, text);
                self.list(indent + 1, attribute.args.unwrap_or_default());
            }
        }
    }

    fn template_param(&mut self, indent: usize, id: TemplateParamId) {
        let param = self.ast.template_params[id];
        let name = self.name(param.name).to_owned();
        match param.kind {
            TemplateParamKind::Type(default) => {
                self.line(indent, format!("typename {name}"));
                if let Some(default) = default {
                    self.labelled_one(indent + 1, "default", default);
                }
            }
            TemplateParamKind::Value(ty, default) => {
                self.line(indent, format!("value {name}"));
                self.child(indent + 1, ty);
                if let Some(default) = default {
                    self.labelled_one(indent + 1, "default", default);
                }
            }
            TemplateParamKind::Template(default) => {
                self.line(indent, format!("template {name}"));
                if let Some(default) = default {
                    self.labelled_one(indent + 1, "default", default);
                }
            }
        }
    }

    // Types.

    fn ty(&mut self, indent: usize, id: TypeId) {
        let ty = self.ast.types[id];
        let inner = indent + 1;
        match ty.kind {
            TypeKind::Error => self.line(indent, "type error"),
            TypeKind::Path(path) | TypeKind::Elaborated(path) => {
                self.line(indent, format!("type {}", self.path(path)));
                self.path_args(inner, path);
            }
            TypeKind::Struct(id) => {
                let definition = self.ast.structs[id];
                let name = definition.name.map_or(String::new(), |path| self.path(path));
                self.line(indent, format!("{} {name}", tag_text(definition.tag)).trim_end());
                if let Some(path) = definition.name {
                    self.path_args(inner, path);
                }
                self.list(inner, definition.attributes);
                self.labelled(inner, "bases", definition.bases);
                self.list(inner, definition.items);
            }
            TypeKind::Enum(id) => {
                let definition = self.ast.enums[id];
                let keyword = if definition.scoped { "enum class" } else { "enum" };
                let name = definition.name.map_or(String::new(), |path| self.path(path));
                self.line(indent, format!("{keyword} {name}").trim_end());
                if let Some(base) = definition.base {
                    self.labelled_one(inner, "base", base);
                }
                self.list(inner, definition.enumerators);
            }
        }
        self.list(inner, ty.modifiers);
        self.dims(inner, ty.dims);
    }

    // Statements.

    fn stmt(&mut self, indent: usize, id: StmtId) {
        let stmt = self.ast.stmts[id];
        let inner = indent + 1;
        if let StmtKind::Item(item) = stmt.kind {
            return self.child(indent, item);
        }
        self.line(indent, stmt_text(stmt.kind));
        self.list(inner, stmt.prefixes);
        match stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Case(expr) | StmtKind::Return(Some(expr)) => self.child(inner, expr),
            StmtKind::Block(stmts) => self.list(inner, stmts),
            StmtKind::If(condition, then, other) => {
                self.condition(inner, condition);
                self.child(inner, then);
                if let Some(other) = other {
                    self.labelled_one(indent, "else", other);
                }
            }
            StmtKind::For(For { init, condition, step, body }) => {
                if let Some(init) = init {
                    self.labelled_one(inner, "first", init);
                }
                if let Some(condition) = condition {
                    self.condition(inner, condition);
                }
                if let Some(step) = step {
                    self.labelled_one(inner, "step", step);
                }
                self.child(inner, body);
            }
            StmtKind::While(condition, body) | StmtKind::Switch(condition, body) => {
                self.condition(inner, condition);
                self.child(inner, body);
            }
            StmtKind::DoWhile(body, condition) => {
                self.child(inner, body);
                self.labelled_one(inner, "condition", condition);
            }
            StmtKind::Error
            | StmtKind::Empty
            | StmtKind::Item(_)
            | StmtKind::Default
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Return(None) => {}
        }
    }

    fn condition(&mut self, indent: usize, condition: Condition) {
        match condition {
            Condition::Expr(expr) => self.labelled_one(indent, "condition", expr),
            Condition::Declaration(item) => self.labelled_one(indent, "condition", item),
        }
    }

    // Expressions.

    fn expr(&mut self, indent: usize, id: ExprId) {
        let kind = self.ast.exprs[id].kind;
        let text = self.expr_text(kind);
        self.line(indent, text);
        let inner = indent + 1;
        match kind {
            ExprKind::Error | ExprKind::Literal(_) | ExprKind::StateBlock => {}
            ExprKind::Path(path) => self.path_args(inner, path),
            ExprKind::Unary(_, value) | ExprKind::Prefix(_, value) | ExprKind::Postfix(_, value) => {
                self.child(inner, value);
            }
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Assign { lhs, rhs, .. }
            | ExprKind::Comma(lhs, rhs)
            | ExprKind::Index(lhs, rhs) => {
                self.child(inner, lhs);
                self.child(inner, rhs);
            }
            ExprKind::Ternary(condition, then, other) => {
                self.child(inner, condition);
                self.child(inner, then);
                self.child(inner, other);
            }
            ExprKind::Cast(ty, value) => {
                self.child(inner, ty);
                self.child(inner, value);
            }
            ExprKind::Call(callee, args) => {
                self.child(inner, callee);
                self.labelled(inner, "arguments", args);
            }
            ExprKind::Construct(ty, args) => {
                self.child(inner, ty);
                self.labelled(inner, "arguments", args);
            }
            ExprKind::Member(object, member) => {
                self.child(inner, object);
                self.path_args(inner, member);
            }
            ExprKind::InitList(values) => self.list(inner, values),
            ExprKind::TypeArg(ty) => self.child(inner, ty),
        }
    }

    fn expr_text(&self, kind: ExprKind) -> String {
        match kind {
            ExprKind::Error => "error".to_owned(),
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Path(path) => format!("name {}", self.path(path)),
            ExprKind::Unary(op, _) => format!("unary {}", unary_text(op)),
            ExprKind::Prefix(op, _) => format!("prefix {}", step_text(op)),
            ExprKind::Postfix(op, _) => format!("postfix {}", step_text(op)),
            ExprKind::Binary { op, .. } => format!("binary {}", op.text()),
            ExprKind::Assign { op, .. } => format!("assign {}=", op.map_or("", |op| op.text())),
            ExprKind::Ternary(..) => "conditional".to_owned(),
            ExprKind::Comma(..) => "comma".to_owned(),
            ExprKind::Cast(..) => "cast".to_owned(),
            ExprKind::Call(..) => "call".to_owned(),
            ExprKind::Construct(..) => "construct".to_owned(),
            ExprKind::Index(..) => "index".to_owned(),
            ExprKind::Member(_, member) => format!("member {}", self.path(member)),
            ExprKind::InitList(_) => "list".to_owned(),
            ExprKind::TypeArg(_) => "type argument".to_owned(),
            ExprKind::StateBlock => "state block".to_owned(),
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::Bool(value) => format!("literal {value}"),
            Literal::Int { value, suffix, .. } => format!("literal {value}{}", int_suffix(suffix)),
            Literal::Float { value, suffix } => format!("literal {value:?}{}", float_suffix(suffix)),
            Literal::Str(text) => format!("literal {:?}", self.name(text)),
        }
    }
}

fn stmt_text(kind: StmtKind) -> &'static str {
    match kind {
        StmtKind::Error => "error",
        StmtKind::Empty => "empty",
        StmtKind::Expr(_) => "expression",
        StmtKind::Item(_) => "item",
        StmtKind::Block(_) => "block",
        StmtKind::If(..) => "if",
        StmtKind::For(_) => "for",
        StmtKind::While(..) => "while",
        StmtKind::DoWhile(..) => "do",
        StmtKind::Switch(..) => "switch",
        StmtKind::Case(_) => "case",
        StmtKind::Default => "default",
        StmtKind::Break => "break",
        StmtKind::Continue => "continue",
        StmtKind::Discard => "discard",
        StmtKind::Return(_) => "return",
    }
}

fn operator_text(op: OverloadedOp) -> String {
    let text = match op {
        OverloadedOp::Binary(op) => op.text(),
        OverloadedOp::Assign(None) => "=",
        OverloadedOp::Assign(Some(op)) => return format!("operator{}=", op.text()),
        OverloadedOp::Unary(op) => unary_text(op),
        OverloadedOp::IncDec(op) => step_text(op),
        OverloadedOp::Call => "()",
        OverloadedOp::Subscript => "[]",
        OverloadedOp::Convert => " conversion",
    };
    format!("operator{text}")
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
    }
}

fn step_text(op: IncDec) -> &'static str {
    match op {
        IncDec::Inc => "++",
        IncDec::Dec => "--",
    }
}

fn tag_text(tag: StructTag) -> &'static str {
    match tag {
        StructTag::Struct => "struct",
        StructTag::Class => "class",
        StructTag::Interface => "interface",
    }
}

fn pack_text(row_major: bool) -> &'static str {
    if row_major { "pack_matrix row_major" } else { "pack_matrix column_major" }
}

fn int_suffix(suffix: IntSuffix) -> &'static str {
    match suffix {
        IntSuffix::None => "",
        IntSuffix::U => "u",
        IntSuffix::L => "l",
        IntSuffix::UL => "ul",
        IntSuffix::LL => "ll",
        IntSuffix::ULL => "ull",
    }
}

fn float_suffix(suffix: FloatSuffix) -> &'static str {
    match suffix {
        FloatSuffix::None => "",
        FloatSuffix::F => "f",
        FloatSuffix::H => "h",
        FloatSuffix::L => "l",
        FloatSuffix::F16 => "f16",
        FloatSuffix::F32 => "f32",
        FloatSuffix::F64 => "f64",
    }
}
