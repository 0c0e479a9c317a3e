//! Coverage of whole pixels against exact arithmetic, and pixels whose invocations are ordered.

use crate::draws::corners;
use crate::support::{Packet, Random, SIZE, Scene, Shaded, with_rows};
use hlsl2spirv_raster::{
    self as raster, Conservative, Cull, Input, Place, Provoking, State, Targets, Topology, Vertices, Winding,
};

fn scene(positions: &[[f32; 4]], state: State) -> Scene<'_> {
    let mut scene = Scene::triangles(positions);
    scene.state = state;
    scene
}

/// Returns whether a pixel is touched by a convex polygon: no line separates them.
fn touches(polygon: &[[i64; 2]], pixel: [i64; 2]) -> bool {
    let square = [[0, 0], [256, 0], [256, 256], [0, 256]].map(|[x, y]: [i64; 2]| [pixel[0] + x, pixel[1] + y]);
    let edges = (0..polygon.len()).map(|at| {
        let (from, to) = (polygon[at], polygon[(at + 1) % polygon.len()]);
        [to[1] - from[1], from[0] - to[0]]
    });
    let axes: Vec<[i64; 2]> = edges.chain([[1, 0], [0, 1]]).collect();
    axes.iter().all(|axis| {
        let of = |points: &[[i64; 2]]| {
            let along: Vec<i64> = points.iter().map(|point| point[0] * axis[0] + point[1] * axis[1]).collect();
            (along.iter().copied().min().unwrap(), along.iter().copied().max().unwrap())
        };
        let ((least, most), (low, high)) = (of(polygon), of(&square));
        least <= high && low <= most
    })
}

/// Twice the signed area of a triangle.
fn area(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns whether a pixel is inside of a convex polygon, whose corners go around on the given side.
fn fills(polygon: &[[i64; 2]], side: i64, pixel: [i64; 2]) -> bool {
    let corners = [[0, 0], [256, 0], [256, 256], [0, 256]].map(|[x, y]| [pixel[0] + x, pixel[1] + y]);
    let is_inside = |corner: &[i64; 2]| {
        (0..polygon.len()).all(|at| area(polygon[at], polygon[(at + 1) % polygon.len()], *corner) * side >= 0)
    };
    side != 0 && corners.iter().all(is_inside)
}

/// Draws a triangle of these positions, of which this polygon is left, and compares the pixels that it touches or fills.
fn expect_whole_pixels(positions: &[[f32; 4]], polygon: &[[i64; 2]]) {
    let side = polygon.windows(2).map(|pair| area(polygon[0], pair[0], pair[1])).sum::<i64>().signum();
    for (conservative, inside) in [(Conservative::Over, false), (Conservative::Under, true)] {
        let scene = scene(positions, State { conservative: Some(conservative), ..State::default() });
        for (at, counts) in scene.counts(1).iter().enumerate() {
            let pixel = [at as i64 % SIZE * 256, at as i64 / SIZE * 256];
            let expected = if inside { fills(polygon, side, pixel) } else { touches(polygon, pixel) };
            assert_eq!(counts[0], u8::from(expected), "{conservative:?} {polygon:?} {pixel:?}");
        }
    }
}

#[test]
fn conservative_coverage_touches_or_fills_pixels() {
    let mut random = Random::new(12);
    for number in 0..1000 {
        let mut points: [[i64; 2]; 3] =
            [0, 1, 2].map(|_| [0, 1].map(|_| random.within(0, 2 * SIZE) * 128 + number % 3));
        match number % 20 {
            0 => points[2] = points[1],
            10 => points = [points[0]; 3],
            _ => {}
        }
        expect_whole_pixels(&corners(points, 0.5), &points);
    }
}

#[test]
fn conservative_coverage_is_about_what_clipping_leaves() {
    let mut random = Random::new(21);
    for _ in 0..500 {
        // The middles of edges are points of the grid.
        let points: [[i64; 2]; 3] = [0, 1, 2].map(|_| [0, 1].map(|_| random.within(0, 4 * SIZE) * 64));
        let [a, b, c] = points;
        let middle = |one: [i64; 2], other: [i64; 2]| [0, 1].map(|axis: usize| (one[axis] + other[axis]) / 2);
        let mut positions = corners(points, 0.5);
        positions[0][2] = -0.5;
        expect_whole_pixels(&positions, &[middle(a, b), b, c, middle(a, c)]);
        positions[1][2] = -0.5;
        expect_whole_pixels(&positions, &[middle(b, c), c, middle(a, c)]);
    }
}

#[test]
fn triangles_without_an_area_show_their_back_and_are_like_the_provoking_vertex() {
    let points = [[300, 300], [2900, 1500], [2900, 1500]];
    let mut positions = corners(points, 0.5);
    positions[2][2] = 0.75;
    for front in [Winding::Clockwise, Winding::Counterclockwise] {
        for (cull, provoking, expected) in [
            (Cull::Back, Provoking::First, None),
            (Cull::Front, Provoking::First, Some((1.5, 0.5))),
            (Cull::None, Provoking::Last, Some((8.0, 0.75))),
        ] {
            let conservative = Some(Conservative::Over);
            let mut scene = scene(&positions, State { conservative, cull, front, provoking, ..State::default() });
            scene.interface.inputs = vec![Input::Smooth(Place::Center)];
            let values = [1.5f32, 4.0, 8.0].map(f32::to_bits);
            scene.vertices = Vertices { positions: &positions, values: &values, ..Vertices::default() };
            let mut seen = Vec::new();
            let collect = |packet: &Packet, _: &mut Shaded| {
                let kept = (0..packet.lanes).filter(|lane| packet.kept >> lane & 1 != 0);
                seen.extend(kept.map(|lane| (packet.float(0, lane), packet.z[lane])));
            };
            scene.run(&mut Targets::new([SIZE as u32; 2], 1, 1).unwrap(), collect).unwrap();
            assert_eq!(seen.first().copied(), expected, "{front:?} {cull:?}");
            assert!(seen.iter().all(|own| Some(*own) == expected) && seen.len() != 1);
        }
    }
}

#[test]
fn lines_and_points_are_drawn_as_without() {
    let positions = corners([[300, 300], [2900, 1500], [700, 4000]], 0.5);
    for topology in [Topology::PointList, Topology::LineStrip] {
        let counts = |conservative| {
            let mut scene = scene(&positions, State { conservative, ..State::default() });
            scene.topology = topology;
            scene.counts(1)
        };
        let plain = counts(None);
        assert!(plain.iter().any(|pixel| pixel[0] == 1));
        assert_eq!([counts(Some(Conservative::Over)), counts(Some(Conservative::Under))], [plain.clone(), plain]);
    }
}

#[test]
fn packets_of_ordered_pixels_have_each_pixel_once() {
    let mut random = Random::new(22);
    for ordered in [true, false] {
        let (mut repeated, mut order) = (0, vec![Vec::new(); (SIZE * SIZE) as usize]);
        let positions: Vec<[f32; 4]> = (0..40)
            .flat_map(|_| corners([0, 1, 2].map(|_| [0, 1].map(|_| random.within(0, 256 * SIZE))), 0.5))
            .collect();
        let mut interface = with_rows(&scene(&positions, State::default()).interface);
        interface.pixel.ordered = ordered;
        let mut targets = Targets::new([SIZE as u32; 2], 1, 1).unwrap();
        let pipeline = raster::Pipeline::new(State::default(), interface, &targets).unwrap();
        let vertices = Vertices { positions: &positions, ..Vertices::default() };
        let mut front = |batch: &raster::Batch| Ok(pipeline.set_up(batch, &vertices));
        let mut shader = |packet: &raster::Packet, _: &mut raster::Shaded| {
            let mut seen = vec![false; (SIZE * SIZE) as usize];
            for lane in (0..packet.lanes()).filter(|lane| packet.is_kept(*lane)) {
                let [x, y] = packet.pixel(lane).map(|part| part as usize);
                let at = y * SIZE as usize + x;
                repeated += u32::from(std::mem::replace(&mut seen[at], true));
                order[at].push(packet.primitive(lane));
            }
            Ok(())
        };
        let mut hooks = raster::Hooks { shader: &mut shader, stop: &|| false, watch: None };
        let call = raster::Call::vertices(Topology::TriangleList, positions.len() as u32);
        raster::draw(&pipeline, &mut targets, call, &mut front, &mut hooks).unwrap();
        assert_eq!(repeated == 0, ordered);
        assert!(order.iter().all(|own| own.is_sorted()) && order.iter().any(|own| own.len() > 3));
    }
}
