//! Hit objects: where they may be, and the arguments of their methods.

use crate::check::state::Checker;
use crate::diagnostics::{HitObjectPlace, RecordOffset, TooManyHitObjects};
use crate::hir::expr::Arg;
use crate::hir::ty::TypeId;
use crate::tables::methods::HitMethod;
use base::source::Span;

/// The limit of the hit objects of a variable: each of them is a variable in SPIR-V.
const MOST: u64 = 64;

impl Checker<'_> {
    /// Reports a variable that cannot hold a hit object, but would; returns whether it would.
    pub(crate) fn refuse_hit_object(&mut self, ty: TypeId, what: &str, span: Span) -> bool {
        let is_held = self.module.hit_objects(ty) != 0;
        if is_held {
            self.report(span, HitObjectPlace { what: what.to_owned() });
        }
        is_held
    }

    /// Reports a variable with too many hit objects.
    pub(crate) fn check_hit_objects(&mut self, ty: TypeId, span: Span) {
        let count = self.module.hit_objects(ty);
        if count > MOST {
            self.report(span, TooManyHitObjects { count: count.to_string(), limit: MOST.to_string() });
        }
    }

    /// Reports an offset into a shader record that lies within a word, and attributes that do not fit registers.
    pub(super) fn check_hit_method(&mut self, method: HitMethod, args: &[Arg]) {
        if let (HitMethod::Attributes, Some(attributes)) = (method, args.first()) {
            let (ty, span) = (attributes.ty, self.span(attributes.expr));
            self.fits_registers(ty, "attributes of hits", span);
            return;
        }
        let (HitMethod::RootConstant, Some(offset)) = (method, args.first()) else { return };
        let known = self.constant_of(offset.expr).and_then(|offset| self.integer(offset));
        if let Some(offset_in_bytes) = known.filter(|offset| offset % 4 != 0) {
            self.report(self.span(offset.expr), RecordOffset { offset: offset_in_bytes.to_string() });
        }
    }
}
