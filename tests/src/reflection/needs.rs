//! Needs of modules against the validation layers of Vulkan: a device with exactly the features and extensions that a
//! document lists takes the module, and a device that lacks one of the features does not.

mod pipelines;

use crate::collect;
use harness::vulkan::validation::{Judge, MOCK, Named};
use libtest_mimic::{Failed, Trial};
use pipelines::Companions;
use reflect::{Binding, Descriptor, Feature, Limit, Reflection};
use std::collections::BTreeMap;

/// A device to ask.
#[derive(Clone, Copy)]
struct Asked {
    test: &'static str,
    /// The name of the device; nothing for the one that runs shaders on the CPU.
    device: Option<&'static str>,
    /// The least number of entry points that the device must take, lest the test say nothing.
    least: usize,
    /// The least number of different features and limits without which it must refuse one.
    least_refused: usize,
}

const ASKED: [Asked; 2] = [
    Asked { test: "a_device_needs_what_the_document_lists", device: None, least: 460, least_refused: 28 },
    // It has the features that devices on the CPU lack: rays, meshes, rates of shading.
    Asked { test: "a_mock_device_needs_what_the_document_lists", device: Some(MOCK), least: 480, least_refused: 40 },
];

pub(super) fn trials() -> impl Iterator<Item = Trial> {
    ASKED.into_iter().map(|asked| {
        let (skipped, ignored) = match Judge::open(asked.device) {
            Ok(_) => (String::new(), false),
            Err(reason) => (format!(" (skipped: {reason})"), true),
        };
        let name = format!("reflection::{}{skipped}", asked.test);
        Trial::test(name, move || needs_are_exact(asked)).with_ignored_flag(ignored)
    })
}

/// Messages of the layers that say nothing of features, with the reason.
const ASIDE: &[(&str, &str)] = &[
    // Vulkan says so of blocks alone, and `StorageBuffer16BitAccess` allows it.
    (
        "uniformAndStorageBuffer16BitAccess-06332",
        "layers that take a storage buffer of SPIR-V 1.0 for a uniform buffer",
    ),
    ("SPIR-V module not valid: NonSemantic.", "layers with older rules of debug information"),
    ("was declared that is not supported by Vulkan", "layers that do not know the extension"),
    ("must follow scalar", "offsets in the source that no layout allows"),
];

/// Messages of the layers about what is between the stages: the shaders beside the one in question write nothing
/// that it reads.
const BETWEEN: &[&str] = &["which is not written by", "VUID-RuntimeSpirv-OpEntryPoint-08743"];

#[derive(Default)]
struct Tally {
    /// The number of entry points that were taken, by stage.
    accepted: BTreeMap<String, usize>,
    /// Features and limits that were taken away, with the number of modules that were refused for it.
    refused: BTreeMap<String, usize>,
    /// The reasons for which modules were left out, with their number.
    left_out: BTreeMap<String, usize>,
    problems: Vec<String>,
}

fn needs_are_exact(asked: Asked) -> Result<(), Failed> {
    let judge = Judge::open(asked.device)?;
    let companions = Companions::new()?;
    let mut tally = Tally::default();
    for (path, words) in super::modules() {
        let found = reflect::read(&words).map_err(|error| error.to_string())?;
        match lacks(&judge, &found) {
            Some(lack) => *tally.left_out.entry(lack).or_default() += 1,
            None => check(&judge, &companions, &collect::display(&path).to_string(), &words, &found, &mut tally)?,
        }
    }
    let counts = |rows: &BTreeMap<String, usize>| {
        rows.iter().map(|(name, count)| format!("\n    {name}: {count}")).collect::<String>()
    };
    let Tally { accepted, refused, left_out, problems } = &tally;
    let told = || {
        let (accepted, refused, left_out) = (counts(accepted), counts(refused), counts(left_out));
        format!("taken with what they list:{accepted}\nrefused without:{refused}\nleft out:{left_out}")
    };
    let is_enough = accepted.values().sum::<usize>() >= asked.least && refused.len() >= asked.least_refused;
    match problems.is_empty() && is_enough {
        true => Ok(()),
        false => Err(format!("{} problems:\n{}\n{}", problems.len(), problems.join("\n"), told()).into()),
    }
}

/// What keeps a module from this judge: something that the device lacks.
fn lacks(judge: &Judge, found: &Reflection) -> Option<String> {
    let requires = &found.requires;
    let api = requires.api.as_deref().unwrap_or("no version");
    if let Some(first) = requires.unsupported.first() {
        return Some(format!("Vulkan has no {first}"));
    }
    if !["vulkan1.0", "vulkan1.1", "vulkan1.1spirv1.4", "vulkan1.2", "vulkan1.3"].contains(&api) {
        return Some(api.to_owned());
    }
    if let Some(one) = requires.properties.first().filter(|_| judge.is_mock()) {
        return Some(format!("property {}", one.name));
    }
    if let Some(one) = requires.features.iter().find(|one| judge.has_feature(named(one)) != Some(true)) {
        return Some(format!("feature {}::{}", one.structure, one.name));
    }
    if let Some(one) =
        requires.extensions.iter().find(|one| !is_core(one.core.as_deref()) && !judge.has_extension(&one.name))
    {
        return Some(format!("extension {}", one.name));
    }
    let first = |one: &Binding| one.alias_of.and_then(|at| found.bindings.get(at)).map(|first| first.descriptor);
    if found.bindings.iter().any(|one| first(one).is_some_and(|first| first != one.descriptor)) {
        return Some("descriptors of two types at one binding".to_owned());
    }
    let has_structures = judge.has_extension("VK_KHR_acceleration_structure");
    let is_odd = |one: &&Binding| match one.descriptor {
        Descriptor::Tensor => true,
        Descriptor::AccelerationStructure => !has_structures,
        _ => false,
    };
    found.bindings.iter().find(is_odd).map(|one| format!("{:?}", one.descriptor))
}

/// The first limit that is above the device's, of those that layers look at.
fn exceeded<'a>(judge: &Judge, found: &'a Reflection) -> Option<&'a Limit> {
    let limits = judge.limits();
    let of_device = |name: &str| match name {
        "maxComputeSharedMemorySize" => limits.max_compute_shared_memory_size,
        "maxComputeWorkGroupInvocations" => limits.max_compute_work_group_invocations,
        "maxComputeWorkGroupSize[0]" => limits.max_compute_work_group_size[0],
        "maxComputeWorkGroupSize[1]" => limits.max_compute_work_group_size[1],
        "maxComputeWorkGroupSize[2]" => limits.max_compute_work_group_size[2],
        "maxPerStageDescriptorSamplers" => limits.max_per_stage_descriptor_samplers,
        "maxPerStageDescriptorUniformBuffers" => limits.max_per_stage_descriptor_uniform_buffers,
        "maxPerStageDescriptorStorageBuffers" => limits.max_per_stage_descriptor_storage_buffers,
        "maxPerStageDescriptorSampledImages" => limits.max_per_stage_descriptor_sampled_images,
        "maxPerStageDescriptorStorageImages" => limits.max_per_stage_descriptor_storage_images,
        "maxPerStageDescriptorInputAttachments" => limits.max_per_stage_descriptor_input_attachments,
        _ => u32::MAX,
    };
    found.requires.limits.iter().find(|one| one.value > of_device(&one.name).into())
}

/// Returns whether the devices here have something without an extension, because of their version of Vulkan.
fn is_core(since: Option<&str>) -> bool {
    since.is_some_and(|since| since <= "vulkan1.3")
}

fn named(one: &Feature) -> Named<'_> {
    (&one.structure, &one.name)
}

fn check(
    judge: &Judge,
    companions: &Companions,
    name: &str,
    words: &[u32],
    found: &Reflection,
    tally: &mut Tally,
) -> Result<(), Failed> {
    let requires = &found.requires;
    let features: Vec<Named<'_>> = requires.features.iter().map(named).collect();
    let of_features =
        requires.features.iter().filter(|one| one.core.is_none()).filter_map(|one| one.extension.as_deref());
    let others = requires.extensions.iter().filter(|one| !is_core(one.core.as_deref())).map(|one| one.name.as_str());
    let extensions: Vec<&str> = others.chain(of_features).collect();
    for entry in &found.entry_points {
        let Some(question) = companions.question(words, entry, found) else {
            *tally.left_out.entry(format!("stage {}", entry.stage)).or_default() += 1;
            continue;
        };
        let told = |features: &[Named<'_>]| {
            let features = [features, Companions::beside(entry)].concat();
            let mut messages = judge.messages(&features, &extensions, &question)?;
            messages.retain(|one| !BETWEEN.iter().any(|part| one.contains(part)));
            Ok::<_, String>(messages)
        };
        let messages = told(&features)?;
        if let Some((_, reason)) = ASIDE.iter().find(|(part, _)| messages.iter().any(|one| one.contains(part))) {
            *tally.left_out.entry((*reason).to_owned()).or_default() += 1;
            continue;
        }
        match (messages.first(), exceeded(judge, found)) {
            (Some(_), Some(limit)) => {
                *tally.refused.entry(format!("a larger {}", limit.name)).or_default() += 1;
                continue;
            }
            (None, Some(limit)) => {
                tally.problems.push(format!("{name}: taken with {} of {}", limit.name, limit.value));
                continue;
            }
            (Some(first), None) => {
                tally.problems.push(format!("{name}: refused with all of {features:?}, {extensions:?}: {first}"));
                continue;
            }
            (None, None) => *tally.accepted.entry(entry.stage.clone()).or_default() += 1,
        }
        for one in requires.features.iter().filter(|one| is_needed(one)) {
            let rest: Vec<Named<'_>> = features.iter().copied().filter(|other| *other != named(one)).collect();
            match told(&rest)?.is_empty() {
                true => tally.problems.push(format!("{name}: taken without {} ({})", one.name, one.because.join(", "))),
                false => *tally.refused.entry(one.name.clone()).or_default() += 1,
            }
        }
    }
    Ok(())
}

/// Returns whether a device of Vulkan 1.3 refuses the module without a feature: its version may suffice as well.
fn is_needed(one: &Feature) -> bool {
    !one.alternatives.iter().any(|other| other.starts_with("vulkan1."))
}
