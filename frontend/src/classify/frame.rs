//! Open brackets: the classifier's context.

use super::scope::ScopeId;
use base::source::Span;

/// The kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// The file, or the body of a namespace or cbuffer.
    File,
    /// The body of a struct.
    Members,
    /// The body of an enumeration.
    Enum,
    /// A block of statements.
    Block,
    /// An initialiser list.
    Init,
    /// `( )`
    Paren,
    /// `[ ]`
    Bracket,
    /// Template arguments.
    Args,
    /// Template parameters.
    Params,
}

impl FrameKind {
    /// Returns whether declarations of the file, a namespace or a struct are here.
    pub(super) fn holds_items(self) -> bool {
        matches!(self, FrameKind::File | FrameKind::Members)
    }

    /// Returns whether declarations are here.
    pub(super) fn holds_declarations(self) -> bool {
        matches!(self, FrameKind::File | FrameKind::Members | FrameKind::Block)
    }

    /// Returns whether the bracket is not a brace: a brace of the text ends it even when its own end is missing.
    pub(super) fn is_inline(self) -> bool {
        matches!(self, FrameKind::Paren | FrameKind::Bracket | FrameKind::Args | FrameKind::Params)
    }
}

/// An open bracket with the state of the declaration or expression in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// Where it was opened.
    pub(super) open: Span,
    /// The scope to restore.
    pub(super) outer: ScopeId,
    /// The number of `?` without their `:`.
    pub(super) conditionals: u32,
    /// After `case` or `default`: the next `:` ends a label.
    pub(super) label: bool,
    /// The declaration is a `typedef`.
    pub(super) is_typedef: bool,
    /// A declarator was seen.
    pub(super) in_declaration: bool,
    /// An `=` was seen in the declaration.
    pub(super) in_initializer: bool,
    /// The frame has made a scope of its own.
    pub(super) owns_scope: bool,
    /// The parentheses hold the parameters of a function.
    pub(super) is_params: bool,
    /// The parentheses belong to `for`: a `;` does not end them.
    pub(super) is_for: bool,
    /// Template scopes that end with the declaration.
    pub(super) templates: u32,
    /// For template arguments: the scope for a `::` after them.
    pub(super) template_scope: ScopeId,
    /// The last brace closed the body of a type, whose variables may follow.
    pub(super) after_type_body: bool,
}

impl Frame {
    pub(super) fn new(kind: FrameKind, open: Span, outer: ScopeId) -> Self {
        Frame {
            kind,
            open,
            outer,
            conditionals: 0,
            label: false,
            is_typedef: false,
            in_declaration: false,
            in_initializer: false,
            owns_scope: false,
            is_params: false,
            is_for: false,
            templates: 0,
            template_scope: ScopeId::NONE,
            after_type_body: false,
        }
    }

    /// Forgets the declaration that a `;` or a body ended.
    pub(super) fn end_declaration(&mut self) {
        self.is_typedef = false;
        self.in_declaration = false;
        self.in_initializer = false;
    }
}
