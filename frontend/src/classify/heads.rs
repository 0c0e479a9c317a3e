//! Keywords that introduce names, and the names right after them.

use super::frame::FrameKind;
use super::lookahead::Angle;
use super::scope::{Binding, Entity, ScopeId};
use super::terminal::Kind;
use super::{Classifier, Head, PendingBody, Qualified};
use crate::diagnostics;
use crate::language::HlslVersion;
use crate::token::TokenKind;
use base::source::Span;

impl Classifier<'_> {
    /// `struct` and similar ones; among template parameters `class` means `typename`.
    pub(super) fn struct_keyword(&mut self, at: usize, kind: Kind) -> usize {
        let token = self.tokens[at];
        if self.frame().kind == FrameKind::Params {
            return self.typename_keyword(at);
        }
        self.last.is_elaborated = false;
        // `enum class` is an enumeration.
        if !matches!(self.previous(), Kind::Enum) {
            self.function.head = Some(Head::Struct);
            if matches!(self.kind(at + 1), TokenKind::LBrace | TokenKind::Colon) {
                let scope = self.scopes.open(self.scopes.current);
                self.function.body = Some(PendingBody { frame: FrameKind::Members, scope });
            }
            self.last.qualified_struct = self.qualified_definition(at + 1);
        }
        self.emit(token, kind);
        at + 1
    }

    /// The last name of `a::S<int>` at `at`, if the body of the struct or an end of its declaration follows.
    fn qualified_definition(&self, at: usize) -> Option<usize> {
        let mut is_qualified = self.kind(at) == TokenKind::ColonColon;
        let mut name = at + usize::from(is_qualified);
        while self.is_name(name) {
            let end = match self.kind(name + 1) {
                TokenKind::Lt => self.matching_angle(name + 1, Angle::Known)? + 1,
                _ => name + 1,
            };
            match self.kind(end) {
                TokenKind::ColonColon => name = end + 1,
                TokenKind::LBrace | TokenKind::Colon => return is_qualified.then_some(name),
                TokenKind::Semicolon if self.frame().templates > 0 => return is_qualified.then_some(name),
                _ => return None,
            }
            is_qualified = true;
        }
        None
    }

    /// The name of a struct that is defined outside of its namespace: names in its body are looked up in both.
    pub(super) fn qualified_struct_name(&mut self, at: usize) -> usize {
        let name = self.tokens[at];
        let outer = match self.last.qualified.take() {
            Some(Qualified::Known(scope)) if scope != ScopeId::NONE => scope,
            Some(Qualified::Known(_) | Qualified::Unknown) | None => self.scopes.current,
        };
        let specializes = self.kind(at + 1) == TokenKind::Lt;
        let inner = match self.scopes.own(outer, name.symbol) {
            Some(known) if known.inner != ScopeId::NONE && !specializes => known.inner,
            _ => self.scopes.open(self.scopes.current),
        };
        self.scopes.add_base(inner, outer);
        // Its bases are looked up there as well.
        if self.scopes.in_template() {
            self.scopes.add_base(self.scopes.current, outer);
        }
        if specializes {
            self.last.angle_at = Some(at + 1);
        }
        self.function.head = None;
        self.function.body = Some(PendingBody { frame: FrameKind::Members, scope: inner });
        self.emit(name, Kind::Ident);
        at + 1
    }

    pub(super) fn enum_keyword(&mut self, at: usize) {
        self.function.head = Some(Head::Enum);
        self.emit(self.tokens[at], Kind::Enum);
        if self.kind(at + 1) == TokenKind::Colon {
            self.function.body = Some(PendingBody { frame: FrameKind::Enum, scope: ScopeId::NONE });
        }
        self.expect_unnamed_body(at, FrameKind::Enum);
    }

    pub(super) fn namespace_keyword(&mut self, at: usize) {
        if !matches!(self.previous(), Kind::Using) {
            self.function.head = Some(Head::Namespace);
            self.expect_unnamed_body(at, FrameKind::File);
        }
        self.emit(self.tokens[at], Kind::Namespace);
    }

    /// When `{` follows the keyword at once, it opens the body.
    pub(super) fn expect_unnamed_body(&mut self, at: usize, frame: FrameKind) {
        if self.kind(at + 1) == TokenKind::LBrace {
            self.function.body = Some(PendingBody { frame, scope: ScopeId::NONE });
        }
    }

    pub(super) fn template_keyword(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        if matches!(self.previous(), Kind::Dot | Kind::ColonColon) {
            self.last.is_template_keyword = true;
            return at + 1;
        }
        self.needs_2021(token.span, "templates");
        self.emit(token, Kind::Template);
        if self.kind(at + 1) != TokenKind::Lt {
            return at + 1;
        }
        if self.frame().kind != FrameKind::Params {
            self.frame_mut().templates += 1;
            self.check_template_chain(token.span);
            self.scopes.enter_template();
        }
        self.open(FrameKind::Params, self.tokens[at + 1], Kind::LAngle);
        at + 2
    }

    /// Templates of templates nest without brackets around them.
    fn check_template_chain(&mut self, span: Span) {
        if self.frame().templates as usize > super::MAX_NESTING {
            let limit = super::MAX_NESTING.to_string();
            self.report(span, diagnostics::NestingTooDeep { limit });
            self.too_deep = true;
        }
    }

    pub(super) fn needs_2021(&mut self, span: Span, feature: &str) {
        if self.version < HlslVersion::V2021 {
            self.report(span, diagnostics::NeedsHlsl2021 { feature: feature.to_owned() });
        }
    }

    /// `typename`; among template parameters it declares the name after it.
    pub(super) fn typename_keyword(&mut self, at: usize) -> usize {
        let after_template_params = matches!(self.previous(), Kind::RAngle(_));
        self.emit(self.tokens[at], Kind::Typename);
        let declares = self.frame().kind == FrameKind::Params
            && self.is_name(at + 1)
            && self.kind(at + 2) != TokenKind::ColonColon;
        if !declares {
            return at + 1;
        }
        let name = self.tokens[at + 1];
        let entity = if after_template_params { Entity::TypeTemplate } else { Entity::Type };
        self.scopes.bind(self.scopes.current, name.symbol, Binding { entity, inner: ScopeId::NONE });
        self.emit(name, Kind::Ident);
        at + 2
    }

    /// `public:` among members, or before a base type: reported, then read as if it were not there.
    pub(super) fn access_keyword(&mut self, at: usize) -> usize {
        self.report_reserved(self.tokens[at]);
        if self.last.in_bases {
            return at + 1;
        }
        self.emit(self.tokens[at], Kind::Access);
        if self.kind(at + 1) != TokenKind::Colon {
            return at + 1;
        }
        self.statement_start = self.out.len();
        at + 2
    }

    /// A name after a keyword that introduces one; `None` if it is classified as elsewhere.
    pub(super) fn head_name(&mut self, at: usize) -> Option<usize> {
        let head = self.function.head?;
        if (head == Head::Using && matches!(self.previous(), Kind::Namespace))
            || matches!(self.previous(), Kind::LBracket)
            || self.frame().kind == FrameKind::Bracket
        {
            return None;
        }
        if head != Head::Namespace {
            self.function.head = None;
        }
        if self.last.qualified_struct.is_some_and(|name| at < name) {
            return None;
        }
        match head {
            // `struct S::T x`: the keyword adds nothing to a qualified name.
            Head::Struct | Head::Enum if self.kind(at + 1) == TokenKind::ColonColon => return None,
            Head::Struct => return Some(self.struct_name(at)),
            Head::Enum => self.enum_name(at),
            Head::Namespace => self.namespace_name(at),
            Head::Buffer => self.function.body = Some(PendingBody { frame: FrameKind::File, scope: ScopeId::NONE }),
            Head::Using => {
                let has_attributes =
                    self.kind(at + 1) == TokenKind::LBracket && self.kind(at + 2) == TokenKind::LBracket;
                if !has_attributes && self.kind(at + 1) != TokenKind::Eq {
                    return None;
                }
                self.declare_type(at, ScopeId::NONE);
            }
        }
        self.emit(self.tokens[at], Kind::Ident);
        Some(at + 1)
    }

    fn struct_name(&mut self, at: usize) -> usize {
        let token = self.tokens[at];
        match self.kind(at + 1) {
            TokenKind::LBrace | TokenKind::Colon | TokenKind::Semicolon | TokenKind::Lt => self.declare_struct(at),
            _ if self.is_builtin_type_before_name(at + 1) => return self.open_missing_struct_brace(at),
            _ => self.last.is_elaborated = true,
        }
        self.emit(token, Kind::Ident);
        at + 1
    }

    fn declare_struct(&mut self, at: usize) {
        let name = self.tokens[at].symbol;
        let declared_only = self.kind(at + 1) == TokenKind::Semicolon;
        let specializes = self.kind(at + 1) == TokenKind::Lt;
        let entity = if self.scopes.in_template() { Entity::TypeTemplate } else { Entity::Type };
        let place = self.scopes.declaring();
        let known = self.scopes.own(place, name);
        let inner = match known {
            Some(known) if known.inner != ScopeId::NONE && !specializes => known.inner,
            _ => self.scopes.open(self.scopes.current),
        };
        let keeps = specializes && known.is_some_and(|known| known.entity == Entity::TypeTemplate);
        if !keeps {
            self.scopes.bind(place, name, Binding { entity, inner });
        }
        if specializes {
            self.last.angle_at = Some(at + 1);
        }
        if !declared_only {
            self.scopes.set_parent(inner, self.scopes.current);
            self.function.body = Some(PendingBody { frame: FrameKind::Members, scope: inner });
        }
    }

    /// Repair: `struct S float x;` has lost its `{`.
    fn open_missing_struct_brace(&mut self, at: usize) -> usize {
        let inner = self.scopes.open(self.scopes.current);
        self.declare_type(at, inner);
        self.emit(self.tokens[at], Kind::Ident);
        self.report_missing("'{'", "the name of a struct");
        let place = self.after_previous();
        self.push_frame(FrameKind::Members, place);
        self.scopes.current = inner;
        self.frame_mut().owns_scope = true;
        self.insert(Kind::LBrace);
        self.statement_start = self.out.len();
        at + 1
    }

    fn is_builtin_type_before_name(&self, at: usize) -> bool {
        self.is_builtin_type(at) && self.is_name(at + 1)
    }

    fn enum_name(&mut self, at: usize) {
        match self.kind(at + 1) {
            TokenKind::LBrace | TokenKind::Colon => {
                self.declare_enum(at);
                self.function.body = Some(PendingBody { frame: FrameKind::Enum, scope: ScopeId::NONE });
            }
            TokenKind::Semicolon => self.declare_enum(at),
            _ => self.last.is_elaborated = true,
        }
    }

    fn declare_enum(&mut self, at: usize) {
        let inner = self.scopes.open(ScopeId::NONE);
        let place = self.declaration_scope();
        self.scopes.bind(place, self.tokens[at].symbol, Binding { entity: Entity::Type, inner });
    }

    fn namespace_name(&mut self, at: usize) {
        // In `namespace a::b` the second name is declared inside the first one.
        let outer = match self.function.body {
            Some(body) if matches!(self.previous(), Kind::ColonColon) => body.scope,
            _ => self.declaration_scope(),
        };
        let scope = self.scopes.open_namespace(outer, self.tokens[at].symbol);
        self.function.body = Some(PendingBody { frame: FrameKind::File, scope });
        if self.kind(at + 1) == TokenKind::LBrace {
            self.function.head = None;
        }
    }

    /// Declares the name at `at` as a type, or as a template when its parameters precede it.
    pub(super) fn declare_type(&mut self, at: usize, inner: ScopeId) {
        let entity = if self.scopes.in_template() { Entity::TypeTemplate } else { Entity::Type };
        let place = self.declaration_scope();
        self.scopes.bind(place, self.tokens[at].symbol, Binding { entity, inner });
    }

    /// The scope of a declaration. Blocks get one on demand.
    pub(super) fn declaration_scope(&mut self) -> ScopeId {
        if self.frame().kind == FrameKind::Block && !self.frame().owns_scope {
            self.scopes.current = self.scopes.open(self.scopes.current);
            self.frame_mut().owns_scope = true;
        }
        self.scopes.declaring()
    }
}
