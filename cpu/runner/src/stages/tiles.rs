//! Tiles drawn with the instructions that the processor has.
//!
//! It must not know what is drawn.
#![allow(unsafe_code, reason = "the instructions of a processor")]

use raster::{Error, Geometry, Hooks, PassStatistics, Pipeline, Room, Tile};

/// Draws what the geometry has for a tile.
///
/// # Errors
/// As for [`Tile::draw`].
pub(super) fn draw(
    tile: &mut Tile<'_>,
    pipeline: &Pipeline,
    geometry: &Geometry,
    room: &mut Room,
    hooks: &mut Hooks<'_>,
) -> Result<PassStatistics, Error> {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has the instructions.
        return unsafe { tile.draw_avx2(pipeline, geometry, room, hooks) };
    }
    tile.draw(pipeline, geometry, room, hooks)
}

/// Returns whether the processor has all instructions that [`Tile::draw_avx2`] is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use raster::{
        Batches, Blend, Call, ColorFormat, Compare, DepthTest, Fill, Input, Interface, Packet, PixelRow, Place, Shaded,
        State, Targets, Topology, Vertices,
    };

    const SIZE: u32 = 150;

    /// The bytes of color and depth, and what was done.
    fn drawn(state: &State, samples: u32, is_plain: bool) -> (Vec<u8>, Vec<u8>, PassStatistics) {
        let format = ColorFormat::from_name("rgba8unorm").unwrap();
        let targets = Targets::new([SIZE; 2], 1, samples).and_then(|targets| targets.with_color(format));
        let mut targets = targets.and_then(|targets| targets.with_depth_stencil("d32float")).unwrap();
        targets.clear_depth(1.0);
        let last = if is_plain { PixelRow::Position(1) } else { PixelRow::Depth };
        let rows = [PixelRow::Mask, PixelRow::Position(0), last].into_iter();
        let rows = rows.chain((0..4).map(PixelRow::Input)).collect();
        let inputs = vec![Input::Smooth(Place::Center), Input::Linear(Place::Centroid), Input::Flat];
        let inputs =
            if is_plain { vec![Input::Smooth(Place::Center); 4] } else { [inputs, vec![Input::Flat]].concat() };
        let interface = Interface { inputs, rows, lanes: 32, ..Interface::default() };
        let pipeline = Pipeline::new(state.clone(), interface, &targets).unwrap();
        // Triangles of all sizes, at any angle, with and without perspective.
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        let (mut positions, mut values) = (Vec::new(), Vec::new());
        for number in 0..300 {
            let (at, size) = ([random(), random()], if number % 9 == 0 { 2.0 } else { 0.2 });
            for _ in 0..3 {
                let w = if number % 2 == 0 { 1.0 } else { 0.5 + random() };
                let [x, y] = at.map(|part| (2.0 * part - 1.0 + size * (random() - 0.5)) * w);
                positions.push([x, y, random() * w, w]);
                values.extend((0..4).map(|_| random().to_bits()));
            }
        }
        let mut geometry = Geometry::new(&pipeline);
        let vertices = Vertices { positions: &positions, values: &values, ..Vertices::default() };
        for batch in Batches::new(Call::vertices(Topology::TriangleList, 900), state) {
            geometry.push(pipeline.set_up(&batch, &vertices));
        }
        let mut shader = |packet: &Packet, shaded: &mut Shaded| {
            for lane in 0..packet.lanes() {
                shaded.set(0, lane, 1);
                (0..4).for_each(|row| shaded.set(1 + row, lane, packet.word(3 + row, lane)));
                // A difference in any other row changes the color too.
                let seen = (1..3).fold(0, |sum: u32, row| sum.wrapping_mul(31).wrapping_add(packet.word(row, lane)));
                shaded.set(1, lane, ((seen % 256) as f32 / 255.0).to_bits());
            }
            Ok(())
        };
        let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
        let (mut room, mut done) = (Room::new(&pipeline), PassStatistics::default());
        for mut tile in targets.tiles() {
            done.add(draw(&mut tile, &pipeline, &geometry, &mut room, &mut hooks).unwrap());
        }
        let fast = (targets.read_color(0, 0, 0), targets.read_depth(0, 0), done);
        targets.clear_color(0, [0; 4]);
        targets.clear_depth(1.0);
        let mut done = PassStatistics::default();
        for mut tile in targets.tiles() {
            done.add(tile.draw(&pipeline, &geometry, &mut room, &mut hooks).unwrap());
        }
        let plain = (targets.read_color(0, 0, 0), targets.read_depth(0, 0), done);
        assert!(fast == plain, "{samples} {is_plain} {state:?}");
        plain
    }

    #[test]
    fn all_instructions_draw_the_same() {
        let depth = Some(DepthTest { compare: Compare::Less, write: true });
        let blend = vec![Blend::preset("alpha").unwrap()];
        let states = [
            State { depth, ..State::default() },
            State { blend, ..State::default() },
            State { depth, fill: Fill::Wireframe, ..State::default() },
        ];
        for state in states {
            for (samples, is_plain) in [(1, true), (1, false), (4, true), (4, false)] {
                let (color, ..) = drawn(&state, samples, is_plain);
                assert!(color.chunks(4).filter(|texel| **texel != [0; 4]).count() > 5000);
            }
        }
    }
}
