//! The shaders of a ray pipeline that a lane has opened: one call stack over the levels of its kernel, and what each shader has
//! of its ray.

use super::debuggee::Debuggee;
use crate::lanes::Lane;
use crate::names::{Global, Spot};
use crate::ray_calls::{RayCall, RayScope, Rays};
use crate::value::{At, Item};
use abi::open_shaders::{OpenShader, OpenShaders, OpenStage};
use spirv::StorageClass;
use std::sync::Arc;

impl Debuggee {
    /// Says that the kernel was made of a ray pipeline.
    pub fn set_rays(&mut self, open: OpenShaders) {
        let mut all: Vec<(u32, u32)> = self.names().words.iter().copied().zip(0..).collect();
        all.sort_unstable();
        let first = |word: u32| all.get(all.partition_point(|(own, _)| *own < word)).map_or(0, |(_, pc)| *pc);
        let pcs = open.starts.iter().map(|start| first(start.word)).collect();
        self.rays = Some(Arc::new(Rays { open, pcs }));
    }

    /// The numbers of the invocation that a lane is in the launch, if the kernel was made of a ray pipeline.
    pub fn launched(&self, lane: Lane) -> Option<[u32; 3]> {
        self.rays.as_ref()?;
        let (local, group, size) = (self.thread(lane), self.group(), self.group_size());
        Some([0, 1, 2].map(|axis| group[axis].wrapping_mul(size[axis]).wrapping_add(local[axis])))
    }

    /// The calls of a lane in all shaders that it has opened, the innermost first, each with its instruction; none where the
    /// kernel was not made of a ray pipeline.
    pub fn ray_calls(&self, lane: Lane) -> Option<Vec<(u32, RayCall)>> {
        let Rays { open, pcs } = &**self.rays.as_ref()?;
        let frames = self.whereabouts(lane)?.frames;
        let level = self.word_of(open.level, None, lane).unwrap_or(0);
        let (mut calls, mut shader) = (Vec::new(), 0);
        // The last one is the start of the run.
        for pc in frames.iter().rev().skip(1) {
            let own = self.names().words.get(*pc as usize).map_or(0, |word| open.shader_at(*word));
            let is_outermost = own > 0;
            shader = if is_outermost { own } else { shader };
            let has_source = self.spot(*pc).scope.is_some() || self.place(*pc).is_some();
            if shader > 0 && (is_outermost || has_source) {
                calls.push((*pc, RayCall { shader, level, is_waiting: false, is_outermost }));
            }
        }
        calls.reverse();
        for level in (0..level.min(abi::open_shaders::MOST_LEVELS)).rev() {
            let case = self.word_of(open.returns, Some(level), lane);
            let at = open.starts.iter().position(|start| Some(start.case) == case);
            if let Some((start, pc)) = at.and_then(|at| Some((open.starts.get(at)?, pcs.get(at)?))) {
                let call = RayCall { shader: start.shader, level, is_waiting: true, is_outermost: true };
                calls.push((*pc, call));
            }
        }
        Some(calls)
    }

    /// The name of the stage of a call that is a shader itself.
    pub fn stage_name(&self, ray: RayCall) -> Option<&'static str> {
        self.open_shader(ray).filter(|_| ray.is_outermost).map(|shader| shader.stage_name)
    }

    /// Returns whether a variable of the module belongs to the shader of a call, as far as shaders have variables for
    /// themselves.
    pub fn is_of_call(&self, global: &Global, ray: Option<RayCall>) -> bool {
        if self.rays.is_none() {
            return true;
        }
        if !matches!(global.class, StorageClass::Private | StorageClass::Input) {
            // What only the kernel has is nameless.
            return !global.name.is_empty();
        }
        ray.and_then(|ray| self.open_shader(ray)).is_some_and(|shader| shader.statics.contains(&global.id))
    }

    /// The built-in variables of a call of a ray pipeline, with their names. While it waits, those of its ray are gone.
    pub fn ray_builtins(&self, lane: Lane, ray: RayCall) -> Vec<(String, Item)> {
        let Some(shader) = self.open_shader(ray) else { return Vec::new() };
        let is_there = |name: &str| !ray.is_waiting || name.starts_with("Launch");
        let all = shader.builtins.iter().filter(|(_, name)| is_there(name));
        all.filter_map(|(id, name)| Some((name.clone(), self.of_level(*id, None, lane)?))).collect()
    }

    /// What a call has of its ray, with names. The second argument is the instruction and the scope of the shader itself.
    pub fn ray_items(&self, scope: RayScope, outermost: (u32, Spot), lane: Lane, ray: RayCall) -> Vec<(String, Item)> {
        let (Some(rays), Some(shader)) = (&self.rays, self.open_shader(ray)) else { return Vec::new() };
        let payload = |id: Option<u32>| id.and_then(|id| self.passed(id, outermost, lane, ray));
        let query = || self.of_level(rays.open.query, Some(ray.level), lane);
        match (scope, shader.stage) {
            (RayScope::Payload, _) => payload(shader.payload).into_iter().collect(),
            (RayScope::Ray | RayScope::Hit, OpenStage::Caller) | (RayScope::Hit, OpenStage::Miss) => Vec::new(),
            (RayScope::Ray, _) => {
                let members = query().map_or_else(Vec::new, |query| self.members(&query));
                members.into_iter().filter(|(name, _)| RAY.contains(&name.as_str())).collect()
            }
            (RayScope::Hit, stage) => {
                let which = if stage == OpenStage::ClosestHit { "committed" } else { "candidate" };
                let members = query().map_or_else(Vec::new, |query| self.members(&query));
                let hit = members.into_iter().find(|(name, _)| name == which);
                let mut found = hit.map_or_else(Vec::new, |(_, hit)| self.members(&hit));
                found.retain(|(name, _)| name != "t" || stage == OpenStage::ClosestHit);
                let [kind, t] = rays.open.candidate;
                let own = match stage {
                    OpenStage::ClosestHit => vec![("hitKind", rays.open.kind, Some(ray.level))],
                    OpenStage::AnyHit => vec![("t", t, None), ("hitKind", kind, None)],
                    OpenStage::Intersection | OpenStage::Caller | OpenStage::Miss => Vec::new(),
                };
                for (name, id, level) in own {
                    found.extend(self.of_level(id, level, lane).map(|item| (name.to_owned(), item)));
                }
                let attributes = shader.attributes.filter(|_| stage != OpenStage::Intersection);
                found.extend(payload(attributes).map(|(_, item)| ("attributes".to_owned(), item)));
                found
            }
        }
    }

    fn open_shader(&self, ray: RayCall) -> Option<&OpenShader> {
        self.rays.as_ref()?.open.shader(ray.shader)
    }

    /// Where a variable lies while its shader waits, if that is elsewhere.
    pub(super) fn kept(&self, id: u32, lane: Lane, ray: RayCall) -> Option<Item> {
        let shader = self.open_shader(ray).filter(|_| ray.is_waiting)?;
        let (_, cell) = shader.kept.iter().find(|(own, _)| *own == id)?;
        self.of_level(*cell, Some(ray.level), lane)
    }

    /// The argument of the entry point that holds the value of a payload or attribute variable, or else that variable itself.
    fn passed(&self, id: u32, outermost: (u32, Spot), lane: Lane, ray: RayCall) -> Option<(String, Item)> {
        let global = self.names().globals.iter().find(|global| global.id == id)?;
        let arguments = self.variables(outermost.0, outermost.1);
        let is_it = |variable: &&&crate::names::Variable| variable.argument > 0 && variable.ty == global.ty;
        if let Some(variable) = arguments.iter().find(is_it)
            && let Some(item) = self.item(variable, lane, Some(ray))
        {
            return Some((variable.name.to_string(), item));
        }
        Some((global.name.to_string(), self.global_item(global, lane, Some(ray))?))
    }

    /// The members of a struct with their names.
    fn members(&self, item: &Item) -> Vec<(String, Item)> {
        let member = |at: u64| self.part(item, at).and_then(|(name, part)| Some((name?.to_owned(), part)));
        (0..).map_while(member).collect()
    }

    /// A variable of the kernel, or what it has for a level.
    fn of_level(&self, id: u32, level: Option<u32>, lane: Lane) -> Option<Item> {
        let global = self.names().globals.iter().find(|global| global.id == id)?;
        let item = self.pointed(global.ty, global.slot, lane)?;
        match level.filter(|_| self.rays.as_ref().is_some_and(|rays| rays.open.has_levels)) {
            Some(level) => self.part(&item, level.into()).map(|(_, part)| part),
            None => Some(item),
        }
    }

    /// A word of the kernel's memory of a lane.
    fn word_of(&self, id: u32, level: Option<u32>, lane: Lane) -> Option<u32> {
        let item = self.of_level(id, level, lane)?;
        let At::Memory { offset, .. } = item.at else { return None };
        Some(self.wave(lane.wave)?.local.read(lane.lane as usize, offset, 4).0 as u32)
    }
}

/// The members of a query that are its ray.
const RAY: [&str; 5] = ["origin", "direction", "tMin", "tMax", "flags"];
