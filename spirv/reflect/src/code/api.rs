//! The interface of a module as Rust code for a graphics library, in the types of that library: layouts of descriptor
//! sets, ranges of push constants, attributes of vertices. The structs around it are the same for all of them.

mod ash;
mod vulkano;
mod wgpu;

use super::plan::Unsayable;
use super::sets::{self, Set};
use crate::model::{EntryPoint, Reflection};
use std::fmt::Write;

/// A graphics library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Api {
    /// ash 0.38.
    Ash,
    /// vulkano 0.35.
    Vulkano,
    /// wgpu 30.
    Wgpu,
}

/// Spelling of the parts that differ between libraries.
trait Library {
    /// The items that the others use.
    const USES: &'static [&'static str];

    /// The function that makes the layout of a set, or what is in its place.
    fn set(&self, out: &mut String, set: &Set) -> Result<(), Unsayable>;

    /// The ranges of push constants, by the stages of each and their bytes.
    fn push_constants(&self, out: &mut String, ranges: &[(String, u64, u64)]);

    /// The attributes of a vertex shader.
    fn vertex(&self, out: &mut String, attributes: &[sets::Attribute]) -> Result<(), Unsayable>;

    /// The entries of the map of specialisation constants: id, offset and size of each.
    fn map_entries(&self, out: &mut String, entries: &[(u32, u32, u32)]);
}

/// A module `layouts` for a library.
///
/// # Errors
/// When the library has no such thing; the error names it.
pub(super) fn layouts(reflection: &Reflection, api: Api) -> Result<String, Unsayable> {
    match api {
        Api::Ash => write(reflection, &ash::Ash),
        Api::Vulkano => write(reflection, &vulkano::Vulkano),
        Api::Wgpu => write(reflection, &wgpu::Wgpu),
    }
}

fn write<L: Library>(reflection: &Reflection, library: &L) -> Result<String, Unsayable> {
    let mut out = String::new();
    for set in sets::sets(reflection)? {
        library.set(&mut out, &set)?;
    }
    let ranges = push_constants(reflection);
    if !ranges.is_empty() {
        library.push_constants(&mut out, &ranges);
    }
    for entry in reflection.entry_points.iter().filter(|entry| entry.stage == "vertex") {
        vertex(&mut out, entry, library)?;
    }
    let entries = map_entries(reflection);
    if !entries.is_empty() {
        library.map_entries(&mut out, &entries);
    }
    let indented: String =
        out.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect();
    let uses: String = L::USES.iter().map(|item| format!("    use {item};\n")).collect();
    Ok(format!(
        "\n/// Layouts of descriptor sets and what else pipelines are made of.\n#[allow(dead_code, unused_imports)]\n\
         pub mod layouts {{\n{uses}{indented}}}\n"
    ))
}

/// Stages, and the first byte and the size of what they use: a range for each entry point that uses any.
fn push_constants(reflection: &Reflection) -> Vec<(String, u64, u64)> {
    let mut ranges: Vec<(String, u64, u64)> = Vec::new();
    for entry in &reflection.entry_points {
        let Some(range) = &entry.push_constants else { continue };
        // A pipeline has one range for each stage.
        match ranges.iter_mut().find(|(stage, ..)| *stage == entry.stage) {
            None => ranges.push((entry.stage.clone(), range.offset, range.size)),
            Some((_, offset, size)) => {
                let end = (*offset + *size).max(range.offset + range.size);
                *offset = (*offset).min(range.offset);
                *size = end - *offset;
            }
        }
    }
    ranges
}

fn vertex(out: &mut String, entry: &EntryPoint, library: &impl Library) -> Result<(), Unsayable> {
    let (attributes, size) = sets::attributes(entry)?;
    if attributes.is_empty() {
        return Ok(());
    }
    let _ = write!(
        out,
        "\n/// The size of a vertex whose attributes lie one after the other.\npub const VERTEX_STRIDE: u32 = {size};\n\n\
         /// The attributes of such a vertex. Buffers may hold smaller formats of the same numbers instead.\n"
    );
    library.vertex(out, &attributes)
}

/// Where each specialisation constant is among the bytes of `SpecConstants`.
pub(super) fn map_entries(reflection: &Reflection) -> Vec<(u32, u32, u32)> {
    let mut offset = 0;
    let entry = |one: &crate::model::SpecConstant| {
        let size = one.size.max(1);
        offset = u32::next_multiple_of(offset, size);
        let entry = (one.id, offset, size);
        offset += size;
        entry
    };
    reflection.spec_constants.iter().map(entry).collect()
}

/// The stages of a slot in the words of a library, or all of them where none is known.
fn stages(slot: &sets::Slot, name: impl Fn(&str) -> String, all: &str, or: &str) -> String {
    match slot.stages.as_slice() {
        [] => all.to_owned(),
        stages => stages.iter().map(|stage| name(stage)).collect::<Vec<_>>().join(or),
    }
}
