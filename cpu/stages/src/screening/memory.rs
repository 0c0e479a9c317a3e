//! Accesses to memory that threads share: what is noted of each, and which ones have no order.

use super::ways::{Step, Target};
use super::writer::Writer;
use super::{Extent, Shadow, refuse};
use crate::error::Result;
use crate::layout::Layouts;
use dialect::spirv::access::Access as _;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{Decoration, MemoryAccess, Op, Scope, StorageClass};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most parts that an access is noted in.
const MOST_PARTS: u64 = 16;

/// A kind of memory, for which barriers order accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Group,
    Buffer,
    Image,
}

/// How a thread accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Read,
    Write,
    Atomic,
}

/// What is done to a variable, and the bytes that no access divides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    class: Class,
    reads: bool,
    writes: bool,
    is_atomic: bool,
    unit: u64,
    /// For memory of a workgroup: its bytes.
    bytes: u64,
}

/// The notes about the accesses to a variable: buffers with a word for each unit, behind a first one that is not used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notes {
    class: Class,
    unit: u64,
    /// The last thread that wrote.
    write: Option<u32>,
    /// The last thread that read, or several of them.
    read: Option<u32>,
    /// The workgroup and phase of the last atomic operation, or a mark that several workgroups made some.
    atomic: Option<u32>,
}

/// Values that are the same for the whole run of a thread.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The number of its workgroup's first moment; each earlier one belongs to an earlier workgroup.
    pub(super) first: u32,
    /// Its own number in each phase.
    pub(super) own: u32,
    /// The numbers of a phase: one for each thread, one for several of them.
    pub(super) phase: u32,
    /// For each class the variable with the number at which the current phase starts.
    pub(super) starts: [u32; 3],
}

/// The class of memory that a storage class names, if threads share and change it.
fn class_of(index: &Index<'_>, target: &Target) -> Option<Class> {
    let is = |class: StorageClass| target.class == class as u32;
    if is(StorageClass::Workgroup) {
        return Some(Class::Group);
    }
    let block = index.def(target.variable).and_then(|variable| index.def(variable.type_id())).map(|ty| ty.id(1));
    let is_storage = || block.is_some_and(|block| index.is_decorated(block, Decoration::BufferBlock));
    (is(StorageClass::StorageBuffer) || is(StorageClass::Uniform) && is_storage()).then_some(Class::Buffer)
}

/// The access that an instruction makes through a pointer.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions access no memory by a pointer")]
pub(super) fn way_of(op: Op) -> Option<Way> {
    Some(match op {
        Op::Load => Way::Read,
        Op::Store => Way::Write,
        op if isa::class(op) == isa::Class::Atomic => Way::Atomic,
        _ => return None,
    })
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Finds what is done to each variable that threads share.
///
/// # Errors
/// When a pointer leads somewhere that is not known.
pub(super) fn uses(index: &Index<'_>, body: Range<usize>) -> Result<BTreeMap<u32, Use>> {
    let (layouts, mut uses, mut atomics) = (Layouts { index }, BTreeMap::new(), FxHashMap::default());
    for inst in &index.insts[body] {
        if let Some(way) = texel_access(inst.op) {
            let Some(variable) = image_variable(index, inst.id(0)) else {
                return refuse(inst, "its image is not a variable");
            };
            note(&mut uses, variable, Use::none(Class::Image, 1, 0), way);
        }
        let Some(way) = way_of(inst.op) else { continue };
        let Some(target) = layouts.target(inst.id(0)) else {
            return refuse(inst, "its pointer leads to what is not known");
        };
        let Some(class) = class_of(index, &target) else { continue };
        let strides = target.steps.iter().map(|step| step.stride);
        let unit = strides.chain([target.offset]).fold(target.bytes, gcd);
        if unit == 0 {
            return refuse(inst, "it accesses an array without an end");
        }
        let is_new = !uses.contains_key(&target.variable);
        let bytes = match class {
            Class::Group if is_new => layouts.target(target.variable).map_or(0, |whole| whole.bytes),
            Class::Group | Class::Buffer | Class::Image => 0,
        };
        note(&mut uses, target.variable, Use::none(class, unit, bytes), way);
        if way == Way::Atomic {
            check_atomic(index, inst, class)?;
            let own = *atomics.entry(target.variable).or_insert(target.bytes);
            if own != target.bytes {
                return refuse(inst, "atomic operations of several sizes share memory");
            }
        }
    }
    Ok(uses)
}

/// Makes sure that the scope of an atomic operation includes all threads that share the memory: others are not ordered.
fn check_atomic(index: &Index<'_>, inst: &Inst, class: Class) -> Result<()> {
    let scope = Layouts { index }.constant(inst.id(1)).and_then(Scope::from_u32);
    let includes_all = match class {
        Class::Group => matches!(scope, Some(Scope::Workgroup | Scope::Device | Scope::QueueFamily)),
        Class::Buffer | Class::Image => matches!(scope, Some(Scope::Device | Scope::QueueFamily)),
    };
    if includes_all { Ok(()) } else { refuse(inst, "its scope does not include all threads") }
}

fn note(uses: &mut BTreeMap<u32, Use>, variable: u32, first: Use, way: Way) {
    let own = uses.entry(variable).or_insert(first);
    own.unit = gcd(own.unit, first.unit);
    match way {
        Way::Read => own.reads = true,
        Way::Write => own.writes = true,
        Way::Atomic => own.is_atomic = true,
    }
}

/// The access that an instruction makes to a texel of a storage image.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions access no texels of storage images")]
pub(super) fn texel_access(op: Op) -> Option<Way> {
    match op {
        Op::ImageRead => Some(Way::Read),
        Op::ImageWrite => Some(Way::Write),
        _ => None,
    }
}

/// The variable that an image was loaded from.
pub(super) fn image_variable(index: &Index<'_>, image: u32) -> Option<u32> {
    let load = index.def(image).filter(|inst| inst.op == Op::Load)?;
    let variable = index.def(load.id(0)).filter(|inst| inst.op == Op::Variable)?;
    Some(variable.result_id())
}

impl Use {
    /// No access yet.
    fn none(class: Class, unit: u64, bytes: u64) -> Self {
        Use { class, reads: false, writes: false, is_atomic: false, unit, bytes }
    }

    /// Returns whether accesses can conflict, or read what was never written.
    fn is_noted(&self) -> bool {
        self.writes || self.is_atomic || self.class == Class::Group
    }
}

/// Declares the notes of variables.
///
/// # Errors
/// When a variable has no binding.
pub(super) fn declare(
    writer: &mut Writer<'_>,
    uses: &BTreeMap<u32, Use>,
    shadows: &mut Vec<Shadow>,
) -> Result<FxHashMap<u32, Notes>> {
    let mut all = FxHashMap::default();
    for (variable, own) in uses.iter().filter(|(_, own)| own.is_noted()) {
        let index = writer.code.index;
        let number = |kind| index.decoration(*variable, kind).map(|one| one.number(0));
        let place = || Some((number(Decoration::DescriptorSet)?, number(Decoration::Binding)?));
        let extent = match (own.class, place()) {
            (Class::Group, _) => Extent::Words(own.bytes / own.unit),
            (Class::Buffer, Some((set, binding))) => Extent::Buffer { set, binding, unit: own.unit as u32 },
            (Class::Image, Some((set, binding))) => Extent::Image { set, binding },
            (Class::Buffer | Class::Image, None) => {
                let Some(inst) = index.def(*variable) else { continue };
                return refuse(inst, "it has no binding");
            }
        };
        let mut buffer = |is_needed: bool| {
            is_needed.then(|| {
                let binding = shadows.len() as u32 + 1;
                shadows.push(Shadow { binding, extent });
                writer.buffer(binding)
            })
        };
        // Memory of a workgroup has no value before it is written, so that writes are noted in any case.
        let write = buffer(own.writes || own.class == Class::Group);
        let read = buffer(own.reads);
        let atomic = buffer(own.is_atomic && (own.reads || own.writes));
        all.insert(*variable, Notes { class: own.class, unit: own.unit, write, read, atomic });
    }
    Ok(all)
}

/// A word of notes: the pointer to it, and its value.
#[derive(Clone, Copy)]
struct Word {
    buffer: u32,
    place: u32,
    value: u32,
}

impl Writer<'_> {
    /// Tests the indices of a chain of its own: those of arrays, vectors and matrices, and those of runtime arrays.
    pub(super) fn indices(&mut self, inst: &Inst) -> Result<()> {
        let layouts = Layouts { index: self.code.index };
        let Some(target) = layouts.target(inst.result_id()) else {
            return refuse(inst, "its pointer leads to what is not known");
        };
        let own: Vec<u32> = inst.ids_from(1).collect();
        let steps = target.steps.iter().rev().take(own.len()).filter(|step| own.contains(&step.index));
        for step in steps.copied().collect::<Vec<_>>() {
            self.offset_in_bytes(step.index);
            match step.count {
                Some(count) => self.index_below(inst, step, count)?,
                None => self.index_in_buffer(inst, step, &target)?,
            }
        }
        Ok(())
    }

    /// Tests the offset in bytes of which an index of words is a quarter.
    fn offset_in_bytes(&mut self, index: u32) {
        let layouts = Layouts { index: self.code.index };
        let shift = self.code.index.def(index).filter(|inst| inst.op == Op::ShiftRightLogical);
        let shift = shift.filter(|inst| layouts.constant(inst.id(1)) == Some(2));
        let Some(shape) = shift.and_then(|inst| self.shape(inst.type_id())) else { return };
        let Some(offset) = shift.map(|inst| inst.id(0)) else { return };
        let (three, zero) = (self.integer(shape, 3), self.integer(shape, 0));
        let rest = self.code.value(Op::BitwiseAnd, shape.component, &[offset, three]);
        let strays = self.truth(Op::INotEqual, rest, zero);
        self.report(strays);
    }

    fn index_below(&mut self, inst: &Inst, step: Step, count: u32) -> Result<()> {
        let layouts = Layouts { index: self.code.index };
        if layouts.constant(step.index).is_some_and(|index| index < count) {
            return Ok(());
        }
        let Some(shape) = self.shape(self.type_of(step.index)) else { return refuse(inst, "an index is not a number") };
        let end = self.integer(shape, count.into());
        let strays = self.truth(Op::UGreaterThanEqual, step.index, end);
        self.report(strays);
        Ok(())
    }

    fn index_in_buffer(&mut self, inst: &Inst, step: Step, target: &Target) -> Result<()> {
        let (Some(member), Some(32)) = (target.runtime, self.width(step.index)) else {
            return refuse(inst, "an index of a buffer has not 32 bits");
        };
        let uint = self.code.uint();
        let length = self.code.value(Op::ArrayLength, uint, &[target.variable, member]);
        let strays = self.truth(Op::UGreaterThanEqual, step.index, length);
        self.report(strays);
        Ok(())
    }

    /// The bits of an integer.
    fn width(&self, id: u32) -> Option<u32> {
        let ty = self.code.index.def(self.type_of(id)).filter(|ty| ty.op == Op::TypeInt)?;
        Some(ty.literal(0))
    }

    /// Notes an access by an instruction to the target of a pointer.
    pub(super) fn access(&mut self, inst: &Inst, way: Way, notes: &FxHashMap<u32, Notes>, frame: &Frame) -> Result<()> {
        let layouts = Layouts { index: self.code.index };
        let Some(target) = layouts.target(inst.id(0)) else {
            return refuse(inst, "its pointer leads to what is not known");
        };
        let Some(own) = notes.get(&target.variable).copied() else { return Ok(()) };
        let parts = target.bytes / own.unit;
        if parts > MOST_PARTS {
            return refuse(inst, "it accesses too many words");
        }
        let mut place = self.code.number(((target.offset / own.unit) as u32).wrapping_add(1));
        for step in target.steps.iter().filter(|step| step.stride > 0) {
            if self.width(step.index) != Some(32) {
                return refuse(inst, "an index has not 32 bits");
            }
            let stride = self.code.number((step.stride / own.unit) as u32);
            let distance = self.uint(Op::IMul, step.index, stride);
            place = self.uint(Op::IAdd, place, distance);
        }
        for part in 0..parts {
            let at = if part == 0 { place } else { self.code.plus(place, part as u32) };
            self.note(way, &own, at, frame);
        }
        Ok(())
    }

    /// Notes an access to a texel by its number.
    pub(super) fn texel(&mut self, way: Way, own: &Notes, number: u32, frame: &Frame) {
        let place = self.code.plus(number, 1);
        self.note(way, own, place, frame);
    }

    /// Reports earlier accesses to a unit without an order, and notes this one.
    fn note(&mut self, way: Way, own: &Notes, place: u32, frame: &Frame) {
        let start = self.code.get(frame.starts[own.class as usize]);
        let me = self.uint(Op::IAdd, start, frame.own);
        let phase = Phase { start, me, class: own.class };
        let words = [own.write, own.read, own.atomic].map(|buffer| buffer.map(|buffer| self.word(buffer, place)));
        let [write, read, atomic] = words;
        match way {
            Way::Read => {
                self.examine(write, phase, frame, own.class == Class::Group);
                self.examine(atomic, phase, frame, false);
                if let Some(read) = read {
                    self.note_reader(read, phase, frame);
                }
            }
            Way::Write => {
                [write, read, atomic].into_iter().for_each(|word| self.examine(word, phase, frame, false));
                if let Some(write) = write {
                    self.note_writer(write, me);
                }
            }
            Way::Atomic => {
                // An operation on memory without a value has no result.
                self.examine(write, phase, frame, own.class == Class::Group);
                self.examine(read, phase, frame, false);
                if let Some(atomic) = atomic {
                    self.note_operation(atomic, phase, frame);
                }
            }
        }
    }

    fn word(&mut self, buffer: u32, place: u32) -> Word {
        let value = self.read_word(buffer, place);
        Word { buffer, place, value }
    }

    /// Loads a word of notes, which other lanes of the vector may have stored in the instruction before.
    fn read_word(&mut self, buffer: u32, place: u32) -> u32 {
        let (uint, pointer) = (self.code.uint(), self.code.word(buffer, place));
        self.code.value(Op::Load, uint, &[pointer, MemoryAccess::VOLATILE.bits()])
    }

    fn write_word(&mut self, buffer: u32, place: u32, value: u32) {
        let pointer = self.code.word(buffer, place);
        self.code.push(Op::Store, &[pointer, value, MemoryAccess::VOLATILE.bits()]);
    }

    /// Reports an earlier access that another thread made, unless a barrier is between; also where there is none, if there
    /// must be one.
    fn examine(&mut self, word: Option<Word>, phase: Phase, frame: &Frame, is_needed: bool) {
        let Some(Word { value, .. }) = word else { return };
        let is_ordered = self.is_ordered(value, phase, frame, is_needed);
        let is_mine = self.truth(Op::IEqual, value, phase.me);
        let fine = self.truth(Op::LogicalOr, is_ordered, is_mine);
        let bool = self.code.bool();
        let strays = self.code.value(Op::LogicalNot, bool, &[fine]);
        self.report(strays);
    }

    /// Returns whether a note is of an earlier phase of this workgroup, or there is none. Memory of a workgroup has no value
    /// that an earlier one gave it.
    fn is_ordered(&mut self, value: u32, phase: Phase, frame: &Frame, is_needed: bool) -> u32 {
        if phase.class == Class::Group && !is_needed {
            return self.truth(Op::ULessThanEqual, value, phase.start);
        }
        let since = self.uint(Op::ISub, value, frame.first);
        let length = self.uint(Op::ISub, phase.start, frame.first);
        // No thread has the first number of a workgroup.
        let one = self.code.number(1);
        let since = self.uint(Op::ISub, since, one);
        let is_earlier = self.truth(Op::ULessThan, since, length);
        if is_needed {
            return is_earlier;
        }
        let zero = self.code.number(0);
        let is_none = self.truth(Op::IEqual, value, zero);
        self.truth(Op::LogicalOr, is_earlier, is_none)
    }

    /// Notes that this thread writes. Where several lanes of a vector do, all but one find another one's number.
    fn note_writer(&mut self, word: Word, me: u32) {
        self.write_word(word.buffer, word.place, me);
        let now = self.read_word(word.buffer, word.place);
        let strays = self.truth(Op::INotEqual, now, me);
        self.report(strays);
    }

    /// Notes that this thread reads, or that several do: in this phase, or in several workgroups.
    fn note_reader(&mut self, word: Word, phase: Phase, frame: &Frame) {
        let (all, mixed) = (self.uint(Op::IAdd, phase.start, frame.phase), self.code.number(u32::MAX));
        let is_ordered = self.is_ordered(word.value, phase, frame, false);
        let is_mine = self.truth(Op::IEqual, word.value, phase.me);
        let is_alone = self.truth(Op::LogicalOr, is_ordered, is_mine);
        let since = self.uint(Op::ISub, word.value, phase.start);
        let is_now = self.truth(Op::ULessThanEqual, since, frame.phase);
        let several = self.select(is_now, all, mixed);
        let new = self.select(is_alone, phase.me, several);
        self.write_word(word.buffer, word.place, new);
        // Lanes that lost their note to another one note that there are several. The others store where it does not matter.
        let now = self.read_word(word.buffer, word.place);
        let is_kept = self.truth(Op::IEqual, now, new);
        let zero = self.code.number(0);
        let place = self.select(is_kept, zero, word.place);
        let all = self.select(is_alone, all, new);
        self.write_word(word.buffer, place, all);
    }

    /// Notes an atomic operation: by any thread of this phase, or of several workgroups.
    fn note_operation(&mut self, word: Word, phase: Phase, frame: &Frame) {
        let (all, mixed) = (self.uint(Op::IAdd, phase.start, frame.phase), self.code.number(u32::MAX));
        let one = self.code.number(1);
        let own = match phase.class {
            Class::Group => all,
            Class::Buffer | Class::Image => {
                // Zero becomes the largest number.
                let before = self.uint(Op::ISub, word.value, one);
                let is_foreign = self.truth(Op::ULessThan, before, frame.first);
                let is_mixed = self.truth(Op::IEqual, word.value, mixed);
                let is_mixed = self.truth(Op::LogicalOr, is_foreign, is_mixed);
                self.select(is_mixed, mixed, all)
            }
        };
        self.write_word(word.buffer, word.place, own);
    }
}

/// The phase of a class of memory in which a thread is.
#[derive(Clone, Copy)]
struct Phase {
    /// The number at which it starts.
    start: u32,
    /// The number of the thread in it.
    me: u32,
    class: Class,
}
