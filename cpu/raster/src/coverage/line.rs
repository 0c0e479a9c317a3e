//! Coverage of lines: rectangles around them, and diamonds that they leave.

use super::{Masks, all_samples, each_sample, pixel_of, range};
use crate::fixed::{Affine, HALF, ONE, Point};
use crate::samples::Samples;

fn direction([from, to]: [Point; 2]) -> Point {
    [to[0] - from[0], to[1] - from[1]]
}

/// Returns whether a block is farther from a line than the given distance.
fn is_far(line: [Point; 2], distance: i64, origin: Point) -> bool {
    let [x, y] = direction(line);
    // The sum of the parts is at least the length.
    let slack = distance * (x.abs() + y.abs());
    let [least, most] = range(Affine::edge(line[0], line[1]), origin);
    least > slack || most < -slack
}

/// The samples in the rectangle: the end of the line and its right edge do not belong to it.
pub(super) fn rectangle(line: [Point; 2], half_width: i64, origin: Point, samples: &Samples, masks: &mut Masks) {
    if is_far(line, half_width, origin) {
        return all_samples(samples, masks, 0);
    }
    let direction = direction(line);
    let (along, beside) = (Affine::along(line[0], direction), Affine::edge(line[0], line[1]));
    let length = direction[0] * direction[0] + direction[1] * direction[1];
    let most = i128::from(half_width) * i128::from(half_width) * i128::from(length);
    each_sample(origin, samples, masks, |at| {
        let side = beside.at(at);
        let square = i128::from(side) * i128::from(side);
        (0..length).contains(&along.at(at)) && (square < most || square == most && side < 0)
    });
}

/// The pixels whose diamond the line leaves, with all their samples.
pub(super) fn thin(line: [Point; 2], origin: Point, samples: &Samples, masks: &mut Masks) {
    if is_far(line, ONE, origin) {
        return all_samples(samples, masks, 0);
    }
    let leaves = |bit: &usize| {
        let [column, row] = pixel_of(*bit).map(|part| part as i64 * ONE + HALF);
        let center = [origin[0] + column, origin[1] + row];
        let [from, to] = line.map(|end| [end[0] - center[0], end[1] - center[1]]);
        leaves_diamond(from, to)
    };
    all_samples(samples, masks, (0..64).filter(leaves).fold(0, |pixels, bit| pixels | 1 << bit));
}

/// Returns whether a line begins in or reaches the diamond around the origin, and ends outside of it.
///
/// The diamond has its lower edges, its lower corner, and neither its upper edges nor the corners at its sides. On the
/// axes x + y and x - y it is a square.
fn leaves_diamond(from: Point, to: Point) -> bool {
    let turned = |[x, y]: Point| [x + y, x - y];
    let (from, to) = (turned(from), turned(to));
    let step = [to[0] - from[0], to[1] - from[1]];
    // Each is at least zero inside, or greater than zero: value and slope along the line.
    let limits = [
        (from[0] + HALF, step[0], true),
        (HALF - from[0], -step[0], false),
        (from[1] + HALF, step[1], false),
        (HALF - from[1], -step[1], true),
    ];
    let mut part = Part { least: (0, 1, false), most: (1, 1, false) };
    limits.into_iter().all(|(value, slope, strict)| part.cut(value, slope, strict))
        && part.is_there()
        && limits.into_iter().any(|(value, slope, strict)| value + slope < i64::from(strict))
}

/// A part of a line: two quotients, and whether each is excluded.
struct Part {
    least: (i64, i64, bool),
    most: (i64, i64, bool),
}

impl Part {
    /// Keeps what satisfies `value + t slope >= 0`, or `> 0`. Returns false if that is nothing.
    fn cut(&mut self, value: i64, slope: i64, strict: bool) -> bool {
        match slope.signum() {
            0 => return value >= i64::from(strict),
            1 => {
                let (number, over, excluded) = self.least;
                let (left, right) = (-value * over, number * slope);
                if left > right || left == right && strict && !excluded {
                    self.least = (-value, slope, strict);
                }
            }
            _ => {
                let (number, over, excluded) = self.most;
                let (left, right) = (value * over, number * -slope);
                if left < right || left == right && strict && !excluded {
                    self.most = (value, -slope, strict);
                }
            }
        }
        true
    }

    fn is_there(&self) -> bool {
        let (left, right) = (self.least.0 * self.most.1, self.most.0 * self.least.1);
        left < right || left == right && !self.least.2 && !self.most.2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_leave_the_diamonds_they_should() {
        let leaves = |from: Point, to: Point| leaves_diamond(from, to);
        assert!(leaves([0, 0], [256, 0]) && leaves([-300, 0], [300, 0]));
        // It ends inside.
        assert!(!leaves([-300, 0], [0, 0]) && !leaves([10, 0], [-10, 5]));
        // It passes by, or touches the corner at the side.
        assert!(!leaves([-300, 129], [300, 129]) && !leaves([128, -300], [128, 300]));
        // The lower corner belongs to it, the upper one does not.
        assert!(leaves([-300, 128], [300, 128]) && !leaves([-300, -128], [300, -128]));
        // Along the lower right edge, and along the upper left one.
        assert!(leaves([128, 0], [0, 128]) == leaves([-1, 128], [-200, 128]));
        assert!(!leaves([-200, 72], [72, -200]));
    }

    #[test]
    fn each_column_of_a_flat_line_has_one_pixel() {
        let samples = Samples::new(1, None).unwrap();
        for seed in 0..2000i64 {
            let y = |at: i64| (seed * at * 7919).rem_euclid(2048);
            let slope = y(3).clamp(256, 2048 - 256);
            let (from, to) = ([-700, 1024 - slope / 2], [3000, 1024 + (slope / 2).min(1000)]);
            let mut masks = [0; 16];
            thin([from, to], [0, 0], &samples, &mut masks);
            for column in 0..8 {
                let column_of = |bit: &usize| pixel_of(*bit)[0] == column;
                let count = (0..64).filter(column_of).filter(|bit| masks[0] >> bit & 1 != 0).count();
                assert!(count <= 1, "{from:?} {to:?}");
                // Where the line stays inside of the block.
                let at = from[1] + (to[1] - from[1]) * (column as i64 * 256 + 128 - from[0]) / (to[0] - from[0]);
                assert!(count == 1 || !(200..1848).contains(&at), "{from:?} {to:?} {column}");
            }
        }
    }
}
