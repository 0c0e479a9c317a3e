//! Blending: factors and operations on numbers in single precision.

use crate::state::{BlendOp, Equation, Factor};

/// A color, or one value per component.
pub(super) type Color = [f32; 4];

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
    pub(super) fn blend(&self, [of_color, of_alpha]: [Equation; 2]) -> Color {
        std::array::from_fn(|component| self.component(if component == 3 { of_alpha } else { of_color }, component))
    }

    fn component(&self, equation: Equation, component: usize) -> f32 {
        let (source, destination) = (self.source[component], self.destination[component]);
        let products = || {
            (
                source * self.factor(equation.source, component),
                destination * self.factor(equation.destination, component),
            )
        };
        match equation.op {
            BlendOp::Add => {
                let (source, destination) = products();
                source + destination
            }
            BlendOp::Subtract => {
                let (source, destination) = products();
                source - destination
            }
            BlendOp::ReverseSubtract => {
                let (source, destination) = products();
                destination - source
            }
            BlendOp::Min => source.min(destination),
            BlendOp::Max => source.max(destination),
        }
    }

    fn factor(&self, factor: Factor, component: usize) -> f32 {
        match factor {
            Factor::Zero => 0.0,
            Factor::One => 1.0,
            Factor::Source => self.source[component],
            Factor::InverseSource => 1.0 - self.source[component],
            Factor::Destination => self.destination[component],
            Factor::InverseDestination => 1.0 - self.destination[component],
            Factor::SourceAlpha => self.source[3],
            Factor::InverseSourceAlpha => 1.0 - self.source[3],
            Factor::DestinationAlpha => self.destination[3],
            Factor::InverseDestinationAlpha => 1.0 - self.destination[3],
            Factor::Constant => self.constants[component],
            Factor::InverseConstant => 1.0 - self.constants[component],
            Factor::ConstantAlpha => self.constants[3],
            Factor::InverseConstantAlpha => 1.0 - self.constants[3],
            Factor::SourceAlphaSaturate if component == 3 => 1.0,
            Factor::SourceAlphaSaturate => self.source[3].min(1.0 - self.destination[3]),
            Factor::Source1 => self.second[component],
            Factor::InverseSource1 => 1.0 - self.second[component],
            Factor::Source1Alpha => self.second[3],
            Factor::InverseSource1Alpha => 1.0 - self.second[3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERANDS: Operands = Operands {
        source: [0.5, 0.25, 1.0, 0.75],
        second: [0.125, 0.375, 0.625, 0.875],
        destination: [0.25, 1.0, 0.5, 0.5],
        constants: [0.0625, 0.1875, 0.3125, 0.4375],
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
            assert_eq!([0, 3].map(|component| OPERANDS.factor(factor, component)), expected, "{factor:?}");
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
            let color = OPERANDS.blend([plain, plain]);
            assert_eq!([color[0], color[3]], expected, "{op:?}");
            // The least and the greatest have no factors.
            let zero = Equation { source: Factor::Zero, destination: Factor::Zero, op };
            let expected = if matches!(op, BlendOp::Min | BlendOp::Max) { expected[0] } else { 0.0 };
            assert_eq!(OPERANDS.blend([zero, plain])[0], expected, "{op:?}");
        }
    }
}
