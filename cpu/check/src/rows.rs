//! The table of checks: the name of each, its diagnostic, and its severity under the rule sets.

use crate::diagnostics as d;
use crate::level::Level::{self, Error, Note, Off, Warning};
use base::diag::{Message, Row};

/// Groups of checks that can be requested together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Found at single instructions: bounds, numbers, loops, barriers, waves.
    Fast,
    /// Found with a shadow of memory: races, uninitialized values.
    Memory,
}

/// A row of the table.
#[derive(Debug)]
pub struct CheckRow {
    /// The check.
    pub check: Check,
    /// The name that `--check` and comments use.
    pub name: &'static str,
    /// The condition for it.
    pub family: Family,
    /// The severity under `hlsl`, `vulkan` and `vulkan-robust`.
    pub levels: [Level; 3],
    /// The diagnostic.
    pub row: &'static Row,
}

/// Declares the checks and their table.
macro_rules! checks {
    ($($name:ident $text:literal $family:ident $hlsl:ident $vulkan:ident $robust:ident;)*) => {
        /// A check.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Check {
            $(#[doc = concat!("The check `", $text, "`.")] $name,)*
        }

        /// The checks, by the codes of their diagnostics.
        pub const CHECKS: &[CheckRow] = &[$(CheckRow {
            check: Check::$name,
            name: $text,
            family: Family::$family,
            levels: [$hlsl, $vulkan, $robust],
            row: d::$name::ROW,
        },)*];
    };
}

checks! {
    Race               "race"                 Memory Error   Error   Error;
    RaceInWave         "race-in-wave"         Memory Warning Error   Error;
    RacePlainAtomic    "race-plain-atomic"    Memory Warning Error   Error;
    RaceSameValue      "race-same-value"      Memory Warning Error   Error;
    RaceFence          "race-fence"           Memory Warning Error   Error;
    Scope              "scope"                Memory Error   Error   Error;
    NotCoherent        "not-coherent"         Memory Error   Error   Error;
    OrderDependent     "order-dependent"      Memory Note    Note    Note;
    ScopeAfterRead     "scope-after-read"     Memory Warning Error   Error;
    BarrierDivergent   "barrier-divergent"    Fast   Error   Error   Error;
    BarrierAfterReturn "barrier-after-return" Fast   Warning Error   Error;
    WaveInactive       "wave-inactive"        Fast   Error   Error   Error;
    QuadInactive       "quad-inactive"        Fast   Error   Error   Error;
    Endless            "endless"              Fast   Error   Error   Error;
    NoProgress         "no-progress"          Fast   Error   Error   Error;
    WaveDependent      "wave-dependent"       Memory Warning Warning Warning;
    BarrierUseless     "barrier-useless"      Memory Off     Off     Off;
    Bounds             "bounds"               Fast   Error   Error   Error;
    BoundsBuffer       "bounds-buffer"        Fast   Warning Error   Note;
    BoundsTexture      "bounds-texture"       Fast   Warning Error   Note;
    Descriptor         "descriptor"           Fast   Error   Error   Error;
    Nonuniform         "nonuniform"           Fast   Error   Error   Error;
    Misaligned         "misaligned"           Fast   Error   Error   Error;
    Uninit             "uninit"               Memory Error   Error   Error;
    Unwritten          "unwritten"            Memory Error   Error   Error;
    Format             "format"               Fast   Error   Error   Error;
    IntDivZero         "int-div-zero"         Fast   Error   Error   Error;
    Shift              "shift"                Fast   Warning Error   Error;
    FloatToInt         "float-to-int"         Fast   Warning Error   Error;
    Nan                "nan"                  Fast   Warning Warning Warning;
    MathDomain         "math-domain"          Fast   Warning Error   Error;
    Inf                "inf"                  Fast   Note    Note    Note;
    UninitOutput       "uninit-output"        Memory Error   Error   Error;
    NanTarget          "nan-target"           Fast   Warning Warning Warning;
    NanPosition        "nan-position"         Fast   Warning Warning Warning;
    ClipW              "clip-w"               Fast   Warning Warning Warning;
    SideEffectEarly    "side-effect-early"    Fast   Note    Note    Note;
    UnusedState        "unused-state"         Fast   Note    Note    Note;
    Link               "link"                 Fast   Error   Note    Note;
    Interlock          "interlock"            Memory Error   Error   Error;
    HelperEffect       "helper-effect"        Memory Warning Warning Warning;
    DerivativeEdge     "derivative-edge"      Memory Off     Off     Off;
    BlendRange         "blend-range"          Fast   Off     Off     Off;
    Primitives         "primitives"           Fast   Error   Error   Error;
    Ray                "ray"                  Fast   Error   Error   Error;
    Query              "query"                Fast   Error   Error   Error;
    Recursion          "recursion"            Fast   Error   Error   Error;
    Table              "table"                Fast   Error   Error   Error;
    Payload            "payload"              Fast   Error   Error   Error;
    NodeLimit          "node-limit"           Fast   Error   Error   Error;
    NodeComplete       "node-complete"        Fast   Error   Error   Error;
    NodeTarget         "node-target"          Fast   Error   Error   Error;
    NodeRecursion      "node-recursion"       Fast   Error   Error   Error;
    Allow              "allow"                Fast   Note    Note    Note;
}

impl Check {
    /// Its row.
    #[doc(hidden)]
    pub fn row(self) -> &'static CheckRow {
        &CHECKS[self as usize]
    }

    /// The check with a name.
    pub fn from_name(name: &str) -> Option<Check> {
        CHECKS.iter().find(|row| row.name == name).map(|row| row.check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_stands_at_its_place_and_says_its_name() {
        for (index, row) in CHECKS.iter().enumerate() {
            assert_eq!(row.check as usize, index);
            assert_eq!(Check::from_name(row.name), Some(row.check));
            assert!(row.check == Check::Allow || row.row.message.ends_with(&format!("({})", row.name)), "{}", row.name);
        }
        assert!(CHECKS.is_sorted_by_key(|row| row.row.code));
    }
}
