//! Places in a text by the compiler's own syntax tree. A text that does not parse has few of them.

use base::diag::{Policy, Sink};
use base::intern::Symbol;
use base::source::{FileId, SourceMap, Span};
use frontend::ast::{Ast, Expr, ExprId, ExprKind, PathId, SegmentName};
use frontend::parse::{ParseOptions, parse};
use frontend::preprocess::{Facts, IncludeHandler, PreprocessOptions, preprocess};
use std::cmp::Reverse;
use std::ops::Range;

/// The tree of a text, which includes nothing.
struct Parsed {
    ast: Ast,
    sources: SourceMap,
    main: FileId,
}

struct NoFiles;

impl IncludeHandler for NoFiles {
    fn load(&self, _: &str) -> Option<std::sync::Arc<str>> {
        None
    }
}

impl Parsed {
    fn new(text: &str) -> Option<Self> {
        Self::with(text, &mut Sink::new(Policy::default()))
    }

    fn with(text: &str, sink: &mut Sink) -> Option<Self> {
        let mut sources = SourceMap::new();
        let main = sources.add_file("", text, None).ok()?;
        let mut names = frontend::words::new_interner_for(text.len());
        let options = PreprocessOptions::new(Facts::default());
        let done = preprocess(main, &mut sources, &mut names, &options, &NoFiles, sink);
        let options = ParseOptions { version: options.facts.version };
        let ast = parse(&done.tokens, &sources, &mut names, &options, sink);
        Some(Parsed { ast, sources, main })
    }

    /// The place of something in the text, if it is not in a macro.
    fn range(&self, span: Span) -> Option<Range<usize>> {
        let file = self.sources.file(self.main);
        let (start, end) = (span.lo.checked_sub(file.base())?, span.hi.checked_sub(file.base())?);
        let is_inside = start < end && end as usize <= file.text().len();
        (is_inside && file.text() == file.original()).then_some(start as usize..end as usize)
    }

    fn name(&self, path: PathId) -> Option<Symbol> {
        match self.ast.path_name(path).name {
            SegmentName::Ident(name) => Some(name),
            SegmentName::Operator(_) | SegmentName::Decltype(_) => None,
        }
    }
}

/// Returns whether a text has no syntax errors.
pub(super) fn parses(text: &str) -> bool {
    let mut sink = Sink::new(Policy::default());
    Parsed::with(text, &mut sink).is_some() && !sink.has_errors()
}

/// The expressions with their operands, the largest first.
pub(super) fn expressions(text: &str) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
    let Some(parsed) = Parsed::new(text) else { return Vec::new() };
    let mut found = Vec::new();
    for (_, expr) in parsed.ast.exprs.iter() {
        let Some(range) = parsed.range(expr.span) else { continue };
        let operands = operands(&parsed.ast, expr).into_iter();
        let operands: Vec<_> = operands.filter_map(|operand| parsed.range(parsed.ast.exprs[operand].span)).collect();
        found.push((range, operands));
    }
    found.sort_by_key(|(range, _)| (Reverse(range.len()), range.start));
    found.dedup_by(|one, other| one.0 == other.0);
    found
}

fn operands(ast: &Ast, expr: &Expr) -> Vec<ExprId> {
    match expr.kind {
        ExprKind::Unary(_, operand)
        | ExprKind::Prefix(_, operand)
        | ExprKind::Postfix(_, operand)
        | ExprKind::Cast(_, operand)
        | ExprKind::Member(operand, _) => vec![operand],
        ExprKind::Binary { lhs, rhs, .. }
        | ExprKind::Assign { lhs, rhs, .. }
        | ExprKind::Comma(lhs, rhs)
        | ExprKind::Index(lhs, rhs) => vec![lhs, rhs],
        ExprKind::Ternary(condition, then, otherwise) => vec![then, otherwise, condition],
        ExprKind::Call(_, args) | ExprKind::Construct(_, args) | ExprKind::InitList(args) => ast.ids(args).collect(),
        ExprKind::Error | ExprKind::Literal(_) | ExprKind::Path(_) | ExprKind::TypeArg(_) | ExprKind::StateBlock => {
            Vec::new()
        }
    }
}

/// For each parameter of a function, its place and those of the arguments for it, in order, with a comma.
pub(super) fn parameters(text: &str) -> Vec<Vec<Range<usize>>> {
    let Some(parsed) = Parsed::new(text) else { return Vec::new() };
    let mut calls: Vec<(Symbol, Vec<Range<usize>>)> = Vec::new();
    for (_, expr) in parsed.ast.exprs.iter() {
        if let ExprKind::Call(callee, args) = expr.kind
            && let ExprKind::Path(path) | ExprKind::Member(_, path) = parsed.ast.exprs[callee].kind
            && let Some(name) = parsed.name(path)
        {
            let places = parsed.ast.ids(args).map(|arg| parsed.range(parsed.ast.exprs[arg].span));
            calls.extend(places.collect::<Option<Vec<_>>>().map(|places| (name, places)));
        }
    }
    let mut found = Vec::new();
    for (_, function) in parsed.ast.functions.iter() {
        let Some(name) = parsed.name(function.name) else { continue };
        for (index, param) in function.params.iter().enumerate() {
            let own = calls.iter().filter(|(called, _)| *called == name);
            let args = own.filter_map(|(_, args)| args.get(index).cloned());
            let mut places: Vec<Range<usize>> = parsed.range(param.span).into_iter().chain(args).collect();
            places.iter_mut().for_each(|place| place.end = behind_comma(text, place.end));
            places.sort_by_key(|place| place.start);
            // An argument in another one goes with it.
            let mut end = 0;
            places.retain(|place| {
                let is_apart = place.start >= end;
                end = end.max(place.end);
                is_apart
            });
            found.push(places);
        }
    }
    found
}

/// The offset behind a comma that follows.
fn behind_comma(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    let blank = rest.len() - rest.trim_start().len();
    if rest[blank..].starts_with(',') { end + blank + 1 } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_go_with_their_arguments() {
        let text = "int f(int a, int b) { return b; }\nint g() { return f(1, f(2, 3)); }";
        let found = parameters(text);
        let texts =
            |ranges: &[Range<usize>]| ranges.iter().map(|range| text[range.clone()].to_owned()).collect::<Vec<_>>();
        assert_eq!(texts(&found[0]), ["int a,", "1,", "2,"]);
        assert_eq!(texts(&found[1]), ["int b", "f(2, 3)"]);
    }

    #[test]
    fn syntax_errors_are_known() {
        assert!(parses("int f(int a) { return a; }") && parses(""));
        assert!(!parses("int f(int a { return a; }") && !parses("#if\n") && !parses("int x = ;"));
    }

    #[test]
    fn expressions_have_operands() {
        let text = "int f(int a) { return a > 1 ? -a : f(a + 2); }";
        let found = expressions(text);
        let (whole, operands) = &found[0];
        assert_eq!(&text[whole.clone()], "a > 1 ? -a : f(a + 2)");
        assert_eq!(operands.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(), ["-a", "f(a + 2)", "a > 1"]);
    }
}
