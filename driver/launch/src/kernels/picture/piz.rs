//! Blocks of OpenEXR pictures in its compression PIZ: words that are codes of differences, by wavelets over each channel, of
//! numbers in a table of those that there are.
//!
//! It must not know headers of files.

/// The words that may be.
const WORDS: usize = 1 << 16;
/// The symbols of codes: a word, or one that repeats the word before it.
const SYMBOLS: usize = WORDS + 1;
/// The most bits of a code.
const MOST_BITS: usize = 58;

/// A channel of a block: its columns and rows, and the words of a number.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) words: usize,
}

impl Plane {
    fn count(self) -> usize {
        self.width * self.height * self.words
    }
}

/// The bytes of a block, of which the rows are one behind the other and have a part of each channel.
pub(super) fn unpacked(data: &[u8], planes: &[Plane]) -> Option<Vec<u8>> {
    let (first, last) = (usize::from(half(data, 0)?), usize::from(half(data, 2)?));
    let mut at = 4;
    let mut present = vec![0u8; WORDS / 8];
    if first <= last {
        let bytes = data.get(at..at + last - first + 1)?;
        present.get_mut(first..=last)?.copy_from_slice(bytes);
        at += bytes.len();
    }
    let is_there = |word: &u16| *word == 0 || present[usize::from(*word) / 8] >> (word % 8) & 1 == 1;
    let table: Vec<u16> = (0..=u16::MAX).filter(is_there).collect();
    let largest = u16::try_from(table.len() - 1).ok()?;
    let length = u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize;
    let coded = data.get(at + 4..(at + 4).checked_add(length)?)?;
    let count = planes.iter().map(|plane| plane.count()).sum();
    let mut words = decoded(coded, count)?;
    let mut start = 0;
    for plane in planes {
        let own = &mut words[start..start + plane.count()];
        for part in 0..plane.words {
            raise(&mut own[part..], *plane, largest);
        }
        start += own.len();
    }
    words.iter_mut().for_each(|word| *word = table.get(usize::from(*word)).copied().unwrap_or(0));
    Some(in_rows(&words, planes))
}

fn half(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

/// Puts the rows of the channels one behind the other.
fn in_rows(words: &[u16], planes: &[Plane]) -> Vec<u8> {
    let height = planes.first().map_or(0, |plane| plane.height);
    let mut out = Vec::with_capacity(2 * words.len());
    for row in 0..height {
        let mut start = 0;
        for plane in planes {
            let length = plane.width * plane.words;
            let own = &words[start + row * length..][..length];
            out.extend(own.iter().flat_map(|word| word.to_le_bytes()));
            start += plane.count();
        }
    }
    out
}

/// Bits, the most significant first.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
    end: usize,
}

impl<'b> Bits<'b> {
    fn new(bytes: &'b [u8], end: usize) -> Self {
        Bits { bytes, at: 0, end: end.min(8 * bytes.len()) }
    }

    fn bit(&mut self) -> Option<u64> {
        let bit = (self.at < self.end).then(|| u64::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1))?;
        self.at += 1;
        Some(bit)
    }

    fn bits(&mut self, count: u32) -> Option<u64> {
        (0..count).try_fold(0, |all, _| Some(all << 1 | self.bit()?))
    }
}

/// Codes of which those of a length are numbers one after the other, shorter ones above longer ones.
struct Codes {
    /// For each length its first code, and where its symbols begin.
    first: [(u64, usize); MOST_BITS + 2],
    /// The symbols by the lengths of their codes.
    symbols: Vec<u32>,
}

impl Codes {
    fn new(lengths: &[u8]) -> Self {
        let mut counts = [0u64; MOST_BITS + 2];
        lengths.iter().for_each(|length| counts[usize::from(*length)] += 1);
        counts[0] = 0;
        let mut first = [(0, 0); MOST_BITS + 2];
        let (mut code, mut place) = (0, 0);
        for length in 1..=MOST_BITS {
            first[length].1 = place;
            place += counts[length] as usize;
        }
        first[MOST_BITS + 1].1 = place;
        for length in (1..=MOST_BITS).rev() {
            first[length].0 = code;
            code = (code + counts[length]) >> 1;
        }
        let mut next = first.map(|(_, place)| place);
        let mut symbols = vec![0; place];
        for (symbol, length) in (0..).zip(lengths).filter(|(_, length)| **length > 0) {
            let place = &mut next[usize::from(*length)];
            symbols[*place] = symbol;
            *place += 1;
        }
        Codes { first, symbols }
    }

    fn symbol(&self, bits: &mut Bits<'_>) -> Option<u32> {
        let mut code = 0;
        for length in 1..=MOST_BITS {
            code = code << 1 | bits.bit()?;
            let ((first, start), (_, end)) = (self.first[length], self.first[length + 1]);
            let number = code.checked_sub(first).filter(|number| *number < (end - start) as u64);
            if let Some(number) = number {
                return Some(self.symbols[start + number as usize]);
            }
        }
        None
    }
}

/// The lengths of the codes of symbols from the first to the last, and the bytes that say so.
fn lengths(data: &[u8], first: usize, last: usize) -> Option<(Vec<u8>, usize)> {
    let mut all = vec![0u8; SYMBOLS];
    let mut bits = Bits::new(data, usize::MAX);
    let mut symbol = first;
    while symbol <= last {
        let length = bits.bits(6)?;
        let zeros = match length {
            0..=58 => {
                all[symbol] = length as u8;
                symbol += 1;
                continue;
            }
            59..=62 => length - 57,
            _ => bits.bits(8)? + 6,
        };
        symbol += zeros as usize;
    }
    // What is behind the last symbol belongs to none.
    (symbol <= last + 1).then_some((all, bits.at.div_ceil(8)))
}

/// The words of codes.
fn decoded(data: &[u8], count: usize) -> Option<Vec<u16>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let word = |at: usize| Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize);
    let (first, last, length) = (word(0)?, word(4)?, word(12)?);
    if first >= SYMBOLS || last >= SYMBOLS {
        return None;
    }
    let (lengths, taken) = lengths(data.get(20..)?, first, last)?;
    let codes = Codes::new(&lengths);
    let mut bits = Bits::new(data.get(20 + taken..)?, length);
    let mut words: Vec<u16> = Vec::with_capacity(count);
    while words.len() < count {
        let symbol = codes.symbol(&mut bits)?;
        if symbol as usize == last {
            let (repeated, times) = (*words.last()?, bits.bits(8)? as usize);
            if times > count - words.len() {
                return None;
            }
            words.extend(std::iter::repeat_n(repeated, times));
        } else {
            words.push(u16::try_from(symbol).ok()?);
        }
    }
    Some(words)
}

/// Two words of their mean and their difference.
fn pair(mean: u16, difference: u16, is_small: bool) -> (u16, u16) {
    if is_small {
        let (low, high) = (mean.cast_signed(), difference.cast_signed());
        let first = low.wrapping_add(high & 1).wrapping_add(high >> 1);
        return (first.cast_unsigned(), first.wrapping_sub(high).cast_unsigned());
    }
    let second = mean.wrapping_sub(difference >> 1);
    (difference.wrapping_add(second).wrapping_sub(1 << 15), second)
}

/// Undoes the wavelets of a channel's words, of which the largest is given.
fn raise(words: &mut [u16], plane: Plane, largest: u16) {
    let Plane { width, height, words: step } = plane;
    let (line, is_small) = (width * step, largest < 1 << 14);
    let mut set = |one: usize, two: usize| {
        (words[one], words[two]) = pair(words[one], words[two], is_small);
    };
    let least = width.min(height);
    let mut half = if least < 2 { 0 } else { 1 << (least.ilog2() - 1) };
    while half > 0 {
        let whole = 2 * half;
        for y in (0..height / whole * whole).step_by(whole) {
            for x in (0..width / whole * whole).step_by(whole) {
                let [at, right] = [x, x + half].map(|x| y * line + x * step);
                let [below, last] = [at, right].map(|at| at + half * line);
                set(at, below);
                set(right, last);
                set(at, right);
                set(below, last);
            }
            // A column that has no neighbor.
            if width & half != 0 {
                let at = y * line + width / whole * whole * step;
                set(at, at + half * line);
            }
        }
        if height & half != 0 {
            for x in (0..width / whole * whole).step_by(whole) {
                let at = height / whole * whole * line + x * step;
                set(at, at + half * step);
            }
        }
        half /= 2;
    }
}
