//! Tokens to terminals: decides what the grammar cannot.
//!
//! HLSL has C++'s ambiguities: whether `a < b > (c)` is a call or two comparisons depends on what `a` was declared as.
//! One pass over the tokens tracks declarations and open brackets, so that the grammar after it is plain LALR(1) and
//! needs no feedback from the parser. The pass also skips old effect syntax, repairs the brackets whose loss would
//! derail everything after them, and bounds how deep brackets nest. It knows nothing of types beyond being types.

mod braces;
mod frame;
mod heads;
mod lookahead;
mod names;
mod operators;
pub(crate) mod recovery;
mod scope;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;

use crate::ast::{Modifier, StructTag};
use crate::diagnostics;
use crate::language::HlslVersion;
use crate::token::{Token, TokenFlags, TokenKind};
use crate::words::{self, Word};
use base::diag::{Message, Sink};
use base::ids::Set;
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use frame::{Frame, FrameKind};
pub(crate) use lookahead::is_compound_assignment;
use scope::{ScopeId, Scopes};
use std::borrow::Cow;
use std::collections::VecDeque;
use terminal::{AngleKind, BufferKind, Kind, Majorness, Terminal};

/// The limit of nested brackets.
pub const MAX_NESTING: usize = 256;

/// The result of classification.
#[derive(Debug)]
pub struct Classified {
    /// The terminals.
    pub terminals: Vec<Terminal>,
    /// The number of terminals from the text; further ones only close open brackets, whose errors were reported.
    pub sound: usize,
    /// True if a pipeline configuration says that rays may meet opacity micromaps.
    pub allows_micromaps: bool,
}

/// Turns preprocessed tokens into terminals.
pub fn classify(
    tokens: &[Token],
    sources: &SourceMap,
    names: &mut Interner,
    version: HlslVersion,
    sink: &mut Sink,
) -> Classified {
    let (tokens, pragmas) = without_pragmas(without_end(tokens));
    let mut classifier = Classifier::new(&tokens, sources, names, version, sink);
    classifier.pragmas = pragmas;
    let sound = classifier.run();
    Classified { allows_micromaps: classifier.allows_micromaps, terminals: classifier.out, sound }
}

/// The tokens before the end of the input.
fn without_end(tokens: &[Token]) -> &[Token] {
    match tokens {
        [tokens @ .., last] if last.kind == TokenKind::Eof => tokens,
        all => all,
    }
}

/// A `#pragma pack_matrix` and the position of the token that follows it.
#[derive(Clone, Copy, Debug)]
struct Pragma {
    at: usize,
    terminal: Terminal,
}

/// Takes out pragmas, which may be anywhere. There are few or none.
fn without_pragmas(tokens: &[Token]) -> (Cow<'_, [Token]>, VecDeque<Pragma>) {
    let mut pragmas = VecDeque::new();
    let Some(mut at) = first_pragma(tokens) else { return (Cow::Borrowed(tokens), pragmas) };
    let (mut kept, mut rest) = (Vec::with_capacity(tokens.len()), tokens);
    loop {
        let (before, behind) = rest.split_at(at);
        kept.extend_from_slice(before);
        let Some((token, behind)) = behind.split_first() else { return (Cow::Owned(kept), pragmas) };
        if let Some(majorness) = majorness(token.kind) {
            let terminal = Terminal { kind: Kind::PackMatrix(majorness), symbol: Symbol::EMPTY, span: token.span };
            pragmas.push_back(Pragma { at: kept.len(), terminal });
        }
        rest = behind;
        at = first_pragma(rest).unwrap_or(rest.len());
    }
}

/// The order of matrices that a pragma sets.
#[inline]
fn majorness(kind: TokenKind) -> Option<Majorness> {
    match kind {
        TokenKind::PackRowMajor => Some(Majorness::Row),
        TokenKind::PackColumnMajor => Some(Majorness::Column),
        _ => None,
    }
}

/// The position of the first pragma. Many tokens are checked together.
fn first_pragma(tokens: &[Token]) -> Option<usize> {
    const TOGETHER: usize = 16;
    let is_pragma = |token: &Token| majorness(token.kind).is_some();
    let has_pragma = |tokens: &[Token]| tokens.iter().fold(false, |found, token| found | is_pragma(token));
    let chunk = tokens.chunks(TOGETHER).position(has_pragma)?;
    let start = chunk * TOGETHER;
    tokens[start..].iter().position(is_pragma).map(|at| start + at)
}

/// The kind of name that a keyword introduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Struct,
    Enum,
    Namespace,
    Buffer,
    Using,
}

/// A body that the next `{` opens.
#[derive(Clone, Copy, Debug)]
struct PendingBody {
    frame: FrameKind,
    scope: ScopeId,
}

/// The scope in which a qualified name is looked up.
#[derive(Clone, Copy, Debug)]
enum Qualified {
    Known(ScopeId),
    Unknown,
}

/// A function whose head or body is being read.
struct PendingFunction {
    head: Option<Head>,
    body: Option<PendingBody>,
    /// The scope of the parameters of a head whose body may follow.
    params: Option<ScopeId>,
    /// The class in whose scope the parameters of `T S::f(...)` are looked up.
    parent: ScopeId,
}

/// What the last tokens mean for the next one.
struct LastTokens {
    /// The qualifier before the last `::`.
    qualified: Option<Qualified>,
    /// The last token is the `:` of an annotation: the next name is a semantic.
    is_annotation_colon: bool,
    /// The `<` at this position opens template arguments.
    angle_at: Option<usize>,
    /// The last token is the name of an elaborated type (`struct S`).
    is_elaborated: bool,
    /// The scope of the last type, for a `::` after it.
    type_scope: ScopeId,
    /// Base types of a struct or an enumeration are being listed.
    in_bases: bool,
    /// The last tokens are `.template` or `::template`.
    is_template_keyword: bool,
    /// The index of the last name in `struct a::S {`.
    qualified_struct: Option<usize>,
}

struct Classifier<'a> {
    tokens: &'a [Token],
    sources: &'a SourceMap,
    names: &'a mut Interner,
    sink: &'a mut Sink,
    words: &'static [Word],
    version: HlslVersion,
    out: Vec<Terminal>,
    scopes: Scopes,
    frames: Vec<Frame>,
    /// By number of the symbol: methods that take template arguments.
    method_templates: Vec<bool>,
    function: PendingFunction,
    last: LastTokens,
    /// The index in `out` at which the current statement starts.
    statement_start: usize,
    /// The brackets that the last `;` has cut off. Their closing brackets may follow if a macro contains that `;`.
    cut: Vec<FrameKind>,
    /// Pragmas that wait for their place or, after it, for the start of an item.
    pragmas: VecDeque<Pragma>,
    allows_micromaps: bool,
    /// The targets of all `goto`, from the first label on.
    labels: Option<Set<Symbol>>,
    /// The name of a conversion operator whose type comes first, and the index of the parenthesis behind that.
    conversion: Option<(Vec<Terminal>, usize)>,
    /// The limit on nesting was exceeded.
    too_deep: bool,
}

impl<'a> Classifier<'a> {
    fn new(
        tokens: &'a [Token],
        sources: &'a SourceMap,
        names: &'a mut Interner,
        version: HlslVersion,
        sink: &'a mut Sink,
    ) -> Self {
        let scopes = Scopes::new(names, version);
        let mut method_templates = vec![false; names.len()];
        for name in words::METHOD_TEMPLATES {
            method_templates[name.raw() as usize] = true;
        }
        Classifier {
            tokens,
            sources,
            names,
            sink,
            words: words::classes(version),
            version,
            out: Vec::with_capacity(tokens.len() + 16),
            scopes,
            frames: vec![Frame::new(FrameKind::File, Span::NONE, ScopeId::GLOBAL)],
            method_templates,
            function: PendingFunction { head: None, body: None, params: None, parent: ScopeId::NONE },
            last: LastTokens {
                qualified: None,
                is_annotation_colon: false,
                angle_at: None,
                is_elaborated: false,
                type_scope: ScopeId::NONE,
                in_bases: false,
                is_template_keyword: false,
                qualified_struct: None,
            },
            statement_start: 0,
            cut: Vec::new(),
            pragmas: VecDeque::new(),
            allows_micromaps: false,
            labels: None,
            conversion: None,
            too_deep: false,
        }
    }

    /// Classifies all tokens, up to the limits. Returns the number of terminals from the text.
    fn run(&mut self) -> usize {
        let mut at = 0;
        while let Some(&token) = self.tokens.get(at) {
            if self.has_to_precede(at) {
                self.precede(at);
            }
            if let Some(kind) = self.usual(at, token) {
                self.emit(token, kind);
                at += 1;
                continue;
            }
            at = self.unusual(at, token);
            if self.exceeds_limits() {
                let sound = self.out.len();
                self.close_all();
                return sound;
            }
        }
        self.emit_pragmas(self.tokens.len());
        let sound = self.out.len();
        self.close_at_end();
        sound
    }

    /// Returns whether the rest of the input is not looked at.
    #[inline]
    fn exceeds_limits(&mut self) -> bool {
        if self.frames.len() > MAX_NESTING {
            self.report_nesting();
        }
        self.too_deep || self.sink.limit_reached()
    }

    #[cold]
    fn report_nesting(&mut self) {
        let limit = MAX_NESTING.to_string();
        self.report(self.frame().open, diagnostics::NestingTooDeep { limit });
        self.too_deep = true;
    }

    /// Returns whether something that the text lacks, or a pragma, may come before the token at `at`.
    #[inline]
    fn has_to_precede(&self, at: usize) -> bool {
        self.function.params.is_some() || self.pragmas.front().is_some_and(|pragma| pragma.at <= at)
    }

    /// Classifies the token at `at`; returns the index of the next one.
    fn step(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if self.has_to_precede(at) {
            self.precede(at);
        }
        match self.usual(at, token) {
            Some(kind) => self.emit(token, kind),
            None => return self.unusual(at, token),
        }
        at + 1
    }

    /// The meaning of a token where most are, which opens and reports nothing.
    #[inline(always)]
    fn usual(&mut self, at: usize, token: Token) -> Option<Kind> {
        match token.kind {
            TokenKind::Ident => self.usual_name(at, token),
            kind => self.usual_punctuation(kind),
        }
    }

    /// The meaning of a token other than a name that does not depend on what is around.
    #[inline(always)]
    fn usual_punctuation(&mut self, token: TokenKind) -> Option<Kind> {
        let kind = operators::kind_anywhere(token)?;
        self.last.is_annotation_colon = false;
        match kind {
            Kind::Assign => self.frame_mut().in_initializer = true,
            Kind::Comma => {
                self.last.is_elaborated = false;
                self.frame_mut().in_initializer = false;
            }
            _ => {}
        }
        Some(kind)
    }

    /// Classifies any other token, at `at`; returns the index of the next one.
    fn unusual(&mut self, at: usize, token: Token) -> usize {
        match token.kind {
            TokenKind::Ident => return self.word(at),
            TokenKind::Colon => self.colon(token),
            _ => {
                self.last.is_annotation_colon = false;
                return self.punctuation(at, token);
            }
        }
        at + 1
    }

    /// Adds what comes before the token at `at`.
    #[inline(never)]
    fn precede(&mut self, at: usize) {
        if self.function.params.is_some() && self.body_is_missing(at) {
            self.insert_body_brace();
        }
        if self.pragmas.front().is_some_and(|pragma| pragma.at <= at) {
            self.emit_pragmas(at);
        }
    }

    fn punctuation(&mut self, at: usize, token: Token) -> usize {
        match token.kind {
            TokenKind::LParen if self.is_foreign_attribute(at) => return self.after_parentheses(at),
            TokenKind::LParen => {
                self.end_conversion(at);
                self.open_paren(token);
            }
            TokenKind::RParen => self.close_inline(at, FrameKind::Paren, Kind::RParen),
            TokenKind::LBracket => self.open(FrameKind::Bracket, token, Kind::LBracket),
            TokenKind::RBracket => self.close_inline(at, FrameKind::Bracket, Kind::RBracket),
            TokenKind::LBrace => return self.open_brace(at),
            TokenKind::RBrace => self.close_brace(token),
            TokenKind::Semicolon => self.semicolon(token),
            TokenKind::Question => {
                self.frame_mut().conditionals += 1;
                self.emit(token, Kind::Question);
            }
            TokenKind::ColonColon => self.colon_colon(token),
            TokenKind::Lt => return self.less(at),
            TokenKind::Gt => return self.greater(at),
            TokenKind::Str => return self.strings(at),
            _ => self.operator(at, token),
        }
        at + 1
    }

    /// Returns whether the parenthesis at `at` holds the arguments of `[[scope::name(…)]]` of a scope that means something to
    /// other compilers alone. They may be anything, a declaration for one.
    fn is_foreign_attribute(&self, at: usize) -> bool {
        let in_brackets = match self.frames.as_slice() {
            [.., outer, inner] => {
                let are_brackets = [outer, inner].iter().all(|frame| frame.kind == FrameKind::Bracket);
                are_brackets && outer.open.hi == inner.open.lo
            }
            _ => false,
        };
        let mut first = at.wrapping_sub(1);
        while in_brackets && first >= 2 && self.kind(first - 1) == TokenKind::ColonColon {
            first -= 2;
        }
        let is_scoped = in_brackets && first < at.wrapping_sub(1) && self.is_name(first);
        is_scoped && self.names.resolve(self.tokens[first].symbol) != words::ATTRIBUTE_SCOPE
    }

    /// The token after the parentheses that open at `at`; where they do not close, the end.
    fn after_parentheses(&self, at: usize) -> usize {
        let mut depth = 0usize;
        let end = self.tokens.len().saturating_sub(1);
        for next in at..end {
            match self.kind(next) {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 1 => return next + 1,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
        }
        end
    }

    /// A name, keyword or modifier.
    fn word(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        match self.class(at) {
            Word::Keyword(kind) => {
                self.last.is_annotation_colon = false;
                self.keyword_token(at, kind)
            }
            Word::Operator => {
                self.last.is_annotation_colon = false;
                self.operator_name(at)
            }
            Word::FormerInterface if self.declares_interface(at) => {
                self.report_removed("an interface", token.span);
                self.keyword_token(at, Kind::Struct(StructTag::Interface))
            }
            Word::Reserved if !self.last.is_annotation_colon && !matches!(self.previous(), Kind::Dot) => {
                self.reserved(at)
            }
            _ if std::mem::take(&mut self.last.is_annotation_colon) => {
                self.emit(token, Kind::Ident);
                at + 1
            }
            _ if self.is_label(at) => at + 2,
            _ => self.name(at),
        }
    }

    fn keyword_token(&mut self, at: usize, kind: Kind) -> usize {
        let token = self.tokens[at];
        self.repair_before_keyword(kind);
        match kind {
            Kind::Struct(_) => return self.struct_keyword(at, kind),
            Kind::Enum => self.enum_keyword(at),
            Kind::Namespace => self.namespace_keyword(at),
            Kind::Buffer(BufferKind::Constant | BufferKind::Texture) => {
                self.function.head = Some(Head::Buffer);
                self.emit(token, kind);
                self.expect_unnamed_body(at, FrameKind::File);
            }
            Kind::Using => {
                self.function.head = Some(Head::Using);
                self.emit(token, kind);
            }
            Kind::Template => return self.template_keyword(at),
            Kind::Typename => return self.typename_keyword(at),
            Kind::Access => return self.access_keyword(at),
            Kind::Case | Kind::Default => {
                self.frame_mut().label = true;
                self.emit(token, kind);
            }
            _ => self.emit(token, kind),
        }
        at + 1
    }

    // What is around.

    #[inline]
    fn frame(&self) -> &Frame {
        self.frames.last().expect("the file's frame is never closed")
    }

    #[inline]
    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file's frame is never closed")
    }

    #[inline]
    fn push_frame(&mut self, kind: FrameKind, open: Span) {
        self.frames.push(Frame::new(kind, open, self.scopes.current));
    }

    /// Ends the innermost frame and restores its outer scope.
    #[inline]
    fn pop_frame(&mut self) -> Frame {
        debug_assert!(self.frames.len() > 1, "the file's frame is never closed");
        let frame = self.frames.pop().expect("the file's frame is never closed");
        self.scopes.current = frame.outer;
        frame
    }

    /// Ends parentheses and other inline brackets whose closing bracket is missing.
    fn pop_inline_frames(&mut self) {
        while self.frame().kind.is_inline() {
            self.pop_frame();
        }
    }

    /// The kind of the token at `at`; past the end it is the end's.
    #[inline]
    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |token| token.kind)
    }

    #[inline]
    fn class(&self, at: usize) -> Word {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Ident => {
                self.words.get(token.symbol.raw() as usize).copied().unwrap_or(Word::Name)
            }
            _ => Word::Name,
        }
    }

    fn keyword(&self, at: usize) -> Option<Kind> {
        match self.class(at) {
            Word::Keyword(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns whether a word other than a keyword is at `at`.
    fn is_name(&self, at: usize) -> bool {
        self.kind(at) == TokenKind::Ident && !matches!(self.class(at), Word::Keyword(_) | Word::Operator)
    }

    /// Returns whether the next token follows the one at `at` without a gap.
    #[inline]
    fn is_joint(&self, at: usize) -> bool {
        self.tokens[at].flags.has(TokenFlags::JOINT)
    }

    /// The kind of the terminal that was made last; a `;` before the first one.
    #[inline]
    fn previous(&self) -> Kind {
        self.out.last().map_or(Kind::Semicolon, |terminal| terminal.kind)
    }

    /// The kind of the terminal before the last one.
    fn before_previous(&self) -> Option<Kind> {
        self.out.len().checked_sub(2).map(|index| self.out[index].kind)
    }

    /// The empty place after the last terminal.
    fn after_previous(&self) -> Span {
        self.out.last().map_or(Span::new(0, 0), |terminal| Span::new(terminal.span.hi, terminal.span.hi))
    }

    /// Returns whether a type ends with the last terminal, so that a name here is declared.
    fn follows_type(&self) -> bool {
        if self.last.is_elaborated {
            return true;
        }
        let last = self.out.iter().rev().find(|terminal| !matches!(terminal.kind, Kind::Modifier(_)));
        match last.map(|terminal| terminal.kind) {
            Some(Kind::Type) => true,
            Some(Kind::RAngle(kind)) => kind == AngleKind::Args,
            Some(Kind::RBrace) => self.frame().after_type_body,
            _ => false,
        }
    }

    /// Returns whether a statement or item starts here.
    fn at_statement_start(&self) -> bool {
        self.out[self.statement_start.min(self.out.len())..]
            .iter()
            .all(|terminal| matches!(terminal.kind, Kind::Modifier(_)))
    }

    // What is made.

    #[inline]
    fn emit(&mut self, token: Token, kind: Kind) {
        self.out.push(Terminal { kind, symbol: token.symbol, span: token.span });
    }

    /// Adds a terminal that the text lacks.
    fn insert(&mut self, kind: Kind) {
        let span = self.after_previous();
        self.out.push(Terminal { kind, symbol: Symbol::EMPTY, span });
    }

    fn report<M: Message>(&mut self, span: Span, message: M) {
        self.sink.report(span, message);
    }

    fn report_missing(&mut self, what: &str, after: &str) {
        let span = self.after_previous();
        self.report(span, diagnostics::Expected { what: what.to_owned(), place: format!(" after {after}") });
    }

    /// Emits the pragmas before `at` if an item or statement starts there.
    fn emit_pragmas(&mut self, at: usize) {
        let frame = self.frame();
        let starts = self.out.len() == self.statement_start
            && frame.kind.holds_declarations()
            && !frame.after_type_body
            && self.function.params.is_none()
            && !matches!(self.keyword(at), Some(Kind::Else | Kind::While))
            && self.kind(at) != TokenKind::LBrace;
        while starts
            && self.pragmas.front().is_some_and(|pragma| pragma.at <= at)
            && let Some(pragma) = self.pragmas.pop_front()
        {
            self.out.push(pragma.terminal);
            self.statement_start = self.out.len();
        }
    }

    // Strings.

    /// Joins strings that stand side by side.
    fn strings(&mut self, at: usize) -> usize {
        let mut end = at;
        let mut text = String::new();
        while self.kind(end) == TokenKind::Str {
            let span = self.tokens[end].span;
            match crate::literal::string(self.sources.text(span)) {
                Ok(part) => text.push_str(&part),
                Err(error) => error.report(span, self.sink),
            }
            end += 1;
        }
        let span = self.tokens[at].span.to(self.tokens[end - 1].span);
        let symbol = self.names.intern(&text);
        self.out.push(Terminal { kind: Kind::Literal(terminal::LiteralKind::Str), symbol, span });
        end
    }

    /// Reports a modifier of C++ that HLSL has since HLSL 202x.
    fn check_modifier(&mut self, token: Token, modifier: Modifier) {
        if matches!(modifier, Modifier::Constexpr | Modifier::Mutable) && self.version < HlslVersion::V202x {
            let what = format!("'{}'", self.names.resolve(token.symbol));
            self.report(token.span, diagnostics::NeedsHlsl202x { what });
        }
    }
}
