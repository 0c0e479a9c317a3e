//! Contiguous elements of a few scalars, one per lane: one wide load and shuffles, or shuffles and one wide store, instead
//! of a gather or a scatter. A run-time condition says whether the elements are contiguous.

use super::memory;
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::place::{Memory, Series};
use dialect::ir::{Successor, TypeId, ValueId};
use dialect::llvm::build::Masks;
use dialect::llvm::ops::Opcode;

/// The limit of scalars in an element; larger ones are gathered and scattered.
const MOST_NUMBERS: u64 = 16;
/// Up to this many scalars one shuffle takes each of them out of its elements, whichever others are accessed.
const FEW_NUMBERS: usize = 4;
/// The limit of scalars in the elements of all lanes.
const MOST_SCALARS: u64 = 512;

/// The elements of all lanes, and the parts of them that are accessed.
pub(super) struct Piece {
    /// The accessed parts, each with the number of its scalar in the element.
    leaves: Vec<(Memory, usize)>,
    /// The number of scalars in an element.
    numbers: usize,
    /// A vector of all of them, as integers.
    ty: TypeId,
    address: ValueId,
    /// The run-time condition that the elements are contiguous.
    holds: ValueId,
    /// True if they are in groupshared memory.
    is_shared: bool,
}

impl Piece {
    /// The elements that these parts belong to, if they may be contiguous.
    pub(super) fn find(lowering: &mut Lowering<'_>, memories: &[Memory]) -> Result<Option<Piece>> {
        let Some(memory) = memories.first() else { return Ok(None) };
        let Some(series) = memory.series.filter(|series| memory.own.is_none() && series.into.is_some()) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        for memory in memories {
            if !leaves(lowering, memory, &mut parts)? {
                return Ok(None);
            }
        }
        let mut sizes = parts.iter().map(|part| lowering.known.layouts.size(part.shape)).collect::<Result<Vec<_>>>()?;
        sizes.dedup();
        let [bytes @ (4 | 8)] = sizes[..] else { return Ok(None) };
        let numbers = series.stride / bytes;
        let place = |part: &Memory| part.series.and_then(|series| series.into).filter(|into| into % bytes == 0);
        let places: Option<Vec<u64>> = parts.iter().map(|part| place(part).map(|into| into / bytes)).collect();
        let fits = |places: &Vec<u64>| places.iter().all(|place| *place < numbers);
        let Some(places) = places.filter(fits) else { return Ok(None) };
        if series.stride % bytes != 0 || !is_worth_while(numbers, places.len(), lowering.width()) {
            return Ok(None);
        }
        let leaves = parts.into_iter().zip(places).map(|(part, place)| (part, place as usize)).collect();
        Ok(Some(Piece::new(lowering, memory, series, leaves, bytes)))
    }

    fn new(
        lowering: &mut Lowering<'_>,
        memory: &Memory,
        series: Series,
        leaves: Vec<(Memory, usize)>,
        bytes: u64,
    ) -> Piece {
        let (lanes, numbers) = (lowering.width(), series.stride / bytes);
        let scalar = lowering.b.int(8 * bytes as u32);
        let ty = lowering.b.module.ctx.vector(scalar, lanes * numbers as u32);
        let start = lowering.moved(series.first, series.into.unwrap_or(0).wrapping_neg());
        let all = series.stride * u64::from(lanes);
        let holds = memory::within(lowering, memory, series.holds, start, all);
        let address = lowering.b.gep(memory.base, start);
        Piece { leaves, numbers: numbers as usize, ty, address, holds, is_shared: memory.limit.is_none() }
    }

    /// Loads all parts. The bytes between them are read as well: they are part of the same buffer.
    pub(super) fn load(self, lowering: &mut Lowering<'_>) -> Result<Vec<ValueId>> {
        let leaves = self.leaves.iter().map(|(leaf, _)| memory::stored_type(lowering, leaf.shape.ty));
        let types = leaves.collect::<Result<Vec<_>>>()?;
        if lowering.b.const_of(self.holds) == Some(1) {
            let values = self.load_together(lowering, &types);
            let leaves = values.into_iter().zip(&self.leaves);
            return leaves.map(|(value, (leaf, _))| memory::as_value(lowering, value, leaf.shape.ty)).collect();
        }
        let (fast, slow) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
        let done = lowering.b.new_block(&types);
        lowering.b.likely(self.holds, Successor::new(fast), Successor::new(slow));
        lowering.b.block = fast;
        let values = self.load_together(lowering, &types);
        lowering.b.br(done, &values);
        lowering.b.block = slow;
        let apart = self.leaves.iter().map(|(leaf, _)| memory::load_apart(lowering, leaf));
        let apart = apart.collect::<Result<Vec<_>>>()?;
        lowering.b.br(done, &apart);
        lowering.b.block = done;
        let values = lowering.b.args(done).to_vec();
        let leaves = values.into_iter().zip(&self.leaves);
        leaves.map(|(value, (leaf, _))| memory::as_value(lowering, value, leaf.shape.ty)).collect()
    }

    fn load_together(&self, lowering: &mut Lowering<'_>, types: &[TypeId]) -> Vec<ValueId> {
        let all = lowering.b.load(self.address, self.ty, 1);
        let numbers = sorted(lowering, all, self.numbers);
        let own = self.leaves.iter().zip(types);
        own.map(|((_, place), ty)| lowering.b.cast(Opcode::Bitcast, numbers[*place], *ty)).collect()
    }

    /// Stores all parts. The bytes between them keep their values.
    pub(super) fn store(self, lowering: &mut Lowering<'_>, values: Vec<ValueId>) -> Result<()> {
        let mut stored = Vec::new();
        for (value, (leaf, _)) in values.into_iter().zip(&self.leaves) {
            let ty = memory::stored_type(lowering, leaf.shape.ty)?;
            stored.push(lowering.b.cast(Opcode::ZExt, value, ty));
        }
        if lowering.b.const_of(self.holds) == Some(1) {
            return self.store_together(lowering, &stored);
        }
        let [fast, slow, done] = [(); 3].map(|()| lowering.b.new_block(&[]));
        lowering.b.likely(self.holds, Successor::new(fast), Successor::new(slow));
        lowering.b.block = fast;
        self.store_together(lowering, &stored)?;
        lowering.b.br(done, &[]);
        lowering.b.block = slow;
        for (value, (leaf, _)) in stored.into_iter().zip(&self.leaves) {
            memory::store_apart(lowering, leaf, value)?;
        }
        lowering.b.br(done, &[]);
        lowering.b.block = done;
        Ok(())
    }

    fn store_together(&self, lowering: &mut Lowering<'_>, values: &[ValueId]) -> Result<()> {
        let (lanes, scalar) = (lowering.width(), lowering.b.module.ctx.scalar_of(self.ty));
        let numbers = lowering.b.module.ctx.vector(scalar, lanes);
        let mut rows = vec![None; self.numbers];
        for (value, (_, place)) in values.iter().zip(&self.leaves) {
            rows[*place] = Some(lowering.b.cast(Opcode::Bitcast, *value, numbers));
        }
        let (mask, none) = (lowering.wide()?.mask, lowering.mask_of(false));
        let is_whole = rows.iter().all(Option::is_some);
        if self.is_shared && self.numbers <= FEW_NUMBERS && !(is_whole && lowering.is_all(mask)) {
            return self.store_over(lowering, rows);
        }
        // The mask of elements takes as many operations as the rest, unless it is known.
        memory::in_two_ways(lowering, mask, |lowering, mask| {
            let are_few = self.numbers <= FEW_NUMBERS && lowering.b.masks() == Masks::Words;
            if mask.is_none() && !is_whole && are_few {
                return self.store_each(lowering, &rows);
            }
            let all = interleaved(lowering, &rows, numbers);
            if mask.is_none() && is_whole {
                lowering.b.store(all, self.address, 1);
                return;
            }
            let active = mask.unwrap_or_else(|| lowering.mask_of(true));
            let [active, none] = [active, none].map(|mask| lowering.b.to_carried(mask));
            let masks: Vec<_> = rows.iter().map(|row| Some(row.map_or(none, |_| active))).collect();
            let masks = interleaved(lowering, &masks, lowering.b.type_of(active));
            let bool = lowering.b.module.ctx.bool();
            let bools = lowering.b.module.ctx.with_scalar(self.ty, bool);
            let mask = lowering.b.from_carried(masks, bools);
            lowering.b.masked_store(all, self.address, 1, mask);
        });
        Ok(())
    }

    /// Stores the numbers of all lanes one by one, with others between them that are not written.
    fn store_each(&self, lowering: &mut Lowering<'_>, rows: &[Option<ValueId>]) {
        for lane in 0..lowering.width() {
            for (place, row) in rows.iter().enumerate() {
                let Some(row) = row else { continue };
                let number = lowering.b.component(*row, lane);
                let bytes = u64::from(lowering.b.width(lowering.b.type_of(number))) / 8;
                let at = u64::from(lane) * self.numbers as u64 + place as u64;
                let address = lowering.b.gep_const(self.address, at * bytes);
                lowering.b.store(number, address, 1);
            }
        }
    }

    /// Stores all numbers, those as they were that are not written: no other thread accesses groupshared memory while a
    /// wave runs, and processors do not forward masked stores to later loads.
    fn store_over(&self, lowering: &mut Lowering<'_>, rows: Vec<Option<ValueId>>) -> Result<()> {
        let mask = lowering.wide()?.mask;
        let mut all = lowering.b.load(self.address, self.ty, 1);
        let scalars = lowering.width() as usize * self.numbers;
        for (place, row) in rows.into_iter().enumerate() {
            let Some(mut row) = row else { continue };
            if !lowering.is_all(mask) {
                let own: Vec<_> = (place..scalars).step_by(self.numbers).map(|at| Some(at as u32)).collect();
                let old = lowering.b.shuffle(all, all, &own);
                row = lowering.b.select(mask, row, old);
            }
            let is_own = |at: usize| at % self.numbers == place;
            let spread: Vec<_> = (0..scalars).map(|at| is_own(at).then_some((at / self.numbers) as u32)).collect();
            let spread = lowering.b.shuffle(row, row, &spread);
            let mixed: Vec<_> =
                (0..scalars).map(|at| Some(if is_own(at) { at } else { scalars + at } as u32)).collect();
            all = lowering.b.shuffle(spread, all, &mixed);
        }
        lowering.b.store(all, self.address, 1);
        Ok(())
    }
}

/// The scalar parts of memory, if they are few.
fn leaves(lowering: &mut Lowering<'_>, memory: &Memory, found: &mut Vec<Memory>) -> Result<bool> {
    let Some(count) = lowering.part_count(memory.shape.ty)? else {
        found.push(*memory);
        return Ok(found.len() as u64 <= MOST_NUMBERS);
    };
    for index in 0..count {
        let part = memory::part_of(lowering, memory, index)?;
        if !leaves(lowering, &part, found)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether shuffles are faster than accesses lane by lane to this many scalars of each element.
fn is_worth_while(numbers: u64, accessed: usize, lanes: u32) -> bool {
    let fits = numbers <= MOST_NUMBERS && numbers * u64::from(lanes) <= MOST_SCALARS;
    match numbers {
        0 | 1 => false,
        _ if numbers <= FEW_NUMBERS as u64 => true,
        _ => fits && 2 * accessed as u64 >= numbers && factors(numbers as usize).is_some(),
    }
}

/// Factors of a number of scalars for which processors have shuffles, if it is a product of such.
fn factors(numbers: usize) -> Option<Vec<usize>> {
    let (mut left, mut found) = (numbers, Vec::new());
    while left > FEW_NUMBERS {
        let factor = [2, 3, 5, 7].into_iter().find(|factor| left.is_multiple_of(*factor))?;
        found.push(factor);
        left /= factor;
    }
    found.push(left);
    Some(found)
}

/// The vectors of the first scalars of all elements, of the second ones, and so on.
fn sorted(lowering: &mut Lowering<'_>, all: ValueId, numbers: usize) -> Vec<ValueId> {
    let mut vectors = vec![all];
    for factor in factors(numbers).unwrap_or_else(|| vec![numbers]) {
        let count = lowering.b.lanes(lowering.b.type_of(vectors[0])) as usize / factor;
        let mut parts = Vec::new();
        for part in 0..factor {
            let picked: Vec<Option<u32>> = (0..count).map(|at| Some((at * factor + part) as u32)).collect();
            parts.extend(vectors.iter().map(|vector| lowering.b.shuffle(*vector, *vector, &picked)));
        }
        vectors = parts;
    }
    vectors
}

/// The inverse of `sorted`: the lanes of vectors of one type in turn. Vectors that are not there leave any values.
fn interleaved(lowering: &mut Lowering<'_>, rows: &[Option<ValueId>], ty: TypeId) -> ValueId {
    let mut vectors = rows.to_vec();
    for factor in factors(rows.len()).unwrap_or_else(|| vec![rows.len()]).into_iter().rev() {
        let count = vectors.len() / factor;
        let each = vectors.iter().flatten().next().map_or(ty, |vector| lowering.b.type_of(*vector));
        let parts = |at: usize| (0..factor).map(|part| vectors[part * count + at]).collect::<Vec<_>>();
        let groups: Vec<_> = (0..count).map(parts).collect();
        vectors = groups
            .into_iter()
            .map(|group| group.iter().any(Option::is_some).then(|| mixed(lowering, &group, each)))
            .collect();
    }
    vectors[0].unwrap_or_else(|| lowering.b.poison(ty))
}

/// The lanes of vectors of one type in turn: the first of each, the second of each, and so on.
fn mixed(lowering: &mut Lowering<'_>, rows: &[Option<ValueId>], ty: TypeId) -> ValueId {
    let (count, lanes) = (rows.len(), lowering.b.lanes(ty) as usize);
    let anything = lowering.b.poison(ty);
    let mut joined: Vec<ValueId> = rows.iter().map(|row| row.unwrap_or(anything)).collect();
    joined.resize(count.next_power_of_two(), anything);
    while joined.len() > 1 {
        let both = lowering.b.lanes(lowering.b.type_of(joined[0])) * 2;
        let all: Vec<Option<u32>> = (0..both).map(Some).collect();
        joined = joined.chunks(2).map(|pair| lowering.b.shuffle(pair[0], pair[1], &all)).collect();
    }
    let places = (0..lanes).flat_map(|lane| (0..count).map(move |row| (row, lane)));
    let places: Vec<_> = places.map(|(row, lane)| rows[row].map(|_| (row * lanes + lane) as u32)).collect();
    lowering.b.shuffle(joined[0], joined[0], &places)
}
