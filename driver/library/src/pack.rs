//! Packs: one file with the distinct modules of many permutations, and an index from definitions of macros to modules.
//!
//! ```
//! # extern crate hlsl2spirv_library as hlsl2spirv;
//! use hlsl2spirv::pack::{Pack, PackBuilder, Shader};
//!
//! let shader = Shader { input: "lit.hlsl", profile: "ps_6_0", entry: "main" };
//! let mut builder = PackBuilder::default();
//! builder.add(&shader, &[("FOG", "1")], &[1, 2, 3]);
//! builder.add(&shader, &[], &[4, 5]);
//! let bytes = builder.finish()?;
//!
//! let pack = Pack::read(&bytes)?;
//! assert_eq!(pack.find(&shader, &[("FOG", "1")]), Some([1u32, 2, 3].map(u32::to_le_bytes).as_flattened()));
//! assert_eq!(pack.find(&shader, &[("FOG", "2")]), None);
//! # Ok::<(), hlsl2spirv::pack::PackError>(())
//! ```
//!
//! The format is little-endian and read in place; docs/batch.md describes it, and `embed/capi/include/hspv.h` reads it in C.
//! Must not know how modules are made.

mod builder;
mod layout;

pub use builder::PackBuilder;

use base::sha256::Sha256;
use layout::{ABSENT, DENSE, HEADER, MAGIC, MODULE, SHADER, SORTED, SORTED_ENTRY, SWITCH, TABLES_DIGEST, VERSION};
use std::fmt;

/// The name of a shader in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shader<'a> {
    /// The file, as the command line names it.
    pub input: &'a str,
    /// Stage and shader model.
    pub profile: &'a str,
    /// The entry point.
    pub entry: &'a str,
}

/// A pack that was read: all of its tables are sound.
#[derive(Clone, Copy, Debug)]
pub struct Pack<'a> {
    bytes: &'a [u8],
}

/// The reason why a pack cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    message: String,
}

impl PackError {
    fn new(message: impl Into<String>) -> Self {
        PackError { message: message.into() }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PackError {}

/// The first bytes of the SHA-256 of header and tables, which the header ends with.
fn tables_digest(bytes: &[u8]) -> [u8; HEADER - TABLES_DIGEST] {
    let Sha256(digest) = Sha256::of(&[&bytes[..TABLES_DIGEST], &bytes[HEADER..]].concat());
    std::array::from_fn(|at| digest[at])
}

/// A shader's tables.
struct Tables<'a> {
    name: Shader<'a>,
    switches: u32,
    switches_at: u32,
    kind: u32,
    index_at: u32,
    entries: u32,
}

impl<'a> Pack<'a> {
    /// A pack in memory, such as a mapped file. All tables are checked, modules are not.
    ///
    /// # Errors
    /// When it is not a pack of this version, or damaged.
    pub fn read(bytes: &'a [u8]) -> Result<Self, PackError> {
        let pack = Pack { bytes };
        if bytes.get(..4) != Some(MAGIC.as_slice()) {
            return Err(PackError::new("not a pack"));
        }
        match pack.word(4) {
            Some(VERSION) => {}
            Some(other) => return Err(PackError::new(format!("version {other} of packs is unknown"))),
            None => return Err(PackError::new("the pack is damaged")),
        }
        pack.check().map(|()| pack).ok_or_else(|| PackError::new("the pack is damaged"))
    }

    /// The number of distinct modules.
    pub fn modules(&self) -> usize {
        self.at(24) as usize
    }

    /// A module by its number, as bytes.
    pub fn module(&self, number: usize) -> Option<&'a [u8]> {
        let at = (number < self.modules()).then(|| self.at(28) as usize + number * MODULE)?;
        let offset = usize::try_from(self.long(at)?).ok()?;
        self.bytes.get(offset..offset.checked_add(self.word(at + 8)? as usize)?)
    }

    /// Checks that tables and modules are those that were written.
    ///
    /// # Errors
    /// When they are not.
    pub fn verify(&self) -> Result<(), PackError> {
        let end = self.at(32) as usize + self.at(36) as usize;
        if self.bytes.get(TABLES_DIGEST..HEADER) != Some(tables_digest(&self.bytes[..end]).as_slice()) {
            return Err(PackError::new("the tables of the pack are damaged"));
        }
        match (0..self.modules()).find(|number| !self.is_sound(*number)) {
            Some(number) => Err(PackError::new(format!("module {number} is damaged"))),
            None => Ok(()),
        }
    }

    fn is_sound(&self, number: usize) -> bool {
        let at = self.at(28) as usize + number * MODULE + 16;
        let digest = self.module(number).map(|module| Sha256::of(module).0);
        digest.is_some_and(|digest| self.bytes.get(at..at + 32) == Some(digest.as_slice()))
    }

    /// The names of all shaders.
    pub fn shaders(&self) -> impl Iterator<Item = Shader<'a>> + '_ {
        (0..self.at(16)).filter_map(|number| Some(self.tables(number)?.name))
    }

    /// The module of a shader with these definitions and no other ones, as bytes.
    pub fn find(&self, shader: &Shader<'_>, definitions: &[(&str, &str)]) -> Option<&'a [u8]> {
        self.module(self.number(shader, definitions)? as usize)
    }

    /// The number of the module of a shader with these definitions and no other ones.
    pub fn number(&self, shader: &Shader<'_>, definitions: &[(&str, &str)]) -> Option<u32> {
        let mut all = (0..self.at(16)).filter_map(|number| self.tables(number));
        let tables = all.find(|tables| tables.name == *shader)?;
        let (mut key, mut used) = (0u64, 0);
        for number in 0..tables.switches {
            let at = tables.switches_at as usize + number as usize * SWITCH;
            let name = self.text(self.word(at)?)?;
            let value = definitions.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            used += usize::from(value.is_some());
            let (count, values_at) = (self.word(at + 4)?, self.word(at + 8)? as usize);
            let is_value = |number: &u32| {
                let text = self.word(values_at + *number as usize * 4).filter(|text| *text != ABSENT);
                text.and_then(|text| self.text(text)) == value
            };
            let digit = (0..count).find(is_value)?;
            key = key.checked_mul(u64::from(count))?.checked_add(u64::from(digit))?;
        }
        // Each definition has to be one that lines have; a name that is given twice is not.
        (used == definitions.len()).then(|| self.entry(&tables, key)).flatten()
    }

    /// The number of the module with a key.
    fn entry(&self, tables: &Tables<'_>, key: u64) -> Option<u32> {
        let start = tables.index_at as usize;
        if tables.kind == DENSE {
            let number = u32::try_from(key).ok().filter(|key| *key < tables.entries)?;
            return self.word(start + number as usize * 4).filter(|module| *module != ABSENT);
        }
        let (mut low, mut high) = (0, tables.entries as usize);
        while low < high {
            let middle = low + (high - low) / 2;
            let at = start + middle * SORTED_ENTRY;
            match self.long(at)?.cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.word(at + 8),
            }
        }
        None
    }

    fn tables(&self, number: u32) -> Option<Tables<'a>> {
        let at = self.at(20) as usize + number as usize * SHADER;
        let text = |at: usize| self.text(self.word(at)?);
        let name = Shader { input: text(at)?, profile: text(at + 4)?, entry: text(at + 8)? };
        let [switches, switches_at, kind, index_at, entries] = [12, 16, 20, 24, 28].map(|part| self.word(at + part));
        Some(Tables {
            name,
            switches: switches?,
            switches_at: switches_at?,
            kind: kind?,
            index_at: index_at?,
            entries: entries?,
        })
    }

    /// `None` if a table leads nowhere.
    fn check(&self) -> Option<()> {
        let is_whole = self.bytes.len() >= HEADER && self.long(8)? == self.bytes.len() as u64;
        is_whole.then_some(())?;
        self.table(self.at(20), self.at(16), SHADER)?;
        self.table(self.at(28), self.at(24), MODULE)?;
        let strings = self.table(self.at(32), self.at(36), 1)?;
        (self.at(36) == 0 || strings.last() == Some(&0)).then_some(())?;
        std::str::from_utf8(strings).ok()?;
        for number in 0..self.modules() {
            let module = self.module(number)?;
            let at = self.long(self.at(28) as usize + number * MODULE)?;
            (at % 4 == 0 && module.len() % 4 == 0).then_some(())?;
        }
        (0..self.at(16)).try_for_each(|number| self.check_shader(&self.tables(number)?))
    }

    fn check_shader(&self, tables: &Tables<'_>) -> Option<()> {
        self.table(tables.switches_at, tables.switches, SWITCH)?;
        for number in 0..tables.switches {
            let at = tables.switches_at as usize + number as usize * SWITCH;
            self.text(self.word(at)?)?;
            let (count, values) = (self.word(at + 4)?, self.word(at + 8)?);
            self.table(values, count, 4)?;
            for value in 0..count {
                let text = self.word(values as usize + value as usize * 4)?;
                (text == ABSENT || self.text(text).is_some()).then_some(())?;
            }
        }
        let is_module = |module: u32| (module as usize) < self.modules();
        match tables.kind {
            DENSE => {
                let index = self.table(tables.index_at, tables.entries, 4)?;
                let modules = index.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
                modules.into_iter().all(|module| module == ABSENT || is_module(module)).then_some(())
            }
            SORTED => {
                self.table(tables.index_at, tables.entries, SORTED_ENTRY)?;
                let mut before = None;
                for entry in 0..tables.entries as usize {
                    let at = tables.index_at as usize + entry * SORTED_ENTRY;
                    let key = self.long(at)?;
                    (before.is_none_or(|before| before < key) && is_module(self.word(at + 8)?)).then_some(())?;
                    before = Some(key);
                }
                Some(())
            }
            _ => None,
        }
    }

    /// The bytes of a table.
    fn table(&self, offset: u32, count: u32, size: usize) -> Option<&'a [u8]> {
        let end = (count as usize).checked_mul(size)?.checked_add(offset as usize)?;
        self.bytes.get(offset as usize..end)
    }

    /// A word of the header.
    fn at(&self, offset: usize) -> u32 {
        self.word(offset).unwrap_or(0)
    }

    fn word(&self, offset: usize) -> Option<u32> {
        let bytes = self.bytes.get(offset..offset.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn long(&self, offset: usize) -> Option<u64> {
        let bytes = self.bytes.get(offset..offset.checked_add(8)?)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// A text, which ends with a zero.
    fn text(&self, offset: u32) -> Option<&'a str> {
        let strings = self.table(self.at(32), self.at(36), 1)?;
        let rest = strings.get(offset as usize..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }
}
