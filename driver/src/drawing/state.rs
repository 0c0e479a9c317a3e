//! The state of a draw as text: `cull=back,depth=less,blend=alpha`.

use runner::stages::fixed::{
    Blend, Compare, Conservative, Cull, DepthTest, Fill, LineRule, LogicOp, Provoking, State, Topology, Viewport,
    Winding,
};

/// The state of a draw, and what it says beside that of the fixed functions.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) state: State,
    pub(crate) topology: Topology,
    /// True if y points up in clip space, as in Direct3D; as the source says if nothing is set.
    pub(crate) is_up: Option<bool>,
    /// True if the depth test is set, or switched off.
    pub(crate) names_depth: bool,
    /// The blending of all targets.
    blend: Blend,
}

/// Sets a value; returns nothing if there is no such value.
type Set = fn(&mut Drawn, &str) -> Option<()>;

/// The names of state, their values, and how each is set.
const ROWS: &[(&str, &str, Set)] = &[
    ("topology", "points, lines, line-strip, triangles, triangle-strip, triangle-fan", |drawn, value| {
        drawn.topology = Topology::from_name(value)?;
        Some(())
    }),
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
    pub(crate) fn parse(texts: &[String]) -> Result<Self, String> {
        let mut drawn = Drawn {
            state: State::default(),
            topology: Topology::TriangleList,
            is_up: None,
            names_depth: false,
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

    /// The state for targets of a size and a number.
    pub(crate) fn of_targets(&self, size: [u32; 2], count: usize, is_up: bool) -> State {
        let viewport = Viewport::of_size(size);
        let viewport = if self.is_up.unwrap_or(is_up) { viewport.flipped() } else { viewport };
        State { viewports: vec![viewport], blend: vec![self.blend; count], ..self.state.clone() }
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
    fn mistakes_name_what_is_expected() {
        assert_eq!(parsed("cull=maybe").unwrap_err(), "'--state cull=maybe': expected none, front, back");
        assert!(parsed("colour=red").unwrap_err().contains("unknown state 'colour'; expected one of topology, cull"));
        assert!(parsed("cull").unwrap_err().contains("expected NAME=VALUE"));
        assert!(parsed("depth-write=off").is_err());
    }
}
