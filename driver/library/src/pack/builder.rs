//! The writer of packs.

use super::layout::{
    ABSENT, DENSE, HEADER, MAGIC, MODULE, SHADER, SORTED, SORTED_ENTRY, SWITCH, TABLES_DIGEST, VERSION,
};
use super::{PackError, Shader, tables_digest};
use crate::files::outputs;
use base::ids::{Map, Set};
use base::sha256::Sha256;
use frontend::fingerprint::Fingerprint;

/// A dense index takes no more than this many words for each line.
const DENSE_WORDS: u64 = 4;

/// The modules of permutations so far.
#[derive(Debug, Default)]
pub struct PackBuilder {
    shaders: Map<[String; 3], Lines>,
    /// Distinct modules, by keys of their words.
    modules: Map<Fingerprint, Vec<u32>>,
}

/// The lines of a shader.
#[derive(Debug, Default)]
struct Lines {
    /// The values of each macro; `None` where it is not defined.
    macros: Map<String, Set<Option<String>>>,
    /// By the number of the value of each macro, as far as there are, in few bytes: the module.
    lines: Map<Box<[u8]>, u32>,
}

impl PackBuilder {
    /// Adds a permutation of a shader, by its definitions of macros. Returns whether there was another module for them.
    pub fn add(&mut self, shader: &Shader<'_>, definitions: &[(&str, &str)], words: &[u32]) -> bool {
        let modules = self.modules.entry(Fingerprint::of_words(words));
        let module = modules.index() as u32;
        modules.or_insert_with(|| words.to_vec());
        let name = [shader.input, shader.profile, shader.entry].map(str::to_owned);
        let lines = self.shaders.entry(name).or_default();
        let mut values = Vec::new();
        for (name, value) in definitions {
            let entry = lines.macros.entry((*name).to_owned());
            let number = entry.index();
            let (value, _) =
                entry.or_insert_with(|| [None].into_iter().collect()).insert_full(Some((*value).to_owned()));
            if values.len() <= number {
                values.resize(number + 1, 0);
            }
            values[number] = value as u32;
        }
        lines.lines.insert(in_few_bytes(&values), module).is_some_and(|before| before != module)
    }

    /// The pack.
    ///
    /// # Errors
    /// When there are more combinations of definitions than keys, or tables of more than 4 GiB.
    pub fn finish(self) -> Result<Vec<u8>, PackError> {
        let mut strings = Strings::default();
        let mut tables = Vec::new();
        let shaders_at = HEADER;
        let start = HEADER + self.shaders.len() * SHADER;
        let mut records = Vec::new();
        for (name, lines) in &self.shaders {
            let texts = name.each_ref().map(|text| strings.add(text));
            let switches_at = start + tables.len();
            let (switches, index_kind, index) = lines.tables(name, switches_at, &mut strings)?;
            let index_at = switches_at + switches.len();
            let entries = if index_kind == DENSE { index.len() / 4 } else { index.len() / SORTED_ENTRY };
            records.extend(texts);
            for number in [lines.macros.len(), switches_at, index_kind as usize, index_at, entries] {
                records.push(word(number)?);
            }
            tables.extend(switches);
            tables.extend(index);
        }
        let modules_at = start + tables.len();
        let strings_at = modules_at + self.modules.len() * MODULE;
        let mut modules_start = (strings_at + strings.text.len()).next_multiple_of(8) as u64;
        let modules: Vec<Vec<u8>> = self.modules.values().map(|words| outputs::bytes(words)).collect();
        let total = modules.iter().fold(modules_start, |at, module| at + module.len() as u64);
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        out.extend(total.to_le_bytes());
        let counts = [self.shaders.len(), shaders_at, modules.len(), modules_at, strings_at, strings.text.len(), 0, 0];
        for number in counts {
            out.extend(word(number)?.to_le_bytes());
        }
        out.extend(records.iter().flat_map(|record| record.to_le_bytes()));
        out.extend(tables);
        for module in &modules {
            out.extend(modules_start.to_le_bytes());
            out.extend([word(module.len())?, 0].map(u32::to_le_bytes).as_flattened());
            out.extend(Sha256::of(module).0);
            modules_start += module.len() as u64;
        }
        out.extend(strings.text);
        let digest = tables_digest(&out);
        out[TABLES_DIGEST..HEADER].copy_from_slice(&digest);
        out.resize(out.len().next_multiple_of(8), 0);
        out.extend(modules.into_iter().flatten());
        Ok(out)
    }
}

/// Numbers in groups of seven bits, as few as each takes, the lowest first: there may be a million lines.
fn in_few_bytes(numbers: &[u32]) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let mut rest = number;
        while rest > 0x7F {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes.into()
}

/// The numbers in such bytes.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let of = |group: &[u8]| group.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 0x7F));
    bytes.split_inclusive(|byte| byte & 0x80 == 0).map(of)
}

impl Lines {
    /// The tables of switches and values, the kind of the index, and the index.
    fn tables(
        &self,
        name: &[String; 3],
        at: usize,
        strings: &mut Strings,
    ) -> Result<(Vec<u8>, u32, Vec<u8>), PackError> {
        let counts: Vec<u64> = self.macros.values().map(|values| values.len() as u64).collect();
        let keys = counts.iter().try_fold(1u64, |all, count| all.checked_mul(*count));
        let keys = keys
            .ok_or_else(|| PackError::new(format!("the macros of '{}' have more than 2^64 combinations", name[0])))?;
        let mut switches = Vec::new();
        let mut values_at = at + self.macros.len() * SWITCH;
        for (name, values) in &self.macros {
            switches.extend([strings.add(name), word(values.len())?, word(values_at)?]);
            values_at += values.len() * 4;
        }
        for value in self.macros.values().flatten() {
            switches.push(value.as_ref().map_or(ABSENT, |value| strings.add(value)));
        }
        let key = |values: &[u8]| {
            let mut digits = numbers(values);
            counts.iter().fold(0, |key, count| key * count + u64::from(digits.next().unwrap_or(0)))
        };
        let mut lines: Vec<(u64, u32)> = self.lines.iter().map(|(values, module)| (key(values), *module)).collect();
        lines.sort_unstable();
        let switches: Vec<u8> = switches.into_iter().flat_map(u32::to_le_bytes).collect();
        if keys <= DENSE_WORDS * lines.len() as u64 {
            let mut index = vec![ABSENT; keys as usize];
            lines.iter().for_each(|(key, module)| index[*key as usize] = *module);
            return Ok((switches, DENSE, index.into_iter().flat_map(u32::to_le_bytes).collect()));
        }
        let entry = |(key, module): &(u64, u32)| [*key as u32, (*key >> 32) as u32, *module, 0];
        Ok((switches, SORTED, lines.iter().flat_map(entry).flat_map(u32::to_le_bytes).collect()))
    }
}

/// A place or a number of a table.
fn word(number: usize) -> Result<u32, PackError> {
    u32::try_from(number).map_err(|_| PackError::new("the tables of the pack take more than 4 GiB"))
}

/// Texts, each once.
#[derive(Debug, Default)]
struct Strings {
    text: Vec<u8>,
    known: Map<String, u32>,
}

impl Strings {
    fn add(&mut self, text: &str) -> u32 {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let at = self.text.len() as u32;
        // A zero would end it.
        self.text.extend(text.bytes().filter(|byte| *byte != 0));
        self.text.push(0);
        self.known.insert(text.to_owned(), at);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_few_bytes_are_the_same_numbers() {
        let all = [0, 1, 127, 128, 0, 300, 16_383, 16_384, u32::MAX, 5];
        let bytes = in_few_bytes(&all);
        assert_eq!((bytes.len(), numbers(&bytes).collect::<Vec<_>>()), (19, all.to_vec()));
        assert_eq!(in_few_bytes(&[1; 20]).len(), 20);
    }
}
