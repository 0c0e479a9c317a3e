use super::*;

const DOMAINS: [Domain; 3] = [Domain::Isolines, Domain::Triangles, Domain::Quads];
const PARTITIONINGS: [Partitioning; 3] =
    [Partitioning::Integer, Partitioning::FractionalEven, Partitioning::FractionalOdd];
const CUTS: [Cut; 4] = [Cut::Points, Cut::Lines, Cut::Clockwise, Cut::Counterclockwise];

/// Random factors.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A factor: of any size, a small one, a whole one, one above one, a special one.
    fn factor(&mut self) -> f32 {
        let (kind, value) = (self.next() % 16, self.next());
        let unit = (value >> 40) as f32 * (1.0 / 16_777_216.0);
        match kind {
            0..=7 => unit * 66.0,
            8..=11 => unit * 4.0,
            12 => (value % 66) as f32,
            13 => 1.0 + (value % 8) as f32 * (1.0 / 131_072.0),
            14 => [f32::NAN, 0.0, -1.0, f32::INFINITY, 1e-40, 64.0, 63.0, 65.0][(value % 8) as usize],
            _ => 1.0,
        }
    }
}

/// A number for the points and indices of random patches.
fn digest([domain, partitioning, cut]: [usize; 3], count: usize) -> u64 {
    let own = Tessellator { domain: DOMAINS[domain], partitioning: PARTITIONINGS[partitioning], cut: CUTS[cut] };
    let mut random = Random((1000 * domain + 100 * partitioning + cut) as u64);
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    let mut word = |word: u32| digest = (digest ^ u64::from(word)).wrapping_mul(0x100_0000_01B3);
    for _ in 0..count {
        let [a, b, c, d, e, f] = [(); 6].map(|()| random.factor());
        let Tessellated { points, indices } = own.cut([a, b, c, d], [e, f]);
        word(points.len() as u32);
        points.iter().flatten().for_each(|place| word(place.to_bits()));
        word(indices.len() as u32);
        indices.iter().for_each(|index| word(*index));
    }
    digest
}

/// Domains, partitionings and cuts by their numbers above, with the digests of what Direct3D's reference makes of the same
/// factors.
const DIGESTS: &[([usize; 3], u64)] = &[
    ([0, 0, 0], 0xE9E4_33F4_7E38_9698),
    ([0, 0, 1], 0xAB34_47F5_D007_ED70),
    ([0, 1, 0], 0xF99A_DA83_4595_F9EB),
    ([0, 1, 1], 0x895A_9C4E_645C_1E76),
    ([0, 2, 0], 0x2889_8CD5_8FAE_19A1),
    ([0, 2, 1], 0x6570_4142_49F7_E274),
    ([1, 0, 0], 0x541F_258F_03C6_49E1),
    ([1, 0, 2], 0x005D_02E5_E8A9_8FDD),
    ([1, 0, 3], 0xF2ED_6391_89EC_D359),
    ([1, 1, 0], 0x335E_C048_E99A_0A4F),
    ([1, 1, 2], 0xD103_F022_3271_0344),
    ([1, 1, 3], 0x629A_C8EE_5372_872F),
    ([1, 2, 0], 0x424D_F305_3A14_9193),
    ([1, 2, 2], 0xA7A0_A148_F78C_F377),
    ([1, 2, 3], 0x1B08_512C_40E8_A9A8),
    ([2, 0, 0], 0x7CE3_4036_437A_1177),
    ([2, 0, 2], 0xD24F_CD08_9E33_4B96),
    ([2, 0, 3], 0x7DA9_6F9B_672B_D29F),
    ([2, 1, 0], 0xA03D_AF36_A858_D132),
    ([2, 1, 2], 0xEB5F_A174_20C8_374C),
    ([2, 1, 3], 0x949B_29EF_2702_521B),
    ([2, 2, 0], 0xE38F_2900_9DAC_3831),
    ([2, 2, 2], 0x2766_4AA0_2947_1D13),
    ([2, 2, 3], 0xC4DB_D5A5_2347_6485),
];

/// The patches of each.
const COUNT: usize = 2000;

#[test]
fn points_and_triangles_are_those_of_the_reference() {
    for (own, expected) in DIGESTS {
        assert_eq!(digest(*own, COUNT), *expected, "{own:?}");
    }
}

#[test]
fn factors_of_one_make_one_triangle_or_two() {
    let tessellator = |domain, partitioning| Tessellator { domain, partitioning, cut: Cut::Clockwise };
    let triangle = tessellator(Domain::Triangles, Partitioning::Integer).cut([1.0; 4], [1.0; 2]);
    assert_eq!(triangle.points, [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]);
    assert_eq!(triangle.indices, [0, 1, 2]);
    let square = tessellator(Domain::Quads, Partitioning::FractionalOdd).cut([1.0; 4], [1.0; 2]);
    assert_eq!(square.points, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(square.indices, [0, 1, 3, 1, 2, 3]);
}

#[test]
fn triangles_cover_their_domain_once() {
    let mut random = Random(5);
    for number in 0..2000 {
        let domain = DOMAINS[1 + number % 2];
        let partitioning = PARTITIONINGS[number / 2 % 3];
        let [a, b, c, d, e, f] = [(); 6].map(|()| random.factor());
        let own = Tessellator { domain, partitioning, cut: Cut::Clockwise }.cut([a, b, c, d], [e, f]);
        let place = |index: u32| own.points[index as usize].map(f64::from);
        let area: f64 = own
            .indices
            .chunks(3)
            .map(|corners| {
                let [[ax, ay], [bx, by], [cx, cy]] = [corners[0], corners[1], corners[2]].map(place);
                ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2.0
            })
            .sum();
        let whole = match domain {
            _ if own.points.is_empty() => 0.0,
            Domain::Quads => 1.0,
            Domain::Triangles | Domain::Isolines => 0.5,
        };
        assert!((area.abs() - whole).abs() < 1e-9, "{domain:?} {partitioning:?} {area}");
    }
}
