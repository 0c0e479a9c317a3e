//! Streams of geometry shaders: a vertex is written to the output variables where it is appended.

use crate::emitter::Emitter;
use base::ids::Map;
use sema::hir::expr::ExprId;
use sema::hir::ty::TypeId;
use sema::hir::{EntryPoint, ParamRole, StageTree};
use spirv::Op;

impl<'a> Emitter<'a> {
    /// `stream.Append(vertex)`
    pub(crate) fn stream_append(&mut self, stream: ExprId, vertex: ExprId) {
        let span = self.spv.function.span();
        let value = self.expr(vertex);
        if let Some((entry, number, tree)) = self.stream_output(self.current.body.exprs[stream].ty) {
            self.store_tree(entry, tree, value, None);
            self.spv.at(span);
            self.stream_instruction(entry, number, Op::EmitVertex, Op::EmitStreamVertex);
        }
    }

    /// `stream.RestartStrip()`
    pub(crate) fn restart_strip(&mut self, stream: ExprId) {
        if let Some((entry, number, _)) = self.stream_output(self.current.body.exprs[stream].ty) {
            self.stream_instruction(entry, number, Op::EndPrimitive, Op::EndStreamPrimitive);
        }
    }

    fn stream_instruction(&mut self, entry: &'a EntryPoint, number: u32, single: Op, several: Op) {
        if self.streams(entry).len() < 2 {
            return self.spv.effect(single, &[]);
        }
        let number = self.spv.constant_uint(number);
        self.spv.effect(several, &[number]);
    }

    /// The types of the entry point's streams, each with its variables.
    fn streams(&self, entry: &'a EntryPoint) -> Map<TypeId, &'a StageTree> {
        let params = &self.module.functions[entry.function];
        params
            .params
            .iter()
            .zip(&entry.params)
            .filter(|(_, param)| param.role == ParamRole::Stream)
            .filter_map(|(declared, param)| Some((params.body.locals[declared.local].ty, param.output.as_ref()?)))
            .collect()
    }

    /// The variables of a stream, with its number.
    fn stream_output(&self, ty: TypeId) -> Option<(&'a EntryPoint, u32, &'a StageTree)> {
        let entry = self.entry()?;
        let streams = self.streams(entry);
        let (number, _, tree) = streams.get_full(&ty)?;
        Some((entry, number as u32, tree))
    }
}
