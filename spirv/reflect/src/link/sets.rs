//! Descriptor sets and push constants of all stages together.

use super::blocks::difference;
use super::{FindingKind, Linker, Place, SetBinding, SetLayout, Severity, Stage, StageRange};
use crate::model::{Amount, Binding, Descriptor, Member, SourceFact};
use std::collections::BTreeMap;

/// A binding with the variable that it was first seen with.
struct Slot<'a> {
    layout: SetBinding,
    stage: usize,
    first: &'a Binding,
    is_used: bool,
}

impl Linker<'_> {
    /// The sets of all stages. Resources that only other entry points of a module use are left out.
    pub(super) fn sets(&mut self) -> Vec<SetLayout> {
        let mut slots: BTreeMap<(u32, u32), Slot<'_>> = BTreeMap::new();
        let stages = self.stages;
        for (at, stage) in stages.iter().enumerate() {
            for (number, one) in stage.reflection.bindings.iter().enumerate().filter(|(_, one)| one.presence.kept) {
                let is_used = stage.entry.resources.iter().any(|used| used.binding == number);
                if !is_used && !one.stages.is_empty() {
                    continue;
                }
                let name = &stage.entry.stage;
                match slots.get_mut(&(one.set, one.binding)) {
                    Some(slot) => self.merge(slot, at, one, is_used),
                    None => {
                        let layout = new(one, name);
                        slots.insert((one.set, one.binding), Slot { layout, stage: at, first: one, is_used });
                    }
                }
            }
        }
        let mut sets: Vec<SetLayout> = Vec::new();
        for ((set, _), slot) in slots {
            match sets.last_mut() {
                Some(last) if last.set == set => last.bindings.push(slot.layout),
                _ => sets.push(SetLayout { set, bindings: vec![slot.layout] }),
            }
        }
        sets
    }

    fn merge(&mut self, slot: &mut Slot<'_>, at: usize, one: &Binding, is_used: bool) {
        self.fits(slot, at, one);
        let layout = &mut slot.layout;
        let is_larger = one.count.number().is_none() || one.count.number() > layout.count.number();
        if is_larger && layout.count != Amount::RUNTIME {
            layout.count = one.count;
        }
        layout.min_size = layout.min_size.max(one.min_size);
        let stage = &self.stages[at].entry.stage;
        // Stages that declare it count only as long as none uses it.
        if is_used && !slot.is_used {
            layout.stages.clear();
            slot.is_used = true;
        }
        if is_used == slot.is_used && !layout.stages.contains(stage) {
            layout.stages.push(stage.clone());
        }
        if !one.name.is_empty() && !layout.names.contains(&one.name) {
            layout.names.push(one.name.clone());
        }
    }

    /// Checks a variable against the first one at its binding.
    fn fits(&mut self, slot: &mut Slot<'_>, at: usize, one: &Binding) {
        let first = slot.first;
        let where_ = format!("binding {} of set {}", one.binding, one.set);
        let places = || vec![place(at, one), place(slot.stage, first)];
        if one.descriptor != slot.layout.descriptor {
            match together(slot.layout.descriptor, one.descriptor, at == slot.stage) {
                Some(both) => slot.layout.descriptor = both,
                None => {
                    let message = format!(
                        "mismatch: {where_} is {}, but {} in the {} shader",
                        spelled(one.descriptor),
                        spelled(slot.layout.descriptor),
                        self.stages[slot.stage].entry.stage
                    );
                    self.find(Severity::Error, FindingKind::Descriptor, message, places());
                }
            }
            return;
        }
        if let (Some(image), Some(other)) = (&one.image, &first.image) {
            let kind = |image: &crate::model::Image| (image.dim.clone(), image.arrayed, image.multisampled);
            let is_one = one.count == Amount::Fixed(1) && first.count == Amount::Fixed(1);
            // Arrays without length at one place hold descriptors of all kinds.
            let is_heap = one.count == Amount::RUNTIME && first.count == Amount::RUNTIME;
            let differs = kind(image) != kind(other) || image.sampled_type != other.sampled_type;
            if differs && !is_heap {
                let severity = if is_one && at != slot.stage { Severity::Error } else { Severity::Warning };
                let message =
                    format!("mismatch: {where_} has images of two kinds: {} and {}", shown(image), shown(other));
                self.find(severity, FindingKind::Image, message, places());
            }
        }
        let (mine, theirs) = (&self.stages[at], &self.stages[slot.stage]);
        if let (Some(block), Some(other)) = (&one.block, &first.block)
            && at != slot.stage
            && let Some(found) = difference(mine.block(block), theirs.block(other))
        {
            self.differs(&where_, [at, slot.stage], found, [&one.hlsl, &first.hlsl]);
        }
    }

    /// Reports members of two stages that lie in the same bytes.
    fn differs(&mut self, what: &str, stages: [usize; 2], found: (Member, Member), facts: [&Option<SourceFact>; 2]) {
        let told = |member: &Member| format!("'{}' at byte {}", member.name, member.offset);
        let (here, there) = (&self.stages[stages[0]].entry.stage, &self.stages[stages[1]].entry.stage);
        let message = format!(
            "mismatch in {what}: the {here} shader has {}, {}, but the {there} shader has {}, {}",
            told(&found.0),
            found.0.ty.name,
            told(&found.1),
            found.1.ty.name
        );
        let place = |stage: usize, member: &Member, fact: &Option<SourceFact>| {
            let own = member.hlsl.as_ref().and_then(|fact| fact.span.clone());
            let span = own.or_else(|| fact.as_ref().and_then(|fact| fact.span.clone()));
            Place { stage, what: format!("member '{}'", member.name), span }
        };
        let places = vec![place(stages[0], &found.0, facts[0]), place(stages[1], &found.1, facts[1])];
        self.find(Severity::Warning, FindingKind::Block, message, places);
    }

    /// The ranges of push constants: one for each stage that uses any, or for several that use the same.
    pub(super) fn push_constants(&mut self) -> Vec<StageRange> {
        let mut ranges: Vec<StageRange> = Vec::new();
        let stages = self.stages;
        for (at, stage) in stages.iter().enumerate() {
            let Some(range) = &stage.entry.push_constants else { continue };
            let name = &stage.entry.stage;
            self.same_constants(at);
            // Of several shaders of one stage, as ray tracing has, all are in one range.
            let known = ranges.iter().position(|one| one.stages.contains(name));
            let (mut offset, mut end) = (range.offset, range.offset.saturating_add(range.size));
            if let Some(known) = known {
                offset = offset.min(ranges[known].offset);
                end = end.max(ranges[known].offset.saturating_add(ranges[known].size));
                ranges[known].stages.retain(|one| one != name);
            }
            ranges.retain(|one| !one.stages.is_empty());
            let size = end - offset;
            match ranges.iter_mut().find(|one| (one.offset, one.size) == (offset, size)) {
                Some(same) => same.stages.push(name.clone()),
                None => ranges.push(StageRange { stages: vec![name.clone()], offset, size }),
            }
        }
        ranges
    }

    /// Checks the push constants of a stage against those of the first that has any.
    fn same_constants(&mut self, at: usize) {
        fn block<'a>(stage: &Stage<'a>) -> Option<&'a crate::model::Block> {
            let range = stage.entry.push_constants.as_ref()?;
            stage.reflection.push_constants.get(range.block)
        }
        let Some(first) = self.stages.iter().position(|stage| block(stage).is_some()).filter(|first| *first != at)
        else {
            return;
        };
        let (mine, theirs) = (self.stages[at], self.stages[first]);
        let (Some(one), Some(other)) = (block(&mine), block(&theirs)) else { return };
        if let Some(found) = difference(mine.block(&one.block), theirs.block(&other.block)) {
            self.differs("push constants", [at, first], found, [&one.hlsl, &other.hlsl]);
        }
    }
}

fn new(one: &Binding, stage: &str) -> SetBinding {
    SetBinding {
        binding: one.binding,
        descriptor: one.descriptor,
        count: one.count,
        stages: vec![stage.to_owned()],
        names: Some(one.name.clone()).filter(|name| !name.is_empty()).into_iter().collect(),
        min_size: one.min_size,
    }
}

/// The descriptor that serves both, if there is one: a sampler and an image of one module are meant to be combined.
fn together(one: Descriptor, other: Descriptor, same_module: bool) -> Option<Descriptor> {
    use Descriptor::{CombinedImageSampler, SampledImage, Sampler};
    let is_half = |kind| matches!(kind, Sampler | SampledImage | CombinedImageSampler);
    let is_combined = same_module || one == CombinedImageSampler || other == CombinedImageSampler;
    (is_half(one) && is_half(other) && is_combined).then_some(CombinedImageSampler)
}

fn place(stage: usize, one: &Binding) -> Place {
    let what = if one.name.is_empty() { "resource without a name".to_owned() } else { format!("'{}'", one.name) };
    Place { stage, what, span: one.hlsl.as_ref().and_then(|fact| fact.span.clone()) }
}

fn shown(image: &crate::model::Image) -> String {
    let flags = [(image.arrayed, " arrayed"), (image.multisampled, " multisampled")];
    let flags: String = flags.iter().filter(|(holds, _)| *holds).map(|(_, what)| *what).collect();
    format!("{}{flags} of {}", image.dim, image.sampled_type.name())
}

/// A type of descriptor for people.
pub(super) fn spelled(descriptor: Descriptor) -> &'static str {
    match descriptor {
        Descriptor::Sampler => "a sampler",
        Descriptor::CombinedImageSampler => "an image with its sampler",
        Descriptor::SampledImage => "a sampled image",
        Descriptor::StorageImage => "a storage image",
        Descriptor::UniformTexelBuffer => "a uniform texel buffer",
        Descriptor::StorageTexelBuffer => "a storage texel buffer",
        Descriptor::UniformBuffer => "a uniform buffer",
        Descriptor::StorageBuffer => "a storage buffer",
        Descriptor::InputAttachment => "an input attachment",
        Descriptor::AccelerationStructure => "an acceleration structure",
        Descriptor::Tensor => "a tensor",
    }
}
