//! Reads words into a [`Reflection`], in the order in which the facts depend on each other.

use crate::bindings::Resources;
use crate::constants::Constants;
use crate::entries::{self, Parts};
use crate::index::Index;
use crate::model::{EntryPoint, FORMAT, Generator, Reflection, Spirv};
use crate::payloads;
use crate::regions::Layouts;
use crate::requires::requires;
use crate::specialise::{self, Dependencies};
use crate::types::Types;
use crate::uses::Uses;
use dialect::diagnostics::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Header, Inst};
use dialect::spirv::enums::Kind;
use spirv::Op;

/// Reads the interface of a module.
///
/// # Errors
/// When the words are not a module, or exceed a limit: the error has the offset of the word.
pub fn read(words: &[u32]) -> Result<Reflection> {
    let (header, insts) = decode::decode(words)?;
    read_decoded(header, &insts, words.len())
}

/// Reads the interface of a module whose instructions are known, and the number of its words.
///
/// # Errors
/// When the module exceeds a limit.
pub fn read_decoded(header: Header, insts: &[Inst], size_words: usize) -> Result<Reflection> {
    let index = Index::new(header, insts)?;
    let constants = Constants::new(&index);
    let hands_over = payloads::has_variables(&index);
    let types = Types::new(&index, &constants, hands_over)?;
    let layouts = Layouts { index: &index, constants: &constants, types: &types };
    let resources = Resources::new(layouts)?;
    let dependencies = Dependencies::new(&index)?;
    let uses = Uses::new(layouts, !dependencies.is_empty() || hands_over);
    let parts = Parts { layouts, uses: &uses, resources: &resources, dependencies: &dependencies };
    let entry_points = entries::entry_points(&parts)?;
    let mut reflection = Reflection {
        format: FORMAT,
        generator: Generator::this(),
        source: None,
        spirv: facts(&index, size_words),
        entry_points,
        bindings: resources.bindings.into_iter().map(|(_, one)| one).collect(),
        push_constants: resources.push_constants.into_iter().map(|(_, one)| one).collect(),
        shader_records: resources.shader_records.into_iter().map(|(_, one)| one).collect(),
        spec_constants: specialise::constants(&index, &types),
        ..Reflection::default()
    };
    reflection.types = types.into_structs();
    tell_who_uses(&mut reflection);
    reflection.requires = requires(&index, &constants, &reflection);
    Ok(reflection)
}

fn facts(index: &Index<'_>, size_words: usize) -> Spirv {
    let insts = &index.head;
    let first = |op: Op| insts.iter().find(|inst| inst.op == op);
    let model = first(Op::MemoryModel);
    let named = |kind: Kind, at: usize| model.map(|inst| kind.table().text(inst.value(at))).unwrap_or_default();
    let texts = |op: Op| insts.iter().filter(move |inst| inst.op == op);
    let (major, minor) = index.header.version;
    Spirv {
        version: format!("{major}.{minor}"),
        addressing: named(Kind::AddressingModel, 0),
        memory_model: named(Kind::MemoryModel, 1),
        language: first(Op::Source).map(|inst| Kind::SourceLanguage.table().text(inst.value(0))),
        capabilities: texts(Op::Capability).map(|inst| Kind::Capability.table().text(inst.value(0))).collect(),
        extensions: texts(Op::Extension).map(|inst| inst.text(0).to_owned()).collect(),
        size_words,
    }
}

/// Adds the stages and entry points that use them to resources and constants.
fn tell_who_uses(reflection: &mut Reflection) {
    let Reflection { entry_points, bindings, push_constants, spec_constants, .. } = reflection;
    for (number, entry) in entry_points.iter().enumerate() {
        for used in &entry.resources {
            add(&mut bindings[used.binding].stages, entry);
        }
        if let Some(range) = &entry.push_constants {
            add(&mut push_constants[range.block].stages, entry);
        }
        for id in &entry.spec_constants {
            let first = spec_constants.partition_point(|one| one.id < *id);
            spec_constants[first..].iter_mut().take_while(|one| one.id == *id).for_each(|one| one.used_by.push(number));
        }
    }
}

fn add(stages: &mut Vec<String>, entry: &EntryPoint) {
    if !stages.contains(&entry.stage) {
        stages.push(entry.stage.clone());
    }
}
