//! Composites part by part: consumers that LLVM's translator is a part of take `OpCompositeConstruct` for a constant, so
//! that parts which are none are put into a composite one after the other.

use dialect::ir::{Attr, BlockId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts};
use spirv::Op;

/// Takes every composite that is made of parts apart.
pub(crate) fn expand(module: &mut Module) {
    let mut blocks: Vec<BlockId> = Vec::new();
    for op in walk::ops_in(module, module.root) {
        blocks.extend(module[op].regions.iter().flat_map(|region| &module[*region].blocks));
    }
    for block in blocks {
        let is_construct = |op: &OpId| ops::code(module, *op) == Some(Code::Core(Op::CompositeConstruct));
        if !module[block].ops.iter().any(|op| is_construct(op) || is_uneven(module, *op)) {
            continue;
        }
        let mut made = Made { block, ops: Vec::new() };
        for op in module[block].ops.clone() {
            if is_uneven(module, op) {
                made.choose(module, op);
            }
            match ops::code(module, op) == Some(Code::Core(Op::CompositeConstruct)) {
                true => made.construct(module, op),
                false => made.ops.push(op),
            }
        }
        module[block].ops = made.ops;
    }
}

/// Checks for a shuffle of vectors of different lengths, which LLVM's translator rejects.
fn is_uneven(module: &Module, op: OpId) -> bool {
    let [first, second] = module[op].operands[..] else { return false };
    let is_shuffle = ops::code(module, op) == Some(Code::Core(Op::VectorShuffle));
    is_shuffle && module.type_of(first) != module.type_of(second)
}

struct Made {
    block: BlockId,
    ops: Vec<OpId>,
}

impl Made {
    fn op(&mut self, module: &mut Module, op: Op, operands: &[ValueId], index: Option<u32>, like: OpId) -> OpId {
        let made = module.add_op(ops::core(op));
        (module[made].loc, module[made].word) = (module[like].loc, module[like].word);
        module[made].operands = operands.into();
        module[made].block = Some(self.block);
        if let Some(index) = index {
            let index = module.ctx.attr(Attr::Literal(index));
            let indices = module.ctx.attr(Attr::Array([index].into()));
            module[made].attrs.push((attrs::INDICES, indices));
        }
        self.ops.push(made);
        made
    }

    /// A choice of components becomes a composite of them. Where any will do, it is the first.
    fn choose(&mut self, module: &mut Module, op: OpId) {
        let indices = facts::array_of(module, op, attrs::INDICES).to_vec();
        let chosen: Vec<u32> = indices.iter().map(|index| facts::number(module, *index).unwrap_or(0) as u32).collect();
        let vectors = module[op].operands.to_vec();
        let mut parts = Vec::new();
        for vector in vectors {
            let Type::Vector { len, elem } = module.ctx[module.type_of(vector)] else { return };
            parts.extend((0..len).map(|at| (vector, at, elem)));
        }
        let mut operands = Vec::new();
        for at in chosen {
            let Some((vector, at, elem)) = parts.get(at as usize).or(parts.first()).copied() else { return };
            let extract = self.op(module, Op::CompositeExtract, &[vector], Some(at), op);
            operands.push(module.add_result(extract, elem));
        }
        module[op].info = ops::core(Op::CompositeConstruct);
        module[op].operands = operands.into();
        module[op].attrs.retain(|(name, _)| *name != attrs::INDICES);
    }

    /// The last insertion becomes the op itself, so that its result stays.
    fn construct(&mut self, module: &mut Module, op: OpId) {
        let Some(result) = module[op].results.first().copied() else { return };
        let ty = module.type_of(result);
        let parts = self.parts(module, op, ty);
        let undefined = self.op(module, Op::Undef, &[], None, op);
        let mut whole = module.add_result(undefined, ty);
        for (at, part) in parts.iter().enumerate() {
            if at + 1 == parts.len() {
                let index = module.ctx.attr(Attr::Literal(at as u32));
                let indices = module.ctx.attr(Attr::Array([index].into()));
                module[op].info = ops::core(Op::CompositeInsert);
                module[op].operands = [*part, whole].into();
                module[op].attrs.push((attrs::INDICES, indices));
                self.ops.push(op);
                return;
            }
            let insert = self.op(module, Op::CompositeInsert, &[*part, whole], Some(at as u32), op);
            whole = module.add_result(insert, ty);
        }
        // Without parts there is nothing to put in.
        module[op].info = ops::core(Op::Undef);
        module[op].operands.clear();
        self.ops.push(op);
    }

    /// One value for each part of the composite: vectors may be made of shorter ones.
    fn parts(&mut self, module: &mut Module, op: OpId, ty: TypeId) -> Vec<ValueId> {
        let operands = module[op].operands.to_vec();
        if !matches!(module.ctx[ty], Type::Vector { .. }) {
            return operands;
        }
        let mut parts = Vec::new();
        for operand in operands {
            let own = module.type_of(operand);
            let Type::Vector { len, .. } = module.ctx[own] else {
                parts.push(operand);
                continue;
            };
            for at in 0..len {
                let Some(part) = facts::part_type(&module.ctx, own, at as usize) else { continue };
                let extract = self.op(module, Op::CompositeExtract, &[operand], Some(at), op);
                parts.push(module.add_result(extract, part));
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_vectors_are_made_of_their_components() {
        let text = "spirv.module Physical64 OpenCL requires #spirv.vce<v1.0, [Addresses, Kernel], []> {
  spirv.func @f(%a : vector<2xf32>, %b : f32) -> vector<3xf32> \"None\" {
    %0 = spirv.CompositeConstruct %a, %b : (vector<2xf32>, f32) -> vector<3xf32>
    spirv.ReturnValue %0 : vector<3xf32>
  }
}
";
        let mut module = text::parse(text).unwrap();
        expand(&mut module);
        let printed = text::print(&module);
        assert_eq!(printed.matches("CompositeExtract").count(), 2, "{printed}");
        assert_eq!(printed.matches("CompositeInsert").count(), 3, "{printed}");
        assert!(!printed.contains("CompositeConstruct") && printed.contains("spirv.Undef"), "{printed}");
        assert!(dialect::spirv::verify::verify(&module).is_empty(), "{printed}");
    }

    #[test]
    fn components_of_vectors_of_different_lengths_are_put_together() {
        let text = "spirv.module Physical64 OpenCL requires #spirv.vce<v1.0, [Addresses, Kernel], []> {
  spirv.func @f(%a : vector<2xf32>, %b : vector<3xf32>) -> vector<2xf32> \"None\" {
    %0 = spirv.VectorShuffle[0 : i32, 3 : i32] %a, %b : vector<2xf32>, vector<3xf32> -> vector<2xf32>
    spirv.ReturnValue %0 : vector<2xf32>
  }
}
";
        let mut module = text::parse(text).unwrap();
        expand(&mut module);
        let printed = text::print(&module);
        assert!(printed.contains("CompositeExtract %b[#spirv.literal<1>]"), "{printed}");
        assert!(!printed.contains("VectorShuffle") && !printed.contains("Construct"), "{printed}");
        assert!(dialect::spirv::verify::verify(&module).is_empty(), "{printed}");
    }
}
