//! Members of ray payloads that a stage of ray tracing uses and, by their access qualifiers, may not: what it writes is
//! lost, and what it reads is undefined unless it has written it.
//!
//! It examines the entry functions themselves, in the order of the source: any write of a member before a read counts.

use crate::diagnostics::{DroppedWrite, UndefinedRead};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::payload::PayloadStage;
use crate::hir::ty::{Struct, Type};
use crate::hir::{Body, EntryPoint, LocalId, Module, ParamRole};
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::Span;

/// Reports accesses of payloads against their qualifiers.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for entry in &module.entry_points {
        let (Some(stage), Some(local)) = (PayloadStage::of(entry.stage), payload(module, entry)) else { continue };
        let body = &module.functions[entry.function].body;
        let Type::Struct(id) = module.ty(body.locals[local].ty) else { continue };
        if module.structs[id].is_payload {
            check_entry(&module.structs[id], body, local, stage, names, sink);
        }
    }
}

fn payload(module: &Module, entry: &EntryPoint) -> Option<LocalId> {
    let params = module.functions[entry.function].params.iter().zip(&entry.params);
    params.into_iter().find(|(_, param)| param.role == ParamRole::RayPayload).map(|(declared, _)| declared.local)
}

fn check_entry(payload: &Struct, body: &Body, local: LocalId, stage: PayloadStage, names: &Interner, sink: &mut Sink) {
    let mut written: Set<u32> = Set::default();
    for (is_write, field, span) in accesses(body, local) {
        let Some(field) = field else {
            // Another function may write all of it.
            written.extend((0..payload.fields.len() as u32).filter(|_| is_write));
            continue;
        };
        let declared = &payload.fields[field as usize];
        let access = declared.attributes.access;
        let allowed = if is_write { access.write } else { access.read };
        let is_known = !is_write && written.contains(&field);
        if is_write {
            written.insert(field);
        }
        if is_known || allowed.is_some_and(|stages| stages.contains(stage)) {
            continue;
        }
        let (name, stage) = (names.resolve(declared.name).to_owned(), stage.name().to_owned());
        let report = match is_write {
            true => sink.report(span, DroppedWrite { name, stage }),
            false => sink.report(span, UndefinedRead { name, stage }),
        };
        report.note_at(declared.span, "declared here");
    }
}

/// The accesses of a variable, in the order of the source: whether it is a write; the member, or `None` for all of it; the
/// place.
fn accesses(body: &Body, local: LocalId) -> Vec<(bool, Option<u32>, Span)> {
    let mut found = Vec::new();
    for (_, node) in body.exprs.iter() {
        let read = if let ExprKind::Load(place) = node.kind { Some(place) } else { None };
        let touched = node.kind.written().map(|place| (true, place)).chain(read.map(|place| (false, place)));
        for (is_write, place) in touched {
            if let Some((field, span)) = member_of(body, place, local) {
                found.push((is_write, field, span));
            }
        }
    }
    // A value is read before the member that it goes to is written.
    found.sort_by_key(|&(is_write, _, span)| (span.lo, is_write));
    found
}

/// The member of the variable that a place is, or is a part of. The members of a base class are left alone.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other places are parts of a larger place")]
fn member_of(body: &Body, mut place: ExprId, local: LocalId) -> Option<(Option<u32>, Span)> {
    let (mut member, mut span) = (None, body.exprs[place].span);
    loop {
        let node = &body.exprs[place];
        match node.kind {
            ExprKind::Local(found) if found == local => return Some((member, span)),
            ExprKind::Member { field, .. } => (member, span) = (Some(field), node.span),
            ExprKind::Convert { .. } => return None,
            _ => {}
        }
        place = node.kind.whole()?;
    }
}
