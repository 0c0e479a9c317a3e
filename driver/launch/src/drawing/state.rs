//! The state of a draw as text: `cull=back,depth=less,blend=alpha`.

use runner::stages::fixed::{
    Bias, Blend, Compare, Conservative, Cull, DepthClamp, DepthTest, Fill, LineRule, LogicOp, Provoking, Scissor,
    State, StencilFace, StencilOp, Topology, View, Viewport, Winding,
};

/// The state of a draw, and what it says beside that of the fixed functions.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The state of fixed functions.
    pub state: State,
    /// The primitives.
    pub topology: Topology,
    /// True if y points up in clip space, as in Direct3D; as the source says if nothing is set.
    pub(crate) is_up: Option<bool>,
    /// True if the topology is set.
    pub(crate) names_topology: bool,
    /// True if the depth test is set, or switched off.
    pub names_depth: bool,
    /// The stencil values before the draw.
    pub stencil: u8,
    /// The viewports, with the upper edge where y is. Without any, the whole picture is one.
    viewports: Vec<Viewport>,
    /// The blending of all targets.
    blend: Blend,
}

/// Sets a value; returns nothing if there is no such value.
type Set = fn(&mut Drawn, &str) -> Option<()>;

/// The names of state, their values, and how each is set.
const ROWS: &[(&str, &str, Set)] = &[
    (
        "topology",
        "points, lines, line-strip, triangles, triangle-strip, triangle-fan, and lists and strips with adjacency",
        |drawn, value| {
            drawn.names_topology = true;
            drawn.topology = Topology::from_name(value)?;
            Some(())
        },
    ),
    ("cull", "none, front, back", |drawn, value| {
        drawn.state.cull = Cull::from_name(value)?;
        Some(())
    }),
    ("front", "clockwise, counterclockwise", |drawn, value| {
        drawn.state.front = Winding::from_name(value)?;
        Some(())
    }),
    ("fill", "solid, wireframe, points", |drawn, value| {
        drawn.state.fill = Fill::from_name(value)?;
        Some(())
    }),
    ("line", "rectangle, bresenham", |drawn, value| {
        drawn.state.line = LineRule::from_name(value)?;
        Some(())
    }),
    ("line-width", "a number of pixels", |drawn, value| {
        drawn.state.line_width = value.parse().ok().filter(|width: &f32| *width > 0.0 && *width <= 1024.0)?;
        Some(())
    }),
    ("provoking", "first, last", |drawn, value| {
        drawn.state.provoking = Provoking::from_name(value)?;
        Some(())
    }),
    ("conservative", "over, under", |drawn, value| {
        drawn.state.conservative = Some(Conservative::from_name(value)?);
        Some(())
    }),
    ("depth", "none, less, less-equal, greater, equal, always and so on", |drawn, value| {
        drawn.names_depth = true;
        drawn.state.depth = match value {
            "none" => None,
            _ => Some(DepthTest { compare: Compare::from_name(value)?, write: true }),
        };
        Some(())
    }),
    ("depth-write", "on, off", |drawn, value| {
        let write = truth(value)?;
        drawn.state.depth.as_mut()?.write = write;
        Some(())
    }),
    ("depth-clip", "on, off", |drawn, value| {
        drawn.state.depth_clip = truth(value)?;
        Some(())
    }),
    ("depth-clamp", "on, unit, off", |drawn, value| {
        drawn.state.depth_clamp = DepthClamp::from_name(value)?;
        Some(())
    }),
    ("depth-bias", "CONSTANT[:SLOPE[:CLAMP]]", |drawn, value| {
        let numbers = numbers(value, 1..=3)?;
        let of = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
        drawn.state.bias = Bias { constant: of(0), slope: of(1), clamp: of(2) };
        Some(())
    }),
    ("depth-bounds", "LEAST:GREATEST", |drawn, value| {
        let [least, greatest] = numbers(value, 2..=2)?[..] else { return None };
        drawn.state.depth_bounds = Some([least, greatest]);
        Some(())
    }),
    (
        "stencil",
        "none, always, equal, not-equal, less and so on: REFERENCE compared with the stored value",
        |drawn, value| {
            drawn.state.stencil = match value {
                "none" => None,
                _ => {
                    let compare = Compare::from_name(value)?;
                    Some(drawn.state.stencil.unwrap_or_default().map(|face| StencilFace { compare, ..face }))
                }
            };
            Some(())
        },
    ),
    ("stencil-reference", "0 to 255, behind 'stencil'", |drawn, value| {
        let reference = value.parse().ok()?;
        faces(drawn, |face| face.reference = reference)
    }),
    (
        "stencil-pass",
        "keep, zero, replace, invert, increment-clamp, increment-wrap and so on, behind 'stencil'",
        |drawn, value| {
            let op = StencilOp::from_name(value)?;
            faces(drawn, |face| face.pass = op)
        },
    ),
    ("stencil-fail", "as 'stencil-pass', behind 'stencil'", |drawn, value| {
        let op = StencilOp::from_name(value)?;
        faces(drawn, |face| face.fail = op)
    }),
    ("stencil-depth-fail", "as 'stencil-pass', behind 'stencil'", |drawn, value| {
        let op = StencilOp::from_name(value)?;
        faces(drawn, |face| face.depth_fail = op)
    }),
    ("stencil-back-pass", "as 'stencil-pass', for back faces", |drawn, value| {
        drawn.state.stencil.as_mut()?[1].pass = StencilOp::from_name(value)?;
        Some(())
    }),
    ("stencil-read", "a mask, behind 'stencil'", |drawn, value| {
        let mask = mask(value)?;
        faces(drawn, |face| face.read_mask = mask)
    }),
    ("stencil-write", "a mask, behind 'stencil'", |drawn, value| {
        let mask = mask(value)?;
        faces(drawn, |face| face.write_mask = mask)
    }),
    ("stencil-clear", "0 to 255", |drawn, value| {
        drawn.stencil = value.parse().ok()?;
        Some(())
    }),
    (
        "viewport",
        "X:Y:WIDTH:HEIGHT[:NEAR:FAR] in pixels from the upper left, depths from 0 to 1 unless behind 'depth-clamp=off'; \
         one more each time",
        |drawn, value| {
            let numbers = numbers(value, 4..=6).filter(|numbers| numbers.len() != 5)?;
            let [near, far] = if numbers.len() == 6 { [numbers[4], numbers[5]] } else { [0.0, 1.0] };
            let [x, y, width, height] = [numbers[0], numbers[1], numbers[2], numbers[3]];
            let is_free = drawn.state.depth_clamp == DepthClamp::None;
            let is_depth = |depth: &f32| is_free || (0.0..=1.0).contains(depth);
            let is_valid = width > 0.0 && height > 0.0 && [near, far].iter().all(is_depth);
            drawn.viewports.push(Some(Viewport { x, y, width, height, near, far }).filter(|_| is_valid)?);
            Some(())
        },
    ),
    (
        "scissor",
        "X:Y:WIDTH:HEIGHT in pixels; one more each time, for the viewport of the same number",
        |drawn, value| {
            let numbers: Vec<u32> = value.split(':').map(|text| text.parse().ok()).collect::<Option<_>>()?;
            let [x, y, width, height] = numbers[..] else { return None };
            let [x, y] = [i32::try_from(x).ok()?, i32::try_from(y).ok()?];
            drawn.state.scissors.push(Scissor { x, y, width, height });
            Some(())
        },
    ),
    ("views", "VIEWPORT:LAYER, numbers from 0 on; one more view each time", |drawn, value| {
        let (viewport, layer) = value.split_once(':')?;
        drawn.state.views.push(View { viewport: viewport.parse().ok()?, layer: layer.parse().ok()? });
        Some(())
    }),
    ("blend", "none, alpha, premultiplied, add, multiply", |drawn, value| {
        drawn.blend.equations = match value {
            "none" => None,
            _ => Blend::preset(value)?.equations,
        };
        Some(())
    }),
    ("write", "components such as rgb", |drawn, value| {
        let bit = |component: char| "rgba".find(component).map(|at| 1u8 << at);
        drawn.blend.write = value.chars().try_fold(0, |mask, component| Some(mask | bit(component)?))?;
        Some(())
    }),
    ("logic", "and, or, xor, invert and so on", |drawn, value| {
        drawn.state.logic = Some(LogicOp::from_name(value)?);
        Some(())
    }),
    ("alpha-to-coverage", "on, off", |drawn, value| {
        drawn.state.alpha_to_coverage = truth(value)?;
        Some(())
    }),
    ("sample-mask", "a number", |drawn, value| {
        let hexadecimal = value.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16));
        drawn.state.sample_mask = hexadecimal.unwrap_or_else(|| value.parse()).ok()?;
        Some(())
    }),
    ("y", "up (Direct3D), down (Vulkan)", |drawn, value| {
        drawn.is_up = Some(match value {
            "up" => true,
            "down" => false,
            _ => return None,
        });
        Some(())
    }),
];

/// Sets a part of both faces, if there is a stencil test.
fn faces(drawn: &mut Drawn, set: impl Fn(&mut StencilFace)) -> Option<()> {
    drawn.state.stencil.as_mut()?.iter_mut().for_each(set);
    Some(())
}

/// A mask of eight bits.
fn mask(value: &str) -> Option<u8> {
    match value.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => value.parse().ok(),
    }
}

/// As many finite numbers as allowed.
fn numbers(value: &str, count: std::ops::RangeInclusive<usize>) -> Option<Vec<f32>> {
    let finite = |text: &str| text.parse::<f32>().ok().filter(|number| number.is_finite());
    let numbers: Vec<f32> = value.split(':').map(finite).collect::<Option<_>>()?;
    count.contains(&numbers.len()).then_some(numbers)
}

fn truth(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

impl Drawn {
    /// Reads settings, of which later ones count.
    ///
    /// # Errors
    /// When there is no such state, or no such value.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        let mut drawn = Drawn {
            state: State::default(),
            topology: Topology::TriangleList,
            is_up: None,
            names_topology: false,
            names_depth: false,
            stencil: 0,
            viewports: Vec::new(),
            blend: Blend::default(),
        };
        for text in texts.iter().flat_map(|text| text.split(',')).filter(|text| !text.trim().is_empty()) {
            let (name, value) = text
                .trim()
                .split_once('=')
                .ok_or_else(|| format!("'--state {text}': expected NAME=VALUE such as cull=back"))?;
            let row = ROWS.iter().find(|row| row.0 == name).ok_or_else(|| {
                let names: Vec<&str> = ROWS.iter().map(|row| row.0).collect();
                format!("'--state': unknown state '{name}'; expected one of {}", names.join(", "))
            })?;
            (row.2)(&mut drawn, value).ok_or_else(|| format!("'--state {name}={value}': expected {}", row.1))?;
        }
        Ok(drawn)
    }

    /// The format of depth and stencil that the tests need, if there are any.
    pub fn planes(&self) -> Option<&'static str> {
        let has_depth = self.state.depth.is_some() || self.state.depth_bounds.is_some();
        match (has_depth, self.state.stencil.is_some()) {
            (true, true) => Some("d32float-s8uint"),
            (true, false) => Some("d32float"),
            (false, true) => Some("s8uint"),
            (false, false) => None,
        }
    }

    /// The state for targets of a size and a number.
    pub fn of_targets(&self, size: [u32; 2], count: usize, is_up: bool) -> State {
        let whole = [Viewport::of_size(size)];
        let viewports = if self.viewports.is_empty() { &whole[..] } else { &self.viewports };
        let is_up = self.is_up.unwrap_or(is_up);
        let viewports = viewports.iter().map(|viewport| if is_up { viewport.flipped() } else { *viewport }).collect();
        State { viewports, blend: vec![self.blend; count], ..self.state.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Drawn, String> {
        Drawn::parse(&[text.to_owned()])
    }

    #[test]
    fn settings_are_read_by_name() {
        let drawn = parsed("cull=back,depth=less-equal,depth-write=off,blend=alpha,write=rg,y=down").unwrap();
        assert_eq!(drawn.state.cull, Cull::Back);
        assert_eq!(drawn.state.depth, Some(DepthTest { compare: Compare::LessEqual, write: false }));
        let state = drawn.of_targets([4, 2], 2, true);
        assert_eq!((state.blend.len(), state.blend[1].write), (2, 3));
        assert_eq!(state.viewports, [Viewport::of_size([4, 2])]);
    }

    #[test]
    fn stencil_and_rectangles_are_read() {
        let text = "stencil=equal,stencil-reference=3,stencil-pass=invert,stencil-back-pass=zero,stencil-read=0xF,\
            stencil-clear=9,viewport=1:2:3:4,viewport=0:0:8:8:0.5:1,scissor=1:0:2:3,depth-bias=1:2";
        let drawn = parsed(text).unwrap();
        let [front, back] = drawn.state.stencil.unwrap();
        let expected = StencilFace { compare: Compare::Equal, reference: 3, read_mask: 0xF, ..StencilFace::default() };
        assert_eq!(front, StencilFace { pass: StencilOp::Invert, ..expected });
        assert_eq!(back, StencilFace { pass: StencilOp::Zero, ..expected });
        assert_eq!((drawn.stencil, drawn.state.bias), (9, Bias { constant: 1.0, slope: 2.0, clamp: 0.0 }));
        assert_eq!(drawn.state.scissors, [Scissor { x: 1, y: 0, width: 2, height: 3 }]);
        let viewports = drawn.of_targets([8, 8], 1, true).viewports;
        let first = Viewport { x: 1.0, y: 6.0, width: 3.0, height: -4.0, near: 0.0, far: 1.0 };
        assert_eq!((viewports.len(), viewports[0], viewports[1].near), (2, first, 0.5));
        let free = parsed("depth-clamp=off,viewport=0:0:8:8:-1:3").unwrap().of_targets([8, 8], 1, false);
        assert_eq!((free.depth_clamp, free.viewports[0].near, free.viewports[0].far), (DepthClamp::None, -1.0, 3.0));
        assert_eq!(parsed("depth-clamp=unit").unwrap().state.depth_clamp, DepthClamp::Unit);
        for wrong in [
            "depth-clamp=unit,viewport=0:0:8:8:-1:3",
            "viewport=0:0:8:8:-1:3",
            "stencil-pass=zero",
            "viewport=1:2:3",
            "viewport=0:0:0:1",
            "scissor=-1:0:1:1",
            "stencil=bright",
        ] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mistakes_name_what_is_expected() {
        assert_eq!(parsed("cull=maybe").unwrap_err(), "'--state cull=maybe': expected none, front, back");
        assert!(parsed("colour=red").unwrap_err().contains("unknown state 'colour'; expected one of topology, cull"));
        assert!(parsed("cull").unwrap_err().contains("expected NAME=VALUE"));
        assert!(parsed("depth-write=off").is_err());
    }
}
