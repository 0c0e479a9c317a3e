//! Attributes: from the tree to checked facts.
//!
//! All checks are generic over the rows of [`crate::tables::attributes`]: names, places, numbers and kinds of
//! arguments. The effect of a fact on a declaration is decided where the declaration is checked.

use crate::diagnostics::{
    AttributeArgument, AttributeArguments, AttributePlace, AttributeStatement, IgnoredArgument, IgnoredAttribute,
    NegativeAttribute, NotConstant, UnknownAttribute,
};
use crate::tables::attributes::{ATTRIBUTES, ArgKind, AttributeRow, Effect, Fact, Place, find};
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::similar::nearest;
use base::source::Span;
use frontend::ast::{self, Ast, ExprKind, Literal, PrefixKind};

/// The value of an attribute's argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Number(f64),
    /// A string.
    Str(Symbol),
    /// An expression that the caller evaluates.
    Expr(ast::ExprId),
}

/// An attribute that was found and checked.
#[derive(Clone, Debug)]
pub struct Read {
    /// Its meaning.
    pub fact: Fact,
    /// Its arguments, as many as were given.
    pub args: Vec<Value>,
    /// Where it stands.
    pub span: Span,
}

impl Read {
    /// An integer argument as an unsigned number; [`read`] has checked its range.
    pub fn uint(&self, index: usize) -> Option<u32> {
        match self.args.get(index)? {
            Value::Int(value) => u32::try_from(*value).ok(),
            Value::Number(_) | Value::Str(_) | Value::Expr(_) => None,
        }
    }

    /// A numeric argument.
    pub fn number(&self, index: usize) -> Option<f64> {
        match self.args.get(index)? {
            Value::Number(value) => Some(*value),
            Value::Int(_) | Value::Str(_) | Value::Expr(_) => None,
        }
    }

    /// A string argument, or a name.
    pub fn string(&self, index: usize) -> Option<Symbol> {
        match self.args.get(index)? {
            Value::Str(text) => Some(*text),
            Value::Int(_) | Value::Number(_) | Value::Expr(_) => None,
        }
    }
}

/// The attributes of one declaration or statement.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// In source order.
    pub list: Vec<Read>,
}

impl Attributes {
    /// The last attribute with this fact.
    pub fn find(&self, fact: Fact) -> Option<&Read> {
        self.list.iter().rev().find(|read| read.fact == fact)
    }

    /// Returns whether they say that a variable is a built-in.
    pub fn name_builtin(&self) -> bool {
        self.has(Fact::ExtBuiltinInput) || self.has(Fact::ExtBuiltinOutput)
    }

    /// All attributes with this fact.
    pub fn all(&self, fact: Fact) -> impl DoubleEndedIterator<Item = &Read> {
        self.list.iter().filter(move |read| read.fact == fact)
    }

    /// Returns whether there is an attribute with this fact.
    pub fn has(&self, fact: Fact) -> bool {
        self.find(fact).is_some()
    }

    /// The first argument of an attribute as an unsigned number.
    pub fn uint(&self, fact: Fact) -> Option<u32> {
        self.find(fact)?.uint(0)
    }
}

/// The result of evaluating an integer argument.
#[derive(Clone, Copy, Debug)]
pub enum Evaluated {
    /// The value.
    Value(i64),
    /// Not known at compile time, or no integer.
    NotConstant,
    /// An error, which was reported.
    Wrong,
}

/// The input of [`read`] from its caller: the tree, the names, and the evaluation of constant expressions.
pub struct Reader<'a> {
    /// The tree.
    pub ast: &'a Ast,
    /// The names.
    pub names: &'a Interner,
    /// Evaluates an integer argument.
    pub evaluate: &'a dyn Fn(ast::ExprId) -> Evaluated,
    /// The sink for errors.
    pub sink: &'a mut Sink,
}

/// Reads the attributes among some prefixes; wrong ones are reported and left out.
pub fn read(reader: &mut Reader<'_>, prefixes: ast::List<ast::Prefix>, place: Place) -> Attributes {
    let mut attributes = Attributes::default();
    let ast = reader.ast;
    for prefix in ast.ids(prefixes) {
        if let PrefixKind::Attribute(id) = ast.prefixes[prefix].kind
            && let Some(read) = reader.one(&ast.attributes[id], place)
        {
            attributes.list.push(read);
        }
    }
    attributes
}

impl Reader<'_> {
    fn one(&mut self, attribute: &ast::Attribute, place: Place) -> Option<Read> {
        let scope = attribute.scope.map_or("", |scope| self.names.resolve(scope));
        let name = self.names.resolve(attribute.name);
        let Some(row) = find(scope, name) else {
            self.report_unknown(attribute.span, scope, name);
            return None;
        };
        if !row.places.contains(&place) {
            let name = full_name(row);
            if row.is_hint() {
                self.sink.report(attribute.span, AttributeStatement { name, places: places_of(row) });
            } else {
                self.sink.report(attribute.span, AttributePlace { name });
            }
            return None;
        }
        if row.effect == Effect::NoneWarned {
            self.sink.report(attribute.span, IgnoredAttribute { name: full_name(row) });
        }
        let args = self.args(attribute, row)?;
        Some(Read { fact: row.fact, args, span: attribute.span })
    }

    fn report_unknown(&mut self, span: Span, scope: &str, name: &str) {
        let full = if scope.is_empty() { name.to_owned() } else { format!("{scope}::{name}") };
        let near = nearest(name, ATTRIBUTES.iter().map(|row| row.name));
        let near = near.and_then(|near| ATTRIBUTES.iter().find(|row| row.name == near));
        let diagnostic = self.sink.report(span, UnknownAttribute { name: full });
        if let Some(row) = near {
            diagnostic.suggest(span, &full_name(row));
        }
    }

    fn args(&mut self, attribute: &ast::Attribute, row: &'static AttributeRow) -> Option<Vec<Value>> {
        let given = attribute.args.unwrap_or_default();
        let count = given.len();
        let too_many = count > row.args.len() && !row.variadic;
        if count < row.required || (too_many && !row.is_hint()) {
            let expected = if row.required == row.args.len() {
                row.required.to_string()
            } else {
                format!("{} to {}", row.required, row.args.len())
            };
            let name = full_name(row);
            let is_size = row.name == "numthreads" && count < row.required;
            let message = AttributeArguments { name, expected, given: count.to_string() };
            let report = self.sink.report(attribute.span, message);
            if is_size {
                report.note_at(attribute.span, "a size that is not needed is 1, as in 'numthreads(64, 1, 1)'");
            }
            return None;
        }
        let ast = self.ast;
        if too_many {
            self.leave_out(attribute.span, row, "too many arguments");
        }
        let last = row.args.len().saturating_sub(1);
        let taken = if too_many { row.args.len() } else { count };
        let mut values = Vec::new();
        for (index, expr) in ast.ids(given).enumerate().take(taken) {
            let kind = row.args[index.min(last)];
            if index >= row.required && kind == ArgKind::Int && row.is_hint() {
                values.extend(self.optional_number(row, expr));
            } else {
                values.push(self.arg(row, kind, expr)?);
            }
        }
        Some(values)
    }

    /// An optional number of a hint: one that is not constant is left out.
    fn optional_number(&mut self, row: &'static AttributeRow, expr: ast::ExprId) -> Option<Value> {
        let why = match (self.evaluate)(expr) {
            Evaluated::Value(value) if u32::try_from(value).is_ok() => return Some(Value::Int(value)),
            Evaluated::Value(_) => "the value is out of range (0 to 4294967295)",
            Evaluated::NotConstant => "it is not an integer constant expression",
            Evaluated::Wrong => return None,
        };
        self.leave_out(self.ast.exprs[expr].span, row, why);
        None
    }

    fn leave_out(&mut self, span: Span, row: &AttributeRow, why: &str) {
        self.sink.report(span, IgnoredArgument { name: full_name(row), why: why.to_owned() });
    }

    fn integer(&mut self, expr: ast::ExprId) -> Option<i64> {
        match (self.evaluate)(expr) {
            Evaluated::Value(value) => Some(value),
            Evaluated::NotConstant => {
                let (node, what) = (self.ast.exprs[expr], "attribute argument".to_owned());
                let report = self.sink.report(node.span, NotConstant { what });
                if matches!(node.kind, ExprKind::Literal(Literal::Float { .. })) {
                    report.note_at(node.span, "expected an integer");
                }
                None
            }
            Evaluated::Wrong => None,
        }
    }

    fn arg(&mut self, row: &'static AttributeRow, kind: ArgKind, expr: ast::ExprId) -> Option<Value> {
        let node = self.ast.exprs[expr];
        match kind {
            ArgKind::Expr => Some(Value::Expr(expr)),
            ArgKind::Int => {
                let value = self.integer(expr)?;
                if u32::try_from(value).is_err() {
                    self.sink.report(node.span, NegativeAttribute { name: full_name(row) });
                    return None;
                }
                Some(Value::Int(value))
            }
            ArgKind::Number => {
                if let ExprKind::Literal(Literal::Float { value, .. }) = node.kind {
                    Some(Value::Number(value))
                } else {
                    self.integer(expr).map(|value| Value::Number(value as f64))
                }
            }
            ArgKind::Name => {
                let name = if let ExprKind::Path(path) = node.kind {
                    self.ast.path_name(path).name
                } else {
                    ast::SegmentName::Ident(Symbol::EMPTY)
                };
                if let ast::SegmentName::Ident(name) = name
                    && name != Symbol::EMPTY
                {
                    Some(Value::Str(name))
                } else {
                    self.sink.report(node.span, AttributeArgument { name: full_name(row) });
                    None
                }
            }
            ArgKind::Str => {
                if let ExprKind::Literal(Literal::Str(text)) = node.kind {
                    Some(Value::Str(text))
                } else {
                    self.sink.report(node.span, AttributeArgument { name: full_name(row) });
                    None
                }
            }
        }
    }
}

/// The statements that a hint may precede.
fn places_of(row: &AttributeRow) -> String {
    let words: Vec<&str> = row.places.iter().map(|place| place.word()).collect();
    words.join(" or ")
}

/// The name as the source writes it.
fn full_name(row: &AttributeRow) -> String {
    if row.scope.is_empty() { row.name.to_owned() } else { format!("{}::{}", row.scope, row.name) }
}
