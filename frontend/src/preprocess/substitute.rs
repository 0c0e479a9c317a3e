//! Substitution of arguments into a macro's body: collection of arguments, `#` and `##`.

use super::Preprocessor;
use super::macros::{Body, Part, What};
use crate::diagnostics;
use crate::lexer::{self, Until};
use crate::token::{Token, TokenFlags, TokenKind};
use base::intern::Symbol;
use base::source::{ExpansionId, Span};

/// An argument as written, and its expansion once it was needed.
pub(super) struct Argument {
    raw: Vec<Token>,
    expanded: Option<Vec<Token>>,
}

/// The arguments of a call, and whether the last one is that of `...`.
type Arguments = (Vec<Argument>, bool);

impl Preprocessor<'_> {
    /// Reads the arguments of a call from its `(` on. `None` when the call is malformed, which was reported; the place
    /// of the `)` otherwise.
    pub(super) fn collect_arguments(
        &mut self,
        name: Token,
        count: usize,
        variadic: bool,
    ) -> Option<(Vec<Argument>, Span)> {
        self.collecting += 1;
        let found = self.read_arguments(count, variadic);
        self.collecting -= 1;
        let Some((mut lists, end)) = found else {
            if !self.stopped {
                let name_text = self.names.resolve(name.symbol).to_owned();
                self.sink.report(name.span, diagnostics::UnterminatedCall { name: name_text });
            }
            return None;
        };
        if count == 0 && lists.len() == 1 && lists[0].is_empty() {
            lists.clear();
        }
        if variadic && lists.len() + 1 == count {
            lists.push(Vec::new());
        }
        if lists.len() != count {
            self.report_argument_count(name, lists.len(), count, variadic);
            return None;
        }
        Some((lists.into_iter().map(|raw| Argument { raw, expanded: None }).collect(), end))
    }

    pub(super) fn read_arguments(&mut self, count: usize, variadic: bool) -> Option<(Vec<Vec<Token>>, Span)> {
        self.next_token();
        let (mut lists, mut current, mut depth) = (Vec::new(), Vec::new(), 0usize);
        loop {
            let token = self.next_token();
            match token.kind {
                TokenKind::Eof => return None,
                TokenKind::RParen if depth == 0 => {
                    lists.push(current);
                    return Some((lists, token.span));
                }
                TokenKind::Comma if depth == 0 && !(variadic && lists.len() + 1 == count) => {
                    lists.push(std::mem::take(&mut current));
                    continue;
                }
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            current.push(on_one_line(token));
        }
    }

    fn report_argument_count(&mut self, name: Token, given: usize, count: usize, variadic: bool) {
        let wanted = if variadic { format!("at least {}", count - 1) } else { count.to_string() };
        let definition = self.macros.find(name.symbol).map(|id| self.macros.get(id).span());
        let arguments = if wanted == "1" { "argument" } else { "arguments" };
        let wanted = format!("{wanted} {arguments}");
        let name_text = self.names.resolve(name.symbol).to_owned();
        let message = diagnostics::ArgumentCount { name: name_text, given: given.to_string(), wanted };
        let diagnostic = self.sink.report(name.span, message);
        if let Some(definition) = definition {
            diagnostic.note_at(definition, "macro defined here");
        }
    }

    /// The tokens of a body with arguments in place. `None` when a limit was reached.
    pub(super) fn substitute(
        &mut self,
        body: Body<'_>,
        arguments: Option<Arguments>,
        name: Token,
        call: Span,
    ) -> Option<Vec<Token>> {
        let Body { parts, shift } = body;
        if parts.is_empty() {
            return Some(Vec::new());
        }
        let expansion = self.sources.add_expansion(name.symbol, call);
        if parts.iter().all(|part| part.what == What::Text && !part.pasted) {
            return self.move_text(body, expansion, name);
        }
        let (mut arguments, variadic) = arguments.unwrap_or_default();
        let mut result = Vec::with_capacity(parts.len());
        // The start of the left operand of the next `##`.
        let mut chain = 0;
        // The white space before empty arguments.
        let mut space = TokenFlags::NONE;
        for (at, part) in parts.iter().enumerate() {
            let next_is_pasted = parts.get(at + 1).is_some_and(|next| next.pasted);
            let boundary = result.len();
            // Most parts are text that nothing is joined with.
            if part.what == What::Text && !part.pasted && !next_is_pasted {
                let token = part.token.moved(shift);
                let span = self.expanded(expansion, token.span)?;
                let flags = token.flags.with(std::mem::take(&mut space));
                result.push(Token { span, flags, ..token });
                self.check_expanded(result.len(), name)?;
                continue;
            }
            let elides = part.pasted && variadic && self.is_comma_elision(parts, at, arguments.len());
            if !part.pasted {
                chain = boundary;
            }
            let is_operand = (part.pasted && !elides) || next_is_pasted;
            let moved = Part { token: part.token.moved(shift), ..*part };
            self.produce(moved, is_operand, &mut arguments, expansion, &mut result)?;
            match result.get_mut(boundary) {
                Some(first) => first.flags = first.flags.with(std::mem::take(&mut space)),
                None => space = space.with(part.token.flags.within(TokenFlags::SPACE_BEFORE)),
            }
            if elides {
                if result.len() == boundary && boundary > chain {
                    result.pop();
                }
                chain = boundary.min(result.len());
            } else if part.pasted && boundary > chain && result.len() > boundary {
                self.paste(boundary, expansion, &mut result)?;
            }
            self.check_expanded(result.len(), name)?;
        }
        Some(result)
    }

    /// Reports an expansion that makes too many tokens.
    #[inline]
    fn check_expanded(&mut self, count: usize, name: Token) -> Option<()> {
        let limit = self.options.limits.expanded_tokens;
        if self.expanded_tokens + count > limit {
            return self.expansion_too_large(name.span, format!("{limit} tokens"));
        }
        Some(())
    }

    /// The tokens of a body without arguments and `##`.
    fn move_text(&mut self, body: Body<'_>, expansion: ExpansionId, name: Token) -> Option<Vec<Token>> {
        self.check_expanded(body.parts.len(), name)?;
        let mut result = Vec::with_capacity(body.parts.len());
        for part in body.parts {
            let token = part.token.moved(body.shift);
            result.push(Token { span: self.expanded(expansion, token.span)?, ..token });
        }
        Some(result)
    }

    /// `, ## __VA_ARGS__` joins nothing: it drops the comma when there are no arguments.
    fn is_comma_elision(&self, parts: &[Part], at: usize, count: usize) -> bool {
        let is_rest = matches!(parts[at].what, What::Parameter(index) if index + 1 == count);
        is_rest && at > 0 && parts[at - 1].what == What::Text && parts[at - 1].token.kind == TokenKind::Comma
    }

    /// Appends the tokens for one element of the body.
    fn produce(
        &mut self,
        part: Part,
        is_operand: bool,
        arguments: &mut [Argument],
        expansion: ExpansionId,
        result: &mut Vec<Token>,
    ) -> Option<()> {
        let start = result.len();
        match part.what {
            What::Text => {
                let span = self.expanded(expansion, part.token.span)?;
                result.push(Token { span, ..part.token });
                return Some(());
            }
            What::Stringize(index) => {
                let text = self.stringize(&arguments[index].raw, part.token.span)?;
                result.push(self.made(TokenKind::Str, &text, part.token, expansion)?);
            }
            What::Parameter(index) => {
                let argument = &mut arguments[index];
                if is_operand && !self.options.legacy_macro_expansion {
                    result.extend_from_slice(&argument.raw);
                } else {
                    if argument.expanded.is_none() {
                        argument.expanded = Some(self.expand_list(argument.raw.clone()));
                    }
                    result.extend(argument.expanded.iter().flatten());
                }
            }
        }
        if let [first, ..] = &mut result[start..] {
            first.flags =
                first.flags.without(TokenFlags::BEFORE).with(part.token.flags.within(TokenFlags::SPACE_BEFORE));
        }
        if let [.., last] = &mut result[start..] {
            last.flags = last.flags.without(TokenFlags::JOINT);
        }
        if self.stopped { None } else { Some(()) }
    }

    /// Joins the tokens on both sides of `boundary`.
    fn paste(&mut self, boundary: usize, expansion: ExpansionId, result: &mut Vec<Token>) -> Option<()> {
        let (left, right) = (result[boundary - 1], result[boundary]);
        let text = format!("{}{}", self.text(left), self.text(right));
        let mut made = Vec::new();
        let end = lexer::scan(&text, 0, Until::End, 0, self.names, &mut made);
        let whole = |token: &Token| token.span == Span::new(0, end as u32);
        match made.as_slice() {
            [only] if whole(only) && !only.kind.is_malformed() => {
                let token = self.made(only.kind, &text, left, expansion)?;
                let joint = if right.flags.has(TokenFlags::JOINT) { TokenFlags::JOINT } else { TokenFlags::NONE };
                result[boundary - 1] = Token { flags: token.flags.with(joint), ..token };
                result.remove(boundary);
            }
            // The lexer separates `>` from what follows; joined by a flag it is the operator.
            [first, second] if first.kind == TokenKind::Gt && is_after_gt(second.kind) => {
                result[boundary - 1].flags = left.flags.with(TokenFlags::JOINT);
            }
            _ => {
                let message = diagnostics::InvalidPaste { text };
                self.sink.report(left.span, message);
            }
        }
        Some(())
    }

    /// The string literal that spells an argument.
    fn stringize(&mut self, tokens: &[Token], span: Span) -> Option<String> {
        let mut text = String::from("\"");
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 && token.flags.has(TokenFlags::SPACE_BEFORE) {
                text.push(' ');
            }
            let is_literal = matches!(token.kind, TokenKind::Str | TokenKind::Char | TokenKind::Unterminated);
            for c in self.text(*token).chars() {
                if is_literal && matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            let limit = self.options.limits.made_bytes;
            if text.len() > limit {
                return self.expansion_too_large(span, format!("{limit} bytes"));
            }
        }
        text.push('"');
        Some(text)
    }

    /// A token with a new spelling, at the place of `like`.
    pub(super) fn made(&mut self, kind: TokenKind, text: &str, like: Token, expansion: ExpansionId) -> Option<Token> {
        self.scratch_bytes += text.len();
        let limit = self.options.limits.made_bytes;
        if self.scratch_bytes > limit {
            return self.expansion_too_large(like.span, format!("{limit} bytes"));
        }
        let Ok(scratch) = self.sources.add_scratch(text) else {
            self.too_large(like.span);
            return None;
        };
        let span = self.expanded(expansion, scratch)?;
        let symbol = if kind.has_symbol() { self.names.intern(text) } else { Symbol::EMPTY };
        Some(Token { kind, flags: like.flags.without(TokenFlags::JOINT).without(TokenFlags::NO_EXPAND), symbol, span })
    }

    /// The place of a token that an expansion copies.
    fn expanded(&mut self, expansion: ExpansionId, spelled: Span) -> Option<Span> {
        let span = self.sources.expanded(expansion, spelled);
        if span.is_err() {
            self.too_large(spelled);
        }
        span.ok()
    }

    fn expansion_too_large<T>(&mut self, span: Span, limit: String) -> Option<T> {
        self.sink.report(span, diagnostics::ExpansionTooLarge { limit });
        self.stop();
        None
    }
}

/// Returns whether a kind continues an operator that starts with `>`.
fn is_after_gt(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Gt | TokenKind::Eq)
}

/// The token in the middle of a line: a line end between arguments is a space.
fn on_one_line(token: Token) -> Token {
    if !token.flags.has(TokenFlags::LINE_START) {
        return token;
    }
    Token { flags: token.flags.without(TokenFlags::LINE_START).with(TokenFlags::SPACE_BEFORE), ..token }
}
