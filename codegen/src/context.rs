//! What a whole module shares: result ids, types and constants that exist once, and names.
//!
//! Types and constants are kept as the words of their instructions, without result id; equal words (and equal name and
//! decorations, for structs and arrays) mean the same id. The order in which they are written is decided at the end, by
//! [`crate::module_builder`].

use crate::inst_builder::MAX_WORDS;
use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};
use spirv::{Decoration, Op, StorageClass, Word};
use std::hash::Hasher;
use std::ops::Range;

/// Owns ids, types, constants and names.
#[derive(Debug)]
pub(crate) struct SpirvContext {
    next_id: Word,
    /// The words of all definitions, one behind the other: key words as [`Definition::key`] describes them.
    pool: Vec<Word>,
    definitions: Vec<Definition>,
    unique: HashTable<u32>,
    /// The short definitions that were asked for last.
    recent: Recent,
    /// For each id: the definition with this result, or [`NO_DEFINITION`].
    definition_of: Vec<u32>,
    /// Constants in the order of their creation, but for those that only say how long an array is.
    constants: Vec<u32>,
    names: Names,
    /// Pointers that were handed out before their types were known.
    forward: FxHashSet<Word>,
    /// A definition was too long for an instruction.
    pub(crate) too_long: bool,
    /// Reused for the words of a definition that may be there already.
    scratch: Vec<Word>,
}

const NO_DEFINITION: u32 = u32::MAX;

/// A memory of short definitions without name and decorations: number, vector and pointer types, which are asked for at
/// every instruction.
#[derive(Debug)]
struct Recent {
    slots: [(ShortKey, Word); Self::SLOTS],
}

/// The instruction and its operands, 0 for those that are missing.
type ShortKey = [Word; 3];

impl Recent {
    const SLOTS: usize = 64;

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

/// Types of the core have the numbers from here …
const FIRST_TYPE: u32 = Op::TypeVoid as u32;
/// … to here;
const LAST_TYPE: u32 = Op::TypePipe as u32;
/// and extensions have added these.
const OTHER_TYPES: &[Op] = &[
    Op::TypeAccelerationStructureKHR,
    Op::TypeRayQueryKHR,
    Op::TypeCooperativeMatrixKHR,
    Op::TypeCooperativeMatrixNV,
    Op::TypeUntypedPointerKHR,
    Op::TypeNodePayloadArrayAMDX,
    Op::TypeHitObjectNV,
    Op::TypeCooperativeVectorNV,
    Op::TypeTensorLayoutNV,
    Op::TypeTensorViewNV,
];

/// A type or constant.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The result id.
    pub(crate) id: Word,
    /// Which instruction it is.
    pub(crate) op: Op,
    /// Its operands in the pool, the result type first, without the result id.
    operands: Range<u32>,
    /// Decorations of the type and its members in the pool, as [`Decorations`] has them.
    decorations: Range<u32>,
    /// The name of a type.
    name: Option<Range<u32>>,
    /// The names of a struct's members: member and text.
    member_names: Vec<(u32, Range<u32>)>,
    /// Whether it stands in the list of constants.
    listed: bool,
}

impl Definition {
    /// Whether the instruction has a result type.
    pub(crate) fn is_constant(&self) -> bool {
        !is_type(self.op)
    }
}

/// Whether an instruction makes a type.
pub(crate) fn is_type(op: Op) -> bool {
    matches!(op as u32, FIRST_TYPE..=LAST_TYPE) || OTHER_TYPES.contains(&op)
}

/// Texts, one behind the other, and which id has which.
#[derive(Debug, Default)]
struct Names {
    text: String,
    ranges: Vec<Range<u32>>,
    /// For each id: one more than the number of its range, or 0. Most ids have no name.
    of_id: Vec<u32>,
}

impl Names {
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

    /// Decorates a member as the source asks for it by number.
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

/// A struct type to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StructType<'a> {
    /// The name; types with different names differ.
    pub(crate) name: &'a str,
    /// The members' types.
    pub(crate) members: &'a [Word],
    /// The members' names; empty ones are left out.
    pub(crate) member_names: &'a [&'a str],
    /// Offsets, strides and what else belongs to the type.
    pub(crate) decorations: &'a Decorations,
}

/// The operands of an image type besides the sampled type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageType {
    /// The shape.
    pub(crate) dim: spirv::Dim,
    /// 0: no depth image, 1: one, 2: unknown.
    pub(crate) depth: u32,
    /// Whether it has layers.
    pub(crate) arrayed: bool,
    /// Whether it has samples.
    pub(crate) multisampled: bool,
    /// 1: read through a sampler, 2: read and written without one.
    pub(crate) sampled: u32,
    /// The format of its texels.
    pub(crate) format: spirv::ImageFormat,
}

impl Default for SpirvContext {
    fn default() -> Self {
        Self::new()
    }
}

/// Ids.
impl SpirvContext {
    /// A context without ids.
    pub(crate) fn new() -> Self {
        SpirvContext {
            next_id: 1,
            pool: Vec::new(),
            definitions: Vec::new(),
            unique: HashTable::new(),
            recent: Recent::new(),
            definition_of: Vec::new(),
            constants: Vec::new(),
            names: Names::default(),
            forward: FxHashSet::default(),
            too_long: false,
            scratch: Vec::new(),
        }
    }

    /// An id that nothing else has.
    #[inline]
    pub(crate) fn fresh_id(&mut self) -> Word {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// One more than the highest id.
    pub(crate) fn bound(&self) -> Word {
        self.next_id
    }
}

/// Names.
impl SpirvContext {
    /// Names an id; the last name counts, and an empty one takes the name away.
    pub(crate) fn set_name(&mut self, id: Word, name: &str) {
        let range = self.names.add(name);
        self.names.ranges.push(range);
        let index = id as usize;
        if index >= self.names.of_id.len() {
            self.names.of_id.resize(index + 1, 0);
        }
        self.names.of_id[index] = self.names.ranges.len() as u32;
    }

    /// The name of an id, empty when it has none.
    pub(crate) fn name(&self, id: Word) -> &str {
        let number = self.names.of_id.get(id as usize).and_then(|number| number.checked_sub(1));
        number.map_or("", |number| self.names.text(&self.names.ranges[number as usize]))
    }
}

/// Types.
impl SpirvContext {
    /// `OpTypeVoid`
    pub(crate) fn void(&mut self) -> Word {
        self.define(Op::TypeVoid, &[])
    }

    /// `OpTypeBool`
    pub(crate) fn bool(&mut self) -> Word {
        self.define(Op::TypeBool, &[])
    }

    /// `OpTypeInt`
    pub(crate) fn int_type(&mut self, width: u32, signed: bool) -> Word {
        self.define(Op::TypeInt, &[width, u32::from(signed)])
    }

    /// `OpTypeInt 32 1`
    pub(crate) fn int(&mut self) -> Word {
        self.int_type(32, true)
    }

    /// `OpTypeInt 32 0`
    pub(crate) fn uint(&mut self) -> Word {
        self.int_type(32, false)
    }

    /// `OpTypeFloat`
    pub(crate) fn float_type(&mut self, width: u32) -> Word {
        self.define(Op::TypeFloat, &[width])
    }

    /// `OpTypeFloat 32`
    pub(crate) fn float(&mut self) -> Word {
        self.float_type(32)
    }

    /// `OpTypeVector`, or the element itself for one component.
    pub(crate) fn vector(&mut self, element: Word, count: u32) -> Word {
        if count == 1 { element } else { self.define(Op::TypeVector, &[element, count]) }
    }

    /// `OpTypeMatrix`
    pub(crate) fn matrix(&mut self, column: Word, columns: u32) -> Word {
        self.define(Op::TypeMatrix, &[column, columns])
    }

    /// `OpTypeArray`, with a stride where it lies in memory.
    pub(crate) fn array(&mut self, element: Word, length: u32, stride: Option<u32>) -> Word {
        let length = self.array_length(length);
        self.array_with_length_id(element, length, stride)
    }

    /// `OpTypeArray` whose length is a constant that exists already, such as a specialisation constant.
    pub(crate) fn array_with_length_id(&mut self, element: Word, length: Word, stride: Option<u32>) -> Word {
        self.strided(Op::TypeArray, &[element, length], stride)
    }

    /// `OpTypeRuntimeArray`, with a stride where it lies in memory.
    pub(crate) fn runtime_array(&mut self, element: Word, stride: Option<u32>) -> Word {
        self.strided(Op::TypeRuntimeArray, &[element], stride)
    }

    fn strided(&mut self, op: Op, operands: &[Word], stride: Option<u32>) -> Word {
        let mut decorations = Decorations::new();
        if let Some(stride) = stride {
            decorations.add(Decoration::ArrayStride, &[stride]);
        }
        self.define_with(op, operands, &decorations, "", &[])
    }

    /// `OpTypeStruct`
    pub(crate) fn struct_type(&mut self, ty: &StructType<'_>) -> Word {
        self.define_with(Op::TypeStruct, ty.members, ty.decorations, ty.name, ty.member_names)
    }

    /// `OpTypePointer`
    pub(crate) fn pointer(&mut self, storage: StorageClass, pointee: Word) -> Word {
        self.define(Op::TypePointer, &[storage as u32, pointee])
    }

    /// `OpTypePointer` under an id that was handed out before what it points to was known: types that hold pointers to
    /// themselves.
    pub(crate) fn forward_pointer(&mut self, id: Word, storage: StorageClass, pointee: Word) {
        let operands = [storage as u32, pointee];
        let (index, is_new) = self.find_or_add(Op::TypePointer, &operands, &Decorations::new(), "", &[]);
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

    /// Whether a pointer was handed out before its type was known.
    pub(crate) fn is_forward(&self, id: Word) -> bool {
        self.forward.contains(&id)
    }

    /// `OpTypeFunction`
    pub(crate) fn function_type(&mut self, result: Word, params: &[Word]) -> Word {
        let mut operands = Vec::with_capacity(params.len() + 1);
        operands.push(result);
        operands.extend_from_slice(params);
        self.define(Op::TypeFunction, &operands)
    }

    /// `OpTypeImage` with a name.
    pub(crate) fn image(&mut self, sampled_type: Word, image: ImageType, name: &str) -> Word {
        let operands = [
            sampled_type,
            image.dim as u32,
            image.depth,
            u32::from(image.arrayed),
            u32::from(image.multisampled),
            image.sampled,
            image.format as u32,
        ];
        self.define_with(Op::TypeImage, &operands, &Decorations::new(), name, &[])
    }

    /// `OpTypeSampledImage`
    pub(crate) fn sampled_image(&mut self, image: Word) -> Word {
        self.define_with(Op::TypeSampledImage, &[image], &Decorations::new(), "type.sampled.image", &[])
    }

    /// `OpTypeSampler`
    pub(crate) fn sampler(&mut self) -> Word {
        self.define_with(Op::TypeSampler, &[], &Decorations::new(), "type.sampler", &[])
    }

    /// Any other type: its words without result id, and a name, which may be empty.
    pub(crate) fn other_type(&mut self, op: Op, operands: &[Word], name: &str) -> Word {
        self.define_with(op, operands, &Decorations::new(), name, &[])
    }
}

/// Constants.
impl SpirvContext {
    /// `OpConstantTrue` or `OpConstantFalse`
    pub(crate) fn constant_bool(&mut self, value: bool) -> Word {
        let ty = self.bool();
        self.constant(if value { Op::ConstantTrue } else { Op::ConstantFalse }, ty, &[])
    }

    /// A constant of type `int`.
    pub(crate) fn constant_int(&mut self, value: i32) -> Word {
        let ty = self.int();
        self.constant(Op::Constant, ty, &[value as u32])
    }

    /// A constant of type `uint`.
    pub(crate) fn constant_uint(&mut self, value: u32) -> Word {
        let ty = self.uint();
        self.constant(Op::Constant, ty, &[value])
    }

    /// A constant of type `float`.
    pub(crate) fn constant_float(&mut self, value: f32) -> Word {
        let ty = self.float();
        self.constant(Op::Constant, ty, &[value.to_bits()])
    }

    /// `OpConstant` of any number type: its bits, the low word first.
    pub(crate) fn constant_bits(&mut self, ty: Word, bits: &[Word]) -> Word {
        self.constant(Op::Constant, ty, bits)
    }

    /// `OpConstantComposite`
    pub(crate) fn constant_composite(&mut self, ty: Word, parts: &[Word]) -> Word {
        self.constant(Op::ConstantComposite, ty, parts)
    }

    /// `OpConstantNull`
    pub(crate) fn constant_null(&mut self, ty: Word) -> Word {
        self.constant(Op::ConstantNull, ty, &[])
    }

    /// `OpUndef` in the module's scope.
    pub(crate) fn undef(&mut self, ty: Word) -> Word {
        self.constant(Op::Undef, ty, &[])
    }

    /// A constant that equals no other: `OpSpecConstant` and its kin.
    pub(crate) fn spec_constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let mut words = Vec::with_capacity(operands.len() + 1);
        words.push(ty);
        words.extend_from_slice(operands);
        let index = self.push_definition(op, &words, &Decorations::new(), "", &[]);
        self.list_constant(index);
        self.definitions[index as usize].id
    }

    /// The instruction that made a constant and its operands, the type first; nothing for what is no constant.
    pub(crate) fn constant_of(&self, id: Word) -> Option<(Op, &[Word])> {
        let definition = self.definition(id)?;
        definition.is_constant().then(|| (definition.op, self.operands(definition)))
    }

    /// The instruction that made a type and its operands; nothing for what is no type.
    pub(crate) fn type_of(&self, id: Word) -> Option<(Op, &[Word])> {
        let definition = self.definition(id)?;
        (!definition.is_constant()).then(|| (definition.op, self.operands(definition)))
    }

    fn constant(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.push(ty);
        words.extend_from_slice(operands);
        let (index, _) = self.find_or_add(op, &words, &Decorations::new(), "", &[]);
        self.scratch = words;
        self.list_constant(index);
        self.definitions[index as usize].id
    }

    /// A constant that says how long an array is: it is written in front of the array, wherever that is.
    fn array_length(&mut self, length: u32) -> Word {
        let ty = self.uint();
        let (index, _) = self.find_or_add(Op::Constant, &[ty, length], &Decorations::new(), "", &[]);
        self.definitions[index as usize].id
    }

    fn list_constant(&mut self, index: u32) {
        let listed = &mut self.definitions[index as usize].listed;
        if !*listed {
            *listed = true;
            self.constants.push(index);
        }
    }
}

/// The store of definitions.
impl SpirvContext {
    fn define(&mut self, op: Op, operands: &[Word]) -> Word {
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

    fn define_with(
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

/// What the module is written from.
impl SpirvContext {
    /// The definition that has this result.
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

    /// The name of a type, empty when it has none.
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

/// Whether two runs are equal. They are short, and mostly empty: for these, a call of the library's comparison costs more
/// than the comparison.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_have_equal_ids() {
        let mut ctx = SpirvContext::new();
        let float = ctx.float();
        assert_eq!(ctx.float(), float);
        let plain = ctx.array(float, 4, None);
        assert_ne!(ctx.array(float, 4, Some(16)), plain);
        assert_eq!(ctx.array(float, 4, None), plain);
        assert_eq!(ctx.vector(float, 1), float);
    }

    #[test]
    fn array_lengths_are_no_constants_of_their_own() {
        let mut ctx = SpirvContext::new();
        let float = ctx.float();
        ctx.array(float, 4, None);
        assert_eq!(ctx.constant_ids().count(), 0);
        let four = ctx.constant_uint(4);
        assert_eq!(ctx.constant_ids().collect::<Vec<_>>(), [four]);
    }

    #[test]
    fn structs_differ_by_name_and_decorations() {
        let mut ctx = SpirvContext::new();
        let float = ctx.float();
        let mut offsets = Decorations::new();
        offsets.add_member(0, Decoration::Offset, &[0]);
        let none = Decorations::new();
        let s = StructType { name: "S", members: &[float], member_names: &["x"], decorations: &none };
        let plain = ctx.struct_type(&s);
        assert_eq!(ctx.struct_type(&s), plain);
        let laid_out = ctx.struct_type(&StructType { decorations: &offsets, ..s });
        assert_ne!(laid_out, plain);
        assert_ne!(ctx.struct_type(&StructType { name: "T", ..s }), plain);
        let definition = ctx.definition(laid_out).unwrap();
        let decorations: Vec<_> = ctx.decorations(definition).map(|d| (d.member, d.operands.to_vec())).collect();
        assert_eq!(decorations, [(Some(0), vec![0])]);
    }
}
