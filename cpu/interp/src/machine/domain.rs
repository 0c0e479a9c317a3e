//! The numbers for which functions are defined.

use super::Machine;
use crate::code::Pc;
use crate::compute::{self, Op};
use crate::state::{Mask, Wave, lanes};
use check::Check;
use check::diagnostics as d;
use spirv::GlslStd450Op as Gl;

impl Machine<'_> {
    /// Reports operands for which an op on components is not defined.
    pub(super) fn op_domain(&mut self, wave: &Wave, (pc, lane): (Pc, usize), op: Op, (bits, values): (u32, [u64; 4])) {
        let [a, b, c, d] = values;
        let [x, y, z] = [a, b, c].map(|value| compute::float(bits, value));
        let what = match op {
            Op::FClamp if y > z => format!("a clamp between {y} and {z}"),
            Op::UClamp if b > c => format!("a clamp between {b} and {c}"),
            Op::SClamp if compute::signed(bits, b) > compute::signed(bits, c) => {
                format!("a clamp between {} and {}", compute::signed(bits, b), compute::signed(bits, c))
            }
            Op::SmoothStep if x >= y => format!("a smoothstep from {x} to {y}"),
            Op::SExtract | Op::UExtract if b.saturating_add(c) > bits.into() => {
                format!("a field of {c} bits from bit {b} on")
            }
            Op::Insert if c.saturating_add(d) > bits.into() => format!("a field of {d} bits from bit {c} on"),
            _ => return,
        };
        self.outside(wave, (pc, lane), what);
    }

    /// Reports operands for which an elementary function is not defined. Infinities are results.
    pub(super) fn call_domain(&mut self, wave: &Wave, (pc, lane): (Pc, usize), function: Gl, [x, y]: [f64; 2]) {
        let what = match function {
            Gl::Pow if x < 0.0 => format!("a power of the negative number {x}"),
            Gl::Pow if x == 0.0 && y <= 0.0 => format!("the power {y} of 0"),
            Gl::Asin | Gl::Acos if x.abs() > 1.0 => format!("an arc sine or cosine of {x}"),
            Gl::Atan2 if x == 0.0 && y == 0.0 => "an arc tangent of 0 over 0".to_owned(),
            Gl::Log | Gl::Log2 if x < 0.0 => format!("a logarithm of the negative number {x}"),
            Gl::Acosh if x < 1.0 => format!("an inverse hyperbolic cosine of {x}"),
            Gl::Atanh if x.abs() >= 1.0 => format!("an inverse hyperbolic tangent of {x}"),
            _ => return,
        };
        self.outside(wave, (pc, lane), what);
    }

    /// Reports vectors of lanes without a direction.
    pub(super) fn no_direction(&mut self, wave: &Wave, (pc, mask): (Pc, Mask), bits: u32, args: &[(u32, u32)]) {
        for lane in lanes(mask) {
            let mut slots = args.iter().flat_map(|(slot, count)| *slot..slot + count);
            if slots.all(|slot| compute::float(bits, wave.get(slot, lane)) == 0.0) {
                self.outside(wave, (pc, lane), "a direction of a vector of zeros".to_owned());
            }
        }
    }

    fn outside(&mut self, wave: &Wave, place: (Pc, usize), what: String) {
        self.at_thread(wave, place, Check::MathDomain, &d::MathDomain { what });
    }
}
