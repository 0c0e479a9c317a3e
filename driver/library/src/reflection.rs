//! Facts of the source beside those of the words: what `sema` knows of a resource, a member or an input is added where
//! the reader of words has found it. Keys are set, binding and name; locations and builtins; the order of members. What
//! both know must be the same.

mod declared;
pub mod layouts;
mod memory;

use ::reflect::{
    Amount, Binding, Descriptor, Enumeration, Enumerator, Reflection, Register, Source, SourceFact, Span as Place,
    WaveSizes,
};
use base::ids::Map;
use base::source::{SourceMap, Span};
use dialect::spirv::enums::Kind;
use frontend::language::Profile;
use frontend::surface::is_first_of_line;
use memory::Memory;
use sema::facts::{Contents, Facts, Resource};
use sema::hir::descriptor::Descriptor as Declared;

/// A source, and what is known of it alone.
#[derive(Debug)]
pub(crate) struct SourceFacts {
    pub(crate) facts: Facts,
    /// The path as the command line gave it.
    pub(crate) file: String,
    pub(crate) profile: Profile,
}

pub(crate) use declared::declared;

/// Adds the facts of a source. Returns what it and the words say differently: compiler bug.
pub(crate) fn add(reflection: &mut Reflection, source: &SourceFacts, sources: &SourceMap) -> Vec<String> {
    reflection.source = Some(about(source));
    let mut join = Join { facts: &source.facts, sources, differences: Vec::new() };
    join.enumerations(reflection);
    join.bindings(reflection);
    join.blocks(reflection);
    join.spec_constants(reflection);
    join.entry_points(reflection);
    join.differences
}

fn about(source: &SourceFacts) -> Source {
    let mut about = Source::default();
    about.file.clone_from(&source.file);
    about.language = "HLSL".to_owned();
    about.profile = source.profile.to_string();
    about
}

struct Join<'a> {
    facts: &'a Facts,
    sources: &'a SourceMap,
    differences: Vec<String>,
}

/// A resource beside the kind of match that it is.
enum Found<'a> {
    /// The resource itself.
    Whole(&'a Resource),
    /// One of several with this name in this place.
    OneOfSeveral(&'a Resource),
    /// A part of one that is split into its elements.
    Part(&'a Resource),
}

impl<'a> Join<'a> {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: impl Fn() -> String, source: T, words: T) {
        if source != words {
            self.differences.push(format!("{}: {source:?} in the source, {words:?} in the module", what()));
        }
    }

    /// The facts that all declarations have.
    fn fact(&self, ty: &str, span: Span) -> SourceFact {
        let mut fact = SourceFact::default();
        fact.ty = Some(ty.to_owned()).filter(|ty| !ty.is_empty());
        let location = self.sources.location(span);
        fact.doc = doc(self.sources, span);
        fact.span = location.map(|location| {
            let mut place = Place::default();
            (place.file, place.line, place.column) = (location.file, location.line, location.column);
            place
        });
        fact
    }

    fn struct_fact(&self, one: &sema::facts::Struct) -> SourceFact {
        let mut fact = self.fact(&one.name, one.span);
        (fact.rule, fact.align) = (Some(one.rule.name().to_owned()), Some(one.align));
        fact
    }

    fn resource_fact(&self, resource: &Resource) -> SourceFact {
        let mut fact = self.fact(&resource.ty, resource.span);
        fact.register = resource.register.map(|written| {
            let mut register = Register::default();
            register.class = written.number.map(|_| written.class.to_string());
            register.number = written.number;
            register.space = written.space.unwrap_or_default();
            register
        });
        fact
    }

    fn enumerations(&self, reflection: &mut Reflection) {
        let made = self.facts.enums.iter().map(|one| {
            let mut made = Enumeration::default();
            made.name.clone_from(&one.name);
            made.signed = one.is_signed;
            let enumerators = one.enumerators.iter().map(|(name, value)| {
                let mut enumerator = Enumerator::default();
                (enumerator.name, enumerator.value) = (name.clone(), *value);
                enumerator
            });
            made.enumerators = enumerators.collect();
            made.hlsl = Some(self.fact("", one.span));
            made
        });
        reflection.enums = made.collect();
    }

    fn bindings(&mut self, reflection: &mut Reflection) {
        let mut kept = vec![false; self.facts.resources.len()];
        let by_place = self.by_place();
        let mut memory = Memory::new(reflection);
        for binding in &mut reflection.bindings {
            let Some((number, found)) = self.find(binding, &by_place) else {
                self.differences.push(format!("'{}' is not in the source", binding.name));
                continue;
            };
            kept[number] = true;
            let (Found::Whole(resource) | Found::OneOfSeveral(resource) | Found::Part(resource)) = found;
            binding.presence.declared = Some(true);
            binding.presence.referenced = Some(resource.is_referenced);
            let mut fact = self.resource_fact(resource);
            if let Found::Part(_) = found {
                fact.flattened_from = Some(resource.name.clone());
                fact.ty = None;
            }
            if let Some(image) = &mut binding.image {
                image.components = resource.components.or(image.components);
            }
            if let Found::Whole(resource) = found
                && !resource.is_heap
            {
                self.agree(binding, resource, &mut memory);
            }
            if binding.name.is_empty() {
                binding.name.clone_from(&resource.name);
            }
            binding.hlsl = Some(fact);
        }
        memory.settle(reflection);
        self.dropped(reflection, &kept);
    }

    /// The resources by set and binding.
    fn by_place(&self) -> Map<(u32, u32), Vec<usize>> {
        let mut by_place: Map<(u32, u32), Vec<usize>> = Map::default();
        for (number, resource) in self.facts.resources.iter().enumerate() {
            let Some(place) = resource.binding else { continue };
            by_place.entry((place.set, place.binding)).or_default().push(number);
        }
        by_place
    }

    fn find(&self, binding: &Binding, by_place: &Map<(u32, u32), Vec<usize>>) -> Option<(usize, Found<'a>)> {
        let resources = &self.facts.resources;
        let here = by_place.get(&(binding.set, binding.binding)).map_or(&[][..], |all| all);
        let mut named = here.iter().filter(|at| resources[**at].name == binding.name);
        let (named, others) = (named.next(), named.next());
        // Heaps are arrays of all types at one place, with one name.
        if let (Some(at), Some(_)) = (named, others) {
            return Some((*at, Found::OneOfSeveral(&resources[*at])));
        }
        let alike = || {
            let is_alike = |at: &&usize| {
                let resource = &resources[**at];
                let is_combined = resource.is_combined && binding.descriptor == Descriptor::CombinedImageSampler;
                is_combined || binding.name.is_empty() && descriptor(resource.descriptor) == Some(binding.descriptor)
            };
            here.iter().find(is_alike)
        };
        if let Some(at) = named.or_else(alike) {
            return Some((*at, Found::Whole(&resources[*at])));
        }
        let is_part = |resource: &Resource| {
            let Some(first) = resource.binding.filter(|first| first.set == binding.set) else { return false };
            let covers = (first.binding..first.binding.saturating_add(resource.slots)).contains(&binding.binding);
            covers && binding.name.strip_prefix(&resource.name).is_none_or(|rest| rest.starts_with(['.', '[', '_']))
        };
        let at = resources.iter().position(is_part)?;
        Some((at, Found::Part(&resources[at])))
    }

    fn agree(&mut self, binding: &Binding, resource: &Resource, memory: &mut Memory) {
        let what = |fact: &str| format!("the {fact} of '{}'", resource.name);
        if let (Some(declared), false) = (descriptor(resource.descriptor), resource.is_combined) {
            self.same(|| what("descriptor"), declared, binding.descriptor);
        }
        // Passes make one array of arrays of arrays. Types that the source spells in SPIR-V may be arrays themselves.
        let dims = if resource.descriptor.is_some() { dims(resource) } else { binding.dims.clone() };
        match dims.len() == binding.dims.len() {
            true => self.same(|| what("dimensions"), dims, binding.dims.clone()),
            false => self.same(|| what("number"), Binding::count_of(&dims), binding.count),
        }
        let structure = binding.block.as_deref();
        match &resource.contents {
            Some(Contents::Block(source)) => memory.structure(self, structure, *source),
            Some(Contents::Elements { element, stride }) => {
                self.same(|| what("stride"), Some(u64::from(*stride)), binding.stride);
                if let Some(found) = &binding.element {
                    memory.value(self, || what("elements"), element, found);
                }
            }
            None => {}
        }
    }

    /// The resources that the module lacks.
    fn dropped(&self, reflection: &mut Reflection, kept: &[bool]) {
        let resources = self.facts.resources.iter().zip(kept).filter(|(one, kept)| !**kept && !one.is_heap);
        reflection.add_bindings(resources.filter_map(|(resource, _)| self.unbuilt(resource)).collect());
        combine(&mut reflection.bindings);
    }

    /// A resource that is in no module.
    fn unbuilt(&self, resource: &Resource) -> Option<Binding> {
        let (place, kind) = (resource.binding?, descriptor(resource.descriptor)?);
        let mut binding = Binding::dropped(resource.name.clone(), place.set, place.binding, kind, dims(resource));
        binding.presence.referenced = Some(resource.is_referenced);
        binding.hlsl = Some(self.resource_fact(resource));
        Some(binding)
    }

    fn blocks(&mut self, reflection: &mut Reflection) {
        let mut memory = Memory::new(reflection);
        let blocks = reflection.push_constants.iter_mut().chain(&mut reflection.shader_records);
        for block in blocks {
            let is_same = |one: &&Resource| one.binding.is_none() && (block.name.is_empty() || one.name == block.name);
            let Some(resource) = self.facts.resources.iter().find(is_same) else {
                self.differences.push(format!("'{}' is not in the source", block.name));
                continue;
            };
            if let Some(Contents::Block(source)) = &resource.contents {
                memory.structure(self, Some(&block.block), *source);
            }
            if block.name.is_empty() {
                block.name.clone_from(&resource.name);
            }
            block.hlsl = Some(self.resource_fact(resource));
        }
        memory.settle(reflection);
    }

    fn spec_constants(&mut self, reflection: &mut Reflection) {
        // The source does not declare the constant of an intrinsic function.
        let declared = reflection.spec_constants.iter_mut().filter(|one| one.name != codegen::DEBUGGING_ENABLED);
        for constant in declared {
            let is_same = |one: &&sema::facts::SpecConstant| {
                one.id == constant.id && (constant.name.is_empty() || one.name == constant.name)
            };
            let Some(source) = self.facts.spec_constants.iter().find(is_same) else {
                self.differences.push(format!("constant '{}' is not in the source", constant.name));
                continue;
            };
            let default = memory::literal(constant.ty, source.default);
            self.same(|| format!("the default of '{}'", source.name), &default, &constant.default);
            constant.hlsl = Some(self.fact(&source.ty, source.span));
        }
    }

    fn entry_points(&mut self, reflection: &mut Reflection) {
        for entry in &mut reflection.entry_points {
            let Some(source) = self.facts.entry_points.iter().find(|one| one.name == entry.name) else {
                self.differences.push(format!("entry point '{}' is not in the source", entry.name));
                continue;
            };
            entry.hlsl = Some(self.fact("", source.span));
            entry.wave = WaveSizes::of(&source.wave_size);
            let (inputs, outputs) = (entry.inputs.iter_mut(), entry.outputs.iter_mut());
            let variables = inputs.map(|one| (false, one)).chain(outputs.map(|one| (true, one)));
            for (is_output, variable) in variables {
                self.variable(source, is_output, variable);
            }
        }
    }

    fn variable(&mut self, entry: &sema::facts::EntryPoint, is_output: bool, variable: &mut ::reflect::Variable) {
        let place = (variable.location, variable.component.unwrap_or(0), variable.index.unwrap_or(0));
        let is_same = |one: &&sema::facts::StageVariable| {
            let builtin = one.builtin.map(|builtin| Kind::BuiltIn.table().text(builtin as u32));
            let is_here = match &variable.builtin {
                Some(_) => builtin == variable.builtin,
                None => one.builtin.is_none() && place == (one.location, one.component, one.second),
            };
            one.is_output == is_output && is_here
        };
        // Builtins that the compiler requires by itself are in no source.
        let Some(source) = entry.variables.iter().find(is_same) else {
            if variable.builtin.is_none() && variable.location.is_some() {
                self.differences.push(format!("'{}' at {place:?} is not in the source", variable.name));
            }
            return;
        };
        if variable.builtin.is_none()
            && !source.spells_semantic
            && let Some(semantic) = &variable.semantic
        {
            let found = (semantic.clone(), variable.semantic_index.unwrap_or_default());
            self.same(
                || format!("the semantic of '{}'", variable.name),
                (source.semantic.clone(), source.index),
                found,
            );
        }
        variable.semantic = Some(source.semantic.clone()).filter(|text| !text.is_empty());
        variable.semantic_index = variable.semantic.as_ref().map(|_| source.index);
        variable.hlsl = Some(self.fact(&source.ty, source.span));
    }
}

/// Ties samplers that the module lacks to the textures whose descriptors hold them.
fn combine(bindings: &mut [Binding]) {
    let place = |one: &Binding| (one.set, one.binding);
    // Bindings at one place stand together.
    let mut start = 0;
    for here in bindings.chunk_by_mut(|a, b| place(a) == place(b)) {
        let find = |wanted, kept| here.iter().position(|one| one.descriptor == wanted && one.presence.kept == kept);
        let pair = find(Descriptor::CombinedImageSampler, true).zip(find(Descriptor::Sampler, false));
        if let Some((texture, sampler)) = pair {
            here[texture].combined_with = Some(start + sampler);
            here[sampler].combined_with = Some(start + texture);
        }
        start += here.len();
    }
}

fn dims(resource: &Resource) -> Vec<Amount> {
    resource.dims.iter().map(|dim| dim.map_or(Amount::RUNTIME, |count| Amount::Fixed(count.into()))).collect()
}

fn descriptor(declared: Option<Declared>) -> Option<Descriptor> {
    Some(match declared? {
        Declared::Sampler => Descriptor::Sampler,
        Declared::CombinedImageSampler => Descriptor::CombinedImageSampler,
        Declared::SampledImage => Descriptor::SampledImage,
        Declared::StorageImage => Descriptor::StorageImage,
        Declared::UniformTexelBuffer => Descriptor::UniformTexelBuffer,
        Declared::StorageTexelBuffer => Descriptor::StorageTexelBuffer,
        Declared::UniformBuffer => Descriptor::UniformBuffer,
        Declared::StorageBuffer => Descriptor::StorageBuffer,
        Declared::InputAttachment => Descriptor::InputAttachment,
        Declared::AccelerationStructure => Descriptor::AccelerationStructure,
    })
}

/// The lines above a declaration, and above the attributes on lines of their own, that begin with three slashes.
fn doc(sources: &SourceMap, span: Span) -> Option<String> {
    let range = sources.range(span)?;
    if !is_first_of_line(sources.before_on_line(range)) {
        return None;
    }
    let above = sources.lines_above(range);
    let above = above.map(str::trim).skip_while(|line| line.starts_with('[') && line.ends_with(']'));
    let mut lines: Vec<&str> = above.map_while(|line| line.strip_prefix("///")).collect();
    lines.reverse();
    let text: Vec<&str> = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    (!text.is_empty()).then(|| text.join("\n"))
}
