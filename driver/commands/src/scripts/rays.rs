//! Rays of a script: scenes, the shaders of a pipeline as one module, and launches with shader tables.
//!
//! It must not know what commands there are.

use super::bound::Bound;
use amber::Script;
use amber::script::{self, Primitives, Stage};
use launch::kernels::{Clock, Problem};
use launch::rays::inlined;
use runner::stages::{HitGroup, RayPipeline, RayStage, ShaderRecord, ShaderTable};
use runner::{Error, Options};
use std::collections::BTreeMap;
use std::sync::Arc;
use trace::{Aabb, Bottom, Boxes, Geometry, Instance, InstanceFlags, Scene, Transform, Triangles};

/// The entry point of each shader.
pub(super) const ENTRY: &str = "main";

/// A pipeline with rays.
pub(super) struct Launcher {
    /// The module of all shaders.
    words: Vec<u32>,
    /// The entry points in there, by the numbers of shaders.
    names: BTreeMap<usize, String>,
    /// What has been made for each ray generation shader.
    made: BTreeMap<usize, RayPipeline>,
}

/// The acceleration structures of a script, each as the scene that rays go through.
///
/// # Errors
/// When one is too large, with its line.
pub(super) fn scenes(script: &Script) -> Result<Vec<Arc<Scene>>, (u32, String)> {
    let bottom = |own: &script::Bottom| {
        let geometries = own.geometries.iter().map(geometry).collect();
        Bottom::new(geometries).map(Arc::new).map_err(|error| (own.line, error.to_string()))
    };
    let bottoms = script.bottoms.iter().map(bottom).collect::<Result<Vec<_>, _>>()?;
    let top = |own: &script::Top| {
        let instances = own.instances.iter().map(instance).collect();
        Scene::new(bottoms.clone(), instances).map(Arc::new).map_err(|error| (own.line, error.to_string()))
    };
    script.tops.iter().map(top).collect()
}

fn geometry(own: &script::Geometry) -> Geometry {
    let is_opaque = own.is_opaque;
    match &own.primitives {
        Primitives::Triangles(triangles) => {
            let vertices = triangles.as_flattened().to_vec();
            let indices = (0..triangles.len() as u32).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]).collect();
            Geometry::Triangles(Triangles { vertices, indices, is_opaque, micromaps: None })
        }
        Primitives::Boxes(boxes) => {
            let boxes = boxes.iter().map(|[least, greatest]| Aabb { min: *least, max: *greatest }).collect();
            Geometry::Boxes(Boxes { boxes, is_opaque })
        }
    }
}

fn instance(own: &script::Instance) -> Instance {
    Instance {
        transform: Transform(own.transform),
        id: own.index,
        mask: own.mask,
        hit: own.offset,
        flags: InstanceFlags(own.flags),
        ..Instance::new(own.bottom)
    }
}

/// The stage of a shader, if it is one of rays.
fn stage(own: Stage) -> Option<RayStage> {
    Some(match own {
        Stage::RayGeneration => RayStage::RayGeneration,
        Stage::Miss => RayStage::Miss,
        Stage::ClosestHit => RayStage::ClosestHit,
        Stage::AnyHit => RayStage::AnyHit,
        Stage::Intersection => RayStage::Intersection,
        Stage::Callable => RayStage::Callable,
        Stage::Compute
        | Stage::Vertex
        | Stage::Hull
        | Stage::Domain
        | Stage::Geometry
        | Stage::Pixel
        | Stage::Multi => return None,
    })
}

impl Launcher {
    /// Links shaders, each a number with its words.
    ///
    /// # Errors
    /// When one is not a module.
    pub(super) fn new(script: &Script, shaders: Vec<(usize, Vec<u32>)>) -> Result<Self, Error> {
        let (mut modules, mut names, mut stages) = (Vec::new(), BTreeMap::new(), Vec::new());
        for (number, words) in shaders {
            let script::Shader { name, stage, .. } = &script.shaders[number];
            // The linker gives those that follow the first one of a stage the name of their module.
            let is_first = !stages.contains(stage);
            names.insert(number, if is_first { ENTRY.to_owned() } else { format!("{ENTRY}@{name}") });
            stages.push(*stage);
            modules.push((name.clone(), words));
        }
        let words = inlined(runner::stages::link(&modules)?)?;
        Ok(Launcher { words, names, made: BTreeMap::new() })
    }

    /// Launches rays.
    ///
    /// # Errors
    /// When the shaders do not run here, or what is bound does not fit.
    pub(super) fn launch(
        &mut self,
        (script, rays, recursion): (&Script, &script::Rays, u32),
        bound: &mut Bound,
        options: &Options,
        clock: &Clock,
    ) -> Result<(), Problem> {
        let start = rays.raygen.iter().flatten().next().copied().unwrap_or(0);
        if !self.made.contains_key(&start) {
            let name = self.names.get(&start).map(String::as_str);
            self.made.insert(start, RayPipeline::new(&self.words, name, recursion, options)?);
        }
        let Some(pipeline) = self.made.get(&start) else { return Err(Problem::Run(Error::Internal)) };
        let table = self.table(script, rays);
        let mut launch = pipeline.launch(&table, rays.size)?;
        let mut dispatch = pipeline.module().dispatch();
        bound.bind(pipeline.module().info(), &mut dispatch)?;
        if let Some(left) = clock.left() {
            dispatch.deadline(left);
        }
        pipeline.bind(&mut dispatch, &mut launch)?;
        Ok(pipeline.run(&mut dispatch, rays.size)?)
    }

    fn table(&self, script: &Script, rays: &script::Rays) -> ShaderTable {
        let records = |groups: &[script::Group]| {
            let shader = |group: &script::Group| group.first().and_then(|shader| self.names.get(shader).cloned());
            groups.iter().map(|group| ShaderRecord { shader: shader(group), data: Vec::new() }).collect()
        };
        let hit = |group: &script::Group| {
            let mut own = HitGroup::default();
            for shader in group {
                if let Some(stage) = stage(script.shaders[*shader].stage) {
                    *own.slot(stage) = self.names.get(shader).cloned();
                }
            }
            own
        };
        let hit = rays.hit.iter().map(hit).collect();
        ShaderTable { hit, miss: records(&rays.miss), callable: records(&rays.call), data: Vec::new() }
    }
}
