//! The state of a draw: what jobs and programs set, with names and defaults.
//!
//! It must not know how any of it is computed.

/// An enumeration whose values have names in jobs.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$row:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$row])* $variant),+ }

        impl $name {
            /// All values with their names.
            pub const ALL: &'static [(&'static str, $name)] = &[$(($text, $name::$variant)),+];

            /// The value of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
            }
        }
    };
}

named! {
    /// The primitives that a sequence of vertices is.
    Topology {
        /// A point for each vertex.
        PointList = "points",
        /// A line for each pair of vertices.
        LineList = "lines",
        /// A line for each vertex but the first.
        LineStrip = "line-strip",
        /// Lines with a vertex before and one behind.
        LineListAdjacency = "lines-adjacency",
        /// A strip with a vertex before and one behind.
        LineStripAdjacency = "line-strip-adjacency",
        /// A triangle for each three vertices.
        TriangleList = "triangles",
        /// A triangle for each vertex but the first two.
        TriangleStrip = "triangle-strip",
        /// Triangles that share the first vertex.
        TriangleFan = "triangle-fan",
        /// Triangles with a vertex beyond each edge.
        TriangleListAdjacency = "triangles-adjacency",
        /// A strip with a vertex beyond each edge.
        TriangleStripAdjacency = "triangle-strip-adjacency",
    }
}

named! {
    /// The vertex of a primitive whose values flat inputs have.
    Provoking {
        /// The first one.
        First = "first",
        /// The last one.
        Last = "last",
    }
}

named! {
    /// The range to which depths are clamped before the depth test.
    DepthClamp {
        /// The range of the viewport.
        Viewport = "on",
        /// The range from 0 to 1.
        Unit = "unit",
        /// Nothing. Formats without a range take any depth.
        None = "off",
    }
}

named! {
    /// The faces that are not drawn.
    Cull {
        /// None.
        None = "none",
        /// Front faces.
        Front = "front",
        /// Back faces.
        Back = "back",
    }
}

named! {
    /// The order of the vertices of front faces, as seen on the screen.
    Winding {
        /// Clockwise.
        Clockwise = "clockwise",
        /// Counterclockwise.
        Counterclockwise = "counterclockwise",
    }
}

named! {
    /// The polygon mode: how triangles are filled.
    Fill {
        /// Its inside.
        Solid = "solid",
        /// Its edges, as lines.
        Wireframe = "wireframe",
        /// Its vertices, as points.
        Points = "points",
    }
}

named! {
    /// The pixels that a line covers.
    LineRule {
        /// Samples in a rectangle around the line.
        Rectangle = "rectangle",
        /// Pixels whose diamond the line leaves: one per column or row. The width is not used.
        Bresenham = "bresenham",
    }
}

named! {
    /// Coverage of whole pixels by triangles.
    Conservative {
        /// A pixel that the triangle touches.
        Over = "over",
        /// A pixel that is inside of the triangle.
        Under = "under",
    }
}

named! {
    /// A comparison.
    Compare {
        /// Never true.
        Never = "never",
        /// Less.
        Less = "less",
        /// Equal.
        Equal = "equal",
        /// Less or equal.
        LessEqual = "less-equal",
        /// Greater.
        Greater = "greater",
        /// Not equal.
        NotEqual = "not-equal",
        /// Greater or equal.
        GreaterEqual = "greater-equal",
        /// Always true.
        Always = "always",
    }
}

named! {
    /// What becomes of a stencil value.
    StencilOp {
        /// It stays.
        Keep = "keep",
        /// Zero.
        Zero = "zero",
        /// The reference.
        Replace = "replace",
        /// One more, at most 255.
        IncrementClamp = "increment-clamp",
        /// One less, at least 0.
        DecrementClamp = "decrement-clamp",
        /// All bits inverted.
        Invert = "invert",
        /// One more, 0 after 255.
        IncrementWrap = "increment-wrap",
        /// One less, 255 after 0.
        DecrementWrap = "decrement-wrap",
    }
}

named! {
    /// A factor of blending.
    Factor {
        /// 0.
        Zero = "zero",
        /// 1.
        One = "one",
        /// The color of the shader.
        Source = "source",
        /// 1 - the color of the shader.
        InverseSource = "inverse-source",
        /// The color of the target.
        Destination = "destination",
        /// 1 - the color of the target.
        InverseDestination = "inverse-destination",
        /// The alpha of the shader.
        SourceAlpha = "source-alpha",
        /// 1 - the alpha of the shader.
        InverseSourceAlpha = "inverse-source-alpha",
        /// The alpha of the target.
        DestinationAlpha = "destination-alpha",
        /// 1 - the alpha of the target.
        InverseDestinationAlpha = "inverse-destination-alpha",
        /// The color of the state.
        Constant = "constant",
        /// 1 - the color of the state.
        InverseConstant = "inverse-constant",
        /// The alpha of the state.
        ConstantAlpha = "constant-alpha",
        /// 1 - the alpha of the state.
        InverseConstantAlpha = "inverse-constant-alpha",
        /// The least of the shader's alpha and 1 - the target's, and 1 for alpha.
        SourceAlphaSaturate = "source-alpha-saturate",
        /// The shader's second color.
        Source1 = "source1",
        /// 1 - the shader's second color.
        InverseSource1 = "inverse-source1",
        /// The alpha of the shader's second color.
        Source1Alpha = "source1-alpha",
        /// 1 - the alpha of the shader's second color.
        InverseSource1Alpha = "inverse-source1-alpha",
    }
}

named! {
    /// How blending combines two products.
    BlendOp {
        /// Source + destination.
        Add = "add",
        /// Source - destination.
        Subtract = "subtract",
        /// Destination - source.
        ReverseSubtract = "reverse-subtract",
        /// The least of source and destination, without factors.
        Min = "min",
        /// The greatest of source and destination, without factors.
        Max = "max",
    }
}

named! {
    /// An operation on the bits of source and destination.
    LogicOp {
        /// 0.
        Clear = "clear",
        /// s & d.
        And = "and",
        /// s & !d.
        AndReverse = "and-reverse",
        /// s.
        Copy = "copy",
        /// !s & d.
        AndInverted = "and-inverted",
        /// d.
        NoOp = "no-op",
        /// s ^ d.
        Xor = "xor",
        /// s | d.
        Or = "or",
        /// !(s | d).
        Nor = "nor",
        /// !(s ^ d).
        Equivalent = "equivalent",
        /// !d.
        Invert = "invert",
        /// s | !d.
        OrReverse = "or-reverse",
        /// !s.
        CopyInverted = "copy-inverted",
        /// !s | d.
        OrInverted = "or-inverted",
        /// !(s & d).
        Nand = "nand",
        /// All ones.
        Set = "set",
    }
}

/// The transformation from normalized device coordinates to pixels, as Vulkan defines it. Direct3D's has the y axis
/// turned: y is the lower edge and the height negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The pixel of x = -1.
    pub x: f32,
    /// The pixel of y = -1.
    pub y: f32,
    /// The pixels from x = -1 to x = 1.
    pub width: f32,
    /// The pixels from y = -1 to y = 1. It may be negative.
    pub height: f32,
    /// The depth of z = 0.
    pub near: f32,
    /// The depth of z = 1.
    pub far: f32,
}

impl Viewport {
    /// The viewport of a target in Vulkan's convention: y = -1 is the upper edge.
    pub fn of_size([width, height]: [u32; 2]) -> Self {
        Self { x: 0.0, y: 0.0, width: width as f32, height: height as f32, near: 0.0, far: 1.0 }
    }

    /// The viewport with the y axis of Direct3D: y = 1 is the upper edge.
    pub fn flipped(self) -> Self {
        Self { y: self.y + self.height, height: -self.height, ..self }
    }
}

/// A rectangle of pixels outside of which nothing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scissor {
    /// The first column.
    pub x: i32,
    /// The first row.
    pub y: i32,
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

/// What is added to the depth of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bias {
    /// In units of the least difference of two depths.
    pub constant: f32,
    /// A factor of the slope.
    pub slope: f32,
    /// The limit: the greatest value if positive, the least if negative, none if 0.
    pub clamp: f32,
}

/// The test of depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthTest {
    /// The comparison of the new depth with the stored one.
    pub compare: Compare,
    /// Whether the new depth is stored.
    pub write: bool,
}

/// The stencil test of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StencilFace {
    /// The comparison of the reference with the stored value.
    pub compare: Compare,
    /// The operation where this test fails.
    pub fail: StencilOp,
    /// The operation where it passes and that of depth fails.
    pub depth_fail: StencilOp,
    /// The operation where both pass.
    pub pass: StencilOp,
    /// The bits that are compared.
    pub read_mask: u8,
    /// The bits that are written.
    pub write_mask: u8,
    /// The reference, unless the shader gives it.
    pub reference: u8,
}

impl Default for StencilFace {
    fn default() -> Self {
        let keep = StencilOp::Keep;
        Self {
            compare: Compare::Always,
            fail: keep,
            depth_fail: keep,
            pass: keep,
            read_mask: 0xFF,
            write_mask: 0xFF,
            reference: 0,
        }
    }
}

/// The equation of color or alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The factor of the shader's color.
    pub source: Factor,
    /// The factor of the target's color.
    pub destination: Factor,
    /// What is done with the products.
    pub op: BlendOp,
}

const fn equation(source: Factor, destination: Factor) -> Equation {
    Equation { source, destination, op: BlendOp::Add }
}

/// How a target takes colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// The equations of color and alpha; without them the color replaces the target's.
    pub equations: Option<[Equation; 2]>,
    /// The components that are written: bit 0 is red.
    pub write: u8,
}

impl Default for Blend {
    fn default() -> Self {
        Self { equations: None, write: 0xF }
    }
}

impl Blend {
    /// Presets with their names in jobs.
    pub const PRESETS: &'static [(&'static str, Blend)] = &[
        ("alpha", Self::same(Factor::SourceAlpha, Factor::InverseSourceAlpha)),
        ("premultiplied", Self::same(Factor::One, Factor::InverseSourceAlpha)),
        ("add", Self::same(Factor::One, Factor::One)),
        ("multiply", Self::same(Factor::Destination, Factor::Zero)),
    ];

    /// The preset of a name.
    pub fn preset(name: &str) -> Option<Blend> {
        Self::PRESETS.iter().find(|(known, _)| *known == name).map(|(_, blend)| *blend)
    }

    /// Color with these factors, and alpha as coverage: for [`Factor::SourceAlpha`], alpha is not multiplied with itself.
    const fn same(source: Factor, destination: Factor) -> Blend {
        let of_alpha = if matches!(source, Factor::SourceAlpha) { Factor::One } else { source };
        Blend { equations: Some([equation(source, destination), equation(of_alpha, destination)]), write: 0xF }
    }
}

/// The state of a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The vertex of flat inputs.
    pub provoking: Provoking,
    /// The faces that are not drawn.
    pub cull: Cull,
    /// The order of vertices of front faces.
    pub front: Winding,
    /// What of triangles is drawn.
    pub fill: Fill,
    /// The pixels of lines.
    pub line: LineRule,
    /// The width of lines, in pixels.
    pub line_width: f32,
    /// Coverage of whole pixels.
    pub conservative: Option<Conservative>,
    /// Whether primitives are cut at the near and the far plane. What lies beyond is drawn otherwise.
    pub depth_clip: bool,
    /// The range to which depths are clamped before the depth test.
    pub depth_clamp: DepthClamp,
    /// The bias of triangles, also where their edges or vertices are drawn.
    pub bias: Bias,
    /// The viewports; a vertex selects one.
    pub viewports: Vec<Viewport>,
    /// The rectangles outside of which nothing is drawn, one per viewport. Without any, the target is the limit.
    pub scissors: Vec<Scissor>,
    /// The views, each of which is drawn after the one before. Without any there is one, with the number 0.
    pub views: Vec<View>,
    /// The samples that are written.
    pub sample_mask: u32,
    /// Whether the alpha of the first color decides how many samples are covered.
    pub alpha_to_coverage: bool,
    /// The places of samples in sixteenths of a pixel from its center, instead of the standard ones.
    pub sample_positions: Option<Vec<[i32; 2]>>,
    /// The depth test.
    pub depth: Option<DepthTest>,
    /// The least and the greatest stored depth where anything is drawn.
    pub depth_bounds: Option<[f32; 2]>,
    /// The stencil tests of front and back faces.
    pub stencil: Option<[StencilFace; 2]>,
    /// How each target takes colors; targets beyond take them unchanged.
    pub blend: Vec<Blend>,
    /// An operation on bits instead of blending, for targets that are not of floating-point formats.
    pub logic: Option<LogicOp>,
    /// The color of the constant factors.
    pub constants: [f32; 4],
}

/// A view of what is drawn: what is added to the viewport and to the layer that vertices choose. A sum that is not there
/// counts as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The viewport.
    pub viewport: u32,
    /// The layer of the targets.
    pub layer: u32,
}

/// The most views of a draw.
pub const MOST_VIEWS: usize = 32;

impl State {
    /// The numbers of the views.
    pub fn views(&self) -> std::ops::Range<u32> {
        0..self.views.len().max(1) as u32
    }

    /// A view by its number.
    pub(crate) fn view(&self, number: u32) -> View {
        self.views.get(number as usize).copied().unwrap_or_default()
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            provoking: Provoking::First,
            cull: Cull::None,
            front: Winding::Clockwise,
            fill: Fill::Solid,
            line: LineRule::Rectangle,
            line_width: 1.0,
            conservative: None,
            depth_clip: true,
            depth_clamp: DepthClamp::Viewport,
            bias: Bias::default(),
            viewports: Vec::new(),
            scissors: Vec::new(),
            views: Vec::new(),
            sample_mask: u32::MAX,
            alpha_to_coverage: false,
            sample_positions: None,
            depth: None,
            depth_bounds: None,
            stencil: None,
            blend: Vec::new(),
            logic: None,
            constants: [0.0; 4],
        }
    }
}

impl Compare {
    /// The verdict for an order; NaN has none and is unequal to everything.
    pub(crate) fn holds(self, order: Option<std::cmp::Ordering>) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self {
            Self::Never => false,
            Self::Less => order == Some(Less),
            Self::Equal => order == Some(Equal),
            Self::LessEqual => matches!(order, Some(Less | Equal)),
            Self::Greater => order == Some(Greater),
            Self::NotEqual => order != Some(Equal),
            Self::GreaterEqual => matches!(order, Some(Greater | Equal)),
            Self::Always => true,
        }
    }
}
