//! The state of draws, from what a pipeline says.
//!
//! It must not know targets or shaders.

use amber::script::{Pipeline, Setting};
use runner::stages::fixed::{
    Bias, Blend, BlendOp, Compare, DepthClamp, DepthTest, Equation, Factor, Fill, State, StencilFace, StencilOp,
    Topology, Viewport, Winding,
};

type Result<T> = std::result::Result<T, String>;

/// The depth clamp of pipelines that set none, by the features and extensions that a script requires.
pub(super) fn depth_clamp(features: &[String]) -> DepthClamp {
    let has = |wanted: &str| features.iter().any(|feature| feature == wanted);
    match has("DepthClampZeroOneFeatures.depthClampZeroOne") {
        true if has("VK_EXT_depth_range_unrestricted") => DepthClamp::None,
        true => DepthClamp::Unit,
        false => DepthClamp::Viewport,
    }
}

/// The state of a pipeline for as many targets.
///
/// # Errors
/// When a setting is unknown.
pub(super) fn state(pipeline: &Pipeline, targets: usize, depth_clamp: DepthClamp) -> Result<State> {
    let mut own = State {
        front: Winding::Counterclockwise,
        viewports: vec![Viewport::of_size(pipeline.size)],
        blend: vec![Blend::default(); targets],
        depth_clamp,
        ..State::default()
    };
    for setting in &pipeline.settings {
        let set = match setting.head {
            "DEPTH" => depth(&mut own, setting),
            "STENCIL" => stencil(&mut own, setting),
            "BLEND" => blend(&mut own, setting),
            "VIEWPORT" => viewport(&mut own, setting),
            "POLYGON_MODE" => polygon_mode(&mut own, setting),
            // It is of the link ([`control_points`]).
            _ => Ok(()),
        };
        set.map_err(|text| format!("line {}: '{}': {text}", setting.line, setting.head))?;
    }
    Ok(own)
}

/// The control points of a patch: three where a pipeline does not say how many there are.
pub(super) fn control_points(pipeline: &Pipeline) -> u32 {
    let setting = pipeline.settings.iter().find(|setting| setting.head == "PATCH_CONTROL_POINTS");
    let word = setting.and_then(|setting| setting.words.first());
    let count = word.and_then(|word| word.parse().ok()).filter(|count| (1..=MOST_POINTS).contains(count));
    count.unwrap_or(USUAL_POINTS)
}

/// The most control points of a patch.
const MOST_POINTS: u32 = 32;
/// The control points of a patch where nothing says how many there are.
const USUAL_POINTS: u32 = 3;

fn is_on(words: &[String]) -> bool {
    words.first().is_some_and(|word| word == "on")
}

fn number(words: &[String], at: usize) -> Result<f32> {
    let word = words.get(at).ok_or("a number is missing")?;
    word.parse().map_err(|_| format!("'{word}' is not a number"))
}

/// The number behind a word.
fn after(words: &[String], name: &str) -> Result<f32> {
    let at = words.iter().position(|word| word == name).ok_or_else(|| format!("'{name}' is missing"))?;
    number(words, at + 1)
}

fn named<T: Copy>(words: &[String], names: &[(&str, T)]) -> Result<T> {
    let word = words.first().ok_or("a word is missing")?;
    let found = names.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
    found.ok_or_else(|| format!("'{word}' is not supported"))
}

const COMPARE: &[(&str, Compare)] = &[
    ("never", Compare::Never),
    ("less", Compare::Less),
    ("equal", Compare::Equal),
    ("less_or_equal", Compare::LessEqual),
    ("greater", Compare::Greater),
    ("not_equal", Compare::NotEqual),
    ("greater_or_equal", Compare::GreaterEqual),
    ("always", Compare::Always),
];

fn depth(own: &mut State, setting: &Setting) -> Result<()> {
    let (mut is_tested, mut test) = (false, DepthTest { compare: Compare::Always, write: false });
    for (key, words) in &setting.rows {
        match *key {
            "TEST" => is_tested = is_on(words),
            "WRITE" => test.write = is_on(words),
            "COMPARE_OP" => test.compare = named(words, COMPARE)?,
            "CLAMP" if is_on(words) => (own.depth_clip, own.depth_clamp) = (false, DepthClamp::Viewport),
            "CLAMP" => own.depth_clip = true,
            "BOUNDS" => own.depth_bounds = Some([after(words, "min")?, after(words, "max")?]),
            "BIAS" => {
                let (constant, clamp) = (after(words, "constant")?, after(words, "clamp")?);
                own.bias = Bias { constant, clamp, slope: after(words, "slope")? };
            }
            other => return Err(format!("'{other}' is not supported")),
        }
    }
    own.depth = is_tested.then_some(test);
    Ok(())
}

const STENCIL_OPS: &[(&str, StencilOp)] = &[
    ("keep", StencilOp::Keep),
    ("zero", StencilOp::Zero),
    ("replace", StencilOp::Replace),
    ("increment_and_clamp", StencilOp::IncrementClamp),
    ("decrement_and_clamp", StencilOp::DecrementClamp),
    ("invert", StencilOp::Invert),
    ("increment_and_wrap", StencilOp::IncrementWrap),
    ("decrement_and_wrap", StencilOp::DecrementWrap),
];

fn stencil(own: &mut State, setting: &Setting) -> Result<()> {
    let mut faces = own.stencil.unwrap_or([StencilFace::default(); 2]);
    let (first, count) = match setting.words.first().map(String::as_str) {
        Some("front") => (0, 1),
        Some("back") => (1, 1),
        _ => (0, 2),
    };
    let mut is_tested = own.stencil.is_some();
    for (key, words) in &setting.rows {
        for face in &mut faces[first..first + count] {
            let mask = |words: &[String]| number(words, 0).map(|number| number as u8);
            match *key {
                "TEST" => is_tested = is_on(words),
                "FAIL_OP" => face.fail = named(words, STENCIL_OPS)?,
                "PASS_OP" => face.pass = named(words, STENCIL_OPS)?,
                "DEPTH_FAIL_OP" => face.depth_fail = named(words, STENCIL_OPS)?,
                "COMPARE_OP" => face.compare = named(words, COMPARE)?,
                "COMPARE_MASK" => face.read_mask = mask(words)?,
                "WRITE_MASK" => face.write_mask = mask(words)?,
                "REFERENCE" => face.reference = mask(words)?,
                other => return Err(format!("'{other}' is not supported")),
            }
        }
    }
    own.stencil = is_tested.then_some(faces);
    Ok(())
}

const FACTORS: &[(&str, Factor)] = &[
    ("zero", Factor::Zero),
    ("one", Factor::One),
    ("src_color", Factor::Source),
    ("one_minus_src_color", Factor::InverseSource),
    ("dst_color", Factor::Destination),
    ("one_minus_dst_color", Factor::InverseDestination),
    ("src_alpha", Factor::SourceAlpha),
    ("one_minus_src_alpha", Factor::InverseSourceAlpha),
    ("dst_alpha", Factor::DestinationAlpha),
    ("one_minus_dst_alpha", Factor::InverseDestinationAlpha),
    ("constant_color", Factor::Constant),
    ("one_minus_constant_color", Factor::InverseConstant),
    ("constant_alpha", Factor::ConstantAlpha),
    ("one_minus_constant_alpha", Factor::InverseConstantAlpha),
    ("src_alpha_saturate", Factor::SourceAlphaSaturate),
    ("src1_color", Factor::Source1),
    ("one_minus_src1_color", Factor::InverseSource1),
    ("src1_alpha", Factor::Source1Alpha),
    ("one_minus_src1_alpha", Factor::InverseSource1Alpha),
];

/// The operations, spelled as the language does.
const BLEND_OPS: &[(&str, BlendOp)] = &[
    ("add", BlendOp::Add),
    ("substract", BlendOp::Subtract),
    ("subtract", BlendOp::Subtract),
    ("reverse_substract", BlendOp::ReverseSubtract),
    ("reverse_subtract", BlendOp::ReverseSubtract),
    ("min", BlendOp::Min),
    ("max", BlendOp::Max),
];

fn blend(own: &mut State, setting: &Setting) -> Result<()> {
    let zero = Equation { source: Factor::Zero, destination: Factor::Zero, op: BlendOp::Add };
    let [mut color, mut alpha] = [zero; 2];
    for (key, words) in &setting.rows {
        match *key {
            "SRC_COLOR_FACTOR" => color.source = named(words, FACTORS)?,
            "DST_COLOR_FACTOR" => color.destination = named(words, FACTORS)?,
            "COLOR_OP" => color.op = named(words, BLEND_OPS)?,
            "SRC_ALPHA_FACTOR" => alpha.source = named(words, FACTORS)?,
            "DST_ALPHA_FACTOR" => alpha.destination = named(words, FACTORS)?,
            "ALPHA_OP" => alpha.op = named(words, BLEND_OPS)?,
            other => return Err(format!("'{other}' is not supported")),
        }
    }
    own.blend.iter_mut().for_each(|blend| blend.equations = Some([color, alpha]));
    Ok(())
}

fn viewport(own: &mut State, setting: &Setting) -> Result<()> {
    let find = |key: &str| setting.rows.iter().find(|(own, _)| *own == key).map(|(_, words)| &words[..]);
    let size = find("SIZE").ok_or("'SIZE' is missing")?;
    own.viewports = vec![Viewport {
        x: number(&setting.words, 0)?,
        y: number(&setting.words, 1)?,
        width: number(size, 0)?,
        height: number(size, 1)?,
        near: find("MIN_DEPTH").map_or(Ok(0.0), |words| number(words, 0))?,
        far: find("MAX_DEPTH").map_or(Ok(1.0), |words| number(words, 0))?,
    }];
    Ok(())
}

fn polygon_mode(own: &mut State, setting: &Setting) -> Result<()> {
    own.fill = named(&setting.words, &[("fill", Fill::Solid), ("line", Fill::Wireframe), ("point", Fill::Points)])?;
    Ok(())
}

/// The topology of a name. Patches are lists of their control points.
///
/// # Errors
/// When there is no such topology.
pub(super) fn topology(name: &str) -> Result<Topology> {
    Ok(match name.to_ascii_uppercase().as_str() {
        "POINT_LIST" => Topology::PointList,
        "LINE_LIST" => Topology::LineList,
        "LINE_LIST_WITH_ADJACENCY" => Topology::LineListAdjacency,
        "LINE_STRIP" => Topology::LineStrip,
        "LINE_STRIP_WITH_ADJACENCY" => Topology::LineStripAdjacency,
        "TRIANGLE_LIST" | "PATCH_LIST" => Topology::TriangleList,
        "TRIANGLE_LIST_WITH_ADJACENCY" => Topology::TriangleListAdjacency,
        "TRIANGLE_STRIP" => Topology::TriangleStrip,
        "TRIANGLE_STRIP_WITH_ADJACENCY" => Topology::TriangleStripAdjacency,
        "TRIANGLE_FAN" => Topology::TriangleFan,
        _ => return Err(format!("unknown topology '{name}'")),
    })
}
