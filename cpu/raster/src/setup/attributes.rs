//! The rows of attributes of a record.

use super::{Projected, Setup};
use crate::interface::Input;
use crate::record::Row;

impl Setup<'_> {
    /// Appends the rows of a record with these corners, or with those of the primitive.
    pub(super) fn push_rows(&mut self, corners: Option<[&Projected; 3]>) {
        let inputs = &self.pipeline.interface.inputs;
        match corners {
            Some(corners) => (0..inputs.len()).for_each(|component| {
                let row = self.row(component, corners);
                self.chunk.rows.push(row);
            }),
            None => {
                let of_vertex = |vertex| self.vertices.values_from(inputs.len(), vertex);
                let (corners, provoking) = (self.corners.map(of_vertex), of_vertex(self.provoking));
                let rows = inputs.iter().enumerate().map(|(at, input)| {
                    let value = |values: &[u32]| values.get(at).copied().unwrap_or(0);
                    input.row(corners.map(value), value(provoking))
                });
                self.chunk.rows.extend(rows);
            }
        }
    }

    fn row(&self, component: usize, corners: [&Projected; 3]) -> Row {
        let interface = &self.pipeline.interface;
        let of_vertex = |vertex| self.vertices.value(interface, vertex, component);
        let input = interface.inputs[component];
        let values = match input {
            Input::Flat => return constant(of_vertex(self.provoking)),
            Input::Vertex(vertex) => return constant(of_vertex(self.corners[vertex.min(self.count - 1)])),
            // The last vertices of lines and points are the same.
            Input::Weight { vertex, .. } => [0, 1, 2].map(|corner: usize| weight(corner.min(self.count - 1) == vertex)),
            Input::Smooth(_) | Input::Linear(_) => self.corners.map(of_vertex),
        };
        let is_linear = input.interpolation().is_some_and(|(_, is_smooth)| !is_smooth);
        let [a, b, c] = corners.map(|corner| match corner.corner.number() {
            Some(number) => values[number],
            None => mixed(values, if is_linear { self.on_screen(corner) } else { corner.corner.weights }),
        });
        [a, b, c, 0]
    }

    /// The weights of a corner made by clipping, as on the screen.
    fn on_screen(&self, corner: &Projected) -> [f64; 3] {
        let [a, b, c] = corner.corner.weights;
        let [u, v, w] = self.positions.map(|position| f64::from(position[3]));
        let whole = corner.corner.position[3];
        [a * u / whole, b * v / whole, c * w / whole]
    }
}

/// The row of a constant.
fn constant(value: u32) -> Row {
    [value, value, value, 0]
}

/// The weight of a vertex at a corner, which is that vertex or another one.
fn weight(is_there: bool) -> u32 {
    if is_there { 1f32.to_bits() } else { 0 }
}

/// The value between three for weights that add up to one. A constant keeps its bits.
fn mixed(values: [u32; 3], weights: [f64; 3]) -> u32 {
    if values[0] == values[1] && values[1] == values[2] {
        return values[0];
    }
    let [a, b, c] = values.map(|bits| f64::from(f32::from_bits(bits)));
    // A line's third corner is its second, and a corner without weight must not add what is not a number.
    let part = |weight: f64, value: f64| if weight == 0.0 { 0.0 } else { weight * (value - a) };
    ((a + part(weights[1], b) + part(weights[2], c)) as f32).to_bits()
}
