//! Decorations that follow from how values flow through a finished function: `NoContraction` flows from what is
//! `precise` back to the arithmetic that feeds it, `NonUniform` from an index forward to what is reached through it.
//!
//! Both look at the words of the function in the order in which they are written, once.

use super::context::SpirvContext;
use super::grammar;
use super::inst::instructions;
use isa::{BitKind, Class, ConversionKind};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, Word};

/// Values that must keep the order of their arithmetic.
#[derive(Debug, Default)]
pub(crate) struct Precise {
    /// Variables and parameters.
    pub(crate) variables: FxHashSet<Word>,
    /// Members of struct types.
    pub(crate) members: FxHashSet<(Word, u32)>,
    /// For functions with `precise` parameters: which of the arguments are.
    pub(crate) arguments: FxHashMap<Word, Vec<bool>>,
    /// Everything.
    pub(crate) always: bool,
}

/// A finished function, indexed.
struct Function<'a> {
    instructions: Vec<&'a [Word]>,
    /// For each result: the instruction.
    by_result: FxHashMap<Word, u32>,
}

impl<'a> Function<'a> {
    fn new(words: &'a [Word]) -> Self {
        let mut function = Function { instructions: Vec::new(), by_result: FxHashMap::default() };
        for (op, _, inst) in instructions(words) {
            if let Some(at) = grammar::shape(op).result_at() {
                function.by_result.insert(inst[at], function.instructions.len() as u32);
            }
            function.instructions.push(inst);
        }
        function
    }

    fn of_result(&self, id: Word) -> Option<&'a [Word]> {
        self.by_result.get(&id).map(|&index| self.instructions[index as usize])
    }
}

fn is(inst: &[Word], op: Op) -> bool {
    inst[0] & 0xFFFF == op as u32
}

fn op_of(inst: &[Word]) -> Op {
    Op::from_u32(inst[0] & 0xFFFF).unwrap_or(Op::Nop)
}

/// The results of a function's arithmetic that may not be contracted, in order.
pub(crate) fn no_contraction(
    words: &[Word],
    ctx: &SpirvContext,
    globals: &FxHashMap<Word, Word>,
    precise: &Precise,
    precise_result: bool,
) -> Vec<Word> {
    let idle =
        precise.variables.is_empty() && precise.members.is_empty() && precise.arguments.is_empty() && !precise_result;
    if idle && !precise.always {
        return Vec::new();
    }
    let function = Function::new(words);
    let mut flow = PreciseFlow { ctx, globals, precise, function: &function, marked: precise.variables.clone() };
    if !idle {
        for inst in function.instructions.iter().rev() {
            flow.visit(inst, precise_result);
        }
    }
    let kept =
        |inst: &&&[Word]| isa::class(op_of(inst)).is_arithmetic() && (precise.always || flow.marked.contains(&inst[2]));
    function.instructions.iter().filter(kept).map(|inst| inst[2]).collect()
}

struct PreciseFlow<'a> {
    ctx: &'a SpirvContext,
    /// The pointer types of the module's variables.
    globals: &'a FxHashMap<Word, Word>,
    precise: &'a Precise,
    function: &'a Function<'a>,
    marked: FxHashSet<Word>,
}

impl PreciseFlow<'_> {
    fn visit(&mut self, inst: &[Word], precise_result: bool) {
        match op_of(inst) {
            Op::ReturnValue if precise_result => self.mark(&inst[1..2]),
            Op::Store if self.is_precise_place(inst[1]) => self.mark(&inst[2..3]),
            Op::FunctionCall => {
                let which = self.precise.arguments.get(&inst[3]).map_or(&[][..], |which| which);
                let args = inst[4..].iter().zip(which).filter(|(_, precise)| **precise);
                self.marked.extend(args.map(|(&arg, _)| arg));
            }
            _ => {
                let at = grammar::shape((inst[0] & 0xFFFF) as u16).result_at();
                if at.is_some_and(|at| self.marked.contains(&inst[at])) {
                    self.visit_marked(inst);
                }
            }
        }
    }

    fn mark(&mut self, ids: &[Word]) {
        self.marked.extend(ids);
    }

    /// Marks the operands whose value the result is made of.
    fn visit_marked(&mut self, inst: &[Word]) {
        let op = op_of(inst);
        match op {
            Op::Select => self.mark(&inst[4..6]),
            Op::CompositeExtract | Op::Load | Op::BitFieldSExtract | Op::BitFieldUExtract => self.mark(&inst[3..4]),
            Op::CompositeInsert | Op::VectorShuffle | Op::BitFieldInsert => self.mark(&inst[3..5]),
            Op::CompositeConstruct => self.mark(&inst[3..]),
            Op::ExtInst => self.mark(&inst[5..]),
            _ if is_computed(isa::class(op)) => self.mark(&inst[3..]),
            _ => {}
        }
    }

    /// Returns whether a pointer leads to something precise, or is itself marked because something precise is read from it.
    fn is_precise_place(&self, mut pointer: Word) -> bool {
        let mut indices: Vec<Word> = Vec::new();
        loop {
            if self.marked.contains(&pointer) {
                return true;
            }
            match self.function.of_result(pointer) {
                Some(inst) if is(inst, Op::AccessChain) => {
                    indices.extend(inst[4..].iter().rev());
                    pointer = inst[3];
                }
                Some(inst) => return self.meets_precise_member(inst[1], &indices),
                None => {
                    let ty = self.globals.get(&pointer);
                    return ty.is_some_and(|&ty| self.meets_precise_member(ty, &indices));
                }
            }
        }
    }

    /// Returns whether the way from a pointer of this type along the indices (the last one first) leads through a precise
    /// member.
    fn meets_precise_member(&self, pointer_type: Word, indices: &[Word]) -> bool {
        if self.precise.members.is_empty() {
            return false;
        }
        let Some((Op::TypePointer, operands)) = self.ctx.type_of(pointer_type) else { return false };
        let mut ty = operands[1];
        for &index in indices.iter().rev() {
            let Some((op, operands)) = self.ctx.type_of(ty) else { return false };
            ty = match op {
                Op::TypeStruct => {
                    let Some((Op::Constant, value)) = self.ctx.constant_of(index) else { return false };
                    let member = value[1];
                    if self.precise.members.contains(&(ty, member)) {
                        return true;
                    }
                    operands[member as usize]
                }
                _ => operands[0],
            };
        }
        false
    }
}

/// Returns whether instructions of a class compute the numbers of their results from those of all their operands.
fn is_computed(class: Class) -> bool {
    match class {
        Class::Conversion(kind) => !matches!(kind, ConversionKind::Handle | ConversionKind::Vendor),
        Class::Transpose | Class::Bits(BitKind::Not) => true,
        _ => class.is_arithmetic(),
    }
}

/// The instructions whose results are not uniform, given those that the source names, in order.
pub(crate) fn non_uniform<'a>(words: &'a [Word], named: &FxHashSet<Word>) -> Vec<&'a [Word]> {
    if named.is_empty() {
        return Vec::new();
    }
    let mut found = FxHashSet::default();
    let mut order = Vec::new();
    for (op, _, inst) in instructions(words) {
        let Some(at) = grammar::shape(op).result_at() else { continue };
        let id = inst[at];
        let flows = || inherits_non_uniform(inst).iter().any(|operand| found.contains(operand));
        if named.contains(&id) || flows() {
            found.insert(id);
            order.push(inst);
        }
    }
    order
}

/// The operands from which a result inherits that it is not uniform.
fn inherits_non_uniform(inst: &[Word]) -> &[Word] {
    match op_of(inst) {
        Op::Load | Op::ImageTexelPointer => &inst[3..4],
        Op::AccessChain | Op::SampledImage => &inst[3..],
        Op::UntypedAccessChainKHR => &inst[4..],
        Op::Image | Op::BufferPointerEXT => &inst[3..4],
        Op::UntypedImageTexelPointerEXT => &inst[4..5],
        Op::AtomicStore => &[],
        op => match isa::class(op) {
            Class::Atomic => &inst[3..4],
            Class::Bits(BitKind::Shift | BitKind::Logic) => &inst[3..],
            class if is_computed(class) => &inst[3..],
            _ => &[],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use crate::builder::context::Decorations;
    use crate::builder::inst::InstBuilder;
    use crate::builder::types::StructType;
    use crate::options::Options;

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
        assert_eq!(no_contraction(&words, &ctx, &globals, &precise, false), [10, 11]);
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
        assert_eq!(no_contraction(&words, &spv.ctx, &globals, &precise, false), [ids[1]]);
    }

    #[test]
    fn what_is_reached_through_a_non_uniform_index_is_not_uniform() {
        let mut words = Vec::new();
        push(&mut words, Op::CopyObject, &[1, 10, 5]);
        push(&mut words, Op::AccessChain, &[2, 11, 6, 10]);
        push(&mut words, Op::Load, &[3, 12, 11]);
        push(&mut words, Op::Load, &[3, 13, 6]);
        let found = non_uniform(&words, &FxHashSet::from_iter([10]));
        assert_eq!(found.iter().map(|inst| inst[2]).collect::<Vec<_>>(), [10, 11, 12]);
    }
}
