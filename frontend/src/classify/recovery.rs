//! Recovery from syntax errors: inserts what the text lacks, so that the tree keeps the rest.
//!
//! A line that is being typed lacks its end: a name behind a dot, an operand, brackets, a `;`, a `}`. The parser recovers
//! from that, but drops the statement, the list of parameters or the whole body around it. Once it has failed, the mender
//! classifies the same tokens again and, around the errors alone, inserts terminals: by what is open, by what may follow,
//! and by lines and their columns, as a reader would. Text without an error never gets here. It gives no messages; those of
//! the first attempt stand.

mod bodies;
mod brackets;
mod lines;
mod operands;
mod statements;
mod windows;

use super::frame::FrameKind;
use super::terminal::{AngleKind, Kind, Terminal};
use super::{Classified, Classifier, without_end, without_pragmas};
use crate::ast::Doubt;
use crate::language::HlslVersion;
use crate::token::{Token, TokenFlags, TokenKind};
use base::diag::Sink;
use base::intern::{Interner, Symbol};
use base::source::{SourceMap, Span};
use rustc_hash::FxHashSet;
use std::ops::Range;
pub(crate) use windows::windows;

/// The number of tokens that are examined ahead for each token of the text, on average.
const PATIENCE: usize = 16;

/// A brace that is open, by its line.
#[derive(Clone, Copy, Debug)]
struct OpenBrace {
    /// Its place, by which it is known.
    open: Span,
    /// The column of the statement or line that it is in.
    column: u32,
    /// True if the first line in it is indented; unknown before that line.
    is_indented: Option<bool>,
}

/// A classifier that inserts what is missing.
struct Mender<'m, 'a> {
    classifier: &'m mut Classifier<'a>,
    windows: &'m [Range<usize>],
    /// One per frame of the classifier.
    braces: Vec<OpenBrace>,
    /// The column of the line of the current token.
    column: u32,
    /// The column of the line on which the current statement starts.
    statement_column: u32,
    /// A column, a range of tokens whose lines are not further to the left, and its end: the result of the last search.
    lines_end: Option<(u32, usize, usize)>,
    /// The tokens that may still be examined ahead.
    patience: usize,
    /// The names that are not what they seemed.
    retyped: FxHashSet<Span>,
}

/// Classifies tokens and inserts what is missing within the windows, which are sorted. Nothing is reported.
pub(crate) fn classify_mending(
    tokens: &[Token],
    sources: &SourceMap,
    names: &mut Interner,
    version: HlslVersion,
    windows: &[Range<usize>],
) -> (Classified, Vec<Doubt>) {
    let mut sink = Sink::default();
    let (tokens, pragmas) = without_pragmas(without_end(tokens));
    let mut classifier = Classifier::new(&tokens, sources, names, version, &mut sink);
    classifier.pragmas = pragmas;
    let patience = PATIENCE * tokens.len() + 4096;
    let mut mender = Mender {
        classifier: &mut classifier,
        windows,
        braces: Vec::new(),
        column: 1,
        statement_column: 1,
        lines_end: None,
        patience,
        retyped: FxHashSet::default(),
    };
    let sound = mender.run();
    let doubts = mender.doubts();
    (Classified { allows_micromaps: classifier.allows_micromaps, terminals: classifier.out, sound }, doubts)
}

impl Mender<'_, '_> {
    fn run(&mut self) -> usize {
        let mut at = 0;
        while at < self.classifier.tokens.len() {
            if self.before(at) {
                at += 1;
                continue;
            }
            at = self.classifier.step(at);
            if self.classifier.exceeds_limits() {
                let sound = self.classifier.out.len();
                self.classifier.close_all();
                return sound;
            }
        }
        self.classifier.emit_pragmas(at);
        let sound = self.classifier.out.len();
        if self.is_open(at) && !self.is_at_start() {
            self.finish_statement();
        }
        self.classifier.close_at_end();
        sound
    }

    /// Mends before the token at `at`; returns whether that token is left out.
    fn before(&mut self, at: usize) -> bool {
        self.sync();
        let token = self.classifier.tokens[at];
        let starts_line = token.flags.has(TokenFlags::LINE_START);
        if starts_line {
            self.column = self.classifier.sources.start_of(token.span).map_or(1, |(_, _, column)| column);
        }
        let leaves_out = self.is_open(at) && {
            self.join_head();
            if starts_line {
                self.at_line_start(at);
            }
            let leaves_out = self.before_token(at, starts_line);
            self.put_body_brace(at);
            leaves_out
        };
        self.sync();
        if self.is_at_start() {
            self.statement_column = self.column;
        }
        leaves_out
    }

    /// Returns whether the token at `at` lies in a window.
    fn is_open(&mut self, at: usize) -> bool {
        while self.windows.first().is_some_and(|window| window.end <= at) {
            self.windows = &self.windows[1..];
        }
        self.windows.first().is_some_and(|window| window.contains(&at))
    }

    /// Follows the frames that the classifier has opened and closed.
    fn sync(&mut self) {
        let frames = &self.classifier.frames;
        let is_same = self.braces.last().map(|brace| brace.open) == frames.last().map(|frame| frame.open);
        if is_same && self.braces.len() == frames.len() {
            return;
        }
        let known = self.braces.iter().zip(frames).take_while(|(brace, frame)| brace.open == frame.open).count();
        self.braces.truncate(known);
        for frame in &frames[known..] {
            let starts_line = self.classifier.out.len() == self.classifier.statement_start + 1;
            let column = if starts_line { self.column } else { self.statement_column };
            self.braces.push(OpenBrace { open: frame.open, column, is_indented: None });
        }
    }

    // What is around.

    fn kind(&self, at: usize) -> TokenKind {
        self.classifier.kind(at)
    }

    fn previous(&self) -> Kind {
        self.classifier.previous()
    }

    fn frame_kind(&self) -> FrameKind {
        self.classifier.frame().kind
    }

    /// Returns whether a statement or item starts here.
    fn is_at_start(&self) -> bool {
        self.classifier.out.len() == self.classifier.statement_start
    }

    /// The terminals of the statement so far.
    fn statement(&self) -> &[Terminal] {
        self.classifier.out.get(self.classifier.statement_start..).unwrap_or_default()
    }

    /// Takes one from the tokens that may be examined ahead.
    fn has_patience(&mut self) -> bool {
        let some = self.patience > 0;
        self.patience = self.patience.saturating_sub(1);
        some
    }

    // What is put in.

    fn insert(&mut self, kind: Kind) {
        self.classifier.insert(kind);
    }

    /// Makes a type or a value of the last name.
    fn retype_last(&mut self, kind: Kind) {
        if let Some(last) = self.classifier.out.last_mut() {
            last.kind = kind;
            self.retyped.insert(last.span);
        }
    }

    /// A token that the text lacks.
    fn missing(&self, kind: TokenKind) -> Token {
        Token { kind, flags: TokenFlags::NONE, symbol: Symbol::EMPTY, span: self.classifier.after_previous() }
    }

    /// The statements and heads in which something was put in: it takes no room.
    fn doubts(&self) -> Vec<Doubt> {
        let out = &self.classifier.out;
        let ends = |terminal: &Terminal| matches!(terminal.kind, Kind::Semicolon | Kind::LBrace | Kind::RBrace);
        let is_put_in = |span: Span| span.lo == span.hi || self.retyped.contains(&span);
        let bodies = bodies::of_functions(out);
        let (mut doubts, mut at) = (Vec::new(), 0);
        while let Some(index) = out[at..].iter().position(|terminal| is_put_in(terminal.span)).map(|next| at + next) {
            let start = out[at..index].iter().rposition(ends).map_or(at, |end| at + end + 1);
            at = out[index..].iter().position(ends).map_or(out.len(), |end| index + end + 1);
            let part = &out[start..at];
            let span = out[start].span.to(out[at - 1].span);
            let end = out[at..].iter().position(|next| ends(next) && !is_put_in(next.span));
            let reach = span.to(end.map_or(span, |end| out[at + end].span));
            let body = bodies::around(&bodies, start..at).map(|body| out[body.start].span.to(out[body.end].span));
            doubts.push(Doubt { span, may_declare: may_declare(part), name: declared_name(part), reach, body });
        }
        doubts
    }
}

/// Returns whether these terminals of a statement may be all that is left of a declaration.
fn may_declare(terminals: &[Terminal]) -> bool {
    let mut written = terminals.iter().filter(|terminal| terminal.span.lo != terminal.span.hi);
    let (first, second) = (written.next(), written.next());
    match first.map(|first| first.kind) {
        Some(Kind::Ident | Kind::Literal(_)) => {
            second.is_none_or(|second| matches!(second.kind, Kind::Ident | Kind::Type))
        }
        Some(
            Kind::If
            | Kind::Else
            | Kind::While
            | Kind::Do
            | Kind::Case
            | Kind::Default
            | Kind::Jump(_)
            | Kind::Return
            | Kind::LParen
            | Kind::IncDec(_),
        ) => false,
        _ => true,
    }
}

/// The first name behind a type.
fn declared_name(terminals: &[Terminal]) -> Symbol {
    let declares = |pair: &&[Terminal]| {
        matches!(pair[0].kind, Kind::Type | Kind::RAngle(AngleKind::Args)) && pair[1].kind == Kind::Ident
    };
    terminals.windows(2).find(declares).map_or(Symbol::EMPTY, |pair| pair[1].symbol)
}
