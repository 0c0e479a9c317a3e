//! LLVM's arithmetic with a rounding mode and with exceptions that count (`llvm.experimental.constrained`): conversions
//! and arithmetic with the rounding mode as a decoration where it is not the default. SPIR-V has no exceptions.

use super::calls::{Call, Made};
use super::function::Body;
use super::intrinsics::FUNCTIONS;
use super::output::Target;
use crate::error::{Result, refuse};
use dialect::ir::ValueId;
use spirv::{Decoration, FPRoundingMode, Op};

/// Arithmetic and conversions by the names after `llvm.experimental.constrained.`.
const INSTRUCTIONS: &[(&str, Op)] = &[
    ("fadd", Op::FAdd),
    ("fsub", Op::FSub),
    ("fmul", Op::FMul),
    ("fdiv", Op::FDiv),
    ("frem", Op::FRem),
    ("sitofp", Op::ConvertSToF),
    ("uitofp", Op::ConvertUToF),
    ("fptosi", Op::ConvertFToS),
    ("fptoui", Op::ConvertFToU),
    ("fptrunc", Op::FConvert),
    ("fpext", Op::FConvert),
];

/// Comparisons by the names of their predicates. Those that raise an exception for a quiet number compare alike.
const COMPARISONS: &[(&str, Op)] = &[
    ("oeq", Op::FOrdEqual),
    ("ogt", Op::FOrdGreaterThan),
    ("oge", Op::FOrdGreaterThanEqual),
    ("olt", Op::FOrdLessThan),
    ("ole", Op::FOrdLessThanEqual),
    ("one", Op::FOrdNotEqual),
    ("ord", Op::Ordered),
    ("ueq", Op::FUnordEqual),
    ("ugt", Op::FUnordGreaterThan),
    ("uge", Op::FUnordGreaterThanEqual),
    ("ult", Op::FUnordLessThan),
    ("ule", Op::FUnordLessThanEqual),
    ("une", Op::FUnordNotEqual),
    ("uno", Op::Unordered),
];

impl Body<'_, '_> {
    /// A call of one of these, by its name.
    pub(super) fn constrained(&mut self, call: &Call<'_>, name: &str) -> Result<Made> {
        let kind = name.split('.').next().unwrap_or(name);
        let args = self.args(call)?;
        if let "fcmp" | "fcmps" = kind {
            let op = call.said.iter().find_map(|said| COMPARISONS.iter().find(|(known, _)| known == said));
            let (Some((_, op)), [a, b]) = (op, args.as_slice()) else { return refuse("unknown comparison") };
            return Ok(Some(Some(self.truth(*op, *a, &[*a, *b]))));
        }
        let made = match INSTRUCTIONS.iter().find(|(known, _)| *known == kind) {
            Some((_, op)) => self.make(*op, call.ty, &args),
            None => match FUNCTIONS.iter().find(|(known, ..)| *known == kind) {
                Some((_, function, _)) => self.extended(*function, call.ty, &args),
                None => return Ok(None),
            },
        };
        self.rounded_as_said(call, made)?;
        Ok(Some(Some(made)))
    }

    /// The rounding mode of a result. The mode that holds where nothing is said is the nearest even number.
    fn rounded_as_said(&mut self, call: &Call<'_>, made: ValueId) -> Result<()> {
        let Some(mode) = call.said.iter().find_map(|said| said.strip_prefix("round.")) else { return Ok(()) };
        let mode = match mode {
            "dynamic" | "tonearest" => return Ok(()),
            "towardzero" => FPRoundingMode::RTZ,
            "upward" => FPRoundingMode::RTP,
            "downward" => FPRoundingMode::RTN,
            mode => return refuse(format!("the rounding mode '{mode}' is not supported")),
        };
        self.import.out.decorate(Target::Value(made), Decoration::FPRoundingMode, &[mode as u32])
    }
}
