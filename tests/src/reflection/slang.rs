//! Comparison with Slang, which reads HLSL itself and tells its own layouts, bindings and locations. It runs as a command,
//! `slangc`, since it may end the process on what it does not know.

use crate::{collect, compiler, directives};
use libtest_mimic::{Failed, Trial};
use reflect::{Amount, Descriptor, EntryPoint, Reflection, Struct, Type};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One file in this many is compared: Slang takes a second or two for each.
const EACH: usize = 10;

/// The number of files with a mark of each difference that are compared besides.
const MARKED: usize = 4;

/// The layouts, in turn.
const LAYOUTS: [&str; 3] = ["-fvk-use-scalar-layout", "-fvk-use-gl-layout", "-fvk-use-dx-layout"];

/// Options that Slang has no counterpart for, or that change bindings.
const ASIDE: &[&str] = &["-fvk", "-auto", "-Zpr", "--", "-emit", "-fspv-e", "-P", "-D", "-Fre"];

/// Differences that have a reason.
struct Known {
    /// The kinds of facts.
    kinds: &'static [&'static str],
    /// Texts in the source of which one must be there; any source will do if there are none.
    marks: &'static [&'static str],
    /// True if only resources without a register of their own differ, unless there is a mark.
    is_without_register: bool,
    reason: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        kinds: &["set and binding"],
        marks: &["vk::binding"],
        is_without_register: true,
        reason: "resources without a register count from 0 for each letter, and [[vk::binding]] is not told",
    },
    Known {
        kinds: &["location"],
        marks: &["vk::location", "vk::builtin", "vk::index", "SV_Target1", "SV_Target7"],
        is_without_register: false,
        reason: "inputs and outputs have numbers in their order, whatever attributes and semantics say",
    },
    Known {
        kinds: &["descriptor"],
        marks: &["vk::combinedImageSampler", "vk::input_attachment_index", "RasterizerOrdered"],
        is_without_register: false,
        reason: "attributes that Slang does not know, and no access is told for buffers in order of rasterisation",
    },
    Known {
        kinds: &["members", "offset"],
        marks: &["packoffset"],
        is_without_register: false,
        reason: "members without an offset of their own follow those that have one",
    },
    Known {
        kinds: &["dimensions of a resource"],
        marks: &["lists[2][3]"],
        is_without_register: false,
        reason: "an array of arrays of resources has one dimension in the module",
    },
];

pub(super) fn trials() -> Option<Trial> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let tool = std::env::split_paths(&folders).map(|folder| folder.join("slangc")).find(|path| path.is_file());
    let skipped = if tool.is_some() { "" } else { " (skipped: there is no slangc in PATH)" };
    let ignored = tool.is_none();
    let name = format!("reflection::agrees_with_slang{skipped}");
    Some(Trial::test(name, move || tool.as_deref().map_or(Ok(()), agrees)).with_ignored_flag(ignored))
}

fn agrees(tool: &Path) -> Result<(), Failed> {
    let folder = std::env::temp_dir().join(format!("hlsl2spirv-slang-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut tally = Tally::default();
    let mut marked = [0; KNOWN.len()];
    for (at, path) in files().into_iter().enumerate() {
        let text = driver::internal::decode(std::fs::read(&path)?);
        let has_mark = |known: &Known| known.marks.iter().any(|mark| text.contains(mark));
        let found = KNOWN.iter().zip(&mut marked).find(|(known, count)| **count < MARKED && has_mark(known));
        if at % EACH != 0 && found.is_none() {
            continue;
        }
        let is_taken = tally.file(tool, &folder, &path, &text, LAYOUTS[at % LAYOUTS.len()]);
        found.into_iter().for_each(|(_, count)| *count += usize::from(is_taken));
    }
    let _ = std::fs::remove_dir_all::<&PathBuf>(&folder);
    let missing: Vec<&str> =
        KNOWN.iter().zip(&tally.met).filter(|(_, met)| **met == 0).map(|(known, _)| known.reason).collect();
    let Tally { taken, facts, problems, met } = &tally;
    match problems.is_empty() && missing.is_empty() && *taken > 40 && *facts > 300 {
        true => Ok(()),
        false => {
            let missing = missing.join("\n");
            Err(format!(
                "{} of {facts} facts of {taken} shaders differ ({met:?} known):\n{}\ndid not occur:\n{missing}",
                problems.len(),
                problems.join("\n")
            )
            .into())
        }
    }
}

fn files() -> Vec<PathBuf> {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    folders.into_iter().flat_map(|folder| collect::files(&folder, "hlsl")).collect()
}

/// What was compared.
#[derive(Default)]
struct Tally {
    taken: usize,
    facts: usize,
    met: [usize; KNOWN.len()],
    problems: Vec<String>,
}

impl Tally {
    /// Compares the first run of a file. Returns whether both take it.
    fn file(&mut self, tool: &Path, folder: &Path, path: &Path, text: &str, layout: &str) -> bool {
        let Some(shader) = Shader::of(path, text) else { return false };
        let Some(ours) = shader.ours(layout) else { return false };
        let Some(theirs) = shader.theirs(tool, folder, layout) else { return false };
        self.taken += 1;
        let mut compared = Compared { ours: &ours, facts: 0, differences: Vec::new() };
        compared.all(&theirs, &shader);
        self.facts += compared.facts;
        for (kind, has_register, what) in compared.differences {
            let is_met = |known: &Known| {
                let is_marked = known.marks.iter().any(|mark| text.contains(mark));
                known.kinds.contains(&kind) && (is_marked || known.is_without_register && !has_register)
            };
            match KNOWN.iter().position(is_met) {
                Some(at) => self.met[at] += 1,
                None => self.problems.push(format!("{} {layout}: {kind} of {what}", collect::display(path))),
            }
        }
        true
    }
}

/// A shader as both compilers are requested it.
struct Shader<'a> {
    path: &'a Path,
    profile: String,
    entry: String,
    /// Options for both.
    others: Vec<String>,
}

/// The stages of profiles, as Slang names them.
const STAGES: [(&str, &str); 8] = [
    ("vs", "vertex"),
    ("ps", "fragment"),
    ("cs", "compute"),
    ("gs", "geometry"),
    ("hs", "hull"),
    ("ds", "domain"),
    ("ms", "mesh"),
    ("as", "amplification"),
];

impl<'a> Shader<'a> {
    fn of(path: &'a Path, text: &str) -> Option<Shader<'a>> {
        let options = directives::read(text).ok()?.runs.into_iter().next()?.options;
        let after = |name: &str| options.iter().skip_while(|option| *option != name).nth(1).cloned();
        let is_aside = |option: &String| ASIDE.iter().any(|start| option.starts_with(start));
        let profile = after("-T").filter(|_| !options.iter().any(is_aside))?;
        let others = options.iter().filter(|option| option.starts_with("-enable")).cloned().collect();
        Some(Shader { path, profile, entry: after("-E").unwrap_or_else(|| "main".to_owned()), others })
    }

    fn stage(&self) -> Option<&'static str> {
        STAGES.iter().find(|(start, _)| self.profile.starts_with(start)).map(|(_, stage)| *stage)
    }

    fn ours(&self, layout: &str) -> Option<Reflection> {
        let own = ["-T", &self.profile, "-E", &self.entry, layout, "-Od"].map(str::to_owned);
        let options = [&own[..], &self.others].concat();
        compiler::compiler(&options).ok()?.compile_file(self.path).ok()?.reflection().ok()
    }

    fn theirs(&self, tool: &Path, folder: &Path, layout: &str) -> Option<Value> {
        let (words, document) = (folder.join("a.spv"), folder.join("a.json"));
        let _ = std::fs::remove_file(&document);
        let mut command = Command::new(tool);
        command.args(["-lang", "hlsl", "-target", "spirv", "-stage", self.stage()?, "-entry", &self.entry]);
        command.args(["-profile", &format!("sm_{}", self.profile.split_once('_')?.1), "-ignore-capabilities", layout]);
        command.arg("-matrix-layout-column-major");
        // Registers are bindings.
        for class in ["-fvk-t-shift", "-fvk-u-shift", "-fvk-b-shift", "-fvk-s-shift"] {
            command.args([class, "0", "all"]);
        }
        command.arg("-reflection-json").arg(&document).arg("-o").arg(&words).arg(self.path);
        let output = command.output().ok()?;
        let text = std::fs::read_to_string(&document).ok().filter(|_| output.status.success())?;
        serde_json::from_str(&text).ok()
    }
}

struct Compared<'a> {
    ours: &'a Reflection,
    facts: usize,
    /// The kind of fact, whether the resource has a register, and what is said here and there.
    differences: Vec<(&'static str, bool, String)>,
}

/// An array in Slang's document without its dimensions, and these.
fn stripped(mut ty: &Value) -> (&Value, Vec<&Value>) {
    let mut dims = Vec::new();
    while ty["kind"] == "array" {
        dims.push(ty);
        ty = &ty["elementType"];
    }
    (ty, dims)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

/// The descriptor of a resource of Slang's document.
fn descriptor(ty: &Value) -> Option<Descriptor> {
    let writes = matches!(ty["access"].as_str(), Some("readWrite" | "append" | "consume" | "rasterOrdered"));
    Some(match (ty["kind"].as_str()?, ty["baseShape"].as_str()) {
        ("constantBuffer", _) => Descriptor::UniformBuffer,
        ("samplerState", _) => Descriptor::Sampler,
        ("resource", Some("structuredBuffer" | "byteAddressBuffer")) => Descriptor::StorageBuffer,
        ("resource", Some("accelerationStructure")) => Descriptor::AccelerationStructure,
        ("resource", Some("textureBuffer")) if writes => Descriptor::StorageTexelBuffer,
        ("resource", Some("textureBuffer")) => Descriptor::UniformTexelBuffer,
        ("resource", _) if writes => Descriptor::StorageImage,
        ("resource", _) => Descriptor::SampledImage,
        _ => return None,
    })
}

impl Compared<'_> {
    fn same<T: PartialEq + std::fmt::Debug>(
        &mut self,
        kind: &'static str,
        has_register: bool,
        what: &str,
        both: (T, T),
    ) {
        self.facts += 1;
        if both.0 != both.1 {
            self.differences.push((kind, has_register, format!("{what}: {:?} here, {:?} there", both.0, both.1)));
        }
    }

    fn all(&mut self, theirs: &Value, shader: &Shader<'_>) {
        for found in theirs["parameters"].as_array().into_iter().flatten() {
            self.resource(found);
            self.block(found);
        }
        let entry = self.ours.entry_points.iter().find(|one| one.name == shader.entry);
        for (entry, found) in entry.into_iter().zip(theirs["entryPoints"].as_array().into_iter().flatten()) {
            if let (Some(size), Some(theirs)) = (entry.local_size, found["threadGroupSize"].as_array()) {
                let size = size.map(|one| one.number().unwrap_or_default()).to_vec();
                self.same("workgroup", true, &entry.name, (size, theirs.iter().map(number).collect()));
            }
            let all = found["parameters"].as_array().into_iter().flatten().chain([&found["result"]]);
            all.for_each(|one| self.variable(entry, shader.stage(), one, None));
        }
    }

    fn resource(&mut self, found: &Value) {
        let ours = self.ours;
        let Some(one) = ours.bindings.iter().find(|one| found["name"] == one.name.as_str()) else { return };
        let (ty, dims) = stripped(&found["type"]);
        let register = one.hlsl.as_ref().and_then(|fact| fact.register.as_ref()).and_then(|one| one.number);
        let has_register = register.is_some();
        let counts = one.dims.iter().map(|dim| dim.number().unwrap_or_default()).collect::<Vec<_>>();
        let theirs = dims.iter().map(|dim| number(&dim["elementCount"])).collect();
        self.same("dimensions of a resource", has_register, &one.name, (counts, theirs));
        let place = &found["binding"];
        if place["kind"] != "uniform" && place["index"].is_u64() {
            let place = (number(&place["space"]), number(&place["index"]));
            self.same("set and binding", has_register, &one.name, ((one.set.into(), one.binding.into()), place));
        }
        if let Some(theirs) = descriptor(ty) {
            self.same("descriptor", has_register, &one.name, (one.descriptor, theirs));
        }
        let inner = one.element.as_ref().and_then(|ty| ty.structure.as_deref()).and_then(|name| ours.structure(name));
        if let (Some(inner), "structuredBuffer", "struct") =
            (inner, ty["baseShape"].as_str().unwrap_or_default(), ty["resultType"]["kind"].as_str().unwrap_or_default())
        {
            self.members(&one.name, inner, &ty["resultType"]["fields"]);
        }
    }

    /// The members of a constant buffer or push constants.
    fn block(&mut self, found: &Value) {
        let ours = self.ours;
        let bindings = ours.bindings.iter().map(|one| (&one.name, one.block.as_ref()));
        let others = ours.push_constants.iter().map(|one| (&one.name, Some(&one.block)));
        let one = bindings.chain(others).find(|(name, _)| found["name"] == name.as_str());
        let structure = one.and_then(|(_, block)| ours.structure(block?));
        let (ty, _) = stripped(&found["type"]);
        if let Some(structure) =
            structure.filter(|_| ty["kind"] == "constantBuffer" && ty["elementType"]["fields"].is_array())
        {
            self.members(&structure.name, structure, &ty["elementType"]["fields"]);
        }
    }

    fn members(&mut self, what: &str, structure: &Struct, fields: &Value) {
        // Slang has a name of its own for the number that bit-fields share.
        let names = fields.as_array().into_iter().flatten().filter_map(|field| field["name"].as_str());
        let names: Vec<&str> = names.filter(|name| !name.starts_with('$')).collect();
        let ours = structure.members.iter().filter(|one| one.bit_fields.is_empty());
        let ours: Vec<&str> = ours.map(|one| one.name.as_str()).collect();
        self.same("members", true, what, (ours, names));
        for field in fields.as_array().into_iter().flatten() {
            let member = structure.members.iter().find(|one| field["name"] == one.name.as_str());
            let Some(member) = member.filter(|_| field["binding"]["kind"] == "uniform") else { continue };
            let what = format!("{what}.{}", member.name);
            self.same("offset", true, &what, (member.offset, number(&field["binding"]["offset"])));
            self.member(&what, &member.ty, &field["type"]);
        }
    }

    fn member(&mut self, what: &str, ours: &Type, theirs: &Value) {
        let (theirs, dims) = stripped(theirs);
        let counts = |dim: Amount| dim.number().unwrap_or_default();
        let here: Vec<_> = ours.dims.iter().map(|dim| (counts(dim.count), dim.stride)).collect();
        let there: Vec<_> =
            dims.iter().map(|dim| (number(&dim["elementCount"]), dim["uniformStride"].as_u64())).collect();
        self.same("dimensions", true, what, (here, there));
        match (theirs["kind"].as_str(), &ours.matrix) {
            (Some("struct"), _) => {
                let inner = ours.structure.as_deref().and_then(|name| self.ours.structure(name));
                inner.into_iter().for_each(|inner| self.members(what, inner, &theirs["fields"]));
            }
            (Some("matrix"), Some(matrix)) => {
                let there = (number(&theirs["rowCount"]), number(&theirs["columnCount"]));
                self.same("matrix", true, what, ((matrix.rows.into(), matrix.columns.into()), there));
            }
            (Some("scalar" | "vector"), None) => {
                let there = theirs["elementCount"].as_u64().unwrap_or(1);
                self.same("components", true, what, (u64::from(ours.components.unwrap_or(1)), there));
            }
            _ => {}
        }
    }

    /// The locations of an input or output, or of the members of a struct of them, from that of the whole on.
    fn variable(&mut self, entry: &EntryPoint, stage: Option<&str>, found: &Value, base: Option<(bool, u64)>) {
        let mut ty = &found["type"];
        if matches!(stage, Some("geometry" | "hull" | "domain")) && ty["kind"] == "array" {
            ty = &ty["elementType"];
        }
        let own = match found["binding"]["kind"].as_str() {
            Some("varyingInput") => Some(false),
            Some("varyingOutput") => Some(true),
            _ => None,
        };
        let before = base.map_or(0, |(_, location)| location);
        let base = own.map(|is_output| (is_output, before + number(&found["binding"]["index"]))).or(base);
        if let Some(fields) = ty["fields"].as_array() {
            return fields.iter().for_each(|field| self.variable(entry, stage, field, base));
        }
        let (Some((is_output, location)), Some(semantic)) = (base, found["semanticName"].as_str()) else { return };
        let upper = semantic.to_uppercase();
        if found["binding"].is_null() || upper.starts_with("SV_") && !upper.starts_with("SV_TARGET") {
            return;
        }
        let index = number(&found["semanticIndex"]);
        let all = if is_output { &entry.outputs } else { &entry.inputs };
        let is_same = |one: &&reflect::Variable| {
            let name = one.semantic.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(semantic));
            name && u64::from(one.semantic_index.unwrap_or_default()) == index
        };
        if let Some(one) = all.iter().find(is_same) {
            self.same("location", true, &format!("{semantic}{index}"), (one.location.map(u64::from), Some(location)));
        }
    }
}
