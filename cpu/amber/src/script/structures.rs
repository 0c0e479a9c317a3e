//! Acceleration structures.

use super::{Reader, Result, Sort};
use crate::tree::{Statement, Word};
use crate::types::Value;

/// A bottom-level acceleration structure.
#[derive(Clone, Debug)]
pub struct Bottom {
    /// Its geometries.
    pub geometries: Vec<Geometry>,
    /// The line in the script.
    pub line: u32,
}

/// A geometry.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Its primitives.
    pub primitives: Primitives,
    /// True if it is opaque.
    pub is_opaque: bool,
}

/// The primitives of a geometry.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitives {
    /// Triangles: three vertices each.
    Triangles(Vec<[[f32; 3]; 3]>),
    /// Boxes: two corners each.
    Boxes(Vec<[[f32; 3]; 2]>),
}

/// A top-level acceleration structure.
#[derive(Clone, Debug)]
pub struct Top {
    /// Its instances.
    pub instances: Vec<Instance>,
    /// The line in the script.
    pub line: u32,
}

/// An instance of a bottom-level structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The number of the structure.
    pub bottom: usize,
    /// The number that shaders see.
    pub index: u32,
    /// The contribution to the index of a hit group.
    pub offset: u32,
    /// The visibility mask.
    pub mask: u8,
    /// The flags, as bits of Vulkan.
    pub flags: u32,
    /// The rows of the transform.
    pub transform: [[f32; 4]; 3],
}

/// The flags of instances by their names, as bits of Vulkan.
const FLAGS: &[(&str, u32)] = &[
    ("TRIANGLE_FACING_CULL_DISABLE", 1),
    ("TRIANGLE_FLIP_FACING", 2),
    ("FORCE_OPAQUE", 4),
    ("FORCE_NO_OPAQUE", 8),
    ("FORCE_OPACITY_MICROMAP_2_STATE", 16),
    ("DISABLE_OPACITY_MICROMAPS", 32),
];

/// The greatest index and offset of an instance.
const MOST_INDEX: u32 = (1 << 24) - 1;

impl Reader<'_> {
    pub(super) fn structure_of_rays(&mut self, statement: &Statement<'_>) -> Result<()> {
        let [level, name] = self.first_words(statement)?;
        let line = self.line(statement.at);
        match level.text {
            "BOTTOM_LEVEL" => {
                let geometries = statement.block.iter().map(|part| self.geometry(part)).collect::<Result<_>>()?;
                self.name(Sort::Bottom, name, self.script.bottoms.len())?;
                self.script.bottoms.push(Bottom { geometries, line });
            }
            "TOP_LEVEL" => {
                let instances = statement.block.iter().map(|part| self.instance(part)).collect::<Result<_>>()?;
                self.name(Sort::Top, name, self.script.tops.len())?;
                self.script.tops.push(Top { instances, line });
            }
            _ => return Err(self.error(level.at, "expected BOTTOM_LEVEL or TOP_LEVEL")),
        }
        Ok(())
    }

    fn geometry(&self, part: &Statement<'_>) -> Result<Geometry> {
        if part.head != "GEOMETRY" {
            return Err(self.error(part.at, format!("'{}' is not supported here", part.head)));
        }
        let [kind] = self.first_words(part)?;
        let mut is_opaque = false;
        for flags in &part.block {
            for flag in self.flags(flags)? {
                match flag.text {
                    "OPAQUE" => is_opaque = true,
                    // Any-hit shaders run once anyway.
                    "NO_DUPLICATE_ANY_HIT" => {}
                    _ => return Err(self.unknown_flag(*flag)),
                }
            }
        }
        if let Some(clause) = part.clauses.first() {
            return Err(self.unexpected(clause, part.head));
        }
        let numbers = part.words[1..].iter().map(|word| Ok(self.float(*word)? as f32)).collect::<Result<Vec<f32>>>()?;
        let (points, _) = numbers.as_chunks::<3>();
        let wrong = |what: &str, count: usize| {
            self.error(part.at, format!("{what} have {count} numbers each, found {}", numbers.len()))
        };
        let primitives = match kind.text {
            "TRIANGLES" | "AABBS" if numbers.is_empty() => return Err(self.error(part.at, "the geometry is empty")),
            "TRIANGLES" if !numbers.len().is_multiple_of(9) => return Err(wrong("triangles", 9)),
            "AABBS" if !numbers.len().is_multiple_of(6) => return Err(wrong("boxes", 6)),
            "TRIANGLES" => Primitives::Triangles(points.as_chunks().0.to_vec()),
            "AABBS" => Primitives::Boxes(points.as_chunks().0.to_vec()),
            _ => return Err(self.error(kind.at, format!("unknown geometry '{}'", kind.text))),
        };
        Ok(Geometry { primitives, is_opaque })
    }

    fn instance(&self, part: &Statement<'_>) -> Result<Instance> {
        if part.head != "BOTTOM_LEVEL_INSTANCE" {
            return Err(self.error(part.at, format!("'{}' is not supported here", part.head)));
        }
        let [name] = self.first_words(part)?;
        if let Some(more) = part.words.get(1) {
            return Err(self.error(more.at, format!("unexpected '{}'", more.text)));
        }
        let transform = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let bottom = self.find(Sort::Bottom, name)?;
        let mut own = Instance { bottom, index: 0, offset: 0, mask: u8::MAX, flags: 0, transform };
        for clause in &part.clauses {
            let (word, most) = (self.word(clause)?, if clause.key == "MASK" { u8::MAX.into() } else { MOST_INDEX });
            let number = self.whole(word)?;
            if number > most {
                return Err(self.error(word.at, format!("'{}' is greater than {most}", word.text)));
            }
            match clause.key {
                "INDEX" => own.index = number,
                "OFFSET" => own.offset = number,
                "MASK" => own.mask = number as u8,
                _ => return Err(self.unexpected(clause, part.head)),
            }
        }
        for list in &part.block {
            if list.head == "TRANSFORM" {
                own.transform = self.transform(list)?;
                continue;
            }
            for flag in self.flags(list)? {
                let known = FLAGS.iter().find(|(name, _)| *name == flag.text).map(|(_, bits)| *bits);
                let bits = known.or_else(|| Value::parse(flag.text).map(|value| value.number() as u32));
                own.flags |= bits.ok_or_else(|| self.unknown_flag(*flag))?;
            }
        }
        Ok(own)
    }

    fn transform(&self, list: &Statement<'_>) -> Result<[[f32; 4]; 3]> {
        let numbers = list.words.iter().map(|word| Ok(self.float(*word)? as f32)).collect::<Result<Vec<f32>>>()?;
        let rows = <[[f32; 4]; 3]>::try_from(numbers.as_chunks().0).ok().filter(|_| numbers.len() == 12);
        rows.ok_or_else(|| self.error(list.at, format!("expected 12 numbers, found {}", numbers.len())))
    }

    /// The words of a list of flags.
    fn flags<'p, 's>(&self, list: &'p Statement<'s>) -> Result<&'p [Word<'s>]> {
        match list.head {
            "FLAGS" => Ok(&list.words),
            head => Err(self.error(list.at, format!("'{head}' is not supported here"))),
        }
    }

    pub(super) fn unknown_flag(&self, flag: Word<'_>) -> crate::Error {
        self.error(flag.at, format!("unknown flag '{}'", flag.text))
    }
}
