//! Validity of modifiers and annotations of declarations.

use crate::check::state::Checker;
use crate::diagnostics::{
    AnnotationArguments, ConflictingModifiers, IndexedSemantic, ModifierPlace, ModifierType, SemanticRegister,
    UnknownAnnotation,
};
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use crate::tables::attributes::Place;
use crate::tables::modifiers::{CONFLICTS, CONFLICTS_IN_202X, Values, row};
use base::similar::nearest;
use base::source::Span;
use frontend::ast::{Annotation, ExprId, ExprKind, List, Modifier, Prefix, PrefixKind};
use frontend::language::HlslVersion;

/// The annotations with arguments: of a binding, of an offset, and of the access to a ray payload.
const ANNOTATIONS: &[&str] = &["register", "packoffset", "read", "write"];

impl<'a> Checker<'a> {
    /// Reports modifiers without a meaning for a declaration, and conflicting ones.
    #[inline]
    pub(super) fn check_modifiers(&mut self, prefixes: List<Prefix>, place: Place) {
        if !prefixes.is_empty() {
            self.check_present_modifiers(prefixes, place);
        }
    }

    #[inline(never)]
    fn check_present_modifiers(&mut self, prefixes: List<Prefix>, place: Place) {
        let is_newest = self.options.version >= HlslVersion::V202x;
        for (index, (modifier, span)) in self.modifiers(prefixes).enumerate() {
            let excludes = |earlier| {
                excludes(CONFLICTS, earlier, modifier) || is_newest && excludes(CONFLICTS_IN_202X, earlier, modifier)
            };
            let other = self.modifiers(prefixes).take(index).find(|&(earlier, _)| excludes(earlier));
            let name = || self.sources.text(span).to_owned();
            if let Some((_, place)) = other {
                let (first, second) = (self.sources.text(place).to_owned(), name());
                self.report(span, ConflictingModifiers { first, second }).note_at(place, "the conflicting one is here");
            } else if !row(modifier).places.contains(&place) {
                let advice = instead_of_modifier(modifier, place);
                let (name, place) = (name(), place.word().to_owned());
                let report = self.report(span, ModifierPlace { name, place });
                if let Some(advice) = advice {
                    report.note_at(span, advice);
                }
            }
        }
    }

    /// Reports modifiers that do not apply to a type, nor to its array elements.
    pub(super) fn check_modified_type(&mut self, ty: TypeId, prefixes: List<Prefix>) {
        let elem = self.module.types[self.module.element_of_arrays(ty)];
        for (modifier, span) in self.modifiers(prefixes) {
            if let Some(values) = row(modifier).values.filter(|&values| !suits(elem, values)) {
                let (name, ty) = (self.sources.text(span).to_owned(), self.type_name(ty));
                self.report(span, ModifierType { name, values: values.word().to_owned(), ty });
            }
        }
    }

    /// Reports annotations without a meaning for a declaration outside of constant buffers: offsets, registers and access
    /// qualifiers where there are none, semantics of locals, and names that are not annotations.
    #[inline]
    pub(super) fn check_annotations(&mut self, annotations: List<Annotation>, place: Place) {
        if !annotations.is_empty() {
            self.check_present_annotations(annotations, place);
        }
    }

    fn check_present_annotations(&mut self, annotations: List<Annotation>, place: Place) {
        let ast = self.ast;
        self.check_annotation_names(annotations);
        for id in ast.ids(annotations) {
            let expr = self.ast.exprs[self.ast.annotations[id].expr];
            let callee = self.annotation_call(&expr).map(|(callee, _)| callee);
            let words = &self.words;
            let is_misplaced = callee.is_some_and(|callee| {
                callee == words.packoffset
                    || callee == words.register && matches!(place, Place::Local | Place::Function)
                    || (callee == words.read || callee == words.write) && place != Place::Field
            });
            let is_semantic = matches!(expr.kind, ExprKind::Path(_));
            if is_semantic && place == Place::Global {
                self.suspect_semantic(expr.span);
            }
            let name = match (callee, is_semantic && place == Place::Local) {
                (Some(callee), _) if is_misplaced => self.text(callee),
                (None, true) => self.sources.text(expr.span).to_owned(),
                (Some(_), _) | (None, false) => continue,
            };
            self.report(expr.span, ModifierPlace { name, place: place.word().to_owned() });
        }
    }

    /// `Texture2D t : t0;`, which binds nothing.
    fn suspect_semantic(&mut self, span: Span) {
        let text = self.sources.text(span);
        let mut letters = text.chars();
        let is_letter =
            letters.next().is_some_and(|letter| matches!(letter.to_ascii_lowercase(), 'b' | 's' | 't' | 'u'));
        let number = letters.as_str();
        if is_letter && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            let (name, register) = (text.to_owned(), format!("register({text})"));
            self.report(span, SemanticRegister { name }).suggest(span, &register);
        }
    }

    /// Reports names with arguments after a colon that are not annotations, such as a misspelt `register`, and annotations
    /// without their arguments.
    pub(super) fn check_annotation_names(&mut self, annotations: List<Annotation>) {
        let ast = self.ast;
        for id in ast.ids(annotations) {
            let expr = self.ast.exprs[self.ast.annotations[id].expr];
            match expr.kind {
                ExprKind::Call(callee, args) => self.check_annotation_call(callee, args.is_empty(), expr.span),
                ExprKind::Index(base, index) => self.check_annotation_index(base, index, expr.span),
                ExprKind::Path(path) => {
                    let name = self.simple_name(path);
                    if name.is_some_and(|name| name == self.words.register || name == self.words.packoffset) {
                        self.report(expr.span, AnnotationArguments { name: self.sources.text(expr.span).to_owned() });
                    }
                }
                ExprKind::Error
                | ExprKind::Literal(_)
                | ExprKind::Unary(..)
                | ExprKind::Prefix(..)
                | ExprKind::Postfix(..)
                | ExprKind::Binary { .. }
                | ExprKind::Assign { .. }
                | ExprKind::Ternary(..)
                | ExprKind::Comma(..)
                | ExprKind::Cast(..)
                | ExprKind::Construct(..)
                | ExprKind::Member(..)
                | ExprKind::InitList(_)
                | ExprKind::TypeArg(_)
                | ExprKind::StateBlock => {}
            }
        }
    }

    /// Reports `SV_Target[0]`. The width of a bit-field may be an element of a constant array.
    fn check_annotation_index(&mut self, base: ExprId, index: ExprId, span: Span) {
        let ExprKind::Path(path) = self.ast.exprs[base].kind else { return };
        if self.find(path).is_some() {
            return;
        }
        let [name, index] = [base, index].map(|part| self.sources.text(self.ast.exprs[part].span).to_owned());
        let whole = format!("{name}{index}");
        let is_number = index.bytes().all(|byte| byte.is_ascii_digit());
        let report = self.report(span, IndexedSemantic { name });
        if is_number {
            report.suggest(span, &whole);
        }
    }

    fn check_annotation_call(&mut self, callee: ExprId, is_empty: bool, span: Span) {
        let place = self.ast.exprs[callee].span;
        let name = self.sources.text(place).to_owned();
        if !ANNOTATIONS.contains(&&name[..]) {
            let near = nearest(&name, ANNOTATIONS.iter().copied());
            let report = self.report(place, UnknownAnnotation { name });
            if let Some(near) = near {
                report.suggest(place, near);
            }
        } else if is_empty {
            self.report(span, AnnotationArguments { name });
        }
    }

    /// `triangle`, `vertices`, `payload` and similar ones.
    pub(super) fn stage_modifier(&self, prefixes: List<Prefix>) -> Option<Modifier> {
        self.modifiers(prefixes).map(|(modifier, _)| modifier).find(|&modifier| row(modifier).is_of_stage)
    }

    fn modifiers(&self, prefixes: List<Prefix>) -> impl Iterator<Item = (Modifier, Span)> + use<'a> {
        let ast = self.ast;
        ast.ids(prefixes).filter_map(|id| match ast.prefixes[id].kind {
            PrefixKind::Modifier(modifier) => Some((modifier, ast.prefixes[id].span)),
            PrefixKind::Attribute(_) | PrefixKind::PackMatrix { .. } => None,
        })
    }
}

/// Advice for a modifier that is allowed elsewhere.
fn instead_of_modifier(modifier: Modifier, place: Place) -> Option<&'static str> {
    match (modifier, place) {
        (Modifier::Groupshared, Place::Local | Place::Param) => {
            Some("groupshared variables are declared outside of functions")
        }
        (Modifier::In | Modifier::Out | Modifier::InOut, Place::Global) => {
            Some("inputs and outputs are parameters and results of the entry point, with semantics")
        }
        _ => None,
    }
}

/// Returns whether a modifier for such values applies to a type.
fn suits(ty: Type, values: Values) -> bool {
    let integers = |elem: Scalar| matches!(elem.class(), ElemClass::SInt | ElemClass::UInt);
    match (ty, values) {
        (Type::Error | Type::Matrix { .. }, Values::Matrices) | (Type::Error, _) => true,
        (Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. }, Values::Floats) => {
            elem.class() == ElemClass::Float
        }
        (Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. }, Values::Integers) => integers(elem),
        (Type::Object(object), Values::Written) => object.is_writable(),
        (_, Values::Matrices | Values::Floats | Values::Integers | Values::Written) => false,
    }
}

fn excludes(conflicts: &[(Modifier, Modifier)], a: Modifier, b: Modifier) -> bool {
    conflicts.iter().any(|&pair| pair == (a, b) || pair == (b, a))
}
