//! Scenes of triangles, drawn by the runner and through Vulkan from the same modules: what tests and benchmarks compare.
//!
//! The vertex shaders need nothing but the numbers of vertices. Knows nothing of files.

use crate::device::Result;
use crate::vulkan::{Device, Drawing, Triangles};
use driver::Compiler;
use runner::Options;
use runner::stages::{Draw, Invocations, Pipeline, Stage, Work, fixed, rows};
use std::sync::Arc;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name.
    pub name: String,
    /// The vertex shader and the pixel shader.
    pub texts: [String; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// The numbers of vertices, three for each triangle.
    pub indices: Vec<u32>,
}

/// A triangle that covers the picture.
const COVERING: &str = "float4 main(uint id : SV_VertexID) : SV_Position {
        return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0.5, 1);
    }";

impl Scene {
    /// A pixel shader for every pixel.
    pub fn full_screen(name: &str, size: [u32; 2], pixel: &str) -> Self {
        Scene { name: name.to_owned(), texts: [COVERING, pixel].map(str::to_owned), size, indices: vec![0, 1, 2] }
    }

    /// A field of heights as seen from above, of this many squares across and down, with eight interpolated components.
    pub fn heights(size: [u32; 2], squares: u32) -> Self {
        let vertex = format!(
            "struct V {{ float4 at : SV_Position; float4 a : A; float4 b : B; }};
            V main(uint id : SV_VertexID) {{
                float2 place = float2(id % {row}, id / {row});
                V v;
                v.at = float4(place / {squares}.0 * 2 - 1, 0.5 + 0.25 * sin(place.x * 0.3) * cos(place.y * 0.2), 1);
                v.a = float4(place / {squares}.0, v.at.z, 1);
                v.b = v.a.yzxw;
                return v;
            }}",
            row = squares + 1
        );
        let pixel = "float4 main(float4 at : SV_Position, float4 a : A, float4 b : B) : SV_Target {
                return a * 0.5 + b * 0.5;
            }";
        let cells = (0..squares).flat_map(|y| (0..squares).map(move |x| y * (squares + 1) + x));
        let below = squares + 1;
        let indices = cells.flat_map(|at| [at, at + 1, at + below, at + below, at + 1, at + below + 1]).collect();
        Scene { name: format!("{} triangles", 2 * squares * squares), texts: [vertex, pixel.to_owned()], size, indices }
    }

    /// The modules of both shaders.
    ///
    /// # Errors
    /// When one is wrong.
    pub fn modules(&self) -> Result<[Vec<u32>; 2]> {
        let [vertex, pixel] = &self.texts;
        Ok([compiled("vs_6_6", vertex)?, compiled("ps_6_6", pixel)?])
    }

    /// The scene on a device.
    ///
    /// # Errors
    /// When the device refuses it.
    pub fn through_vulkan(&self, device: &Arc<Device>) -> Result<Drawing> {
        let [vertex, pixel] = self.modules()?;
        Drawing::new(device, &Triangles { modules: [&vertex, &pixel], size: self.size, indices: &self.indices })
    }

    /// The scene in the runner.
    ///
    /// # Errors
    /// When a shader cannot run.
    pub fn in_runner(&self, options: &Options) -> Result<Runner<'_>> {
        let told = |error: runner::Error| error.to_string();
        let [vertex, pixel] = self.modules()?;
        let stage = |words: &[u32], stage| Stage::new(words, stage, Some("main"), options).map_err(told);
        let (vertex, pixel) = (stage(&vertex, rows::Stage::Vertex)?, stage(&pixel, rows::Stage::Pixel)?);
        let pipeline = Pipeline::new(vertex, Some(pixel)).map_err(told)?;
        let format = fixed::ColorFormat::from_name("rgba8unorm").ok_or("a format of this name")?;
        let targets = fixed::Targets::new(self.size, 1, 1).and_then(|targets| targets.with_color(format));
        let targets = targets.and_then(|targets| targets.with_depth_stencil("d32float"));
        let state = fixed::State {
            depth: Some(fixed::DepthTest { compare: fixed::Compare::LessEqual, write: true }),
            viewports: vec![fixed::Viewport::of_size(self.size).flipped()],
            ..fixed::State::default()
        };
        Ok(Runner { scene: self, pipeline, targets: targets.map_err(|error| error.to_string())?, state })
    }
}

/// A scene in the runner, which may be drawn any number of times.
#[derive(Debug)]
pub struct Runner<'s> {
    scene: &'s Scene,
    pipeline: Pipeline,
    targets: fixed::Targets,
    state: fixed::State,
}

impl Runner<'_> {
    /// Clears, draws, and reads the texels in rows.
    ///
    /// # Errors
    /// When a shader fails.
    pub fn run(&mut self) -> Result<Vec<u8>> {
        self.targets.clear_color(0, [0; 4]);
        self.targets.clear_depth(1.0);
        let call = fixed::Call::indexed(fixed::Topology::TriangleList, &self.scene.indices);
        let (state, targets) = (&self.state, &mut self.targets);
        let draw = Draw { state, targets, call, instances: 0..1, number: 0, watch: None, streams: None };
        let mut run =
            |stage: &Stage, work: Work<'_>, _: &Invocations<'_>| stage.run_work(&mut stage.module().dispatch(), work);
        let fetch = |_: &rows::Row, _: &[u32], _: u32, words: &mut [u32]| words.fill(0);
        self.pipeline.draw(draw, &fetch, &mut run, &|| false).map_err(|error| error.to_string())?;
        Ok(self.targets.read_color(0, 0, 0))
    }
}

fn compiled(profile: &str, text: &str) -> Result<Vec<u32>> {
    let options = ["-T", profile, "-E", "main", "-fspv-target-env=vulkan1.3"];
    let compiler = Compiler::from_args(&options).map_err(|error| error.to_string())?;
    let compiled = compiler.compile("scene.hlsl", text, &driver::Disk).map_err(|failure| failure.to_string())?;
    Ok(compiled.words)
}
