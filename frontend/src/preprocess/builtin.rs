//! Macros whose value the compiler computes, such as `__LINE__` and `__has_include`.

use super::Preprocessor;
use super::macros::{Builtin, Definition, Macro, Shape};
use crate::diagnostics;
use crate::token::{Token, TokenFlags, TokenKind};
use base::intern::Symbol;
use base::source::Span;

const BUILTINS: &[(&str, Builtin)] = &[
    ("__FILE__", Builtin::File),
    ("__BASE_FILE__", Builtin::BaseFile),
    ("__LINE__", Builtin::Line),
    ("__COUNTER__", Builtin::Counter),
    ("__INCLUDE_LEVEL__", Builtin::IncludeLevel),
    ("__DATE__", Builtin::Fixed("\"Jan  1 1970\"")),
    ("__TIME__", Builtin::Fixed("\"00:00:00\"")),
    ("__TIMESTAMP__", Builtin::Fixed("\"Thu Jan  1 00:00:00 1970\"")),
    ("__has_include", Builtin::HasInclude),
    ("__has_feature", Builtin::HasFeature),
    ("__has_extension", Builtin::HasFeature),
    ("__has_attribute", Builtin::HasNothing),
    ("__has_builtin", Builtin::HasNothing),
    ("__has_warning", Builtin::HasNothing),
    ("_Pragma", Builtin::Pragma),
];

/// The features that `__has_feature` knows.
const FEATURES: &[&str] = &["hlsl_vk_buffer_pointer"];

impl Preprocessor<'_> {
    pub(super) fn define_builtins(&mut self) {
        for &(name, builtin) in BUILTINS {
            let symbol = self.names.intern(name);
            self.macros.define(Macro::new(Definition::new(symbol, Span::NONE, Shape::Builtin(builtin), [])));
        }
    }

    /// Emits the value of a built-in macro.
    pub(super) fn expand_builtin(&mut self, builtin: Builtin, name: Token, out: &mut Vec<Token>) {
        if matches!(builtin, Builtin::BaseFile | Builtin::Counter) {
            self.spoil_recording();
        }
        let (kind, text) = match builtin {
            Builtin::File => {
                let file = self.sources.location(name.span).map_or_else(String::new, |place| place.file);
                (TokenKind::Str, quoted(&file))
            }
            Builtin::BaseFile => (TokenKind::Str, quoted(self.sources.file(self.main).name())),
            Builtin::Line => (TokenKind::Number, self.sources.last_line(name.span).unwrap_or(1).to_string()),
            Builtin::Counter => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            Builtin::IncludeLevel => (TokenKind::Number, self.files.len().saturating_sub(1).to_string()),
            Builtin::Fixed(text) => (TokenKind::Str, text.to_owned()),
            Builtin::HasInclude | Builtin::HasFeature | Builtin::HasNothing => {
                let Some(answer) = self.has(builtin, name) else { return };
                (TokenKind::Number, u8::from(answer).to_string())
            }
            Builtin::Pragma => return self.pragma_operator(name),
        };
        let expansion = self.sources.add_expansion(name.symbol, name.span);
        out.extend(self.made(kind, &text, name, expansion));
    }

    /// The result of an operator with the syntax of a call; `None` if it is malformed, which was reported.
    fn has(&mut self, builtin: Builtin, name: Token) -> Option<bool> {
        let wanted = if builtin == Builtin::HasInclude { "a path in parentheses" } else { "a name in parentheses" };
        let Some(operand) = self.operand() else { return self.malformed_operator(name, wanted) };
        match builtin {
            Builtin::HasInclude => {
                let is_path = operand.first().is_some_and(|token| matches!(token.kind, TokenKind::Str | TokenKind::Lt));
                let operand = if is_path { operand } else { self.expand_list(operand) };
                let Some((path, angled)) = self.header_name_of(&operand) else {
                    return self.malformed_operator(name, wanted);
                };
                Some(self.search(&path, angled).is_some())
            }
            Builtin::HasFeature => {
                let feature = operand.first().map_or("", |token| self.names.resolve(token.symbol));
                Some(FEATURES.contains(&feature))
            }
            _ => Some(false),
        }
    }

    /// The tokens between the parentheses of an operator, unexpanded.
    fn operand(&mut self) -> Option<Vec<Token>> {
        if !self.next_is_paren() {
            return None;
        }
        self.collecting += 1;
        let lists = self.read_arguments(1, true);
        self.collecting -= 1;
        lists.and_then(|(mut lists, _)| lists.pop()).filter(|tokens| !tokens.is_empty())
    }

    fn malformed_operator<T>(&mut self, name: Token, wanted: &str) -> Option<T> {
        let text = self.names.resolve(name.symbol).to_owned();
        self.sink.report(name.span, diagnostics::MalformedOperator { name: text, wanted: wanted.to_owned() });
        None
    }

    /// `_Pragma("text")`: the pragma that the string spells.
    fn pragma_operator(&mut self, name: Token) {
        let operand = self.operand();
        let Some([text]) = operand.as_deref() else {
            return self.malformed_operator(name, "a string in parentheses").unwrap_or(());
        };
        let written = self.text(*text);
        // A string may end in an escaped quote.
        let inner = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(written);
        let spelled = inner.replace("\\\"", "\"").replace("\\\\", "\\");
        let is_string = text.kind == TokenKind::Str;
        let like = Token { kind: TokenKind::Str, flags: TokenFlags::NONE, symbol: Symbol::EMPTY, span: name.span };
        let expansion = self.sources.add_expansion(name.symbol, name.span);
        if !is_string {
            return self.malformed_operator(name, "a string in parentheses").unwrap_or(());
        }
        let Some(made) = self.made(TokenKind::Str, &spelled, like, expansion) else { return };
        self.pragma_text(name.span, made.span, &spelled);
    }
}

/// A text as a string literal.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
