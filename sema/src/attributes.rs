//! Attributes: from the tree to checked facts.
//!
//! All checks are generic over the rows of [`crate::tables::attributes`]: names, places, numbers and kinds of arguments.
//! What a fact means to a declaration is decided where the declaration is checked.

use crate::diagnostics::{
    AttributeArgument, AttributeArguments, AttributePlace, IgnoredAttribute, NegativeAttribute, UnknownAttribute,
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
    /// A number.
    Number(f64),
    /// A string.
    Str(Symbol),
    /// An expression that the caller evaluates.
    Expr(ast::ExprId),
}

/// An attribute that was found and checked.
#[derive(Clone, Debug)]
pub struct Read {
    /// What it means.
    pub fact: Fact,
    /// Its arguments, as many as were given.
    pub args: Vec<Value>,
    /// Where it stands.
    pub span: Span,
}

impl Read {
    /// An integer argument as an unsigned number; [`read`] has made sure that it is none too large or negative.
    pub fn uint(&self, index: usize) -> Option<u32> {
        match self.args.get(index)? {
            Value::Int(value) => u32::try_from(*value).ok(),
            Value::Number(_) | Value::Str(_) | Value::Expr(_) => None,
        }
    }

    /// A number, whole or not.
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
    /// In the order in which they are written.
    pub list: Vec<Read>,
}

impl Attributes {
    /// The last attribute with this fact.
    pub fn find(&self, fact: Fact) -> Option<&Read> {
        self.list.iter().rev().find(|read| read.fact == fact)
    }

    /// All attributes with this fact.
    pub fn all(&self, fact: Fact) -> impl DoubleEndedIterator<Item = &Read> {
        self.list.iter().filter(move |read| read.fact == fact)
    }

    /// Whether there is an attribute with this fact.
    pub fn has(&self, fact: Fact) -> bool {
        self.find(fact).is_some()
    }

    /// The first argument of an attribute as an unsigned number.
    pub fn uint(&self, fact: Fact) -> Option<u32> {
        self.find(fact)?.uint(0)
    }
}

/// What [`read`] needs from its caller: the tree, the names, and the value of constant expressions.
pub struct Reader<'a> {
    /// The tree.
    pub ast: &'a Ast,
    /// The names.
    pub names: &'a Interner,
    /// The value of an integer constant expression; reports by itself what is none.
    pub evaluate: &'a mut dyn FnMut(ast::ExprId, &mut Sink) -> Option<i64>,
    /// Where errors go.
    pub sink: &'a mut Sink,
}

/// Reads the attributes among some prefixes; what is wrong is reported and left out.
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
        let hints_at_control_flow =
            || row.places.iter().all(|it| matches!(it, Place::If | Place::Loop | Place::Switch));
        if place == Place::Local && hints_at_control_flow() {
            self.sink.report(attribute.span, IgnoredAttribute { name: full_name(row) });
            return None;
        }
        if !row.places.contains(&place) {
            self.sink.report(attribute.span, AttributePlace { name: full_name(row) });
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
        if count < row.required || (count > row.args.len() && !row.variadic) {
            let expected = if row.required == row.args.len() {
                row.required.to_string()
            } else {
                format!("{} to {}", row.required, row.args.len())
            };
            let name = full_name(row);
            self.sink.report(attribute.span, AttributeArguments { name, expected, given: count.to_string() });
            return None;
        }
        let ast = self.ast;
        let last = row.args.len().saturating_sub(1);
        ast.ids(given).enumerate().map(|(index, expr)| self.arg(row, row.args[index.min(last)], expr)).collect()
    }

    fn arg(&mut self, row: &'static AttributeRow, kind: ArgKind, expr: ast::ExprId) -> Option<Value> {
        let node = self.ast.exprs[expr];
        match kind {
            ArgKind::Expr => Some(Value::Expr(expr)),
            ArgKind::Int => {
                let value = (self.evaluate)(expr, self.sink)?;
                if u32::try_from(value).is_err() {
                    self.sink.report(node.span, NegativeAttribute { name: full_name(row) });
                    return None;
                }
                Some(Value::Int(value))
            }
            ArgKind::Number => match node.kind {
                ExprKind::Literal(Literal::Float { value, .. }) => Some(Value::Number(value)),
                _ => (self.evaluate)(expr, self.sink).map(|value| Value::Number(value as f64)),
            },
            ArgKind::Name => {
                let name = match node.kind {
                    ExprKind::Path(path) => self.ast.path_name(path).name,
                    _ => ast::SegmentName::Ident(Symbol::EMPTY),
                };
                match name {
                    ast::SegmentName::Ident(name) if name != Symbol::EMPTY => Some(Value::Str(name)),
                    _ => {
                        self.sink.report(node.span, AttributeArgument { name: full_name(row) });
                        None
                    }
                }
            }
            ArgKind::Str => match node.kind {
                ExprKind::Literal(Literal::Str(text)) => Some(Value::Str(text)),
                _ => {
                    self.sink.report(node.span, AttributeArgument { name: full_name(row) });
                    None
                }
            },
        }
    }
}

/// The name as the source writes it.
fn full_name(row: &AttributeRow) -> String {
    if row.scope.is_empty() { row.name.to_owned() } else { format!("{}::{}", row.scope, row.name) }
}
