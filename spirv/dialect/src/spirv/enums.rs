//! The enumerations of the SPIR-V grammar: the names of their values and the operands of each value.
//!
//! The rows are in [`super::tables::enumerants`]. A test derives them from the grammar's; deriving them when a process
//! starts would take longer than compiling a small shader.

use super::tables::enumerants;
use crate::ir::EnumKind;
use spirv::grammar::{self, OperandKind};

pub use enumerants::{Enumerant, Enumeration};

impl Enumeration {
    /// The enumerant with this value or bit.
    pub fn get(&self, value: u32) -> Option<&'static Enumerant> {
        // Most values are their own index.
        let near = self.values.get(value as usize).filter(|one| one.value == value);
        near.or_else(|| {
            let at = self.values.binary_search_by_key(&value, |one| one.value).ok()?;
            Some(&self.values[at])
        })
    }

    /// The value with this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        if self.is_mask && name == self.empty {
            return Some(0);
        }
        self.values.iter().find(|one| one.name == name).map(|one| one.value)
    }

    /// The enumerants of `value`: itself, or one per bit; `None` if it is not defined.
    pub fn parts(&self, value: u32) -> Option<Vec<&'static Enumerant>> {
        self.pieces(value).collect()
    }

    /// The enumerants of `value` as an iterator, with `None` for each that is not defined.
    pub fn pieces(&self, value: u32) -> impl Iterator<Item = Option<&'static Enumerant>> + '_ {
        let mut rest = if self.is_mask { value } else { 1 };
        std::iter::from_fn(move || {
            let lowest = rest & rest.wrapping_neg();
            rest ^= lowest;
            (lowest != 0).then(|| self.get(if self.is_mask { lowest } else { value }))
        })
    }

    /// The text of a value: its names, joined by `|`.
    pub fn text(&self, value: u32) -> String {
        if !self.is_mask {
            return self.get(value).map_or_else(|| value.to_string(), |one| one.name.to_owned());
        }
        match self.parts(value) {
            Some(parts) if parts.is_empty() => self.empty.to_owned(),
            Some(parts) => parts.iter().map(|part| part.name).collect::<Vec<_>>().join("|"),
            None => value.to_string(),
        }
    }

    /// The inverse of [`Enumeration::text`].
    pub fn parse(&self, text: &str) -> Option<u32> {
        text.split('|').try_fold(0, |value, name| Some(value | self.find(name)?))
    }
}

macro_rules! enumerations {
    (values: $($value:ident)*; masks: $($mask:ident $empty:literal)*;) => {
        /// Names the enumerations, in the order of the table.
        #[allow(non_camel_case_types, missing_docs, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Kind { $($value,)* $($mask,)* }

        impl Kind {
            const ALL: &[Kind] = &[$(Kind::$value,)* $(Kind::$mask,)*];
            /// The number of enumerations.
            pub(crate) const COUNT: usize = Kind::ALL.len();

            /// The enumeration of an operand kind of the grammar, if it is one.
            pub fn of(kind: OperandKind) -> Option<Kind> {
                match kind {
                    $(OperandKind::$value => Some(Kind::$value),)*
                    $(OperandKind::$mask => Some(Kind::$mask),)*
                    _ => None,
                }
            }

            /// The value that has this name in an older or newer grammar.
            pub fn older(self, name: &str) -> Option<u32> {
                match self {
                    $(Kind::$value => name.parse::<spirv::$value>().ok().map(|one| one as u32),)*
                    $(Kind::$mask => renamed_bit(name),)*
                }
            }

            /// The kind of operand in the grammar.
            fn in_grammar(self) -> OperandKind {
                match self {
                    $(Kind::$value => OperandKind::$value,)*
                    $(Kind::$mask => OperandKind::$mask,)*
                }
            }

            /// The name, and of a bit set the name of the empty one.
            #[cfg(test)]
            fn header(self) -> (&'static str, Option<&'static str>) {
                match self {
                    $(Kind::$value => (stringify!($value), None),)*
                    $(Kind::$mask => (stringify!($mask), Some($empty)),)*
                }
            }
        }
    };
}

/// The bits that the registry has renamed.
fn renamed_bit(name: &str) -> Option<u32> {
    (name == "ForceOpacityMicromap2StateKHR").then_some(spirv::RayFlags::FORCE_OPACITY_MICROMAP2_STATE_EXT.bits())
}

enumerations! {
    values: SourceLanguage ExecutionModel AddressingModel MemoryModel ExecutionMode StorageClass Dim
        SamplerAddressingMode SamplerFilterMode ImageFormat ImageChannelOrder ImageChannelDataType FPRoundingMode
        FPDenormMode QuantizationModes FPOperationMode OverflowModes LinkageType AccessQualifier HostAccessQualifier
        FunctionParameterAttribute Decoration BuiltIn Scope GroupOperation KernelEnqueueFlags Capability
        RayQueryIntersection RayQueryCommittedIntersectionType RayQueryCandidateIntersectionType PackedVectorFormat
        CooperativeMatrixLayout CooperativeMatrixUse TensorClampMode InitializationModeQualifier LoadCacheControl
        StoreCacheControl NamedMaximumNumberOfRegisters FPEncoding CooperativeVectorMatrixLayout ComponentType;
    masks: ImageOperands "None" FPFastMathMode "None" SelectionControl "None" LoopControl "None"
        FunctionControl "None" MemorySemantics "None" MemoryAccess "None" KernelProfilingInfo "None" RayFlags "None"
        FragmentShadingRate "None" RawAccessChainOperands "None" CooperativeMatrixOperands "None"
        CooperativeMatrixReduce "None" TensorAddressingOperands "None" MatrixMultiplyAccumulateOperands "None"
        TensorOperands "None";
}

impl Kind {
    /// The rows of the grammar for a value: its own, or those of its bits.
    fn grammar(self, value: u32) -> impl Iterator<Item = &'static grammar::Enumerant> {
        let pieces = self.table().pieces(value).flatten();
        pieces.filter_map(move |piece| grammar::enumerant(self.in_grammar(), piece.value))
    }

    /// The extensions of which `value` requires one.
    pub fn extensions(self, value: u32) -> Vec<&'static str> {
        self.grammar(value).flat_map(|row| row.extensions).copied().collect()
    }

    /// The capabilities of which `value` requires one.
    pub fn capabilities(self, value: u32) -> Vec<spirv::Capability> {
        self.grammar(value).flat_map(|row| row.capabilities).copied().collect()
    }

    /// The kind as attributes hold it.
    pub const fn id(self) -> EnumKind {
        EnumKind(self as u8)
    }

    /// The enumeration.
    pub const fn table(self) -> &'static Enumeration {
        &enumerants::TABLES[self as usize]
    }

    /// All enumerations, in the order of [`Kind`].
    pub fn tables() -> &'static [Enumeration] {
        enumerants::TABLES
    }

    /// The kind whose attribute spelling is `snake`.
    pub fn from_snake(snake: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.table().snake == snake)
    }
}

/// The decorations by their spelling in attributes: a hash table, as most names that are looked up are none.
static DECORATIONS: [u16; SLOTS] = by_spelling(Kind::Decoration.table().values);
/// The slots of the table, many more than there are decorations.
const SLOTS: usize = 512;

/// A hash table of enumerants with linear probing: each slot has the index of an enumerant plus one.
const fn by_spelling(values: &[Enumerant]) -> [u16; SLOTS] {
    assert!(values.len() < SLOTS / 2, "the table is too small");
    let (mut slots, mut at) = ([0; SLOTS], 0);
    while at < values.len() {
        let mut place = place_of(values[at].snake);
        while slots[place] != 0 {
            place = (place + 1) % SLOTS;
        }
        at += 1;
        slots[place] = at as u16;
    }
    slots
}

/// The first slot of a spelling.
const fn place_of(snake: &str) -> usize {
    let bytes = snake.as_bytes();
    match bytes {
        [first, .., last] => (bytes.len() * 37 + *first as usize * 11 + *last as usize * 3) % SLOTS,
        _ => 0,
    }
}

/// The enumeration of an attribute's kind.
pub fn table(kind: EnumKind) -> &'static Enumeration {
    &enumerants::TABLES[kind.0 as usize]
}

/// The decoration whose attribute spelling is `snake`, such as `no_contraction`.
pub fn decoration(snake: &str) -> Option<u32> {
    let values = Kind::Decoration.table().values;
    let mut place = place_of(snake);
    while let Some(at) = usize::from(DECORATIONS[place]).checked_sub(1) {
        if values[at].snake == snake {
            return Some(values[at].value);
        }
        place = (place + 1) % SLOTS;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    /// `NoContraction` as `no_contraction`; a run of capitals is one word.
    fn snake_case(name: &str) -> String {
        let chars: Vec<char> = name.chars().collect();
        let mut snake = String::new();
        for (i, c) in chars.iter().enumerate() {
            let starts_word = c.is_ascii_uppercase()
                && i > 0
                && (!chars[i - 1].is_ascii_uppercase()
                    || chars.get(i + 1).is_some_and(|next| next.is_ascii_lowercase()));
            if starts_word && chars[i - 1] != '_' {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
        }
        snake
    }

    const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/spirv/tables/enumerants.rs");

    /// The rows of an enumeration, as the table has them.
    fn rows(kind: Kind) -> String {
        let (name, empty) = kind.header();
        // MLIR has a name of its own for this one.
        let snake = if name == "FPFastMathMode" { "fastmath_mode".to_owned() } else { snake_case(name) };
        let form = empty.map_or("values".to_owned(), |empty| format!("mask {empty:?}"));
        let mut text = format!("    {name:?} {snake:?} \"{snake}_2\" {form} {{\n");
        for row in grammar::enumerants(kind.in_grammar()) {
            let operands: String =
                row.operands.iter().map(|one| format!(" {:?} {:?}", one.quantifier, one.kind)).collect();
            text += &format!("        {} {:?} {:?}{operands};\n", row.value, row.name, snake_case(row.name));
        }
        text + "    }\n"
    }

    /// `UPDATE=1` writes the table.
    #[test]
    fn the_table_says_what_the_grammar_says() {
        let found = std::fs::read_to_string(TABLE).unwrap();
        let head = found.split_inclusive("\nenumerations! {\n").next().unwrap();
        let rows: String = Kind::ALL.iter().copied().map(rows).collect();
        let expected = format!("{head}{rows}}}\n");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(TABLE, expected).unwrap();
        } else {
            assert!(found == expected, "the table is out of date; run with UPDATE=1");
        }
    }

    #[test]
    fn decorations_are_found_by_their_spelling_alone() {
        for one in Kind::Decoration.table().values {
            assert_eq!(decoration(one.snake), Some(one.value), "{}", one.snake);
        }
        let others = Kind::tables().iter().flat_map(|table| table.values).map(|one| one.snake);
        for name in others.chain(["", "x", "value", "indices", "memory_access"]) {
            let is_one = Kind::Decoration.table().values.iter().any(|one| one.snake == name);
            assert_eq!(decoration(name).is_some(), is_one, "{name}");
        }
    }

    #[test]
    fn values_ascend_and_names_differ() {
        for table in Kind::tables() {
            assert!(!table.values.is_empty() && table.values.is_sorted_by_key(|one| one.value), "{}", table.name);
            let names: FxHashSet<&str> = table.values.iter().map(|one| one.name).collect();
            assert_eq!(names.len(), table.values.len(), "{}", table.name);
        }
    }

    #[test]
    fn names_follow_the_specification_and_mlir() {
        assert_eq!(snake_case("NoContraction"), "no_contraction");
        assert_eq!(snake_case("FPFastMathMode"), "fp_fast_math_mode");
        assert_eq!(snake_case("BuiltIn"), "built_in");
        assert_eq!(Kind::MemoryAccess.table().text(3), "Volatile|Aligned");
        assert_eq!(Kind::MemorySemantics.table().parse("AcquireRelease|WorkgroupMemory"), Some(264));
        assert_eq!(Kind::FPFastMathMode.table().text(5), "NotNaN|NSZ");
        assert_eq!(Kind::MemoryAccess.table().text(0), "None");
    }
}
