//! Translation by naga: its reader of SPIR-V, its validator, and a writer per language.
//!
//! Nothing is added that the module does not say: no checks of bounds, no zeros in memory of groups.

use crate::options::settings::{Language, Options};
use crate::pipeline::languages::Absent;
use crate::pipeline::languages::depth::Naming;
use crate::pipeline::languages::slots::{self, Kind};
use naga::back::pipeline_constants::process_overrides;
use naga::back::{PipelineConstants, glsl, hlsl, msl, wgsl};
use naga::compact::{KeepUnused, compact};
use naga::front::spv;
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Block, EntryPoint, Function, Module, Statement};
use std::borrow::Cow;
use std::cell::Cell;
use std::error::Error;

/// The version of Metal's language, of macOS 13 and iOS 16.
const METAL: (u8, u8) = (3, 0);
/// The version of GLSL.
const GLSL: u16 = 450;

/// A module that is valid in a language.
struct Valid {
    module: Module,
    info: ModuleInfo,
}

pub(super) fn write(words: &[u32], naming: &Naming, language: Language, options: &Options) -> Result<String, Absent> {
    let mut valid = read(words, language, options)?;
    valid.module.functions.iter_mut().for_each(|(_, function)| name_deep(function, naming));
    valid.module.entry_points.iter_mut().for_each(|entry| name_deep(&mut entry.function, naming));
    match language {
        Language::Wgsl => to_wgsl(&valid),
        Language::Msl => to_metal(&valid),
        Language::Glsl => to_glsl(&valid, options.entry()),
        Language::Hlsl => to_hlsl(&valid, options.profile().map_or(0, |profile| profile.minor)),
    }
}

/// Reads and validates a module.
fn read(words: &[u32], language: Language, options: &Options) -> Result<Valid, Absent> {
    // The y axis of other languages is that of HLSL.
    let options = spv::Options { adjust_coordinate_space: options.analysis.invert_y, ..spv::Options::default() };
    // The reader does not say where it stops.
    let taken = Cell::new(0);
    let counted = words.iter().inspect(|_| taken.set(taken.get() + 1)).copied();
    let mut module = spv::Frontend::new(counted, &options).parse().map_err(|error| {
        let word = Some(taken.get() - 1).filter(|_| taken.get() < words.len());
        Absent { reason: reasons(&error), word }
    })?;
    let capabilities = match language {
        Language::Wgsl => wgsl::supported_capabilities(),
        Language::Msl => msl::supported_capabilities(),
        Language::Glsl => glsl::supported_capabilities(),
        Language::Hlsl => hlsl::supported_capabilities(),
    };
    validate(&module, capabilities)?;
    if functions(&module).any(|function| falls_through(&function.body)) {
        return Err("fall-through between cases".to_owned().into());
    }
    compact(&mut module, KeepUnused::No);
    let info = validate(&module, capabilities)?;
    Ok(Valid { module, info })
}

fn validate(module: &Module, capabilities: Capabilities) -> Result<ModuleInfo, Absent> {
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    validator.validate(module).map_err(|error| {
        let place = error.spans().find_map(|(span, _)| span.to_range());
        Absent { reason: reasons(&error), word: place.map(|bytes| bytes.start / size_of::<u32>()) }
    })
}

/// The functions of a module, with those of its entry points.
fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    let own = module.functions.iter().map(|(_, function)| function);
    own.chain(module.entry_points.iter().map(|entry| &entry.function))
}

/// Returns whether a case does something and goes on with the next one. Naga loses what a default case in the middle does then.
fn falls_through(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Switch { cases, .. } => {
            cases.iter().any(|case| case.fall_through && !case.body.is_empty() || falls_through(&case.body))
        }
        Statement::Block(block) => falls_through(block),
        Statement::If { accept, reject, .. } => falls_through(accept) || falls_through(reject),
        Statement::Loop { body, continuing, .. } => falls_through(body) || falls_through(continuing),
        _ => false,
    })
}

/// Gives names to what would stand too deep in other text.
fn name_deep(function: &mut Function, naming: &Naming) {
    let start =
        |handle| function.expressions.get_span(handle).to_range().map(|bytes| (bytes.start / size_of::<u32>()) as u32);
    let handles = function.expressions.iter().map(|(handle, _)| handle);
    let deep: Vec<_> = handles.filter(|&handle| start(handle).is_some_and(|word| naming.names(word))).collect();
    for handle in deep {
        function.named_expressions.entry(handle).or_insert_with(|| "part".to_owned());
    }
}

/// The only text that naga can read, too: it has to.
fn to_wgsl(valid: &Valid) -> Result<String, Absent> {
    let text = written(wgsl::write_string(&valid.module, &valid.info, wgsl::WriterFlags::empty()))?;
    let wrong = |reason: String| Absent::from(format!("naga cannot read its own output: {reason}"));
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    validate(&module, wgsl::supported_capabilities()).map_err(|absent| wrong(absent.reason))?;
    Ok(text)
}

fn to_metal(valid: &Valid) -> Result<String, Absent> {
    let (module, info) = settled(valid, None)?;
    let resources = slots::resources(&module);
    let class = |kind| match kind {
        Kind::Uniform | Kind::Storage => Kind::Storage,
        Kind::Image | Kind::Texture => Kind::Texture,
        Kind::Sampler => Kind::Sampler,
    };
    let numbers = slots::numbered(&resources, class)?;
    let mut places = msl::EntryPointResources::default();
    for (place, resource) in &resources {
        let number = numbers[place];
        let mut target = msl::BindTarget { mutable: resource.is_written, ..msl::BindTarget::default() };
        match class(resource.kind) {
            Kind::Sampler => target.sampler = Some(msl::BindSamplerTarget::Resource(number)),
            Kind::Texture | Kind::Image => target.texture = Some(number),
            Kind::Storage | Kind::Uniform => target.buffer = Some(number),
        }
        places.resources.insert(*place, target);
    }
    // The module's own buffers come first.
    let buffers = resources.values().filter(|resource| class(resource.kind) == Kind::Storage).count();
    let buffers = u8::try_from(buffers).ok().filter(|&count| count < u8::MAX - 1);
    (places.immediates_buffer, places.sizes_buffer) = (buffers, buffers.map(|count| count + 1));
    let options = msl::Options {
        lang_version: METAL,
        per_entry_point_map: module.entry_points.iter().map(|entry| (entry.name.clone(), places.clone())).collect(),
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..msl::Options::default()
    };
    let (text, found) = written(msl::write_string(&module, &info, &options, &msl::PipelineOptions::default()))?;
    every_entry(found.entry_point_names)?;
    Ok(text)
}

fn to_glsl(valid: &Valid, entry: &str) -> Result<String, Absent> {
    let entry = only_entry(&valid.module, entry)?;
    let (module, info) = settled(valid, Some(entry))?;
    let options = glsl::Options {
        version: glsl::Version::Desktop(GLSL),
        writer_flags: glsl::WriterFlags::empty(),
        binding_map: slots::numbered(&slots::resources(&module), |kind| kind)?,
        zero_initialize_workgroup_memory: false,
    };
    let pipeline =
        glsl::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone(), multiview: None };
    let mut text = String::new();
    let writer = glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, BoundsCheckPolicies::default());
    written(written(writer)?.write())?;
    Ok(text)
}

fn to_hlsl(valid: &Valid, shader_model: u32) -> Result<String, Absent> {
    let (module, info) = settled(valid, None)?;
    // Push constants are in a space of their own.
    let space = module.global_variables.iter().filter_map(|(_, global)| Some(global.binding?.group + 1)).max();
    let space = u8::try_from(space.unwrap_or_default()).map_err(|error| Absent::from(error.to_string()))?;
    let options = hlsl::Options {
        shader_model: model(shader_model),
        immediates_target: Some(hlsl::BindTarget { space, ..hlsl::BindTarget::default() }),
        zero_initialize_workgroup_memory: false,
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    let pipeline = hlsl::PipelineOptions::default();
    let mut text = String::new();
    let found = written(hlsl::Writer::new(&mut text, &options, &pipeline).write(&module, &info, None))?;
    every_entry(found.entry_point_names)?;
    Ok(text)
}

/// The shader model 6 with this minor number, or the newest that naga knows.
fn model(minor: u32) -> hlsl::ShaderModel {
    match minor {
        0 => hlsl::ShaderModel::V6_0,
        1 => hlsl::ShaderModel::V6_1,
        2 => hlsl::ShaderModel::V6_2,
        3 => hlsl::ShaderModel::V6_3,
        4 => hlsl::ShaderModel::V6_4,
        5 => hlsl::ShaderModel::V6_5,
        6 => hlsl::ShaderModel::V6_6,
        7 => hlsl::ShaderModel::V6_7,
        8 => hlsl::ShaderModel::V6_8,
        _ => hlsl::ShaderModel::V6_9,
    }
}

/// The module with the defaults of its specialisation constants, which only WGSL has.
fn settled<'v>(valid: &'v Valid, entry: Option<&EntryPoint>) -> Result<(Cow<'v, Module>, Cow<'v, ModuleInfo>), Absent> {
    let entry = entry.map(|entry| (entry.stage, entry.name.as_str()));
    written(process_overrides(&valid.module, &valid.info, entry, &PipelineConstants::default()))
}

/// The entry point of a text that has room for one.
fn only_entry<'m>(module: &'m Module, name: &str) -> Result<&'m EntryPoint, Absent> {
    let found = match module.entry_points.as_slice() {
        [only] => Some(only),
        entries => entries.iter().find(|entry| entry.name == name),
    };
    found.ok_or_else(|| format!("unknown entry point '{name}' in the module").into())
}

fn every_entry<E: Error>(entries: Vec<Result<String, E>>) -> Result<(), Absent> {
    entries.into_iter().try_for_each(|entry| written(entry).map(drop))
}

fn written<T, E: Error>(result: Result<T, E>) -> Result<T, Absent> {
    result.map_err(|error| reasons(&error).into())
}

/// An error with all that led to it, in one line.
fn reasons(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let inner_text = inner.to_string();
        // Some repeat what they represent.
        if !text.ends_with(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        source = inner.source();
    }
    text
}
