//! Blending: factors and operations on numbers in single precision.

use crate::state::{BlendOp, Equation, Factor};

/// Values of the lanes of a quad.
type Lanes = [f32; 4];

/// The colors of a quad: the lanes of each component.
pub(super) type Color = [Lanes; 4];

/// What factors are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operands {
    pub(super) source: Color,
    pub(super) second: Color,
    pub(super) destination: Color,
    pub(super) constants: Color,
}

impl Operands {
    /// The color for the equations of color and alpha.
    #[inline(always)]
    pub(super) fn blend(&self, [of_color, of_alpha]: [Equation; 2]) -> Color {
        std::array::from_fn(|component| self.component(if component == 3 { of_alpha } else { of_color }, component))
    }

    #[inline(always)]
    fn component(&self, equation: Equation, component: usize) -> Lanes {
        let (source, destination) = (self.source[component], self.destination[component]);
        let products = || {
            let of_source = self.factor(equation.source, component);
            let of_destination = self.factor(equation.destination, component);
            [both(source, of_source, |a, b| a * b), both(destination, of_destination, |a, b| a * b)]
        };
        match equation.op {
            BlendOp::Add => {
                let [source, destination] = products();
                both(source, destination, |source, destination| source + destination)
            }
            BlendOp::Subtract => {
                let [source, destination] = products();
                both(source, destination, |source, destination| source - destination)
            }
            BlendOp::ReverseSubtract => {
                let [source, destination] = products();
                both(source, destination, |source, destination| destination - source)
            }
            BlendOp::Min => both(source, destination, f32::min),
            BlendOp::Max => both(source, destination, f32::max),
        }
    }

    #[inline(always)]
    fn factor(&self, factor: Factor, component: usize) -> Lanes {
        let inverse = |lanes: Lanes| lanes.map(|part| 1.0 - part);
        match factor {
            Factor::Zero => [0.0; 4],
            Factor::One => [1.0; 4],
            Factor::Source => self.source[component],
            Factor::InverseSource => inverse(self.source[component]),
            Factor::Destination => self.destination[component],
            Factor::InverseDestination => inverse(self.destination[component]),
            Factor::SourceAlpha => self.source[3],
            Factor::InverseSourceAlpha => inverse(self.source[3]),
            Factor::DestinationAlpha => self.destination[3],
            Factor::InverseDestinationAlpha => inverse(self.destination[3]),
            Factor::Constant => self.constants[component],
            Factor::InverseConstant => inverse(self.constants[component]),
            Factor::ConstantAlpha => self.constants[3],
            Factor::InverseConstantAlpha => inverse(self.constants[3]),
            Factor::SourceAlphaSaturate if component == 3 => [1.0; 4],
            Factor::SourceAlphaSaturate => both(self.source[3], inverse(self.destination[3]), f32::min),
            Factor::Source1 => self.second[component],
            Factor::InverseSource1 => inverse(self.second[component]),
            Factor::Source1Alpha => self.second[3],
            Factor::InverseSource1Alpha => inverse(self.second[3]),
        }
    }
}

/// A function of two values for each lane.
#[inline(always)]
fn both(left: Lanes, right: Lanes, of: impl Fn(f32, f32) -> f32) -> Lanes {
    std::array::from_fn(|lane| of(left[lane], right[lane]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last lane has the color, the others have none.
    const fn last([red, green, blue, alpha]: [f32; 4]) -> Color {
        [[0.0, 0.0, 0.0, red], [0.0, 0.0, 0.0, green], [0.0, 0.0, 0.0, blue], [0.0, 0.0, 0.0, alpha]]
    }

    const OPERANDS: Operands = Operands {
        source: last([0.5, 0.25, 1.0, 0.75]),
        second: last([0.125, 0.375, 0.625, 0.875]),
        destination: last([0.25, 1.0, 0.5, 0.5]),
        constants: last([0.0625, 0.1875, 0.3125, 0.4375]),
    };

    #[test]
    fn factors_are_what_they_say() {
        // Of red and of alpha.
        let rows = [
            (Factor::Zero, [0.0, 0.0]),
            (Factor::One, [1.0, 1.0]),
            (Factor::Source, [0.5, 0.75]),
            (Factor::InverseSource, [0.5, 0.25]),
            (Factor::Destination, [0.25, 0.5]),
            (Factor::InverseDestination, [0.75, 0.5]),
            (Factor::SourceAlpha, [0.75, 0.75]),
            (Factor::InverseSourceAlpha, [0.25, 0.25]),
            (Factor::DestinationAlpha, [0.5, 0.5]),
            (Factor::InverseDestinationAlpha, [0.5, 0.5]),
            (Factor::Constant, [0.0625, 0.4375]),
            (Factor::InverseConstant, [0.9375, 0.5625]),
            (Factor::ConstantAlpha, [0.4375, 0.4375]),
            (Factor::InverseConstantAlpha, [0.5625, 0.5625]),
            (Factor::SourceAlphaSaturate, [0.5, 1.0]),
            (Factor::Source1, [0.125, 0.875]),
            (Factor::InverseSource1, [0.875, 0.125]),
            (Factor::Source1Alpha, [0.875, 0.875]),
            (Factor::InverseSource1Alpha, [0.125, 0.125]),
        ];
        assert_eq!(rows.len(), Factor::ALL.len());
        for (factor, expected) in rows {
            assert_eq!([0, 3].map(|component| OPERANDS.factor(factor, component)[3]), expected, "{factor:?}");
        }
    }

    #[test]
    fn operations_combine_the_products() {
        // Of red and of alpha, without factors.
        let rows = [
            (BlendOp::Add, [0.75, 1.25]),
            (BlendOp::Subtract, [0.25, 0.25]),
            (BlendOp::ReverseSubtract, [-0.25, -0.25]),
            (BlendOp::Min, [0.25, 0.5]),
            (BlendOp::Max, [0.5, 0.75]),
        ];
        assert_eq!(rows.len(), BlendOp::ALL.len());
        for (op, expected) in rows {
            let plain = Equation { source: Factor::One, destination: Factor::One, op };
            let color = OPERANDS.blend([plain, plain]).map(|lanes| lanes[3]);
            assert_eq!([color[0], color[3]], expected, "{op:?}");
            // The least and the greatest have no factors.
            let zero = Equation { source: Factor::Zero, destination: Factor::Zero, op };
            let expected = if matches!(op, BlendOp::Min | BlendOp::Max) { expected[0] } else { 0.0 };
            assert_eq!(OPERANDS.blend([zero, plain])[0][3], expected, "{op:?}");
        }
    }
}
