//! `#define` and `#undef`.

use super::Preprocessor;
use super::macros::{Definition, Macro, Part, Shape, What};
use super::trace::MacroDefinition;
use crate::diagnostics;
use crate::token::{Token, TokenFlags, TokenKind};
use base::ids::Set;
use base::intern::Symbol;
use base::source::Span;

impl Preprocessor<'_> {
    /// `#define`; `rest` is the text after the directive's name.
    pub(super) fn define(&mut self, directive: Token, rest: &[Token]) {
        let Some(name) = self.macro_name("define", directive, rest) else { return };
        let is_function =
            name.flags.has(TokenFlags::JOINT) && rest.get(1).is_some_and(|token| token.kind == TokenKind::LParen);
        let (shape, body) = if is_function {
            let Some((parameters, variadic, used)) = self.parameters(&rest[1..]) else { return };
            (Shape::Function { parameters, variadic }, &rest[1 + used..])
        } else {
            (Shape::Object, &rest[1..])
        };
        let Some(parts) = self.body(&shape, body) else { return };
        let definition = Definition::new(name.symbol, name.span, shape, parts);
        self.check_redefinition(&definition);
        if let Some(trace) = &mut self.trace {
            let whole = name.span.to(rest.last().map_or(name.span, |last| last.span));
            trace.definitions.push(MacroDefinition { name: name.symbol, span: name.span, whole });
        }
        self.macros.define(Macro::new(definition));
    }

    /// `#undef`
    pub(super) fn undefine(&mut self, directive: Token, rest: &[Token]) {
        let Some(name) = self.macro_name("undef", directive, rest) else { return };
        self.check_end("undef", &rest[1..]);
        if let Some(id) = self.macros.find(name.symbol) {
            self.note_use(name, id);
            if matches!(self.macros.get(id).definition.shape, Shape::Builtin(_)) {
                self.report_builtin_redefined(name);
            }
        }
        self.macros.undefine(name.symbol);
    }

    /// The name of a macro at the start of a directive's arguments.
    pub(super) fn macro_name(&mut self, what: &str, directive: Token, rest: &[Token]) -> Option<Token> {
        match rest.first() {
            Some(name) if name.symbol == self.defined => {
                self.sink.report(name.span, diagnostics::ReservedMacroName { name: "defined".to_owned() });
                None
            }
            Some(name) if name.kind == TokenKind::Ident => Some(*name),
            other => {
                let span = other.map_or(directive.span, |token| token.span);
                self.sink.report(span, diagnostics::MacroNameMissing { directive: what.to_owned() });
                None
            }
        }
    }

    /// The parameter list that starts with `(`: its names, whether it is variadic, and the number of its tokens.
    fn parameters(&mut self, tokens: &[Token]) -> Option<(Vec<Symbol>, bool, usize)> {
        let mut names: Set<Symbol> = Set::default();
        let mut at = 1;
        if kind_at(tokens, at) == TokenKind::RParen {
            return Some((Vec::new(), false, 2));
        }
        loop {
            let mut variadic = kind_at(tokens, at) == TokenKind::Ellipsis;
            let name = if variadic { self.names.intern("__VA_ARGS__") } else { symbol_at(tokens, at) };
            if name == Symbol::EMPTY {
                return self.bad_parameters(tokens, at, "missing name");
            }
            if !names.insert(name) {
                return self.bad_parameters(tokens, at, "duplicate name");
            }
            at += 1;
            if !variadic && kind_at(tokens, at) == TokenKind::Ellipsis {
                variadic = true;
                at += 1;
            }
            match kind_at(tokens, at) {
                TokenKind::RParen => return Some((names.into_iter().collect(), variadic, at + 1)),
                TokenKind::Comma if !variadic => at += 1,
                _ => return self.bad_parameters(tokens, at, "missing ')'"),
            }
        }
    }

    fn bad_parameters<T>(&mut self, tokens: &[Token], at: usize, problem: &str) -> Option<T> {
        let span = tokens.get(at).or(tokens.last()).map_or(Span::NONE, |token| token.span);
        self.sink.report(span, diagnostics::InvalidParameterList { problem: problem.to_owned() });
        None
    }

    /// The elements of a body.
    fn body(&mut self, shape: &Shape, tokens: &[Token]) -> Option<Vec<Part>> {
        let parameters: Option<Set<Symbol>> = match shape {
            Shape::Function { parameters, .. } => Some(parameters.iter().copied().collect()),
            Shape::Object | Shape::Builtin(_) => None,
        };
        let index_of = |token: &Token| {
            let names = parameters.as_ref().filter(|_| token.kind == TokenKind::Ident)?;
            names.get_index_of(&token.symbol)
        };
        let mut parts = Vec::with_capacity(tokens.len());
        let mut pasted = false;
        let mut rest = tokens.iter();
        while let Some(token) = rest.next() {
            let what = match token.kind {
                TokenKind::HashHash if parts.is_empty() || rest.len() == 0 => {
                    self.sink.report(token.span, diagnostics::PasteAtEdge {});
                    return None;
                }
                TokenKind::HashHash => {
                    pasted = true;
                    continue;
                }
                TokenKind::Hash if parameters.is_some() => {
                    let Some(index) = rest.next().and_then(index_of) else {
                        self.sink.report(token.span, diagnostics::StringizeWithoutParameter {});
                        return None;
                    };
                    What::Stringize(index)
                }
                _ => index_of(token).map_or(What::Text, What::Parameter),
            };
            parts.push(Part { what, pasted, token: *token });
            pasted = false;
        }
        clear_joints(&mut parts);
        Some(parts)
    }

    fn check_redefinition(&mut self, new: &Definition) {
        let Some(id) = self.macros.find(new.name) else { return };
        let old = self.macros.get(id);
        if matches!(old.definition.shape, Shape::Builtin(_)) {
            let name = self.names.resolve(new.name).to_owned();
            self.sink.report(new.span, diagnostics::BuiltinMacroRedefined { name });
            return;
        }
        if self.is_same(old, new) {
            return;
        }
        let (name, previous) = (self.names.resolve(new.name).to_owned(), old.span());
        self.sink
            .report(new.span, diagnostics::MacroRedefined { name })
            .note_at(previous, "previous definition is here");
    }

    fn report_builtin_redefined(&mut self, name: Token) {
        let text = self.names.resolve(name.symbol).to_owned();
        self.sink.report(name.span, diagnostics::BuiltinMacroRedefined { name: text });
    }

    /// Returns whether two definitions are equal; white space counts only as present or absent.
    fn is_same(&self, old: &Macro, new: &Definition) -> bool {
        let spaced = |at: usize, part: &Part| at > 0 && part.token.flags.has(TokenFlags::SPACE_BEFORE);
        let same_part = |(at, (a, b)): (usize, (&Part, &Part))| {
            a.what == b.what
                && a.pasted == b.pasted
                && spaced(at, a) == spaced(at, b)
                && self.text(old.token(a.token)) == self.text(b.token)
        };
        let before = &old.definition;
        before.shape == new.shape
            && before.parts.len() == new.parts.len()
            && before.parts.iter().zip(new.parts.iter()).enumerate().all(same_part)
    }
}

/// Tokens in an expansion are joint only if both are copied from the body.
fn clear_joints(parts: &mut [Part]) {
    for at in 0..parts.len() {
        let next_is_text = parts.get(at + 1).is_some_and(|next| next.what == What::Text && !next.pasted);
        if !next_is_text || parts[at].what != What::Text {
            parts[at].token.flags = parts[at].token.flags.without(TokenFlags::JOINT);
        }
    }
}

fn kind_at(tokens: &[Token], at: usize) -> TokenKind {
    tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
}

fn symbol_at(tokens: &[Token], at: usize) -> Symbol {
    tokens.get(at).map_or(Symbol::EMPTY, |token| token.symbol)
}
