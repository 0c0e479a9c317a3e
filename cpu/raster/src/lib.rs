//! Fixed-function graphics: everything of a draw that is not a shader.
//!
//! The crate knows no shaders, SPIR-V, LLVM, threads or files; both engines use it and differ only in who runs the packets.
//! A picture is a function of its inputs: positions are integers, coverage is exact, attributes are rounded once.
//!
//! # A draw
//!
//! 1. [`Targets`] is the memory of colors, depth and stencil. [`State`] is what a job sets, [`Interface`] what the stages
//!    have: a [`Pipeline`] is both, verified.
//! 2. [`Batches`] cuts a [`Call`] into batches. [`Batch::vertices`] has the numbers of the vertices (the index plus the base)
//!    to be shaded, at most 1,024.
//! 3. [`Pipeline::set_up`] takes the shaded [`Vertices`] and makes a [`Chunk`]. It needs nothing else, so that threads may set
//!    up batches at the same time. [`Geometry::push`] joins chunks in the order of batches.
//! 4. When [`Geometry::is_full`], or at the end, each [`Tile`] of [`Targets::tiles`] draws the geometry: [`Tile::draw`]. Tiles
//!    are independent, so that threads may draw them at the same time; a tile's own order is that of the primitives.
//! 5. [`Tile::draw`] calls the pixel shader with a [`Packet`] of quads of all primitives of the tile, up to 4,096 lanes, whose
//!    rows are in the order of [`Interface::rows`]. The shader fills in the rows of a [`Shaded`], which [`Interface::outputs`]
//!    explains. Testing, blending and writing follow, quad by quad in the order of primitives.
//!
//! [`draw`] is steps 2 to 5 on one thread. [`Hooks::stop`] is asked for each batch and each row of blocks of each record, so
//! that any draw ends soon after a deadline. [`Watch`] keeps the history of a pixel.
//!
//! # Rows
//!
//! A vertex has its values one after the other, in the order of [`Interface::inputs`]: bits of `f32`, or integers that are
//! [`Input::Flat`]. A row of a packet has one word per lane. Code that interpolates by itself finds
//! the values of the three corners with [`Geometry::row`], and what [`interpolate`] computes is the rule.
//!
//! # Example
//!
//! ```
//! use hlsl2spirv_raster::{
//!     Batch, Blend, Call, ColorFormat, Compare, DepthTest, Hooks, Input, Interface, Packet, Pipeline, PixelRow, Place,
//!     Shaded, State, Targets, Topology, Vertices, draw,
//! };
//!
//! let format = ColorFormat::from_name("rgba8unorm").unwrap();
//! let mut targets = Targets::new([64, 64], 1, 1)?.with_color(format)?.with_depth_stencil("d32float")?;
//! targets.clear_depth(1.0);
//! let state = State {
//!     depth: Some(DepthTest { compare: Compare::Less, write: true }),
//!     blend: vec![Blend::preset("alpha").unwrap()],
//!     ..State::default()
//! };
//! let rows = [0, 1, 2].map(PixelRow::Input).to_vec();
//! let interface = Interface { inputs: vec![Input::Smooth(Place::Center); 3], rows, ..Interface::default() };
//! let pipeline = Pipeline::new(state, interface, &targets)?;
//!
//! // A vertex shader: three corners, each with a color.
//! let corners = [[-1.0, -1.0, 0.5, 1.0], [3.0, -1.0, 0.5, 1.0], [-1.0, 3.0, 0.5, 1.0]];
//! let mut front = |batch: &Batch| {
//!     let positions: Vec<[f32; 4]> = batch.vertices.iter().map(|number| corners[*number as usize]).collect();
//!     let values: Vec<u32> = batch
//!         .vertices
//!         .iter()
//!         .flat_map(|number| (0..3).map(move |component| if component == *number { 1f32.to_bits() } else { 0 }))
//!         .collect();
//!     Ok(pipeline.set_up(batch, &Vertices { positions: &positions, values: &values, ..Vertices::default() }))
//! };
//! // A pixel shader.
//! let mut shader = |packet: &Packet, shaded: &mut Shaded| {
//!     for lane in 0..packet.lanes() {
//!         // Red, green and blue are the rows behind that of the kept lanes, alpha follows.
//!         (0..3).for_each(|row| shaded.set(1 + row, lane, packet.word(row, lane)));
//!         shaded.set(4, lane, 1f32.to_bits());
//!     }
//!     Ok(())
//! };
//! let mut hooks = Hooks { shader: &mut shader, stop: &|| false, watch: None };
//! let call = Call::vertices(Topology::TriangleList, 3);
//! let statistics = draw(&pipeline, &mut targets, call, &mut front, &mut hooks)?;
//! assert_eq!(statistics.pass.samples, 64 * 64);
//! assert_eq!(targets.read_color(0, 0, 0)[..4], [253, 1, 1, 255]);
//! # Ok::<(), hlsl2spirv_raster::Error>(())
//! ```

mod assembly;
mod bounds;
mod clip;
mod coverage;
mod draw;
mod error;
mod fixed;
mod geometry;
mod interface;
mod lanes;
mod output;
mod packet;
mod pass;
mod pipeline;
mod record;
mod resolve;
mod rows;
pub mod samples;
mod setup;
pub mod state;
mod target;
mod tessellator;
mod tile;
mod vertices;
mod watch;

pub use assembly::{BATCH_VERTICES, Batch, Batches, Call, Form, Indices, Primitive, Whole, Wholes};
pub use draw::{Statistics, draw};
pub use error::Error;
pub use geometry::{Chunk, Geometry, SetupStatistics};
pub use interface::{DepthOutput, Input, Interface, MOST_COLORS, MOST_LANES, PixelFacts, Place};
pub use output::Verdict;
pub use packet::{Packet, Shaded};
pub use pass::{Hooks, PassStatistics, Room, Shader};
pub use pipeline::Pipeline;
pub use record::{Row, interpolate};
pub use resolve::Resolve;
pub use rows::{KEPT, Outputs, Part, PixelRow, RUNS};
pub use state::{
    Bias, Blend, BlendOp, Compare, Conservative, Cull, DepthClamp, DepthTest, Equation, Factor, Fill, LineRule,
    LogicOp, Provoking, Scissor, State, StencilFace, StencilOp, Topology, View, Viewport, Winding,
};
pub use target::{Targets, Tile};
pub use tessellator::{Cut, Domain, Partitioning, Tessellated, Tessellator};
pub use texels::depth::{DEPTH_STENCIL, DepthFormat};
pub use texels::{ColorFormat, Packed};
pub use vertices::Vertices;
pub use watch::{Entry, Fate, Watch};
