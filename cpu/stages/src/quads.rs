//! Kernels whose threads form quads: samples with an implicit level, and queries of it, get the derivatives of their
//! coordinates. Engines compute no level themselves. Words of a module in, words of a module out.

use crate::error::Result;
use crate::interface::Found;
use crate::lines;
use crate::rewrite::evaluate::Sources;
use crate::rewrite::{Given, Rewriter, needs_level};
use crate::rows::Stage;
use crate::types::Types;
use crate::words::{self, Ids};
use dialect::spirv::decode;
use dialect::spirv::index::Index;
use spirv::{Capability, Op};

/// The words of the header.
const HEADER: usize = 5;

/// A module without implicit levels.
#[derive(Clone, Debug)]
pub struct WithLevels {
    /// Its words.
    pub words: Vec<u32>,
    /// The offsets of instructions in it and in the module that it comes from, in order.
    origins: Vec<(u32, u32)>,
}

impl WithLevels {
    /// The offset of the instruction that one comes from.
    pub fn origin(&self, word: u32) -> Option<u32> {
        let behind = self.origins.partition_point(|(new, _)| *new <= word);
        behind.checked_sub(1).map(|at| self.origins[at].1)
    }
}

/// Returns whether words declare that threads form quads. Capabilities are first in a module.
fn has_quads(words: &[u32]) -> bool {
    let quads = [Capability::ComputeDerivativeGroupQuadsKHR, Capability::ComputeDerivativeGroupLinearKHR];
    let mut at = HEADER;
    while let Some(&[first, capability]) = words.get(at..at + 2) {
        if first & 0xffff != Op::Capability as u32 {
            return false;
        }
        if quads.iter().any(|own| *own as u32 == capability) {
            return true;
        }
        at += 2;
    }
    false
}

/// Converts a module whose threads form quads; `None` for others, and for those without implicit levels.
///
/// # Errors
/// When the words are not a module, or a sample is malformed.
pub fn convert(words: &[u32]) -> dialect::diagnostics::Result<Option<Result<WithLevels>>> {
    if !has_quads(words) {
        return Ok(None);
    }
    let (header, insts) = decode::decode(words)?;
    let index = Index::new(header, &insts);
    if !insts[index.globals..].iter().any(|inst| needs_level(&index, inst)) {
        return Ok(None);
    }
    Ok(Some(converted(words, &index)))
}

fn converted(words: &[u32], index: &Index<'_>) -> Result<WithLevels> {
    let (mut ids, mut types) = (Ids::new(index.header.bound), Types::new(index));
    let import = lines::glsl(index);
    let glsl = import.unwrap_or_else(|| ids.fresh());
    let found = Found::default();
    let sources = Sources::new(&found, &mut ids, &mut types);
    let given = Given { index, words, stage: Stage::Pixel, glsl, kept: 0, includes_helpers: false };
    let mut rewriter = Rewriter::new(given, &mut ids, &mut types, &found, &sources);
    rewriter.levels()?;
    let (functions, origins) = (std::mem::take(&mut rewriter.out), std::mem::take(&mut rewriter.origins));
    let mut all = words[..HEADER].to_vec();
    all[3] = ids.bound();
    let (mut own, mut is_imported) = (Vec::new(), import.is_some());
    for inst in &index.insts[..index.globals] {
        if !is_imported && !matches!(inst.op, Op::Capability | Op::Extension) {
            is_imported = true;
            words::push(&mut all, Op::ExtInstImport, &[&[glsl][..], &words::text("GLSL.std.450")].concat());
        }
        own.push((all.len() as u32, inst.offset));
        let raw = &words[inst.offset as usize..];
        all.extend_from_slice(&raw[..(raw[0] >> 16) as usize]);
    }
    all.extend(&types.added);
    let start = all.len() as u32;
    own.extend(origins.into_iter().map(|(at, origin)| (start + at, origin)));
    all.extend(functions);
    Ok(WithLevels { words: all, origins: own })
}
