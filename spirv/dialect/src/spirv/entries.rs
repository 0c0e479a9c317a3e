//! The words of a module that an entry point needs, so that an engine reads the code of no other one.
//!
//! A module is decoded once. An entry point needs its function, those that it calls, and the types, constants and variables
//! of all of them; names and decorations stay with what they are about. Ids do not change. Debug instructions to which
//! nothing refers, such as those of global variables, are left out.

use super::access::{Access, each_id};
use super::decode::{self, Inst};
use crate::diagnostics::Result;
use spirv::Op;
use std::ops::Range;

/// The words of the header.
const HEADER: usize = 5;

/// A module, divided into what entry points may share.
#[derive(Clone, Debug)]
pub struct Entries {
    words: Vec<u32>,
    /// The instructions outside of functions, and the functions, in order.
    parts: Vec<Part>,
    /// The ids in parts, one part after the other.
    uses: Vec<u32>,
    /// For each id the number of the part that defines it, plus 1.
    definitions: Vec<u32>,
    /// Names, decorations and modes: the id that one applies to, and the number of its part. Sorted.
    annotations: Vec<(u32, u32)>,
}

/// An instruction outside of functions, with the lines before it, or a function.
#[derive(Clone, Debug)]
struct Part {
    words: Range<usize>,
    uses: Range<usize>,
    needed: Needed,
}

/// What needs a part.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Needed {
    /// Every entry point.
    Always,
    /// The entry point of this name.
    By(Box<str>),
    /// What mentions the id that it defines.
    Mentioned(u32),
    /// What mentions the id that it is about.
    With(u32),
}

impl Needed {
    fn of(inst: &Inst) -> Self {
        match (inst.op, inst.result) {
            (Op::EntryPoint, _) => Needed::By(inst.text(2).into()),
            (_, Some(id)) => Needed::Mentioned(id),
            // They decorate what they mention.
            (Op::GroupDecorate | Op::GroupMemberDecorate, None) => Needed::Always,
            (_, None) => match inst.id(0) {
                0 => Needed::Always,
                id => Needed::With(id),
            },
        }
    }
}

impl Entries {
    /// Decodes a module.
    ///
    /// # Errors
    /// When the words are not a module.
    pub fn new(words: &[u32]) -> Result<Self> {
        let (header, insts) = decode::decode(words)?;
        let (parts, uses, annotations) = (Vec::new(), Vec::new(), Vec::new());
        let definitions = vec![0; header.bound as usize];
        let mut entries = Entries { words: words.to_vec(), parts, uses, definitions, annotations };
        let (mut start, mut first_use, mut function) = (HEADER, 0, None);
        for (at, inst) in insts.iter().enumerate() {
            entries.uses.extend(inst.ty);
            each_id(&inst.operands, &mut |id| entries.uses.push(id));
            match inst.op {
                Op::Function => function = Some(inst),
                // A line applies to the instructions that follow it: it belongs to their part.
                Op::Line | Op::NoLine => continue,
                _ => {}
            }
            if function.is_some() && inst.op != Op::FunctionEnd {
                continue;
            }
            let end = insts.get(at + 1).map_or(words.len(), |next| next.offset as usize);
            entries.add(start..end, first_use, Needed::of(function.take().unwrap_or(inst)));
            (start, first_use) = (end, entries.uses.len());
        }
        entries.add(start..words.len(), first_use, Needed::Always);
        entries.annotations.sort_unstable();
        Ok(entries)
    }

    fn add(&mut self, words: Range<usize>, first_use: usize, needed: Needed) {
        let mut own = self.uses.split_off(first_use);
        own.sort_unstable();
        own.dedup();
        self.uses.append(&mut own);
        let number = self.parts.len() as u32;
        let mut needed = needed;
        match needed {
            Needed::Mentioned(id) => match self.definitions.get_mut(id as usize) {
                Some(slot) if *slot == 0 => *slot = number + 1,
                // Of no valid module.
                Some(_) | None => needed = Needed::Always,
            },
            Needed::With(id) => self.annotations.push((id, number)),
            Needed::Always | Needed::By(_) => {}
        }
        self.parts.push(Part { words, uses: first_use..self.uses.len(), needed });
    }

    /// The words that an entry point needs; all of them if there is no such entry point.
    pub fn words_of(&self, entry: &str) -> Vec<u32> {
        let is_it = |part: &Part| matches!(&part.needed, Needed::By(name) if **name == *entry);
        if !self.parts.iter().any(is_it) {
            return self.words.clone();
        }
        let mut needed: Vec<bool> =
            self.parts.iter().map(|part| part.needed == Needed::Always || is_it(part)).collect();
        let mut todo: Vec<u32> = (0..needed.len() as u32).filter(|at| needed[*at as usize]).collect();
        while let Some(at) = todo.pop() {
            let part = &self.parts[at as usize];
            let mut need = |at: u32| {
                if !std::mem::replace(&mut needed[at as usize], true) {
                    todo.push(at);
                }
            };
            let defined = |id: &u32| self.definitions.get(*id as usize).and_then(|at| at.checked_sub(1));
            self.uses[part.uses.clone()].iter().filter_map(defined).for_each(&mut need);
            if let Needed::Mentioned(id) = part.needed {
                self.about(id).for_each(need);
            }
        }
        let kept = self.parts.iter().zip(needed).filter(|(_, is_needed)| *is_needed);
        let mut words = self.words[..HEADER].to_vec();
        kept.for_each(|(part, _)| words.extend_from_slice(&self.words[part.words.clone()]));
        words
    }

    /// The parts that are about an id.
    fn about(&self, id: u32) -> impl Iterator<Item = u32> {
        let start = self.annotations.partition_point(|(own, _)| *own < id);
        self.annotations[start..].iter().take_while(move |(own, _)| *own == id).map(|(_, part)| *part)
    }
}
