//! Descriptor heaps, whose views of several types share a place in Vulkan: on the CPU each has one of its own, since contents
//! are bound by name.

use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use dialect::spirv::index::Index;
use spirv::{Decoration, Dim, Op};
use std::collections::{BTreeMap, BTreeSet};

/// What descriptors of an array are, as far as they must not be taken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    class: u32,
    element: u32,
    is_texel_buffer: bool,
    is_sampled: u32,
}

/// Gives arrays of descriptors without a length places of their own, where they share one with an array of another kind.
///
/// # Errors
/// When the words are not a module.
pub(crate) fn separate(words: &mut [u32]) -> dialect::diagnostics::Result<()> {
    let moves = moves(words)?;
    for (at, binding) in moves {
        if let Some(word) = words.get_mut(at) {
            *word = binding;
        }
    }
    Ok(())
}

/// The words with the numbers of bindings that change, and what becomes of them.
fn moves(words: &[u32]) -> dialect::diagnostics::Result<Vec<(usize, u32)>> {
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    let number = |id: u32, kind: Decoration| index.decoration(id, kind).map(|own| own.number(0));
    let mut used: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut arrays: BTreeMap<(u32, u32), Vec<(u32, Kind)>> = BTreeMap::new();
    for inst in index.insts[..index.globals].iter().filter(|inst| inst.op == Op::Variable) {
        let id = inst.result_id();
        let Some(binding) = number(id, Decoration::Binding) else { continue };
        let place = (number(id, Decoration::DescriptorSet).unwrap_or(0), binding);
        used.insert(place);
        if let Some(kind) = kind(&index, inst) {
            arrays.entry(place).or_default().push((id, kind));
        }
    }
    let mut moved: BTreeMap<u32, u32> = BTreeMap::new();
    for ((set, binding), all) in arrays {
        let mut places = BTreeMap::from([(all[0].1, binding)]);
        for (id, kind) in all {
            let own = *places.entry(kind).or_insert_with(|| free(&mut used, set));
            if own != binding {
                moved.insert(id, own);
            }
        }
    }
    let is_moved = |inst: &&Inst| inst.op == Op::Decorate && inst.value(1) == Decoration::Binding as u32;
    let found = insts.iter().filter(is_moved).filter_map(|inst| {
        let binding = moved.get(&inst.id(0))?;
        Some((inst.offset as usize + 3, *binding))
    });
    Ok(found.collect())
}

/// A binding of a set behind all others.
fn free(used: &mut BTreeSet<(u32, u32)>, set: u32) -> u32 {
    let last = used.range((set, 0)..=(set, u32::MAX)).next_back().map_or(0, |(_, last)| *last);
    let free = last.saturating_add(1);
    used.insert((set, free));
    free
}

/// The kind of an array of descriptors without a length.
fn kind(index: &Index<'_>, variable: &Inst) -> Option<Kind> {
    let pointer = index.def(variable.type_id()).filter(|ty| ty.op == Op::TypePointer)?;
    let array = index.def(pointer.id(1)).filter(|ty| ty.op == Op::TypeRuntimeArray)?;
    let element = index.def(array.id(0))?;
    let is_image = element.op == Op::TypeImage;
    Some(Kind {
        class: variable.value(0),
        element: element.op as u32,
        is_texel_buffer: is_image && element.value(1) == Dim::DimBuffer as u32,
        is_sampled: if is_image { element.literal(5) } else { 0 },
    })
}
