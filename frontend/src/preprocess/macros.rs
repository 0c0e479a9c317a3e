//! Macros and their expansion: which token comes next, and whether it is a call.
//!
//! The expansion of a macro is pushed on the stack of contexts to be rescanned. The macro is disabled until its context
//! is used up, and a name that is read while its macro is disabled is never expanded again.

use super::Preprocessor;
use super::macro_log::MacroLog;
use super::trace::MacroUse;
use crate::diagnostics;
use crate::fingerprint::Fingerprint;
use crate::lexer;
use crate::token::{Token, TokenFlags, TokenKind};
use base::ids::{Arena, Id};
use base::intern::Symbol;
use base::source::Span;
use std::cell::{Cell, RefCell};
use std::sync::{Arc, OnceLock};

pub(super) type MacroId = Id<Macro>;

/// A macro that has no definition in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    /// The name of the file, `#line` directives applied.
    File,
    /// The name of the main file.
    BaseFile,
    /// The line, `#line` directives applied.
    Line,
    /// The number of its previous uses.
    Counter,
    /// The depth of includes.
    IncludeLevel,
    /// A fixed text: the time of a compilation must not change its output.
    Fixed(&'static str),
    /// `__has_include("path")`
    HasInclude,
    /// `__has_feature(name)`
    HasFeature,
    /// An operator that knows no names.
    HasNothing,
    /// `_Pragma("text")`
    Pragma,
}

/// A macro with the state of its expansion.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) definition: Arc<Definition>,
    /// The distance of the positions in this compilation from those in the definition, which others may share.
    shift: u32,
    /// True during its expansion.
    disabled: bool,
}

/// A definition of a macro.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: Symbol,
    /// The name in the definition.
    pub(super) span: Span,
    pub(super) shape: Shape,
    pub(super) parts: Box<[Part]>,
    /// Its content, once it was compared with another one.
    pub(super) content: OnceLock<Fingerprint>,
}

impl Definition {
    pub(super) fn new(name: Symbol, span: Span, shape: Shape, parts: impl Into<Box<[Part]>>) -> Self {
        Definition { name, span, shape, parts: parts.into(), content: OnceLock::new() }
    }

    /// The definition with other symbols.
    pub(super) fn renamed(self: &Arc<Self>, name: &mut impl FnMut(Symbol) -> Symbol) -> Arc<Self> {
        if !self.has_name(|symbol| name(symbol) != symbol) {
            return Arc::clone(self);
        }
        let shape = match &self.shape {
            Shape::Function { parameters, variadic } => {
                let parameters = parameters.iter().map(|parameter| name(*parameter)).collect();
                Shape::Function { parameters, variadic: *variadic }
            }
            Shape::Object | Shape::Builtin(_) => self.shape.clone(),
        };
        let parts = self.parts.iter().map(|part| {
            let token = Token { symbol: name(part.token.symbol), ..part.token };
            Part { token, ..*part }
        });
        let parts = parts.collect();
        Arc::new(Definition { name: name(self.name), span: self.span, shape, parts, content: self.content.clone() })
    }

    /// Returns whether a name in it has a property.
    pub(super) fn has_name(&self, mut is: impl FnMut(Symbol) -> bool) -> bool {
        let in_shape = match &self.shape {
            Shape::Function { parameters, .. } => parameters.iter().any(|name| is(*name)),
            Shape::Object | Shape::Builtin(_) => false,
        };
        in_shape || is(self.name) || self.parts.iter().any(|part| is(part.token.symbol))
    }
}

impl Macro {
    /// A definition that was made here.
    pub(super) fn new(definition: Definition) -> Self {
        Macro::moved(Arc::new(definition), 0)
    }

    /// A definition whose positions have moved.
    pub(super) fn moved(definition: Arc<Definition>, shift: u32) -> Self {
        Macro { definition, shift, disabled: false }
    }

    pub(super) fn shift(&self) -> u32 {
        self.shift
    }

    /// The place of its name.
    pub(super) fn span(&self) -> Span {
        let Span { lo, hi } = self.definition.span;
        Span::new(lo.wrapping_add(self.shift), hi.wrapping_add(self.shift))
    }

    /// A token of the definition.
    pub(super) fn token(&self, token: Token) -> Token {
        token.moved(self.shift)
    }
}

/// The form of a macro's calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    /// The last parameter of a variadic macro takes all remaining arguments.
    Function {
        parameters: Vec<Symbol>,
        variadic: bool,
    },
    /// The compiler computes it.
    Builtin(Builtin),
}

/// One element of a macro's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) what: What,
    /// True if `##` precedes it.
    pub(super) pasted: bool,
    /// The token in the definition.
    pub(super) token: Token,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The token itself.
    Text,
    /// The argument of the parameter with this number.
    Parameter(usize),
    /// The spelling of that argument.
    Stringize(usize),
}

/// All definitions, and those in force: a dense table over symbols, because every name is looked up.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    /// Per symbol the number of its macro plus one, or 0; with [`NOTED`] where the next look-up is recorded.
    slots: Vec<Cell<u32>>,
    macros: Arena<Macro>,
    /// The watched names that were looked up, in the order of the first time.
    asked: RefCell<Vec<Symbol>>,
    /// The logs of the `#include`s that are being recorded, the innermost last.
    logs: RefCell<Vec<MacroLog<MacroId>>>,
    /// True if there is a log.
    is_logging: bool,
}

/// Marks a slot whose next look-up is recorded.
const NOTED: u32 = 1 << 31;

/// Marks, beside [`NOTED`], a slot whose definition is still that of the command line, and is watched.
const WATCHED: u32 = 1 << 30;

/// What is left of a slot: the number of a macro plus one.
const NUMBER: u32 = WATCHED - 1;

impl MacroTable {
    #[inline]
    pub(super) fn find(&self, name: Symbol) -> Option<MacroId> {
        let Some(slot) = self.slots.get(name.raw() as usize) else {
            return if self.is_logging { self.miss(name) } else { None };
        };
        let mut held = slot.get();
        if held >= NOTED {
            held = self.note(name);
        }
        held.checked_sub(1).map(Id::new)
    }

    /// Returns whether a look-up of a name finds nothing and is not to be told outside.
    #[inline]
    pub(super) fn is_plain(&self, name: Symbol) -> bool {
        let held = self.slots.get(name.raw() as usize).map_or(NOTED, Cell::get);
        held == 0 || (held == NOTED && self.find(name).is_none())
    }

    /// What a look-up would find, which is not recorded.
    #[inline]
    pub(super) fn peek(&self, name: Symbol) -> Option<MacroId> {
        let held = self.slots.get(name.raw() as usize)?.get() & NUMBER;
        held.checked_sub(1).map(Id::new)
    }

    /// Records the first look-up of a name. Returns what its slot holds.
    #[cold]
    fn note(&self, name: Symbol) -> u32 {
        let slot = &self.slots[name.raw() as usize];
        let held = slot.get();
        slot.set(held & NUMBER);
        if held & WATCHED != 0 {
            self.asked.borrow_mut().push(name);
        }
        if let Some(log) = self.logs.borrow_mut().last_mut() {
            log.read(name, (held & NUMBER).checked_sub(1).map(Id::new));
        }
        held & NUMBER
    }

    /// Records the look-up of a name that has no slot.
    #[cold]
    fn miss(&self, name: Symbol) -> Option<MacroId> {
        if let Some(log) = self.logs.borrow_mut().last_mut() {
            log.read(name, None);
        }
        None
    }

    /// Watches a name until it is looked up, defined or undefined.
    pub(super) fn watch(&mut self, name: Symbol) {
        let slot = self.slot(name);
        slot.set(slot.get() | NOTED | WATCHED);
    }

    /// The watched names that were looked up, in the order of the first time.
    pub(super) fn take_asked(&mut self) -> Vec<Symbol> {
        self.asked.take()
    }

    /// Begins to record, of this many names or more.
    pub(super) fn begin_log(&mut self, names: usize) {
        if self.slots.len() < names {
            self.slots.resize(names, Cell::new(0));
        }
        for slot in &self.slots {
            slot.set(slot.get() | NOTED);
        }
        self.logs.get_mut().push(MacroLog::default());
        self.is_logging = true;
    }

    /// Ends the innermost record, which is a part of the one around it.
    pub(super) fn end_log(&mut self) -> MacroLog<MacroId> {
        let logs = self.logs.get_mut();
        let log = logs.pop().unwrap_or_default();
        if let Some(outer) = logs.last_mut() {
            outer.take_in(&log);
        }
        self.is_logging = !logs.is_empty();
        log
    }

    /// The slot of a name, which may be a new one.
    fn slot(&mut self, name: Symbol) -> &Cell<u32> {
        let at = name.raw() as usize;
        if at >= self.slots.len() {
            // The names before it have not been looked up either.
            let held = if self.is_logging { NOTED } else { 0 };
            self.slots.resize(at + 1, Cell::new(held));
        }
        &self.slots[at]
    }

    /// All definitions so far.
    pub(super) fn definitions(&self) -> Box<[Arc<Definition>]> {
        self.macros.iter().map(|(_, it)| Arc::clone(&it.definition)).collect()
    }

    pub(super) fn get(&self, id: MacroId) -> &Macro {
        &self.macros[id]
    }

    pub(super) fn define(&mut self, definition: Macro) {
        let name = definition.definition.name;
        let id = self.macros.alloc(definition);
        self.slot(name).set(id.raw() + 1);
        if let Some(log) = self.logs.get_mut().last_mut() {
            log.write(name, Some(id));
        }
    }

    /// The names of the macros in force that the source or the command line defines.
    pub(super) fn names(&self) -> Vec<Symbol> {
        let named = self.macros.iter().map(|(id, it)| (id, &it.definition));
        let written = named.filter(|(_, it)| !matches!(it.shape, Shape::Builtin(_)));
        // This look-up is about all names, and decides nothing.
        written.filter(|(id, it)| self.peek(it.name) == Some(*id)).map(|(_, it)| it.name).collect()
    }

    pub(super) fn undefine(&mut self, name: Symbol) {
        if let Some(slot) = self.slots.get(name.raw() as usize) {
            slot.set(0);
        }
        if let Some(log) = self.logs.get_mut().last_mut() {
            log.write(name, None);
        }
    }
}

/// The elements of a macro's body, with the distance by which positions have moved.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub(super) parts: &'a [Part],
    pub(super) shift: u32,
}

/// A list of tokens to be rescanned.
#[derive(Debug)]
pub(super) struct Context {
    tokens: Vec<Token>,
    next: usize,
    origin: Origin,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// The expansion of a macro, which is disabled meanwhile.
    Expansion(MacroId),
    /// A list that is expanded by itself, such as an argument: reading stops at its end.
    List,
}

impl Preprocessor<'_> {
    /// Processes one token: expands it if it calls a macro, and emits it otherwise.
    pub(super) fn step(&mut self, token: Token, out: &mut Vec<Token>) {
        if token.kind == TokenKind::Ident && !token.flags.has(TokenFlags::NO_EXPAND) && !self.stopped {
            if let Some(id) = self.macros.find(token.symbol) {
                self.note_use(token, id);
                if self.call(id, token, out) {
                    return;
                }
            } else if self.in_condition && token.symbol == self.defined {
                out.push(token);
                return self.copy_operand_of_defined(out);
            }
        }
        out.push(token);
    }

    /// Records a place that names a macro.
    #[inline]
    pub(super) fn note_use(&mut self, token: Token, id: MacroId) {
        if let Some(trace) = &mut self.trace {
            trace.uses.push(MacroUse { span: token.span, definition: self.macros.get(id).span() });
        }
    }

    /// Copies the operand of `defined`, which is not expanded.
    fn copy_operand_of_defined(&mut self, out: &mut Vec<Token>) {
        let first = self.next_token();
        let more = if first.kind == TokenKind::LParen { 2 } else { 0 };
        if first.kind != TokenKind::Eof {
            out.push(first);
        }
        for _ in 0..more {
            let token = self.next_token();
            if token.kind != TokenKind::Eof {
                out.push(token);
            }
        }
    }

    /// Executes a macro call. Returns false if the name is not called: it is emitted then.
    fn call(&mut self, id: MacroId, name: Token, out: &mut Vec<Token>) -> bool {
        let found = self.macros.get(id);
        let (definition, shift) = (Arc::clone(&found.definition), found.shift);
        let body = Body { parts: &definition.parts, shift };
        let expansion = match definition.shape {
            Shape::Builtin(builtin) => {
                separate(out);
                self.expand_builtin(builtin, name, out);
                return true;
            }
            Shape::Object => self.substitute(body, None, name, name.span),
            Shape::Function { ref parameters, variadic } => {
                let count = parameters.len();
                if !self.next_is_paren() {
                    return false;
                }
                separate(out);
                let Some((arguments, end)) = self.collect_arguments(name, count, variadic) else { return true };
                self.substitute(body, Some((arguments, variadic)), name, name.span.to(end))
            }
        };
        separate(out);
        if let Some(tokens) = expansion {
            self.push_expansion(id, tokens, name);
        }
        true
    }

    /// Pushes the expansion of a macro, with the white space of its call around it.
    fn push_expansion(&mut self, id: MacroId, mut tokens: Vec<Token>, name: Token) {
        self.expanded_tokens += tokens.len();
        if self.expanded_tokens > self.options.limits.expanded_tokens {
            let limit = format!("{} tokens", self.options.limits.expanded_tokens);
            self.sink.report(name.span, diagnostics::ExpansionTooLarge { limit });
            return self.stop();
        }
        let [first, ..] = tokens.as_mut_slice() else { return self.pass_on_space(name) };
        first.flags = first.flags.without(TokenFlags::BEFORE).with(name.flags.within(TokenFlags::BEFORE));
        if let Some(last) = tokens.last_mut() {
            last.flags = last.flags.without(TokenFlags::JOINT);
        }
        self.macros.macros[id].disabled = true;
        self.contexts.push(Context { tokens, next: 0, origin: Origin::Expansion(id) });
    }

    /// An empty expansion passes the white space before it on to the next token.
    fn pass_on_space(&mut self, name: Token) {
        let waiting = self.contexts.iter_mut().rev().find_map(|context| context.tokens.get_mut(context.next));
        let in_file = self.files.last_mut().and_then(|frame| frame.buffer.get_mut(frame.next));
        if let Some(next) = waiting.or(in_file) {
            next.flags = next.flags.with(name.flags.within(TokenFlags::BEFORE));
        }
    }

    /// The next token, unexpanded; [`TokenKind::Eof`] at the end of the list or file that is being read.
    pub(super) fn next_token(&mut self) -> Token {
        loop {
            if let Some(token) = self.next_context_token() {
                return token;
            }
            if self.contexts.is_empty() {
                return self.next_file_token();
            }
            if !self.pop_expansion() {
                return lexer::eof("", 0);
            }
        }
    }

    /// The next token of the innermost context; `None` if it is used up.
    fn next_context_token(&mut self) -> Option<Token> {
        let context = self.contexts.last_mut()?;
        let token = *context.tokens.get(context.next)?;
        context.next += 1;
        let id = if token.kind == TokenKind::Ident { self.macros.find(token.symbol) } else { None };
        let disabled = id.is_some_and(|id| self.macros.get(id).disabled);
        let flags = if disabled { token.flags.with(TokenFlags::NO_EXPAND) } else { token.flags };
        Some(Token { flags, ..token })
    }

    /// Drops the innermost context and enables its macro again. Returns false if it is a list, which its reader drops.
    fn pop_expansion(&mut self) -> bool {
        match self.contexts.last().map(|context| context.origin) {
            Some(Origin::Expansion(id)) => {
                self.macros.macros[id].disabled = false;
                self.contexts.pop();
                true
            }
            Some(Origin::List) | None => false,
        }
    }

    /// Reads on until all pushed expansions are used up.
    pub(super) fn drain(&mut self, out: &mut Vec<Token>) {
        while !self.contexts.is_empty() {
            match self.next_context_token() {
                Some(token) => self.step(token, out),
                None => {
                    self.pop_expansion();
                }
            }
        }
    }

    /// Returns whether a `(` follows, on any line without a directive in between.
    pub(super) fn next_is_paren(&mut self) -> bool {
        loop {
            let Some(context) = self.contexts.last() else {
                return self.peek_in_file().is_some_and(|token| token.kind == TokenKind::LParen);
            };
            if let Some(token) = context.tokens.get(context.next) {
                return token.kind == TokenKind::LParen;
            }
            if !self.pop_expansion() {
                return false;
            }
        }
    }

    /// Expands a list in isolation: nothing after it is read.
    pub(super) fn expand_list(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        let is_call = |token: &Token| token.kind == TokenKind::Ident && self.macros.find(token.symbol).is_some();
        if self.stopped || !tokens.iter().any(is_call) {
            return tokens;
        }
        if self.depth == self.options.limits.expansion_depth {
            let limit = self.depth.to_string();
            self.sink.report(tokens[0].span, diagnostics::ExpansionTooDeep { limit });
            self.stop();
            return tokens;
        }
        self.depth += 1;
        self.contexts.push(Context { tokens, next: 0, origin: Origin::List });
        let floor = self.contexts.len();
        let mut out = Vec::new();
        // A fatal error empties the stack, the list included.
        while self.contexts.len() >= floor {
            match self.next_token() {
                token if token.kind == TokenKind::Eof => break,
                token => self.step(token, &mut out),
            }
        }
        self.contexts.truncate(floor - 1);
        self.depth -= 1;
        out
    }
}

/// Separates the tokens before a call from what follows.
fn separate(out: &mut [Token]) {
    if let Some(last) = out.last_mut() {
        last.flags = last.flags.without(TokenFlags::JOINT);
    }
}
