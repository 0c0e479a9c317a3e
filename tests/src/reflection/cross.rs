//! Comparison of `spirv-cross --reflect`, of any version, with our reader.

use crate::collect;
use base::ids::Set;
use libtest_mimic::{Failed, Trial};
use reflect::{Amount, Binding, Descriptor, Reflection, Struct};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One module in this many is compared.
const EACH: usize = 4;

/// The lists of SPIRV-Cross, and the descriptors in them.
const LISTS: &[(&str, &[Descriptor])] = &[
    ("textures", &[Descriptor::CombinedImageSampler, Descriptor::UniformTexelBuffer]),
    ("separate_images", &[Descriptor::SampledImage, Descriptor::UniformTexelBuffer]),
    ("separate_samplers", &[Descriptor::Sampler]),
    ("images", &[Descriptor::StorageImage, Descriptor::StorageTexelBuffer]),
    ("ubos", &[Descriptor::UniformBuffer]),
    ("ssbos", &[Descriptor::StorageBuffer]),
    ("subpass_inputs", &[Descriptor::InputAttachment]),
    ("acceleration_structures", &[Descriptor::AccelerationStructure]),
];

pub(super) fn trials() -> Option<Trial> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let tool = std::env::split_paths(&folders).map(|folder| folder.join("spirv-cross")).find(|path| path.is_file());
    let skipped = if tool.is_some() { "" } else { " (skipped: there is no spirv-cross in PATH)" };
    let ignored = tool.is_none();
    let name = format!("reflection::agrees_with_spirv_cross{skipped}");
    Some(Trial::test(name, move || tool.as_deref().map_or(Ok(()), agrees)).with_ignored_flag(ignored))
}

fn agrees(tool: &Path) -> Result<(), Failed> {
    let file = std::env::temp_dir().join(format!("hlsl2spirv-reflection-{}.spv", std::process::id()));
    let (mut problems, mut facts) = (Vec::new(), 0);
    for (path, words) in super::modules().step_by(EACH) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(&file, bytes)?;
        let output = Command::new(tool).arg(&file).arg("--reflect").output()?;
        // Skips modules that it does not know, or that GLSL cannot express.
        let Some(theirs) = serde_json::from_slice::<Value>(&output.stdout).ok().filter(|_| output.status.success())
        else {
            continue;
        };
        let ours = reflect::read(&words).map_err(|error| error.to_string())?;
        let mut compared =
            Compared { ours: &ours, theirs: &theirs, facts: 0, problems: Vec::new(), seen: Set::default() };
        compared.all();
        facts += compared.facts;
        problems.extend(compared.problems.iter().map(|problem| format!("{}: {problem}", collect::display(&path))));
    }
    let _ = std::fs::remove_file::<&PathBuf>(&file);
    match problems.is_empty() && facts > 500 {
        true => Ok(()),
        false => Err(format!("{} of {facts} facts differ:\n{}", problems.len(), problems.join("\n")).into()),
    }
}

struct Compared<'a> {
    ours: &'a Reflection,
    theirs: &'a Value,
    facts: usize,
    problems: Vec<String>,
    /// Pairs of structs that have been compared: those behind addresses may lead back to themselves.
    seen: Set<(String, String)>,
}

impl Compared<'_> {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, ours: T, theirs: T) {
        self.facts += 1;
        if ours != theirs {
            self.problems.push(format!("{what}: {ours:?} here, {theirs:?} there"));
        }
    }

    fn all(&mut self) {
        let (ours, theirs) = (self.ours, self.theirs);
        for (list, descriptors) in LISTS {
            for found in theirs[list].as_array().into_iter().flatten() {
                self.binding(found, descriptors);
            }
        }
        let total: usize = LISTS.iter().filter_map(|(list, _)| theirs[list].as_array()).map(Vec::len).sum();
        self.same("bindings", ours.bindings.len(), total);
        for found in theirs["entryPoints"].as_array().into_iter().flatten() {
            let Some(entry) = ours.entry_points.iter().find(|one| found["name"] == one.name.as_str()) else {
                self.problems.push(format!("there is no entry point {}", found["name"]));
                continue;
            };
            let fixed = |size: [Amount; 3]| size.map(|one| one.number().unwrap_or_default());
            if let (Some(theirs), Some(size)) = (found["workgroup_size"].as_array(), entry.local_size) {
                let theirs: Vec<u64> = theirs.iter().filter_map(Value::as_u64).collect();
                self.same("workgroup size", fixed(size).to_vec(), theirs);
            }
        }
        for found in theirs["push_constants"].as_array().into_iter().flatten() {
            if let Some(block) = ours.push_constants.first().and_then(|one| ours.structure(&one.block)) {
                self.members(block, &found["type"]);
            }
        }
        for found in theirs["specialization_constants"].as_array().into_iter().flatten() {
            let is_there = ours.spec_constants.iter().any(|one| found["id"] == one.id);
            self.same("a specialisation constant", is_there, true);
        }
    }

    fn binding(&mut self, found: &Value, descriptors: &[Descriptor]) {
        let place = |one: &&Binding| {
            found["binding"] == one.binding && found["set"].as_u64().unwrap_or(0) == u64::from(one.set)
        };
        let ours = self.ours;
        let mut here = ours.bindings.iter().filter(place).filter(|one| descriptors.contains(&one.descriptor));
        let named = here.clone().find(|one| found["name"] == one.name.as_str());
        let Some(one) = named.or_else(|| here.next()) else {
            self.problems.push(format!("{} is not there", found["name"]));
            return;
        };
        let counts = |dims: &[Amount]| dims.iter().map(|dim| dim.number().unwrap_or(0)).collect::<Vec<_>>();
        self.same("a count", counts(&one.dims), dimensions(found));
        if let Some(block) = one.block.as_deref().and_then(|name| ours.structure(name)) {
            self.members(block, &found["type"]);
        }
    }

    fn members(&mut self, block: &Struct, ty: &Value) {
        let Some(name) = ty.as_str() else { return };
        let Some(theirs) = self.theirs["types"][name]["members"].as_array() else { return };
        if !self.seen.insert((block.name.clone(), name.to_owned())) {
            return;
        }
        self.same("members", block.members.len(), theirs.len());
        for (member, found) in block.members.iter().zip(theirs) {
            let what = |fact: &str| format!("the {fact} of {}.{}", block.name, member.name);
            self.same(&what("offset"), Some(member.offset), found["offset"].as_u64());
            let dims: Vec<u64> = member.ty.dims.iter().map(|dim| dim.count.number().unwrap_or(0)).collect();
            self.same(&what("dimensions"), dims, dimensions(found));
            let stride = member.ty.dims.first().and_then(|dim| dim.stride);
            self.same(&what("stride"), stride, found["array_stride"].as_u64());
            let stride = member.ty.matrix.as_ref().and_then(|matrix| matrix.stride);
            self.same(&what("stride of vectors"), stride, found["matrix_stride"].as_u64());
            if let Some(inner) = member.ty.structure.as_deref().and_then(|name| self.ours.structure(name)) {
                self.members(inner, &found["type"]);
            }
        }
    }
}

/// The dimensions of an array, the outermost first. SPIRV-Cross has 0 for those without a length.
fn dimensions(found: &Value) -> Vec<u64> {
    found["array"].as_array().into_iter().flatten().filter_map(Value::as_u64).rev().collect()
}
