//! Rows of lanes, and writes of the texels that they name: mostly these are rows as well, and are written as such.

use super::args::Fields;
use super::maker::Maker;
use dialect::ir::{BlockId, Successor, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;

/// Rows of fewer lanes are not worth a look.
pub(super) const LEAST_ROW: u32 = 4;
/// The numbers of words in texels that are written by rows.
const COUNTS: [u32; 3] = [1, 2, 4];
const WORD_BYTES: u32 = 4;

/// Texels that lanes name.
pub(super) struct Found {
    /// The distance of each in bytes from the first one of the image.
    pub(super) offset: ValueId,
    /// The lanes that name one.
    pub(super) mask: ValueId,
    /// The number of bytes in a row of the image.
    pub(super) row: ValueId,
}

/// The column and the row of each lane.
pub(super) fn places(m: &mut Maker<'_>) -> [ValueId; 2] {
    let word = m.b.int(32);
    let (counting, last, shift) = (m.b.counting(word, m.lanes), m.int(m.row - 1), m.int(m.row.trailing_zeros()));
    [m.op(Opcode::And, counting, last), m.op(Opcode::LShr, counting, shift)]
}

/// Broadcasts the value of the first lane.
pub(super) fn first_of_all(m: &mut Maker<'_>, vector: ValueId) -> ValueId {
    let first = m.b.component(vector, 0);
    m.all(first)
}

/// The values of the given number of lanes, by the number of that part of a vector.
pub(super) fn part(m: &mut Maker<'_>, vector: ValueId, number: u32, lanes: u32) -> ValueId {
    if lanes == m.lanes {
        return vector;
    }
    let own: Vec<Option<u32>> = (number * lanes..(number + 1) * lanes).map(Some).collect();
    m.b.shuffle(vector, vector, &own)
}

/// Writes the words of texels where all lanes name one and these are in rows as lanes are, and goes on in a block. What follows
/// writes all others.
pub(super) fn write(m: &mut Maker<'_>, fields: &Fields, found: &Found, words: &[ValueId], after: BlockId) {
    if m.row < LEAST_ROW {
        return;
    }
    let (stand, apart) = (m.b.new_block(&[]), m.b.new_block(&[]));
    let mut wanted = first_of_all(m, found.offset);
    for (place, stride) in places(m).into_iter().zip([fields.texel_bytes, found.row]) {
        let stride = m.all(stride);
        let far = m.b.mul(place, stride);
        wanted = m.b.add(wanted, far);
    }
    let follows = m.b.icmp(IntPredicate::Eq, found.offset, wanted);
    let follows = m.op(Opcode::And, follows, found.mask);
    let all = m.b.all(follows);
    m.b.likely(all, Successor::new(stand), Successor::new(apart));
    m.b.block = stand;
    let (i64, offset) = (m.b.int(64), m.b.component(found.offset, 0));
    let (offset, row) = (m.b.cast(Opcode::ZExt, offset, i64), m.b.cast(Opcode::ZExt, found.row, i64));
    let first = m.b.gep(fields.base, offset);
    let blocks = COUNTS.map(|_| m.b.new_block(&[]));
    let successors = std::iter::once(apart).chain(blocks).map(Successor::new).collect();
    m.b.switch(fields.texel_bytes, &COUNTS.map(|count| u64::from(count * WORD_BYTES)), successors);
    for (count, block) in COUNTS.into_iter().zip(blocks) {
        m.b.block = block;
        for number in 0..m.lanes / m.row {
            let parts = words[..count as usize].iter().map(|word| part(m, *word, number, m.row)).collect();
            let texels = interleaved(m, parts);
            let number = m.b.i64(u64::from(number));
            let far = m.b.mul(row, number);
            let address = m.b.gep(first, far);
            m.b.store(texels, address, WORD_BYTES);
        }
        m.b.br(after, &[]);
    }
    m.b.block = apart;
}

/// The components of vectors in turn: of each pair of vectors first, then of pairs of these pairs.
fn interleaved(m: &mut Maker<'_>, mut parts: Vec<ValueId>) -> ValueId {
    let mut size = 1;
    while parts.len() > 1 {
        let length = m.b.lanes(m.b.type_of(parts[0]));
        let taken = |at: u32| {
            let (group, part) = (at / (2 * size), at % (2 * size));
            Some(if part < size { group * size + part } else { length + group * size + part - size })
        };
        let both: Vec<Option<u32>> = (0..2 * length).map(taken).collect();
        parts = parts.chunks(2).map(|pair| m.b.shuffle(pair[0], pair[1], &both)).collect();
        size *= 2;
    }
    parts[0]
}
