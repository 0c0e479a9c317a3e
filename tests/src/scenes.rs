//! Scenes of triangles, drawn by the runner and through Vulkan from the same modules: what tests and benchmarks compare.
//!
//! The vertex shaders need nothing but the numbers of vertices. Knows nothing of files.

use crate::device::Result;
use crate::vulkan::{Device, Drawing, Triangles};
use driver::Compiler;
use runner::image::Format;
use runner::stages::{Draw, Invocations, Pipeline, Stage, Work, fixed, rows};
use runner::{Image, Options, Sampler};
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
    /// The textures of the pixel shader: its first bindings, behind which is a sampler that repeats them, trilinear.
    pub textures: Vec<Image>,
}

/// A triangle that covers the picture.
const COVERING: &str = "float4 main(uint id : SV_VertexID) : SV_Position {
        return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0.5, 1);
    }";

impl Scene {
    /// A pixel shader for every pixel.
    pub fn full_screen(name: &str, size: [u32; 2], pixel: &str) -> Self {
        let texts = [COVERING, pixel].map(str::to_owned);
        Scene { name: name.to_owned(), texts, size, indices: vec![0, 1, 2], textures: Vec::new() }
    }

    /// A surface that four textures describe, with levels or without, under a sun.
    ///
    /// # Errors
    /// When there is no memory for the textures.
    pub fn surface(size: [u32; 2], levels: u32) -> Result<Self> {
        let textures = (0..4).map(|number| texture(number, levels)).collect::<Result<Vec<_>>>()?;
        let kind = if levels == 1 { "of one level" } else { "with levels" };
        let name = format!("full screen, four textures {kind}");
        Ok(Scene {
            textures,
            ..Scene::full_screen(&name, size, &SURFACE.replace("SIZE", &format!("float2({}, {})", size[0], size[1])))
        })
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
        Scene {
            name: format!("{} triangles", 2 * squares * squares),
            texts: [vertex, pixel.to_owned()],
            size,
            indices,
            textures: Vec::new(),
        }
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
        let Scene { size, indices, textures, .. } = self;
        let modules = [&vertex[..], &pixel[..]];
        Drawing::new(device, &Triangles { modules, size: *size, indices, textures, sampler: &sampler() })
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
        let texels = vec![0; (self.size[0] * self.size[1]) as usize * format.bytes()];
        Ok(Runner { scene: self, pipeline, targets: targets.map_err(|error| error.to_string())?, state, texels })
    }
}

/// A scene in the runner, which may be drawn any number of times.
#[derive(Debug)]
pub struct Runner<'s> {
    scene: &'s Scene,
    pipeline: Pipeline,
    targets: fixed::Targets,
    state: fixed::State,
    texels: Vec<u8>,
}

impl Runner<'_> {
    /// Clears, draws, and reads the texels in rows.
    ///
    /// # Errors
    /// When a shader fails.
    pub fn run(&mut self) -> Result<&[u8]> {
        self.targets.clear_color(0, [0; 4]);
        self.targets.clear_depth(1.0);
        let call = fixed::Call::indexed(fixed::Topology::TriangleList, &self.scene.indices);
        let (state, targets) = (&self.state, &mut self.targets);
        let draw = Draw { state, targets, call, instances: 0..1, number: 0, watch: None, streams: None };
        let textures = &self.scene.textures;
        let mut run = |stage: &Stage, work: Work<'_>, _: &Invocations<'_>| {
            let mut dispatch = stage.module().dispatch();
            if !textures.is_empty() && stage.interface().stage == rows::Stage::Pixel {
                for (binding, texture) in (0..).zip(textures) {
                    dispatch.texture((0, binding), texture)?;
                }
                dispatch.sampler((0, textures.len() as u32), sampler())?;
            }
            stage.run_work(&mut dispatch, work)
        };
        let fetch = |_: &rows::Row, _: &[u32], _: u32, words: &mut [u32]| words.fill(0);
        self.pipeline.draw(draw, &fetch, &mut run, &|| false).map_err(|error| error.to_string())?;
        self.targets.read_color_into(0, 0, 0, &mut self.texels);
        Ok(&self.texels)
    }
}

/// A physically based surface: albedo, a normal map, roughness with the share of metal, and light of its own.
const SURFACE: &str = "
    [[vk::binding(0)]] Texture2D<float4> albedos;
    [[vk::binding(1)]] Texture2D<float4> normals;
    [[vk::binding(2)]] Texture2D<float4> materials;
    [[vk::binding(3)]] Texture2D<float4> glows;
    [[vk::binding(4)]] SamplerState trilinear;
    static const float PI = 3.14159265;
    float4 main(float4 at : SV_Position) : SV_Target {
        float2 place = at.xy / SIZE, uv = place * float2(5.2, 3.1) + place.yx * 0.3;
        float3 albedo = albedos.Sample(trilinear, uv).rgb, glow = glows.Sample(trilinear, uv).rgb;
        float3 normal = normalize(normals.Sample(trilinear, uv).xyz * 2 - 1 + float3(0, 0, 1));
        float4 material = materials.Sample(trilinear, uv);
        float roughness = max(material.r, 0.05), metal = material.g, square = roughness * roughness;
        float3 view = normalize(float3(0.5 - place, 1)), sun = normalize(float3(0.4, 0.3, 0.8));
        float3 half_way = normalize(view + sun);
        float n_l = saturate(dot(normal, sun)), n_v = saturate(dot(normal, view)) + 1e-4;
        float n_h = saturate(dot(normal, half_way)), v_h = saturate(dot(view, half_way));
        float below = n_h * n_h * (square * square - 1) + 1;
        float spread = square * square / (PI * below * below);
        float k = square * 0.5;
        float shadow = n_l * n_v / ((n_l * (1 - k) + k) * (n_v * (1 - k) + k));
        float3 base = lerp(0.04, albedo, metal);
        float past = 1 - v_h, past_2 = past * past;
        float3 mirrored = base + (1 - base) * past_2 * past_2 * past;
        float3 shine = spread * shadow * mirrored / (4 * n_l * n_v + 1e-4);
        float3 matte = (1 - mirrored) * (1 - metal) * albedo / PI;
        float3 light = (matte + shine) * n_l * float3(3, 2.8, 2.5) + glow * 0.1 + albedo * 0.03;
        return float4(light / (light + 1), 1);
    }";

fn sampler() -> Sampler {
    Sampler::linear()
}

/// A texture of 512 x 512 texels: smooth waves in each level, which the number changes.
fn texture(number: u32, levels: u32) -> Result<Image> {
    let made = Image::d2(Format::RGBA8_UNORM, 512, 512).and_then(|image| image.with_levels(levels));
    let mut image = made.map_err(|error| error.to_string())?;
    for level in 0..image.levels() {
        let size = 512 >> level;
        let wave = |part: u32, x: u32, y: u32| {
            let [x, y] = [x, y].map(|at| (at as f32 + 0.5) / size as f32 * std::f32::consts::TAU);
            let turns = (part + number + 1) as f32;
            (127.5 + 127.0 * (x * turns).sin() * (y * (turns + 1.0)).cos()) as u8
        };
        let texels = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let bytes: Vec<u8> = texels.flat_map(|(x, y)| [0, 1, 2, 3].map(|part| wave(part, x, y))).collect();
        image.set_values(level as usize, 0, &bytes);
    }
    Ok(image)
}

fn compiled(profile: &str, text: &str) -> Result<Vec<u32>> {
    let options = ["-T", profile, "-E", "main", "-fspv-target-env=vulkan1.3"];
    let compiler = Compiler::from_args(&options).map_err(|error| error.to_string())?;
    let compiled = compiler.compile("scene.hlsl", text, &driver::Disk).map_err(|failure| failure.to_string())?;
    Ok(compiled.words)
}
