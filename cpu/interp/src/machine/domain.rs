//! The numbers for which functions are defined.

use super::Machine;
use super::here::{Here, LaneAt};
use crate::compute::{self, FloatOp, Op};
use crate::state::{Wave, lanes};
use check::Check;
use check::diagnostics as d;
use spirv::GlslStd450Op as Gl;

impl Machine<'_> {
    /// Reports operands for which an op on components is not defined.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other ops are defined for all operands")]
    pub(super) fn op_domain(&mut self, wave: &Wave, at: LaneAt, op: Op, bits: u32, values: [u64; 4]) {
        let [a, b, c, d] = values;
        let [x, y, z] = [a, b, c].map(|value| compute::float(bits, value));
        let what = match op {
            Op::Float(FloatOp::FClamp) if y > z => format!("clamp to the range {y} to {z}"),
            Op::UClamp if b > c => format!("clamp to the range {b} to {c}"),
            Op::SClamp if compute::signed(bits, b) > compute::signed(bits, c) => {
                format!("clamp to the range {} to {}", compute::signed(bits, b), compute::signed(bits, c))
            }
            Op::Float(FloatOp::SmoothStep) if x >= y => format!("smoothstep with edges {x} and {y}"),
            Op::SExtract | Op::UExtract if b.saturating_add(c) > bits.into() => {
                format!("bit field of {c} bits at bit {b}")
            }
            Op::Insert if c.saturating_add(d) > bits.into() => format!("bit field of {d} bits at bit {c}"),
            _ => return,
        };
        self.outside(wave, at, what);
    }

    /// Reports operands for which an elementary function is not defined. Infinities are results.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(super) fn call_domain(&mut self, wave: &Wave, at: LaneAt, function: Gl, [x, y]: [f64; 2]) {
        let what = match function {
            Gl::Pow if x < 0.0 => format!("pow of the negative base {x}"),
            Gl::Pow if x == 0.0 && y <= 0.0 => format!("pow of base 0 with exponent {y}"),
            Gl::Asin | Gl::Acos if x.abs() > 1.0 => format!("asin or acos of {x}"),
            Gl::Atan2 if x == 0.0 && y == 0.0 => "atan2(0, 0)".to_owned(),
            Gl::Log | Gl::Log2 if x < 0.0 => format!("logarithm of the negative value {x}"),
            Gl::Acosh if x < 1.0 => format!("acosh of {x}"),
            Gl::Atanh if x.abs() >= 1.0 => format!("atanh of {x}"),
            _ => return,
        };
        self.outside(wave, at, what);
    }

    /// Reports vectors of lanes without a direction.
    pub(super) fn no_direction(&mut self, wave: &Wave, here: Here, bits: u32, args: &[(u32, u32)]) {
        for lane in lanes(here.mask) {
            let mut slots = args.iter().flat_map(|(slot, count)| *slot..slot + count);
            if slots.all(|slot| compute::float(bits, wave.get(slot, lane)) == 0.0) {
                self.outside(wave, here.at(lane), "normalization of a zero vector".to_owned());
            }
        }
    }

    fn outside(&mut self, wave: &Wave, at: LaneAt, what: String) {
        self.at_thread(wave, at, Check::MathDomain, &d::MathDomain { what });
    }
}
