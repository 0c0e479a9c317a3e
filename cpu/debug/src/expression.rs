//! Expressions that a user writes: HLSL text to a tree.

use base::diag::{Policy, Sink};
use base::intern::Interner;
use base::source::SourceMap;
use frontend::ast::{Ast, ExprId, ItemKind, PathId, SegmentName, StmtKind, TypeId, TypeKind};
use frontend::parse::{ParseOptions, parse};
use frontend::token::TokenKind;
use frontend::{lexer, words};

/// The most bytes of an expression.
const LONGEST: usize = 1 << 12;

/// The text around an expression that makes it the body of a function.
const BEFORE: &str = "void f() { return ";
const BEHIND: &str = "\n; }";

/// An expression.
#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) ast: Ast,
    pub(crate) root: ExprId,
    names: Interner,
}

impl Expression {
    /// Parses a text.
    ///
    /// # Errors
    /// When it is not an expression of HLSL.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("the expression has more than {LONGEST} bytes"));
        }
        if text.trim().is_empty() {
            return Err("missing expression".to_owned());
        }
        let (mut sources, mut names) = (SourceMap::new(), words::new_interner());
        let file = sources.add_file("expression", format!("{BEFORE}{text}{BEHIND}"), None);
        let file = file.map_err(|_| "expression is too long".to_owned())?;
        let (whole, base) = (sources.file(file).shared_text(), sources.file(file).base());
        let (mut tokens, mut sink) = (Vec::new(), Sink::new(Policy::default()));
        lexer::lex(&whole, base, &mut names, &mut tokens);
        let is_odd =
            |kind| matches!(kind, TokenKind::Unterminated | TokenKind::UnterminatedComment | TokenKind::Unknown);
        if tokens.iter().any(|token| is_odd(token.kind)) {
            return Err("invalid HLSL".to_owned());
        }
        let ast = parse(&tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
        if let Some(first) = sink.diagnostics().first().filter(|_| sink.has_errors()) {
            return Err(first.message.to_string());
        }
        let root = root(&ast).ok_or_else(|| "expected an expression".to_owned())?;
        Ok(Expression { ast, root, names })
    }

    /// The name that a path is, if it is a plain one.
    pub(crate) fn name(&self, path: PathId) -> Option<&str> {
        let mut segments = self.ast.path_segments(path);
        match (segments.next()?, segments.next()) {
            (segment, None) if segment.args.is_none() => match segment.name {
                SegmentName::Ident(symbol) => Some(self.names.resolve(symbol)),
                SegmentName::Operator(_) | SegmentName::Decltype(_) => None,
            },
            _ => None,
        }
    }

    /// The name of a type, if it is a plain one.
    pub(crate) fn type_name(&self, ty: TypeId) -> Option<&str> {
        let ty = &self.ast.types[ty];
        match ty.kind {
            TypeKind::Path(path) if ty.dims.is_empty() => self.name(path),
            TypeKind::Path(_) | TypeKind::Error | TypeKind::Elaborated(_) | TypeKind::Struct(_) | TypeKind::Enum(_) => {
                None
            }
        }
    }
}

/// The expression that a function returns which consists of nothing else.
fn root(ast: &Ast) -> Option<ExprId> {
    let mut items = ast.ids(ast.root);
    let (item, None) = (items.next()?, items.next()) else { return None };
    let ItemKind::Function(function) = ast.items[item].kind else { return None };
    let StmtKind::Block(list) = ast.stmts[ast.functions[function].body?].kind else { return None };
    let mut statements = ast.ids(list);
    let (statement, None) = (statements.next()?, statements.next()) else { return None };
    match ast.stmts[statement].kind {
        StmtKind::Return(value) => value,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_expressions_are_taken() {
        for text in ["a", "a.b[3].xy + 2 * f(x, 1.5f)", "(float3)v", "a ? b : c", "uint2(1, 2)", "a // b"] {
            assert!(Expression::parse(text).is_ok(), "{text}");
        }
        for text in
            ["", " ", "a;", "a; b", "}", "1; } void g() { return 2", "int x = 3", "(", "\"", "a +", &"(".repeat(4000)]
        {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
    }
}
