//! Records of the checker for tools, made while it runs. Data alone; `trace` fills it in and completes it.

use crate::check::state::ids::FnId;
use crate::hir::expr::ConstantId;
use crate::hir::ty::{StructId, TypeId};
use crate::trace::Kind;
use base::ids::Map;
use base::intern::Symbol;
use base::source::Span;

/// The record while the analysis runs: functions and structs have ids, as their names may be declared several times.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) uses: Vec<(Span, Target)>,
    pub(crate) declarations: Map<u32, Declared>,
    pub(crate) values: Vec<(Span, TypeId)>,
    pub(crate) calls: Vec<(Span, FnId, Option<FnId>, Vec<Span>)>,
    pub(crate) lossy: Vec<(Span, TypeId)>,
}

/// The entity that a name represents.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    At(u32),
    Function(FnId),
    Struct(StructId),
}

/// A declaration that was met on the way.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) name: Symbol,
    pub(crate) kind: Kind,
    pub(crate) ty: Option<TypeId>,
    pub(crate) value: Option<ConstantId>,
    pub(crate) owner: Option<FnId>,
}
