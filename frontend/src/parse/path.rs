//! Names with their qualifiers.

use super::Builder;
use super::expr::Operand;
use super::scratch::Run;
use crate::ast::{Expr, List, Path, PathId, Segment, SegmentName};
use crate::classify::terminal::{Kind, Terminal};
use base::source::Span;

/// A qualifier before a name: `a::`, `::`, `::a::`.
#[derive(Clone, Copy)]
pub(crate) struct Qualifier {
    /// The place of the leading `::`.
    global: Option<Span>,
    segments: Option<Run<Segment>>,
}

/// Template arguments and their end.
pub(crate) type TemplateArgs = (List<Expr>, Span);

impl Builder<'_> {
    #[inline]
    pub(crate) fn segment(&mut self, name: &Terminal, args: Option<TemplateArgs>) -> Segment {
        let span = args.map_or(name.span, |(_, end)| name.span.to(end));
        let what = match name.kind {
            Kind::OperatorName(op) => SegmentName::Operator(op),
            _ => SegmentName::Ident(name.symbol),
        };
        Segment { span, name: what, args: args.map(|(args, _)| args) }
    }

    pub(crate) fn decltype_segment(&mut self, keyword: &Terminal, expr: Operand, end: &Terminal) -> Segment {
        Segment { span: keyword.span.to(end.span), name: SegmentName::Decltype(expr.id), args: None }
    }

    #[inline]
    fn single(&mut self, segment: Segment) -> PathId {
        let first = self.ast.segments.alloc(segment);
        self.ast.paths.alloc(Path { span: segment.span, global: false, first, count: 1 })
    }

    /// A path of the segments of a run and a last one.
    fn path(&mut self, global: Option<Span>, segments: Run<Segment>, last: Segment) -> PathId {
        let first = self.ast.segments.next_id();
        for segment in self.segments.take(segments) {
            self.ast.segments.alloc(segment);
        }
        let end = self.ast.segments.alloc(last);
        let start = global.unwrap_or(self.ast.segments[first].span);
        let count = end.raw() - first.raw() + 1;
        let path = Path { span: start.to(last.span), global: global.is_some(), first, count };
        self.ast.paths.alloc(path)
    }

    #[inline]
    pub(crate) fn name(&mut self, name: &Terminal) -> PathId {
        self.name_with_args(name, None)
    }

    #[inline]
    pub(crate) fn name_with_args(&mut self, name: &Terminal, args: Option<TemplateArgs>) -> PathId {
        let segment = self.segment(name, args);
        self.single(segment)
    }

    /// `a::b`
    pub(crate) fn nested_name(&mut self, outer: Run<Segment>, name: &Terminal, args: Option<TemplateArgs>) -> PathId {
        let last = self.segment(name, args);
        self.path(None, outer, last)
    }

    /// `a::b`, `::b`, `::a::b`
    pub(crate) fn qualified_name(&mut self, outer: Qualifier, name: &Terminal, args: Option<TemplateArgs>) -> PathId {
        let last = self.segment(name, args);
        let segments = outer.segments.unwrap_or_else(|| self.segments.open());
        self.path(outer.global, segments, last)
    }

    pub(crate) fn decltype_path(&mut self, keyword: &Terminal, expr: Operand, end: &Terminal) -> PathId {
        let segment = self.decltype_segment(keyword, expr, end);
        self.single(segment)
    }

    pub(crate) fn relative(&mut self, segments: Run<Segment>) -> Qualifier {
        Qualifier { global: None, segments: Some(segments) }
    }

    pub(crate) fn global(&mut self, colons: &Terminal, segments: Option<Run<Segment>>) -> Qualifier {
        Qualifier { global: Some(colons.span), segments }
    }

    // Runs of segments.

    pub(crate) fn no_segments(&mut self) -> Run<Segment> {
        self.segments.open()
    }

    pub(crate) fn first_segment(&mut self, name: &Terminal, args: Option<TemplateArgs>) -> Run<Segment> {
        let segment = self.segment(name, args);
        self.first_of(segment)
    }

    pub(crate) fn push_segment(
        &mut self,
        run: Run<Segment>,
        name: &Terminal,
        args: Option<TemplateArgs>,
    ) -> Run<Segment> {
        let segment = self.segment(name, args);
        self.push_to(run, segment)
    }

    pub(crate) fn first_of(&mut self, segment: Segment) -> Run<Segment> {
        let run = self.segments.open();
        self.segments.push(run, segment)
    }

    pub(crate) fn push_to(&mut self, run: Run<Segment>, segment: Segment) -> Run<Segment> {
        self.segments.push(run, segment)
    }
}
