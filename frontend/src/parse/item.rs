//! Items and declarators.

use super::Builder;
use super::expr::Operand;
use super::report::Recovery;
use super::scratch::Run;
use crate::ast::{
    Annotation, Buffer, Declarator, DeclaratorId, Dim, ExprId, Function, FunctionId, Item, ItemId, ItemKind, List,
    Param, PathId, Prefix, PrefixKind, Segment, SegmentName, StmtId, TemplateParam, TypeId, Variables,
};
use crate::classify::MAX_NESTING;
use crate::classify::terminal::{BufferKind, Kind, Majorness, Terminal};
use crate::diagnostics;
use base::intern::Symbol;
use base::source::Span;

/// Prefixes before a type and modifiers after it.
pub(crate) struct Around {
    pub(crate) before: Option<List<Prefix>>,
    pub(crate) after: List<Prefix>,
}

/// The rest of a declarator after its name.
pub(crate) struct Tail {
    pub(crate) dims: List<Dim>,
    pub(crate) annotations: List<Annotation>,
    pub(crate) init: Option<ExprId>,
}

impl Tail {
    /// Nothing but a name.
    pub(crate) const EMPTY: Tail = Tail { dims: List::EMPTY, annotations: List::EMPTY, init: None };
}

impl Builder<'_> {
    pub(crate) fn item(&mut self, span: Span, kind: ItemKind) -> ItemId {
        self.watch.idle.set(0);
        self.ast.items.alloc(Item { span, kind })
    }

    /// Attributes and modifiers of nothing.
    pub(crate) fn prefixes_alone(&mut self, prefixes: List<Prefix>, end: &Terminal) -> ItemId {
        let span = self.start_of(Some(prefixes), end.span).to(end.span);
        self.sink.report(span, diagnostics::PrefixesAlone {});
        self.item(span, ItemKind::Empty)
    }

    pub(crate) fn namespace(&mut self, keyword: &Terminal, name: Run<Segment>, items: List<Item>, end: u32) -> ItemId {
        let span = keyword.span.to(self.span(end - 1, end));
        let mut levels: Vec<Segment> = self.segments.take(name).collect();
        if levels.len() > MAX_NESTING {
            let limit = MAX_NESTING.to_string();
            self.sink.report(span, diagnostics::NestingTooDeep { limit });
            levels.truncate(MAX_NESTING);
        }
        let Some(innermost) = levels.pop() else {
            let name_span = keyword.span;
            return self.item(span, ItemKind::Namespace { name: Symbol::EMPTY, name_span, items });
        };
        let mut item = self.namespace_level(span, innermost, items);
        while let Some(level) = levels.pop() {
            let items = self.ast.list(&[item]);
            item = self.namespace_level(span, level, items);
        }
        item
    }

    fn namespace_level(&mut self, span: Span, level: Segment, items: List<Item>) -> ItemId {
        let SegmentName::Ident(name) = level.name else { unreachable!("the grammar gives identifiers") };
        self.item(span, ItemKind::Namespace { name, name_span: level.span, items })
    }

    pub(crate) fn template(&mut self, keyword: &Terminal, params: List<TemplateParam>, item: ItemId) -> ItemId {
        let span = keyword.span.to(self.item_of(item).span);
        self.item(span, ItemKind::Template { params, item })
    }

    pub(crate) fn explicit_instantiation(&mut self, keyword: &Terminal, item: ItemId) -> ItemId {
        let span = keyword.span.to(self.item_of(item).span);
        self.item(span, ItemKind::ExplicitInstantiation(item))
    }

    pub(crate) fn alias(
        &mut self,
        keyword: &Terminal,
        name: &Terminal,
        prefixes: List<Prefix>,
        ty: TypeId,
        end: &Terminal,
    ) -> ItemId {
        let kind = ItemKind::Alias { name: name.symbol, name_span: name.span, prefixes, ty };
        self.item(keyword.span.to(end.span), kind)
    }

    pub(crate) fn buffer(
        &mut self,
        prefixes: Option<List<Prefix>>,
        keyword: &Terminal,
        name: &Terminal,
        annotations: List<Annotation>,
        items: List<Item>,
        end: u32,
    ) -> ItemId {
        let buffer = Buffer {
            is_texture: keyword.kind == Kind::Buffer(BufferKind::Texture),
            prefixes: prefixes.unwrap_or_default(),
            name: name.symbol,
            name_span: name.span,
            annotations,
            items,
        };
        let span = self.start_of(prefixes, keyword.span).to(self.span(end - 1, end));
        self.item(span, ItemKind::Buffer(buffer))
    }

    pub(crate) fn pack_matrix(&mut self, pragma: &Terminal) -> ItemId {
        let row_major = pragma.kind == Kind::PackMatrix(Majorness::Row);
        self.item(pragma.span, ItemKind::PackMatrix { row_major })
    }

    /// The modifiers on both sides of a type.
    #[inline]
    pub(crate) fn around(&mut self, around: Around) -> List<Prefix> {
        let before = around.before.unwrap_or_default();
        if around.after.is_empty() { before } else { self.before_and_after(before, around.after) }
    }

    #[inline(never)]
    fn before_and_after(&mut self, before: List<Prefix>, after: List<Prefix>) -> List<Prefix> {
        for id in self.ast.ids(after) {
            let prefix = self.ast.prefixes[id];
            if let PrefixKind::Modifier(modifier) = prefix.kind
                && !modifier.may_follow_type()
            {
                let name = self.sources.text(prefix.span).to_owned();
                self.sink.report(prefix.span, diagnostics::LateModifier { name });
            }
        }
        self.concat(before, after)
    }

    // Functions.

    #[allow(clippy::too_many_arguments, reason = "one per part of a function's head")]
    pub(crate) fn function_head(
        &mut self,
        start: u32,
        end: u32,
        around: Around,
        ret: TypeId,
        name: PathId,
        params: Run<Param>,
        is_const: bool,
        annotations: List<Annotation>,
    ) -> FunctionId {
        self.watch.idle.set(0);
        let prefixes = self.around(around);
        let params: Vec<Param> = self.params.take(params).collect();
        let span = self.span(start, end);
        self.ast.functions.alloc(Function { span, prefixes, ret, name, params, is_const, annotations, body: None })
    }

    pub(crate) fn function(&mut self, function: FunctionId, end: Span) -> ItemId {
        let span = self.ast.functions[function].span.to(end);
        self.item(span, ItemKind::Function(function))
    }

    pub(crate) fn function_definition(&mut self, function: FunctionId, body: StmtId) -> ItemId {
        self.ast.functions[function].body = Some(body);
        let end = self.ast.stmts[body].span;
        self.function(function, end)
    }

    pub(crate) fn param(
        &mut self,
        start: u32,
        end: u32,
        around: Around,
        ty: TypeId,
        declarator: DeclaratorId,
    ) -> Param {
        let prefixes = self.around(around);
        Param { span: self.span(start, end), prefixes, ty, declarator }
    }

    // Variables.

    pub(crate) fn variables(
        &mut self,
        start: u32,
        around: Around,
        ty: TypeId,
        declarators: List<Declarator>,
        end: &Terminal,
    ) -> ItemId {
        let prefixes = self.around(around);
        let span = self.span(start, start + 1).to(end.span);
        self.item(span, ItemKind::Variables(Variables { prefixes, ty, declarators }))
    }

    pub(crate) fn unnamed_bit_field(
        &mut self,
        start: u32,
        around: Around,
        ty: TypeId,
        width: Operand,
        end: &Terminal,
    ) -> ItemId {
        let run = self.annotation(width);
        let annotations = self.list(run);
        let declarator = Declarator { span: width.span, name: None, dims: List::EMPTY, annotations, init: None };
        let declarator = self.ast.declarators.alloc(declarator);
        let declarators = self.ast.list(&[declarator]);
        self.variables(start, around, ty, declarators, end)
    }

    pub(crate) fn declarator(&mut self, start: u32, end: u32, name: Option<PathId>, tail: Tail) -> DeclaratorId {
        let Tail { dims, annotations, init } = tail;
        self.watch.idle.set(0);
        let is_empty = end <= start;
        let span = if is_empty { self.span_before(end) } else { self.span(start, end) };
        self.ast.declarators.alloc(Declarator { span, name, dims, annotations, init })
    }

    /// The empty place before the terminal at `index`.
    fn span_before(&self, index: u32) -> Span {
        let before = index.checked_sub(1).and_then(|before| self.terminals.get(before as usize));
        before.map_or(Span::new(0, 0), |before| Span::new(before.span.hi, before.span.hi))
    }

    // Errors.

    pub(crate) fn error_item(&mut self, start: u32, error: Recovery<'_>, end: Span) -> ItemId {
        self.report_at_item(error);
        let span = self.span(start, start + 1).to(end);
        self.item(span, ItemKind::Error)
    }

    pub(crate) fn error_item_with_block(&mut self, start: u32, error: Recovery<'_>, block: StmtId) -> ItemId {
        let end = self.ast.stmts[block].span;
        self.error_item(start, error, end)
    }
}
