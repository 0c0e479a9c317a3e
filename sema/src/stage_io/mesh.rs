//! Declarations of a mesh shader's outputs and payload.

use super::{EntryDecl, ParamDecl, holds_numbers};
use crate::diagnostics::{InvalidDeclaration, StageLimit};
use crate::hir::Module;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use crate::tables::attributes::Fact;
use base::diag::Sink;
use base::intern::Interner;
use base::source::Span;
use frontend::ast::Modifier;
use frontend::language::Stage;

/// The limit of vertices, and of primitives.
const MAX_OUTPUTS: u32 = 256;

/// Reports errors in the parameters of a mesh shader.
pub(super) fn check(module: &Module, names: &Interner, entry: &EntryDecl<'_>, sink: &mut Sink) {
    if entry.stage != Stage::Mesh {
        return;
    }
    let mut checker = Checker { module, entry, sink };
    for (modifier, word) in [(Modifier::Vertices, "vertices"), (Modifier::Indices, "indices")] {
        if checker.only(modifier, word).is_none() {
            checker.report(entry.span, format!("mesh shader requires a parameter 'out {word}'"));
        }
    }
    checker.only(Modifier::Primitives, "primitives");
    checker.only(Modifier::Payload, "payload");
    for param in &entry.params {
        checker.param(param);
        checker.limit(param);
    }
    checker.lengths();
    checker.topology(names);
}

struct Checker<'a> {
    module: &'a Module,
    entry: &'a EntryDecl<'a>,
    sink: &'a mut Sink,
}

impl<'a> Checker<'a> {
    fn report(&mut self, span: Span, what: String) {
        self.sink.report(span, InvalidDeclaration { what });
    }

    /// The parameter with a modifier; reports a second one.
    fn only(&mut self, modifier: Modifier, word: &str) -> Option<&'a ParamDecl> {
        let mut found = self.entry.params.iter().filter(|param| param.modifier == Some(modifier));
        let first = found.next();
        if let Some(second) = found.next() {
            self.report(second.span, format!("mesh shader must have only one '{word}' parameter"));
        }
        first
    }

    fn array(&self, ty: TypeId) -> Option<(TypeId, u32)> {
        if let Type::Array(elem, length) = self.module.ty(ty)
            && !matches!(self.module.ty(elem), Type::Array(..))
        {
            Some((elem, length))
        } else {
            None
        }
    }

    fn param(&mut self, param: &ParamDecl) {
        let is_array = self.array(param.ty).is_some();
        let is_out = param.mode == ParamMode::Out;
        let is_struct = matches!(self.module.ty(param.ty), Type::Struct(_) | Type::Error);
        let what = match param.modifier {
            Some(Modifier::Payload) if param.mode != ParamMode::In => "mesh shader payload must be 'in'",
            Some(Modifier::Payload) if !is_struct => "mesh shader payload must be a struct",
            Some(Modifier::Payload) if !holds_numbers(self.module, param.ty) => {
                "mesh shader payload must hold numbers only"
            }
            Some(Modifier::Vertices | Modifier::Indices | Modifier::Primitives) if !is_out => {
                "mesh shader vertices, indices and primitives must be 'out'"
            }
            Some(Modifier::Vertices | Modifier::Indices | Modifier::Primitives) if !is_array => {
                "mesh shader vertices, indices and primitives must be one-dimensional arrays"
            }
            None if param.mode != ParamMode::In => "mesh shader outputs must be 'vertices', 'indices' or 'primitives'",
            _ => return,
        };
        self.report(param.span, what.to_owned());
    }

    /// Checks how many vertices or primitives an output has.
    fn limit(&mut self, param: &ParamDecl) {
        let what = match param.modifier {
            Some(Modifier::Vertices) => "the number of vertices of a mesh shader",
            Some(Modifier::Indices | Modifier::Primitives) => "the number of primitives of a mesh shader",
            _ => return,
        };
        let Some((_, found)) = self.array(param.ty).filter(|(_, length)| *length > MAX_OUTPUTS) else { return };
        let (what, allowed) = (what.to_owned(), format!("from 1 to {MAX_OUTPUTS}"));
        self.sink.report(param.span, StageLimit { what, allowed, found: found.to_string() });
    }

    /// Checks that there are indices for each primitive.
    fn lengths(&mut self) {
        let find = |modifier| self.entry.params.iter().find(|param| param.modifier == Some(modifier));
        let (Some(indices), Some(primitives)) = (find(Modifier::Indices), find(Modifier::Primitives)) else { return };
        let lengths = (self.array(indices.ty), self.array(primitives.ty));
        if let (Some((_, indices)), Some((_, found))) = lengths
            && indices != found
        {
            self.report(
                primitives.span,
                format!("array length {found} does not match the {indices} primitives of 'indices'"),
            );
        }
    }

    /// Checks that a primitive has as many indices as its topology has corners.
    fn topology(&mut self, names: &Interner) {
        let topology = self.entry.attributes.find(Fact::OutputTopology).and_then(|read| read.string(0));
        let (corners, name) = match topology.map(|topology| names.resolve(topology)) {
            Some("point") => (1, "uint"),
            Some("line") => (2, "uint2"),
            Some("triangle") => (3, "uint3"),
            _ => return,
        };
        let Some(param) = self.entry.params.iter().find(|param| param.modifier == Some(Modifier::Indices)) else {
            return;
        };
        let Some((elem, _)) = self.array(param.ty) else { return };
        let fits = |scalar: Scalar, count: u16| scalar.class() == ElemClass::UInt && count == corners;
        let good = match self.module.ty(elem) {
            Type::Scalar(scalar) => fits(scalar, 1),
            Type::Vector(scalar, count) => fits(scalar, count),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        };
        if !good {
            self.report(param.span, format!("indices for this output topology must be an array of '{name}'"));
        }
    }
}
