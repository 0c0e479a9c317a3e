//! State of a whole module: result ids, unique types and constants, and names.
//!
//! Types and constants are stored as the words of their instructions, without result id; equal words (and equal name
//! and decorations, for structs and arrays) share an id. [`super::sections`] decides their order in the end.

use super::inst::MAX_WORDS;
use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};
use spirv::{Decoration, Op, Word};
use std::hash::Hasher;
use std::ops::Range;

/// Owns the ids of a module, its types and constants, each of which exists once, and the names.
///
/// [`ModuleBuilder`](crate::ModuleBuilder) and the emitter have one per module. Alone it hands out ids for programs that
/// write instructions with [`InstBuilder`](crate::InstBuilder) themselves.
#[derive(Debug)]
pub struct SpirvContext {
    next_id: Word,
    /// The words of all definitions in sequence: key words as [`Definition::key`] describes them.
    pool: Vec<Word>,
    definitions: Vec<Definition>,
    unique: HashTable<u32>,
    /// The most recent short definitions.
    recent: Recent,
    /// For each id: the definition with this result, or [`NO_DEFINITION`].
    definition_of: Vec<u32>,
    /// Constants in the order of creation, except for array lengths alone.
    constants: Vec<u32>,
    names: Names,
    /// Forward-declared pointers, whose types follow.
    forward: FxHashSet<Word>,
    /// True if a definition was too long for an instruction.
    pub(crate) too_long: bool,
    /// Reused for the words of a definition that may exist already.
    scratch: Vec<Word>,
}

const NO_DEFINITION: u32 = u32::MAX;

/// A cache of short definitions without name and decorations: number, vector and pointer types, which nearly every
/// instruction needs, and numbers, of which debug information has four per line.
#[derive(Debug)]
struct Recent {
    slots: [(ShortKey, Word); Self::SLOTS],
}

/// The instruction and its operands, 0 for missing ones.
type ShortKey = [Word; 3];

/// Initial capacities: ids, words of types, bytes of names.
const USUAL: usize = 256;

impl Recent {
    const SLOTS: usize = 256;

    fn new() -> Self {
        Recent { slots: [([0; 3], 0); Self::SLOTS] }
    }

    fn key(op: Op, operands: &[Word]) -> Option<ShortKey> {
        match *operands {
            [first] => Some([op as u32, first, 0]),
            [first, second] => Some([op as u32, first, second]),
            _ => None,
        }
    }

    fn slot(&mut self, key: ShortKey) -> &mut (ShortKey, Word) {
        let mixed = key[0] ^ key[1].wrapping_mul(7) ^ key[2].wrapping_mul(29);
        &mut self.slots[mixed as usize % Self::SLOTS]
    }
}

/// A type or constant.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The result id.
    pub(crate) id: Word,
    /// The instruction.
    pub(crate) op: Op,
    /// Its operands in the pool, the result type first, without the result id.
    operands: Range<u32>,
    /// Decorations of the type and its members in the pool, as [`Decorations`] has them.
    decorations: Range<u32>,
    /// The name of a type.
    name: Option<Range<u32>>,
    /// The names of a struct's members: member and text.
    member_names: Vec<(u32, Range<u32>)>,
    /// True if it is in the list of constants.
    listed: bool,
}

impl Definition {
    /// Returns whether the instruction has a result type.
    pub(crate) fn is_constant(&self) -> bool {
        !isa::class(self.op).is_type() && self.op != Op::ConstantStringAMDX
    }
}

/// Texts in sequence, and the text of each id.
#[derive(Debug)]
struct Names {
    text: String,
    ranges: Vec<Range<u32>>,
    /// For each id: one more than the number of its range, or 0. Most ids have no name.
    of_id: Vec<u32>,
}

impl Names {
    fn with_room() -> Self {
        Names {
            text: String::with_capacity(USUAL * 4),
            ranges: Vec::with_capacity(USUAL / 4),
            of_id: Vec::with_capacity(USUAL),
        }
    }

    fn add(&mut self, text: &str) -> Range<u32> {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        start..self.text.len() as u32
    }

    fn text(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }
}

/// Decorations that belong to a type, flat: member + 1 (0 for the type itself), decoration, operand count, operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decorations {
    words: Vec<Word>,
}

impl Decorations {
    /// None.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Decorates the type itself.
    pub(crate) fn add(&mut self, decoration: Decoration, operands: &[Word]) {
        self.push(0, decoration, operands);
    }

    /// Decorates a member as the source requires it by number.
    pub(crate) fn add_member_number(&mut self, member: u32, decoration: Word, operands: &[Word]) {
        self.words.extend_from_slice(&[member + 1, decoration, operands.len() as u32]);
        self.words.extend_from_slice(operands);
    }

    /// Decorates a member.
    pub(crate) fn add_member(&mut self, member: u32, decoration: Decoration, operands: &[Word]) {
        self.push(member + 1, decoration, operands);
    }

    fn push(&mut self, target: u32, decoration: Decoration, operands: &[Word]) {
        self.words.extend_from_slice(&[target, decoration as u32, operands.len() as u32]);
        self.words.extend_from_slice(operands);
    }
}

/// A decoration as [`Decorations`] holds it.
pub(crate) struct TypeDecoration<'a> {
    /// The member, or nothing for the type itself.
    pub(crate) member: Option<u32>,
    /// The decoration's number.
    pub(crate) decoration: Word,
    /// Its operands.
    pub(crate) operands: &'a [Word],
}

impl Default for SpirvContext {
    fn default() -> Self {
        Self::new()
    }
}

/// Ids.
impl SpirvContext {
    /// A context without ids.
    pub fn new() -> Self {
        SpirvContext {
            next_id: 1,
            pool: Vec::with_capacity(USUAL),
            definitions: Vec::with_capacity(USUAL / 4),
            unique: HashTable::with_capacity(USUAL / 4),
            recent: Recent::new(),
            definition_of: Vec::with_capacity(USUAL),
            constants: Vec::with_capacity(USUAL / 8),
            names: Names::with_room(),
            forward: FxHashSet::default(),
            too_long: false,
            scratch: Vec::new(),
        }
    }

    /// A fresh id.
    #[inline]
    pub fn fresh_id(&mut self) -> Word {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// The bound: one more than the highest id.
    pub fn bound(&self) -> Word {
        self.next_id
    }
}

/// Names.
impl SpirvContext {
    /// Names an id; the last name wins, and an empty one removes the name.
    pub fn set_name(&mut self, id: Word, name: &str) {
        let range = self.names.add(name);
        self.names.ranges.push(range);
        let index = id as usize;
        if index >= self.names.of_id.len() {
            self.names.of_id.resize(index + 1, 0);
        }
        self.names.of_id[index] = self.names.ranges.len() as u32;
    }

    /// The name of an id, empty if it has none.
    pub fn name(&self, id: Word) -> &str {
        let number = self.names.of_id.get(id as usize).and_then(|number| number.checked_sub(1));
        number.map_or("", |number| self.names.text(&self.names.ranges[number as usize]))
    }
}

/// The store of definitions.
impl SpirvContext {
    /// Defines a pointer type under an id that was forward-declared.
    pub(super) fn define_forward(&mut self, id: Word, operands: &[Word]) {
        let (index, is_new) = self.find_or_add(Op::TypePointer, operands, &Decorations::new(), "", &[]);
        if is_new {
            let definition = &mut self.definitions[index as usize];
            let old = std::mem::replace(&mut definition.id, id);
            self.definition_of[old as usize] = NO_DEFINITION;
            if id as usize >= self.definition_of.len() {
                self.definition_of.resize(id as usize + 1, NO_DEFINITION);
            }
            self.definition_of[id as usize] = index;
            self.forward.insert(id);
        }
    }

    /// Returns whether a pointer was forward-declared.
    pub(crate) fn is_forward(&self, id: Word) -> bool {
        self.forward.contains(&id)
    }

    /// A constant that is never merged with others.
    pub(super) fn constant_apart(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let mut words = Vec::with_capacity(operands.len() + 1);
        words.push(ty);
        words.extend_from_slice(operands);
        let index = self.push_definition(op, &words, &Decorations::new(), "", &[]);
        self.list_constant(index);
        self.definitions[index as usize].id
    }

    /// A constant without a type that is never merged with others.
    pub(super) fn constant_apart_untyped(&mut self, op: Op, operands: &[Word]) -> Word {
        let index = self.push_definition(op, operands, &Decorations::new(), "", &[]);
        self.list_constant(index);
        self.definitions[index as usize].id
    }

    /// A type that is never merged with others.
    pub(super) fn define_apart(&mut self, op: Op, operands: &[Word]) -> Word {
        let index = self.push_definition(op, operands, &Decorations::new(), "", &[]);
        self.definitions[index as usize].id
    }

    /// The instruction that made a constant and its operands, the type first; `None` if it is not a constant.
    pub fn constant_of(&self, id: Word) -> Option<(Op, &[Word])> {
        let definition = self.definition(id)?;
        definition.is_constant().then(|| (definition.op, self.operands(definition)))
    }

    /// The instruction that made a type and its operands; `None` if it is not a type.
    pub fn type_of(&self, id: Word) -> Option<(Op, &[Word])> {
        let definition = self.definition(id)?;
        (!definition.is_constant()).then(|| (definition.op, self.operands(definition)))
    }

    /// Returns whether a type is another one, or contains it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn reaches(&self, ty: Word, wanted: Word) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if ty == wanted {
                return true;
            }
            let Some((op, operands)) = self.type_of(ty).filter(|_| seen.insert(ty)) else { continue };
            match op {
                Op::TypePointer => stack.push(operands[1]),
                Op::TypeArray | Op::TypeRuntimeArray | Op::TypeVector | Op::TypeMatrix => stack.push(operands[0]),
                Op::TypeImage | Op::TypeSampledImage => stack.push(operands[0]),
                Op::TypeStruct => stack.extend_from_slice(operands),
                _ => {}
            }
        }
        false
    }

    /// A constant, merged with equal ones.
    pub(super) fn constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let &[bits] = operands else { return self.find_constant(op, ty, operands) };
        let key = [op as u32, ty, bits];
        let &mut (known, id) = self.recent.slot(key);
        if known == key {
            return id;
        }
        let id = self.find_constant(op, ty, operands);
        *self.recent.slot(key) = (key, id);
        id
    }

    fn find_constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.push(ty);
        words.extend_from_slice(operands);
        let (index, _) = self.find_or_add(op, &words, &Decorations::new(), "", &[]);
        self.scratch = words;
        self.list_constant(index);
        self.definitions[index as usize].id
    }

    /// A constant for an array length: it is emitted before the array, wherever that is.
    pub(super) fn array_length(&mut self, uint: Word, length: u32) -> Word {
        let (index, _) = self.find_or_add(Op::Constant, &[uint, length], &Decorations::new(), "", &[]);
        self.definitions[index as usize].id
    }

    fn list_constant(&mut self, index: u32) {
        let listed = &mut self.definitions[index as usize].listed;
        if !*listed {
            *listed = true;
            self.constants.push(index);
        }
    }

    /// A type without name and decorations.
    pub(super) fn define(&mut self, op: Op, operands: &[Word]) -> Word {
        let Some(key) = Recent::key(op, operands) else {
            return self.define_with(op, operands, &Decorations::new(), "", &[]);
        };
        let &mut (known, id) = self.recent.slot(key);
        if known == key {
            return id;
        }
        let id = self.define_with(op, operands, &Decorations::new(), "", &[]);
        *self.recent.slot(key) = (key, id);
        id
    }

    /// A type with a name and decorations, either of which may be empty.
    pub(super) fn define_with(
        &mut self,
        op: Op,
        operands: &[Word],
        decorations: &Decorations,
        name: &str,
        member_names: &[&str],
    ) -> Word {
        let (index, _) = self.find_or_add(op, operands, decorations, name, member_names);
        self.definitions[index as usize].id
    }

    /// The definition with these words, and whether it is new.
    fn find_or_add(
        &mut self,
        op: Op,
        operands: &[Word],
        decorations: &Decorations,
        name: &str,
        member_names: &[&str],
    ) -> (u32, bool) {
        let hash = hash(op, operands, &decorations.words, name);
        let same = |&index: &u32| {
            let definition = &self.definitions[index as usize];
            definition.op == op
                && equal(self.operands(definition), operands)
                && equal(self.decoration_words(definition), &decorations.words)
                && equal(self.definition_name(definition).as_bytes(), name.as_bytes())
        };
        if let Some(&index) = self.unique.find(hash, same) {
            return (index, false);
        }
        let index = self.push_definition(op, operands, decorations, name, member_names);
        let rehash = |&index: &u32| {
            let definition = &self.definitions[index as usize];
            let operands = &self.pool[to_usize(&definition.operands)];
            let decorations = &self.pool[to_usize(&definition.decorations)];
            let name = definition.name.as_ref().map_or("", |range| self.names.text(range));
            self::hash(definition.op, operands, decorations, name)
        };
        self.unique.insert_unique(hash, index, rehash);
        (index, true)
    }

    fn push_definition(
        &mut self,
        op: Op,
        operands: &[Word],
        decorations: &Decorations,
        name: &str,
        member_names: &[&str],
    ) -> u32 {
        self.too_long |= operands.len() + 2 > MAX_WORDS;
        let id = self.fresh_id();
        let index = self.definitions.len() as u32;
        let operands = self.add_words(operands);
        let decorations = self.add_words(&decorations.words);
        let name = (!name.is_empty()).then(|| self.names.add(name));
        let member_names = (0..).zip(member_names).filter(|(_, name)| !name.is_empty());
        let member_names = member_names.map(|(member, name)| (member, self.names.add(name))).collect();
        self.definitions.push(Definition { id, op, operands, decorations, name, member_names, listed: false });
        if id as usize >= self.definition_of.len() {
            self.definition_of.resize(id as usize + 1, NO_DEFINITION);
        }
        self.definition_of[id as usize] = index;
        index
    }

    fn add_words(&mut self, words: &[Word]) -> Range<u32> {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(words);
        start..self.pool.len() as u32
    }
}

/// The sections of the module.
impl SpirvContext {
    /// The number of words in the operands and decorations of all definitions.
    pub(super) fn words(&self) -> usize {
        self.pool.len()
    }

    /// The definition with this result id.
    pub(crate) fn definition(&self, id: Word) -> Option<&Definition> {
        let index = *self.definition_of.get(id as usize)?;
        self.definitions.get(index as usize)
    }

    /// The results of the constants in the order of their creation.
    pub(crate) fn constant_ids(&self) -> impl Iterator<Item = Word> {
        self.constants.iter().map(|&index| self.definitions[index as usize].id)
    }

    /// The operands of a definition, the result type first.
    pub(crate) fn operands(&self, definition: &Definition) -> &[Word] {
        &self.pool[to_usize(&definition.operands)]
    }

    /// The name of a type, empty if it has none.
    pub(crate) fn definition_name(&self, definition: &Definition) -> &str {
        definition.name.as_ref().map_or("", |range| self.names.text(range))
    }

    /// The names of a struct's members.
    pub(crate) fn member_names<'a>(&'a self, definition: &'a Definition) -> impl Iterator<Item = (u32, &'a str)> {
        definition.member_names.iter().map(|(member, range)| (*member, self.names.text(range)))
    }

    fn decoration_words(&self, definition: &Definition) -> &[Word] {
        &self.pool[to_usize(&definition.decorations)]
    }

    /// The decorations of a type and its members.
    pub(crate) fn decorations<'a>(&'a self, definition: &Definition) -> impl Iterator<Item = TypeDecoration<'a>> {
        let mut rest = self.decoration_words(definition);
        std::iter::from_fn(move || {
            let [target, decoration, count, after @ ..] = rest else { return None };
            let (operands, after) = after.split_at(*count as usize);
            rest = after;
            Some(TypeDecoration { member: target.checked_sub(1), decoration: *decoration, operands })
        })
    }
}

fn to_usize(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Compares two slices. They are short, and mostly empty: for these, calling the library's comparison costs more than
/// the comparison.
#[inline]
fn equal<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

fn hash(op: Op, operands: &[Word], decorations: &[Word], name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(op as u32);
    for &word in operands.iter().chain(decorations) {
        hasher.write_u32(word);
    }
    hasher.write(name.as_bytes());
    hasher.finish()
}
