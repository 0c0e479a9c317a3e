//! What a script does, and what it expects.

use super::tables::Rays;
use super::{Reader, Result, Sort};
use crate::tree::{Clause, Statement, Word};
use crate::types::Value;

/// A command.
#[derive(Clone, Debug)]
pub enum Command {
    /// Runs a pipeline.
    Run {
        /// The number of the pipeline.
        pipeline: usize,
        /// What it runs on.
        work: Work,
        /// The line in the script.
        line: u32,
    },
    /// Sets the color, from 0 to 1, that a pipeline clears its targets to.
    ClearColor(usize, [f64; 4]),
    /// Sets the depth.
    ClearDepth(usize, f64),
    /// Sets the stencil value.
    ClearStencil(usize, u8),
    /// Clears the targets of a pipeline.
    Clear(usize),
    /// Copies a buffer to another one.
    Copy(usize, usize),
    /// Compares.
    Expect(Expectation),
    /// Does commands several times.
    Repeat(u32, Vec<Command>),
}

/// What a pipeline runs on.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Rays.
    Rays(Box<Rays>),
    /// Workgroups along each axis.
    Groups([u32; 3]),
    /// Rectangles: a corner and a size in pixels, and the columns and rows that it is cut into.
    Rectangles([f64; 2], [f64; 2], [u32; 2]),
    /// Vertices.
    Vertices {
        /// The topology.
        topology: String,
        /// True if they are indices.
        is_indexed: bool,
        /// The first one.
        first: u32,
        /// Their number; all if not given.
        count: Option<u32>,
        /// The first instance.
        first_instance: u32,
        /// The number of instances.
        instances: u32,
    },
}

/// What a buffer must hold.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The number of the buffer.
    pub buffer: usize,
    /// What is compared with what.
    pub probe: Probe,
    /// The line in the script.
    pub line: u32,
}

/// What is compared with what.
#[derive(Clone, Debug)]
pub enum Probe {
    /// The numbers from a byte on.
    Numbers {
        /// The first byte.
        offset: u64,
        /// How they are compared.
        comparator: Comparator,
        /// The expected numbers.
        values: Vec<Value>,
        /// The tolerances of the components.
        tolerances: Vec<Tolerance>,
    },
    /// The texels of a rectangle with a color.
    Texels {
        /// The corner.
        at: [u32; 2],
        /// The size.
        size: [u32; 2],
        /// The color, from 0 to 1; without alpha if that is not compared.
        color: Vec<f64>,
        /// The tolerances of the components.
        tolerances: Vec<Tolerance>,
    },
    /// All bytes with those of another buffer.
    Same(usize),
    /// The root of the mean of squared differences from another buffer, with the largest one allowed.
    MeanSquare(usize, f64),
    /// The distance of the histograms from those of another buffer, with the largest one allowed.
    Histogram(usize, f64),
}

/// The ways to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `EQ`
    Equal,
    /// `NE`
    NotEqual,
    /// `LT`
    Less,
    /// `LE`
    LessEqual,
    /// `GT`
    Greater,
    /// `GE`
    GreaterEqual,
}

/// A permitted difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The difference.
    pub value: f64,
    /// True if it is in percent of what is expected.
    pub is_percent: bool,
}

const COMPARATORS: &[(&str, Comparator)] = &[
    ("EQ", Comparator::Equal),
    ("NE", Comparator::NotEqual),
    ("LT", Comparator::Less),
    ("LE", Comparator::LessEqual),
    ("GT", Comparator::Greater),
    ("GE", Comparator::GreaterEqual),
];

impl Reader<'_> {
    pub(super) fn command(&self, statement: &Statement<'_>) -> Result<Command> {
        let words = &statement.words;
        let pipeline = || self.find(Sort::Pipeline, self.first_words::<1>(statement)?[0]);
        match statement.head {
            "RUN" => self.run(statement),
            "CLEAR" => pipeline().map(Command::Clear),
            "CLEAR_COLOR" => {
                let numbers: [u32; 4] = self.wholes(statement.at, &words[1.min(words.len())..])?;
                Ok(Command::ClearColor(pipeline()?, numbers.map(|number| f64::from(number) / 255.0)))
            }
            "CLEAR_DEPTH" => {
                let [_, depth] = self.first_words(statement)?;
                Ok(Command::ClearDepth(pipeline()?, self.float(depth)?))
            }
            "CLEAR_STENCIL" => {
                let [_, value] = self.first_words(statement)?;
                Ok(Command::ClearStencil(pipeline()?, self.whole(value)? as u8))
            }
            "COPY" => {
                let from = self.find(Sort::Buffer, self.first_words::<1>(statement)?[0])?;
                let to = statement.clauses.iter().find(|clause| clause.key == "TO");
                let to = to.ok_or_else(|| self.error(statement.at, "missing 'TO'"))?;
                Ok(Command::Copy(from, self.find(Sort::Buffer, self.word(to)?)?))
            }
            "EXPECT" => self.expect(statement).map(Command::Expect),
            "REPEAT" => {
                let [count] = self.first_words(statement)?;
                let block = statement.block.iter().map(|command| self.command(command)).collect::<Result<_>>()?;
                Ok(Command::Repeat(self.whole(count)?, block))
            }
            head => Err(self.error(statement.at, format!("'{head}' is not supported here"))),
        }
    }

    fn run(&self, statement: &Statement<'_>) -> Result<Command> {
        let (mut words, mut clauses) = (&statement.words[..], &statement.clauses[..]);
        // The time is not measured.
        if let ([], [first, rest @ ..]) = (words, clauses)
            && first.key == "TIMED_EXECUTION"
        {
            (words, clauses) = (&first.words[..], rest);
        }
        let Some((name, numbers)) = words.split_first() else {
            return Err(self.error(statement.at, "missing name of the pipeline"));
        };
        let pipeline = self.find(Sort::Pipeline, *name)?;
        let find = |key: &str| clauses.iter().find(|clause| clause.key == key);
        let numbers_of = |key: &str| -> Result<[u32; 2]> {
            let clause = find(key).ok_or_else(|| self.error(statement.at, format!("missing '{key}'")))?;
            self.wholes(clause.at, &clause.words)
        };
        let number_of = |key: &str| find(key).map(|clause| self.number(clause)).transpose();
        let work = match clauses.first().map(|clause| clause.key) {
            None => Work::Groups(self.wholes(statement.at, numbers)?),
            Some("DRAW_RECT") => {
                Work::Rectangles(numbers_of("POS")?.map(f64::from), numbers_of("SIZE")?.map(f64::from), [1; 2])
            }
            Some("DRAW_GRID") => {
                let (at, size) = (numbers_of("POS")?.map(f64::from), numbers_of("SIZE")?.map(f64::from));
                Work::Rectangles(at, size, numbers_of("CELLS")?)
            }
            Some("DRAW_ARRAY") => {
                let topology = find("AS").ok_or_else(|| self.error(statement.at, "missing 'AS'"))?;
                Work::Vertices {
                    topology: self.word(topology)?.text.to_owned(),
                    is_indexed: find("INDEXED").is_some(),
                    first: number_of("START_IDX")?.unwrap_or(0),
                    count: number_of("COUNT")?,
                    first_instance: number_of("START_INSTANCE")?.unwrap_or(0),
                    instances: number_of("INSTANCE_COUNT")?.unwrap_or(1),
                }
            }
            Some("RAYGEN" | "MISS" | "HIT" | "CALL") => {
                Work::Rays(Box::new(self.launch(pipeline, statement.at, clauses)?))
            }
            Some(_) => return Err(self.unexpected(&clauses[0], "RUN")),
        };
        Ok(Command::Run { pipeline, work, line: self.line(statement.at) })
    }

    fn expect(&self, statement: &Statement<'_>) -> Result<Expectation> {
        let buffer = self.find(Sort::Buffer, self.first_words::<1>(statement)?[0])?;
        let find = |key: &str| statement.clauses.iter().find(|clause| clause.key == key);
        let other = |clause: &Clause<'_>| self.find(Sort::Buffer, self.word(clause)?);
        let tolerances = match find("TOLERANCE") {
            Some(clause) => self.tolerances(clause)?,
            None => Vec::new(),
        };
        let most = tolerances.first().map_or(0.0, |tolerance| tolerance.value);
        let comparator = COMPARATORS.iter().find_map(|(key, comparator)| Some((find(key)?, *comparator)));
        let color = find("EQ_RGBA").or_else(|| find("EQ_RGB"));
        let probe = if let Some(clause) = find("EQ_BUFFER") {
            Probe::Same(other(clause)?)
        } else if let Some(clause) = find("RMSE_BUFFER") {
            Probe::MeanSquare(other(clause)?, most)
        } else if let Some(clause) = find("EQ_HISTOGRAM_EMD_BUFFER") {
            Probe::Histogram(other(clause)?, most)
        } else if let Some(clause) = color {
            let texels = |key: &str| -> Result<[u32; 2]> {
                let own = find(key).ok_or_else(|| self.error(statement.at, format!("missing '{key}'")))?;
                self.wholes(own.at, &own.words)
            };
            let components = if clause.key == "EQ_RGBA" { 4 } else { 3 };
            let color = clause.words.iter().map(|word| Ok(self.float(*word)? / 255.0)).collect::<Result<Vec<f64>>>()?;
            if color.len() != components {
                return Err(self.error(clause.at, format!("'{}' expects {components} numbers", clause.key)));
            }
            Probe::Texels { at: texels("IDX")?, size: texels("SIZE")?, color, tolerances }
        } else if let Some((clause, comparator)) = comparator {
            let index = find("IDX").ok_or_else(|| self.error(statement.at, "missing 'IDX'"))?;
            let values = clause.words.iter().map(|word| self.value(*word)).collect::<Result<_>>()?;
            Probe::Numbers { offset: self.number(index)?.into(), comparator, values, tolerances }
        } else {
            return Err(self.error(statement.at, "missing what is expected, such as 'EQ'"));
        };
        Ok(Expectation { buffer, probe, line: self.line(statement.at) })
    }

    fn tolerances(&self, clause: &Clause<'_>) -> Result<Vec<Tolerance>> {
        let mut all: Vec<Tolerance> = Vec::new();
        for word in &clause.words {
            if word.text == "%" {
                let last = all.last_mut().ok_or_else(|| self.error(word.at, "'%' without a number"))?;
                last.is_percent = true;
                continue;
            }
            let is_percent = word.text.ends_with('%');
            let number = Word { text: word.text.trim_end_matches('%'), ..*word };
            all.push(Tolerance { value: self.float(number)?, is_percent });
        }
        Ok(all)
    }
}
