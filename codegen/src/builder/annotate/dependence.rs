//! The operands that the result of an instruction depends on, for instructions without effects on memory.

use isa::{ArithmeticKind, BitKind, Class, ConversionKind, GroupKind, ImageKind};
use spirv::{Op, Word};

/// The operands of an instruction by what they are to its result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dependence<'a> {
    /// The numbers of the result are computed from these.
    pub(super) numbers: &'a [Word],
    /// Each component of the result comes from the same component of each of the numbers.
    pub(super) by_component: bool,
    /// The result depends on these in another way.
    pub(super) others: &'a [Word],
    /// The result is read through these.
    pub(super) pointers: &'a [Word],
}

/// Returns whether instructions of a class compute the numbers of their results from those of all their operands.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other classes compute if they are arithmetic")]
pub(super) fn is_computed(class: Class) -> bool {
    match class {
        Class::Conversion(kind) => !matches!(kind, ConversionKind::Handle | ConversionKind::Vendor),
        Class::Transpose | Class::Bits(BitKind::Not) => true,
        _ => class.is_arithmetic(),
    }
}

/// What the result of an instruction depends on.
#[expect(clippy::wildcard_enum_match_arm, reason = "the results of other classes depend on no operand")]
pub(super) fn of(op: Op, inst: &[Word]) -> Dependence<'_> {
    let part = |from: usize, to: usize| &inst[from.min(inst.len())..to.min(inst.len())];
    let numbers = |numbers, by_component| Dependence { numbers, by_component, ..Dependence::default() };
    let others = |others| Dependence { others, ..Dependence::default() };
    match op {
        Op::CopyObject | Op::CopyLogical => return numbers(part(3, 4), true),
        Op::Select => return Dependence { others: part(3, 4), ..numbers(part(4, 6), true) },
        Op::VectorShuffle => return numbers(part(3, 5), false),
        Op::VectorExtractDynamic => return Dependence { others: part(4, 5), ..numbers(part(3, 4), false) },
        Op::VectorInsertDynamic => return Dependence { others: part(5, 6), ..numbers(part(3, 5), false) },
        Op::BitFieldSExtract | Op::BitFieldUExtract => {
            return Dependence { others: part(4, 6), ..numbers(part(3, 4), true) };
        }
        Op::BitFieldInsert => return Dependence { others: part(5, 7), ..numbers(part(3, 5), true) },
        Op::ExtInst => return numbers(part(5, usize::MAX), false),
        Op::SampledImage | Op::ImageTexelPointer => return others(part(3, 5)),
        Op::BufferPointerEXT => return others(part(3, 4)),
        Op::UntypedImageTexelPointerEXT => return others(part(4, 5)),
        Op::GroupNonUniformShuffle => return others(part(5, 6)),
        Op::AtomicStore => return Dependence::default(),
        _ => {}
    }
    match isa::class(op) {
        class @ (Class::Conversion(_) | Class::Arithmetic(_) | Class::Product(_) | Class::Transpose)
            if is_computed(class) =>
        {
            numbers(part(3, usize::MAX), is_by_component(class))
        }
        Class::Bits(BitKind::Not) => numbers(part(3, 4), true),
        Class::Image(ImageKind::Write | ImageKind::Vendor, _) => Dependence::default(),
        Class::Image(..) => others(part(3, 5)),
        Class::Atomic => Dependence { pointers: part(3, 4), ..Dependence::default() },
        Class::IntegerDot => others(part(3, 5)),
        Class::Bits(_) | Class::Comparison(_) | Class::Logic(_) | Class::Derivative => others(part(3, usize::MAX)),
        Class::Group(_, GroupKind::Quad) => others(part(4, 5)),
        _ => Dependence::default(),
    }
}

/// Returns whether components of results come from the same components of operands.
fn is_by_component(class: Class) -> bool {
    matches!(
        class,
        Class::Conversion(ConversionKind::Number | ConversionKind::Rounding | ConversionKind::Saturating)
            | Class::Arithmetic(ArithmeticKind::Integer | ArithmeticKind::Float | ArithmeticKind::Division)
    )
}
