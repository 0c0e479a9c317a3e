//! The enumerations of the SPIR-V grammar: the names of their values and what operands a value brings with it.
//!
//! All of it is derived from the tables of the `spirv` and `rspirv` crates when it is first asked for.

use crate::ir::EnumKind;
use rspirv::dr::Operand;
use rspirv::grammar::{LogicalOperand, OperandKind};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// No enumeration has a value from here on, apart from bit sets.
const VALUE_LIMIT: u32 = 7000;

/// A value of an enumeration, or a bit of a bit set.
#[derive(Debug)]
pub struct Enumerant {
    /// The value or bit.
    pub value: u32,
    /// Its name in the specification's spelling.
    pub name: &'static str,
    /// Its name in the spelling of attributes, such as `no_contraction`.
    pub snake: &'static str,
    /// The operands that follow it.
    pub params: Box<[LogicalOperand]>,
}

/// An enumeration of the grammar.
#[derive(Debug)]
pub struct Enumeration {
    /// Its name in the specification's spelling.
    pub name: &'static str,
    /// Its name in the spelling of attributes, such as `memory_access`.
    pub snake: &'static str,
    /// The same, for an instruction's second operand of this kind.
    pub snake_2: &'static str,
    /// Whether several values may stand together.
    pub is_mask: bool,
    /// The name that a bit set without bits has.
    pub empty: &'static str,
    /// Its values, ascending.
    pub values: Vec<Enumerant>,
    by_name: FxHashMap<&'static str, u32>,
    by_value: FxHashMap<u32, u32>,
}

impl Enumeration {
    /// The enumerant with this value or bit.
    pub fn get(&self, value: u32) -> Option<&Enumerant> {
        self.by_value.get(&value).map(|index| &self.values[*index as usize])
    }

    /// The value with this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        if self.is_mask && name == self.empty {
            return Some(0);
        }
        self.by_name.get(name).map(|index| self.values[*index as usize].value)
    }

    /// The enumerants that `value` is made of: itself, or one per bit, or nothing when it is not defined.
    pub fn parts(&self, value: u32) -> Option<Vec<&Enumerant>> {
        if !self.is_mask {
            return Some(vec![self.get(value)?]);
        }
        (0..32).filter(|bit| value >> bit & 1 == 1).map(|bit| self.get(1 << bit)).collect()
    }

    /// The text of a value: its names, joined by `|`.
    pub fn text(&self, value: u32) -> String {
        match self.parts(value) {
            Some(parts) if parts.is_empty() => self.empty.to_owned(),
            Some(parts) => parts.iter().map(|part| part.name).collect::<Vec<_>>().join("|"),
            None => value.to_string(),
        }
    }

    /// The value that [`Enumeration::text`] has made.
    pub fn parse(&self, text: &str) -> Option<u32> {
        text.split('|').try_fold(0, |value, name| Some(value | self.find(name)?))
    }

    fn new(
        name: &'static str,
        is_mask: bool,
        empty: &'static str,
        raw: Vec<(u32, String, Vec<LogicalOperand>)>,
    ) -> Self {
        let values: Vec<Enumerant> = raw
            .into_iter()
            .map(|(value, name, params)| {
                let name: &'static str = name.leak();
                Enumerant { value, name, snake: snake_case(name).leak(), params: params.into() }
            })
            .collect();
        let by_name = values.iter().enumerate().map(|(i, one)| (one.name, i as u32)).collect();
        let by_value = values.iter().enumerate().map(|(i, one)| (one.value, i as u32)).collect();
        // MLIR has a name of its own for this one.
        let snake: &'static str = if name == "FPFastMathMode" { "fastmath_mode" } else { snake_case(name).leak() };
        Enumeration { name, snake, snake_2: format!("{snake}_2").leak(), is_mask, empty, values, by_name, by_value }
    }
}

macro_rules! enumerations {
    (values: $($value:ident)*; masks: $($mask:ident $empty:literal)*;) => {
        /// Names the enumerations, in the order of the table.
        #[allow(non_camel_case_types, missing_docs, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind { $($value,)* $($mask,)* }

        impl Kind {
            const ALL: &[Kind] = &[$(Kind::$value,)* $(Kind::$mask,)*];

            /// The enumeration of an operand kind of the grammar, if it is one.
            pub fn of(kind: OperandKind) -> Option<Kind> {
                match kind {
                    $(OperandKind::$value => Some(Kind::$value),)*
                    $(OperandKind::$mask => Some(Kind::$mask),)*
                    _ => None,
                }
            }

            fn make(self) -> Enumeration {
                match self {
                    $(Kind::$value => {
                        let values = (0..VALUE_LIMIT).filter_map(|value| {
                            let one = spirv::$value::from_u32(value)?;
                            Some((value, format!("{one:?}"), Operand::$value(one).additional_operands()))
                        });
                        Enumeration::new(stringify!($value), false, "", values.collect())
                    })*
                    $(Kind::$mask => {
                        let bits = (0..32).filter_map(|bit| {
                            let one = spirv::$mask::from_bits(1 << bit)?;
                            let (name, _) = one.iter_names().next()?;
                            Some((1 << bit, camel_case(name), Operand::$mask(one).additional_operands()))
                        });
                        Enumeration::new(stringify!($mask), true, $empty, bits.collect())
                    })*
                }
            }

            /// What the grammar requires where `value` is used: any of these extensions.
            pub fn extensions(self, value: u32) -> Vec<&'static str> {
                match self {
                    $(Kind::$value => spirv::$value::from_u32(value)
                        .map(|one| Operand::$value(one).required_extensions()).unwrap_or_default(),)*
                    $(Kind::$mask => Operand::$mask(spirv::$mask::from_bits_truncate(value)).required_extensions(),)*
                }
            }

            /// What the grammar requires where `value` is used: any of these capabilities.
            pub fn capabilities(self, value: u32) -> Vec<spirv::Capability> {
                match self {
                    $(Kind::$value => spirv::$value::from_u32(value)
                        .map(|one| Operand::$value(one).required_capabilities()).unwrap_or_default(),)*
                    $(Kind::$mask => Operand::$mask(spirv::$mask::from_bits_truncate(value)).required_capabilities(),)*
                }
            }
        }
    };
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
    /// The kind as attributes hold it.
    pub const fn id(self) -> EnumKind {
        EnumKind(self as u8)
    }

    /// The enumeration.
    pub fn table(self) -> &'static Enumeration {
        &TABLES[self as usize]
    }

    /// All enumerations, in the order of [`Kind`].
    pub fn tables() -> &'static [Enumeration] {
        &TABLES
    }

    /// The kind whose attribute spelling is `snake`.
    pub fn from_snake(snake: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.table().snake == snake)
    }
}

static TABLES: LazyLock<Vec<Enumeration>> = LazyLock::new(|| Kind::ALL.iter().map(|kind| kind.make()).collect());

static DECORATION_BY_SNAKE: LazyLock<FxHashMap<&'static str, u32>> =
    LazyLock::new(|| Kind::Decoration.table().values.iter().map(|one| (one.snake, one.value)).collect());

/// The enumeration of an attribute's kind.
pub fn table(kind: EnumKind) -> &'static Enumeration {
    &TABLES[kind.0 as usize]
}

/// The decoration whose attribute spelling is `snake`, such as `no_contraction`.
pub fn decoration(snake: &str) -> Option<u32> {
    DECORATION_BY_SNAKE.get(snake).copied()
}

/// `NoContraction` as `no_contraction`; a run of capitals is one word.
pub fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (i, c) in chars.iter().enumerate() {
        let starts_word = c.is_ascii_uppercase()
            && i > 0
            && (!chars[i - 1].is_ascii_uppercase() || chars.get(i + 1).is_some_and(|next| next.is_ascii_lowercase()));
        if starts_word && chars[i - 1] != '_' {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `MAKE_POINTER_AVAILABLE` as `MakePointerAvailable`; the suffixes of vendors stay in capitals.
fn camel_case(name: &str) -> String {
    const CAPITALS: &[&str] =
        &["KHR", "EXT", "NV", "INTEL", "ARM", "AMD", "ALTERA", "NSZ", "QCOM", "CB", "ATF32INTEL", "BTF32INTEL"];
    if name == "NOT_NAN" {
        return "NotNaN".to_owned();
    }
    name.split('_')
        .map(|word| match CAPITALS.contains(&word) {
            true => word.to_owned(),
            false => word.chars().take(1).chain(word.chars().skip(1).map(|c| c.to_ascii_lowercase())).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn every_value_has_its_own_name() {
        for kind in Kind::ALL {
            let table = kind.table();
            assert_eq!(table.by_name.len(), table.values.len(), "{}", table.name);
            assert!(!table.values.is_empty(), "{}", table.name);
        }
    }
}
