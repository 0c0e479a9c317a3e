//! Messages that are not mistakes of the author: about text that was mended, and about what such text may declare.

use crate::diagnostics as D;
use base::diag::{Diagnostic, Message, Severity, Sink};
use base::intern::{Interner, Symbol};
use base::source::{FileRange, SourceMap, Span};
use frontend::ast::{Ast, Doubt};

/// The messages that a declaration of which a part is missing may lead to anywhere.
const OF_MISSING_DECLARATIONS: [&str; 15] = [
    D::UnknownName::ROW.code,
    D::UnknownType::ROW.code,
    D::NoSuchMemberOfScope::ROW.code,
    D::NotAValue::ROW.code,
    D::NotAScope::ROW.code,
    D::NoSuchDeclaration::ROW.code,
    D::IncompleteType::ROW.code,
    D::UndefinedStatic::ROW.code,
    D::NoSuchMember::ROW.code,
    D::NoMatchingFunction::ROW.code,
    D::WrongArgumentCount::ROW.code,
    D::MissingEntry::ROW.code,
    // Where the head of a switch, method or declaration is lost, its body is taken for a part of the enclosing scope.
    D::FieldInitializer::ROW.code,
    D::ModifierPlace::ROW.code,
    D::Redefinition::ROW.code,
];

/// The messages about a whole body, of which a part is in doubt.
const OF_BODIES: [&str; 3] = [D::MissingReturn::ROW.code, D::Fallthrough::ROW.code, D::MisplacedStatement::ROW.code];

/// The messages about a whole unit, of which a part is in doubt.
const OF_UNITS: [&str; 3] =
    [D::MissingBody::ROW.code, D::MissingStageAttribute::ROW.code, D::ArrayLengthMissing::ROW.code];

/// Takes back the messages after the first `count` that may be consequences of what was missing in the text.
pub(crate) fn take_back(ast: &Ast, sources: &SourceMap, names: &Interner, sink: &mut Sink, count: usize) {
    let earlier = &sink.diagnostics()[..count];
    if ast.doubts.is_empty() && !earlier.iter().any(is_error) {
        return;
    }
    let mut doubts = Doubts::new(ast, sources, names);
    // Directives that were not understood, for instance: what they say may be missing anywhere.
    doubts.is_lost = earlier.iter().any(|error| is_error(error) && !doubts.reach(error.span));
    sink.retain_from(count, |diagnostic| !doubts.explain(diagnostic));
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity >= Severity::Error
}

fn touch(one: &FileRange, other: &FileRange) -> bool {
    one.file == other.file && other.start <= one.end && one.start <= other.end
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The doubts about a tree, as ranges of files.
struct Doubts<'s> {
    sources: &'s SourceMap,
    ranges: Vec<FileRange>,
    /// Where the parser may have noticed them.
    reaches: Vec<FileRange>,
    /// The function to which each is confined, if it is.
    bodies: Vec<Option<FileRange>>,
    /// The function to which each window is confined that may be all that is left of a declaration.
    declaring: Vec<Option<FileRange>>,
    /// The names declared in that text.
    names: Vec<&'s str>,
    /// True if a part of the text was lost that no doubt covers.
    is_lost: bool,
    is_everywhere: bool,
}

impl<'s> Doubts<'s> {
    fn new(ast: &Ast, sources: &'s SourceMap, names: &'s Interner) -> Self {
        let declared = ast.doubts.iter().filter(|doubt| doubt.name != Symbol::EMPTY);
        let body = |doubt: &Doubt| doubt.body.and_then(|body| sources.range(body));
        let declaring = ast.doubts.iter().filter(|doubt| doubt.may_declare);
        Doubts {
            sources,
            ranges: ast.doubts.iter().filter_map(|doubt| sources.range(doubt.span)).collect(),
            reaches: ast.doubts.iter().filter_map(|doubt| sources.range(doubt.reach)).collect(),
            bodies: ast.doubts.iter().map(body).collect(),
            declaring: declaring.map(body).collect(),
            names: declared.map(|doubt| names.resolve(doubt.name)).collect(),
            is_lost: false,
            is_everywhere: ast.doubts.iter().any(|doubt| doubt.is_everywhere()),
        }
    }

    /// Returns whether the message may be a consequence of what was missing.
    fn explain(&self, diagnostic: &Diagnostic) -> bool {
        let code = diagnostic.row.code;
        let notes = diagnostic.notes.iter().filter_map(|note| note.span);
        self.is_everywhere
            || OF_UNITS.contains(&code)
            || (OF_BODIES.contains(&code) && (self.is_lost || self.is_in_doubtful_body(diagnostic.span)))
            || (OF_MISSING_DECLARATIONS.contains(&code) && (self.is_lost || self.may_be_undeclared(diagnostic.span)))
            || std::iter::once(diagnostic.span).chain(notes).any(|span| self.cover(span))
            || self.name_on_line(diagnostic.span)
    }

    /// Returns whether a place lies in a function with a doubt, or anywhere if there is one outside of functions.
    fn is_in_doubtful_body(&self, span: Span) -> bool {
        self.bodies.iter().any(|body| self.is_in(body.as_ref(), span))
    }

    /// Returns whether what is named at a place may be declared by what was mended: a statement may declare anything in its
    /// function, other text anything.
    fn may_be_undeclared(&self, span: Span) -> bool {
        self.declaring.iter().any(|body| self.is_in(body.as_ref(), span))
    }

    fn is_in(&self, body: Option<&FileRange>, span: Span) -> bool {
        let place = self.sources.range(span);
        match (body, &place) {
            (None, _) => true,
            (Some(body), Some(place)) => touch(body, place),
            (Some(_), None) => false,
        }
    }

    /// Returns whether a place lies in what was mended.
    fn cover(&self, span: Span) -> bool {
        self.sources.range(span).is_some_and(|place| self.ranges.iter().any(|range| touch(range, &place)))
    }

    /// Returns whether an error of the parser is about what was mended.
    fn reach(&self, span: Span) -> bool {
        self.sources.range(span).is_some_and(|place| self.reaches.iter().any(|range| touch(range, &place)))
    }

    /// Returns whether the line of a place names something whose declaration was mended.
    fn name_on_line(&self, span: Span) -> bool {
        if self.names.is_empty() {
            return false;
        }
        let Some(place) = self.sources.range(span) else { return false };
        let text = self.sources.file(place.file).original();
        let Some((before, behind)) = text.split_at_checked(place.start as usize) else { return false };
        let line = [before.rsplit('\n').next().unwrap_or(""), behind.split('\n').next().unwrap_or("")].concat();
        words(&line).any(|word| self.names.contains(&word))
    }
}
