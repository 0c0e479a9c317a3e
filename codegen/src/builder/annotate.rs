//! Decorations that follow from how values flow through the finished functions of a module: `NoContraction` flows from
//! what is `precise` back to the arithmetic that feeds it, `NonUniform` from an index forward to what is reached through
//! it. Both follow values through variables, parts of them, and calls.

mod dependence;
mod flow;
mod non_uniform;
mod part;
mod precise;
mod program;

use super::context::SpirvContext;
use program::Program;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Word;

pub(crate) use precise::Precise;

/// The instructions to decorate.
#[derive(Debug, Default)]
pub(crate) struct Found<'a> {
    /// The results of arithmetic that may not be contracted, in order.
    pub(crate) exact: Vec<Word>,
    /// The instructions whose results are not uniform, given those that the source names, in order.
    pub(crate) non_uniform: Vec<&'a [Word]>,
}

/// Finds the instructions to decorate among the words of all functions.
pub(crate) fn find<'a>(
    words: &'a [Word],
    ctx: &'a SpirvContext,
    globals: &'a FxHashMap<Word, Word>,
    precise: &Precise,
    named_non_uniform: &FxHashSet<Word>,
) -> Found<'a> {
    let mut found = Found::default();
    if precise.always {
        found.exact.extend(precise::arithmetic(words));
    }
    let has_precise = !precise.always && !precise.is_idle();
    if !has_precise && named_non_uniform.is_empty() {
        return found;
    }
    let program = Program::new(ctx, globals, words);
    if has_precise {
        found.exact = precise::results(&program, precise);
    }
    if !named_non_uniform.is_empty() {
        found.non_uniform = non_uniform::results(&program, named_non_uniform);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::builder::context::Decorations;
    use crate::builder::inst::InstBuilder;
    use crate::builder::types::StructType;
    use crate::options::Options;
    use spirv::Op;

    fn push(words: &mut Vec<Word>, op: Op, operands: &[Word]) {
        InstBuilder::new(words, op).words(operands).finish().unwrap();
    }

    #[test]
    fn precision_flows_back_to_the_arithmetic() {
        let mut words = Vec::new();
        push(&mut words, Op::FMul, &[1, 10, 5, 6]);
        push(&mut words, Op::FAdd, &[1, 11, 10, 6]);
        push(&mut words, Op::FSub, &[1, 12, 5, 6]);
        push(&mut words, Op::Store, &[20, 11]);
        push(&mut words, Op::Store, &[21, 12]);
        let precise = Precise { variables: FxHashSet::from_iter([20]), ..Precise::default() };
        let (ctx, globals) = (SpirvContext::new(), FxHashMap::default());
        assert_eq!(find(&words, &ctx, &globals, &precise, &FxHashSet::default()).exact, [10, 11]);
    }

    #[test]
    fn members_may_be_precise() {
        let options = Options::default();
        let mut spv = Builder::new(&options, false);
        let float = spv.float();
        let members = [float, float];
        let none = Decorations::new();
        let s = StructType { name: "S", members: &members, member_names: &[], decorations: &none };
        let s = spv.struct_type(&s);
        let (pointer, part) =
            (spv.pointer(spirv::StorageClass::Private, s), spv.pointer(spirv::StorageClass::Private, float));
        let indices = [spv.constant_int(0), spv.constant_int(1)];
        let ids: [Word; 6] = std::array::from_fn(|_| spv.fresh_id());
        let mut words = Vec::new();
        for (at, index) in indices.into_iter().enumerate() {
            push(&mut words, Op::FAdd, &[float, ids[at], 1, 2]);
            push(&mut words, Op::AccessChain, &[part, ids[2 + at], ids[5], index]);
            push(&mut words, Op::Store, &[ids[2 + at], ids[at]]);
        }
        let precise = Precise { members: FxHashSet::from_iter([(s, 1)]), ..Precise::default() };
        let globals = FxHashMap::from_iter([(ids[5], pointer)]);
        assert_eq!(find(&words, &spv.ctx, &globals, &precise, &FxHashSet::default()).exact, [ids[1]]);
    }

    #[test]
    fn what_is_reached_through_a_non_uniform_index_is_not_uniform() {
        let mut words = Vec::new();
        push(&mut words, Op::CopyObject, &[1, 10, 5]);
        push(&mut words, Op::AccessChain, &[2, 11, 6, 10]);
        push(&mut words, Op::Load, &[3, 12, 11]);
        push(&mut words, Op::Load, &[3, 13, 6]);
        let (ctx, globals) = (SpirvContext::new(), FxHashMap::default());
        let found = find(&words, &ctx, &globals, &Precise::default(), &FxHashSet::from_iter([10]));
        assert_eq!(found.non_uniform.iter().map(|inst| inst[2]).collect::<Vec<_>>(), [10, 11, 12]);
    }
}
