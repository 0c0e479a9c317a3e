//! Messages that are not mistakes of the author: about text that was mended, and about what such text may declare.

use crate::diagnostics as D;
use base::diag::{Diagnostic, Message, Severity, Sink};
use base::intern::{Interner, Symbol};
use base::source::{FileRange, SourceMap, Span};
use frontend::ast::Ast;

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

/// The messages about a whole body or unit, of which a part is in doubt.
const OF_WHOLES: [&str; 6] = [
    D::MissingReturn::ROW.code,
    D::MissingBody::ROW.code,
    D::MissingStageAttribute::ROW.code,
    D::Fallthrough::ROW.code,
    D::MisplacedStatement::ROW.code,
    D::ArrayLengthMissing::ROW.code,
];

/// Takes back the messages after the first `count` that may be consequences of what was missing in the text.
pub(crate) fn take_back(ast: &Ast, sources: &SourceMap, names: &Interner, sink: &mut Sink, count: usize) {
    let earlier = &sink.diagnostics()[..count];
    if ast.doubts.is_empty() && !earlier.iter().any(is_error) {
        return;
    }
    let mut doubts = Doubts::new(ast, sources, names);
    // Directives that were not understood, for instance.
    doubts.may_declare |= earlier.iter().any(|error| is_error(error) && !doubts.cover(error.span));
    sink.retain_from(count, |diagnostic| !doubts.explain(diagnostic));
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity >= Severity::Error
}

/// The doubts about a tree, as ranges of files.
struct Doubts<'s> {
    sources: &'s SourceMap,
    ranges: Vec<FileRange>,
    /// The names declared in that text.
    names: Vec<&'s str>,
    /// True if declarations may be missing.
    may_declare: bool,
    is_everywhere: bool,
}

impl<'s> Doubts<'s> {
    fn new(ast: &Ast, sources: &'s SourceMap, names: &'s Interner) -> Self {
        let declared = ast.doubts.iter().filter(|doubt| doubt.name != Symbol::EMPTY);
        Doubts {
            sources,
            ranges: ast.doubts.iter().filter_map(|doubt| sources.range(doubt.span)).collect(),
            names: declared.map(|doubt| names.resolve(doubt.name)).collect(),
            may_declare: ast.doubts.iter().any(|doubt| doubt.may_declare),
            is_everywhere: ast.doubts.iter().any(|doubt| doubt.is_everywhere()),
        }
    }

    /// Returns whether the message may be a consequence of what was missing.
    fn explain(&self, diagnostic: &Diagnostic) -> bool {
        let code = diagnostic.row.code;
        let notes = diagnostic.notes.iter().filter_map(|note| note.span);
        self.is_everywhere
            || OF_WHOLES.contains(&code)
            || (self.may_declare && OF_MISSING_DECLARATIONS.contains(&code))
            || std::iter::once(diagnostic.span).chain(notes).any(|span| self.cover(span))
            || self.name_on_line(diagnostic.span)
    }

    /// Returns whether a place lies in what was mended.
    fn cover(&self, span: Span) -> bool {
        let Some(place) = self.sources.range(span) else { return false };
        self.ranges.iter().any(|range| range.file == place.file && place.start <= range.end && range.start <= place.end)
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
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.names.contains(&word))
    }
}
