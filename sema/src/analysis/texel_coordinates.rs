//! Texel coordinates that are numbers from 0 to 1: as integers they are all zero.
//!
//! Such numbers are the inputs `TEXCOORD`, results of `frac` and `saturate`, and inputs and quotients with the names that
//! coordinates of samples have. A vector of integers that is made of parts is left alone: its type is written there.

use crate::analysis::definitions::Definitions;
use crate::diagnostics::NormalizedTexel;
use crate::hir::expr::{BinaryOp, Conversion, ExprId, ExprKind};
use crate::hir::ty::{ElemClass, Object, Semantic, Type};
use crate::hir::{Body, EntryPoint, Function, FunctionId, LocalId, Module, StageTree};
use crate::tables::methods::{MethodKind, TextureMethod};
use base::diag::Sink;
use base::ids::Map;
use base::intern::Interner;

/// Reports coordinates of `[]` and `Load` that are converted from numbers between 0 and 1.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for (id, function) in module.functions.iter() {
        let body = &function.body;
        let mut known = None;
        for (_, node) in body.exprs.iter() {
            let Some(coordinates) = coordinates(module, body, &node.kind) else { continue };
            let Some(given) = converted(module, body, coordinates) else { continue };
            let known: &mut Known<'_> = known.get_or_insert_with(|| Known::new(module, id, function, names));
            if let Some(note) = known.why_normalized(given) {
                let (span, note) = (body.exprs[coordinates].span, note);
                sink.report(span, NormalizedTexel {}).note_at(span, note);
            }
        }
    }
}

/// Returns whether variables of this name are coordinates of samples.
fn is_name_of_normalized(name: &str) -> bool {
    ["uv", "UV", "texcoord", "texCoord", "tex_coord"].contains(&name)
}

/// The coordinates of a texel that is accessed without a sampler.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not access a texel")]
fn coordinates(module: &Module, body: &Body, kind: &ExprKind) -> Option<ExprId> {
    let (object, coordinates) = match kind {
        ExprKind::ResourceElement { object, index, .. } => (*object, *index),
        ExprKind::Method { method, object, args, order: _ }
            if method.kind == MethodKind::Texture(TextureMethod::Load) =>
        {
            (*object, args.first()?.expr)
        }
        _ => return None,
    };
    let is_texture = matches!(module.ty(body.exprs[object].ty), Type::Object(Object::Texture(_)));
    is_texture.then_some(coordinates)
}

/// The floats that are converted to these integers as a whole.
fn converted(module: &Module, body: &Body, coordinates: ExprId) -> Option<ExprId> {
    let node = &body.exprs[coordinates];
    let ExprKind::Convert { conversion: Conversion::Numeric, operand } = node.kind else { return None };
    let given = &body.exprs[operand];
    let class = crate::convert::numeric(module, given.ty)?.0.class();
    (class == ElemClass::Float && given.span == node.span).then_some(operand)
}

/// Facts about the values of a function body.
struct Known<'a> {
    body: &'a Body,
    names: &'a Interner,
    definitions: Definitions,
    /// The parameters of an entry function with what they are read from.
    inputs: Map<LocalId, (&'a EntryPoint, &'a StageTree)>,
}

impl<'a> Known<'a> {
    fn new(module: &'a Module, id: FunctionId, function: &'a Function, names: &'a Interner) -> Self {
        let entry = module.entry_points.iter().find(|entry| entry.function == id);
        let params = entry.into_iter().flat_map(|entry| {
            let params = function.params.iter().zip(&entry.params);
            params.filter_map(move |(param, stage)| Some((param.local, (entry, stage.input.as_ref()?))))
        });
        let inputs = params.collect();
        Known { body: &function.body, names, definitions: Definitions::of(&function.body), inputs }
    }

    /// Why numbers lie between 0 and 1.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the range of other expressions is unknown")]
    fn why_normalized(&self, expr: ExprId) -> Option<String> {
        if let Some(note) = self.why_named(expr) {
            return Some(note);
        }
        let mut at = self.definitions.source(self.body, expr);
        loop {
            at = match &self.body.exprs[at].kind {
                ExprKind::Swizzle { base, .. } => self.definitions.source(self.body, *base),
                ExprKind::Construct { parts } => self.definitions.source(self.body, *parts.first()?),
                ExprKind::Load(place) if matches!(self.body.exprs[*place].kind, ExprKind::Swizzle { .. }) => *place,
                _ => break,
            };
        }
        match &self.body.exprs[at].kind {
            ExprKind::Intrinsic { intrinsic, .. } if matches!(intrinsic.name, "saturate" | "frac") => {
                Some(format!("'{}' gives numbers from 0 to 1", intrinsic.name))
            }
            ExprKind::Load(place) => self.why_input(*place),
            _ => {
                let place = self.body.local_of(at).map(|_| at);
                place.and_then(|place| self.why_input(place))
            }
        }
    }

    /// Why the first part of a value is from 0 to 1 by the name of its variable: an input, or a quotient.
    fn why_named(&self, expr: ExprId) -> Option<String> {
        let first =
            if let ExprKind::Construct { parts } = &self.body.exprs[expr].kind { *parts.first()? } else { expr };
        let local = self.local(first)?;
        let value = &self.body.exprs[self.definitions.source(self.body, first)].kind;
        let is_quotient = matches!(value, ExprKind::Binary { op: BinaryOp::Div, .. });
        let is_input = self.inputs.contains_key(&local) && !self.definitions.is_changed(local);
        let name = self.names.resolve(self.body.locals[local].name);
        let is_normalized = (is_quotient || is_input) && is_name_of_normalized(name);
        is_normalized.then(|| format!("by its name, '{name}' is from 0 to 1"))
    }

    /// The variable that a value is.
    fn local(&self, expr: ExprId) -> Option<LocalId> {
        let mut place = if let ExprKind::Load(place) = self.body.exprs[expr].kind { place } else { expr };
        while let ExprKind::Swizzle { base, .. } = self.body.exprs[place].kind {
            place = base;
        }
        if let ExprKind::Local(local) = self.body.exprs[place].kind { Some(local) } else { None }
    }

    fn why_input(&self, place: ExprId) -> Option<String> {
        let semantic = self.semantic(place)?;
        let name = self.names.resolve(semantic.name);
        let text = self.names.resolve(semantic.text);
        name.eq_ignore_ascii_case("TEXCOORD").then(|| format!("'{text}' is by convention from 0 to 1"))
    }

    /// The semantic of the input that a place is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not parts of an input")]
    fn semantic(&self, mut place: ExprId) -> Option<&'a Semantic> {
        let mut fields = Vec::new();
        let local = loop {
            match self.body.exprs[place].kind {
                ExprKind::Local(local) => break local,
                ExprKind::Member { base, field } => {
                    fields.push(field as usize);
                    place = base;
                }
                ExprKind::Swizzle { base, .. } => place = base,
                _ => return None,
            }
        };
        if self.definitions.is_changed(local) {
            return None;
        }
        let (entry, mut tree) = *self.inputs.get(&local)?;
        while let StageTree::Struct(_, parts) = tree {
            tree = parts.get(fields.pop()?)?;
        }
        match tree {
            StageTree::Leaf(variable) => Some(&entry.variables[*variable].semantic),
            StageTree::Struct(..) | StageTree::Array(..) | StageTree::PerVertex(..) => None,
        }
    }
}
