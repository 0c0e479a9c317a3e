//! Inputs of which there is one for each vertex: arrays of variables turned into arrays of values.

use crate::emitter::Emitter;
use sema::hir::ty::{Type, TypeId};
use sema::hir::{EntryPoint, StageVariableId};
use spirv::Word;

impl<'a> Emitter<'a> {
    /// The number of vertices whose values an array has.
    pub(crate) fn vertex_count(&self, array: TypeId) -> u32 {
        if let Type::Array(_, count) = self.module.types[array] {
            count
        } else {
            panic!("the values of vertices make an array")
        }
    }

    /// From arrays with one element for each vertex: an array of structs.
    pub(crate) fn gather_vertices(&mut self, ty: Word, parts: &[(Word, TypeId)], count: u32) -> Word {
        let vertices: Vec<Word> = (0..count)
            .map(|vertex| {
                let fields: Vec<Word> = parts
                    .iter()
                    .map(|&(part, part_ty)| {
                        let part_ty = self.type_of(part_ty);
                        self.spv.extract(part_ty, part, &[vertex])
                    })
                    .collect();
                self.spv.construct(ty, &fields)
            })
            .collect();
        let array = self.spv.array(ty, count, None);
        self.spv.construct(array, &vertices)
    }

    /// The value of a variable; with vertices, an array, whose elements are the same where the variable has one value.
    pub(crate) fn load_leaf_for(&mut self, entry: &'a EntryPoint, id: StageVariableId, vertices: Option<u32>) -> Word {
        let value = self.load_leaf(entry, id);
        let variable = &entry.variables[id];
        let Some(count) = vertices.filter(|_| variable.vertices.is_none()) else { return value };
        let ty = self.type_of(variable.ty);
        let array = self.spv.array(ty, count, None);
        self.spv.construct(array, &vec![value; count as usize])
    }
}
