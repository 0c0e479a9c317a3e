//! Coverage and profile: how many lanes have run each line, function and branch, and what the lines have cost.
//!
//! Costs are facts of the machine that ran the shader, with its waves and pieces of memory, and not of a GPU.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The lanes and costs of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The lanes that have run it: those of its instruction that most have run.
    pub lanes: u64,
    /// Instructions, each by the number of its lanes.
    pub operations: u64,
    /// Instructions if all lanes of each wave had run them, each by the number of its lanes.
    pub room: u64,
    /// The number of times that a wave diverged here.
    pub partings: u64,
    /// Accesses of waves to memory that threads share.
    pub accesses: u64,
    /// The pieces of 128 bytes that these have touched in buffers.
    pub pieces: u64,
    /// The number of bank conflicts in groupshared memory, which has 32 banks.
    pub conflicts: u64,
}

impl Line {
    fn join(&mut self, other: &Line) {
        self.lanes += other.lanes;
        self.operations += other.operations;
        self.room += other.room;
        self.partings += other.partings;
        self.accesses += other.accesses;
        self.pieces += other.pieces;
        self.conflicts += other.conflicts;
    }
}

/// A way of a branch: its line, the number of the branch there, and that of the way.
pub type Way = (u32, u32, u32);

/// The coverage of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The lines that have code, by number.
    pub lines: BTreeMap<u32, Line>,
    /// The functions by name: their first lines with code, and the lanes that have come there.
    pub functions: BTreeMap<String, (u32, u64)>,
    /// The lanes that have taken each way.
    pub ways: BTreeMap<Way, u64>,
}

/// The coverage of runs, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The files by name.
    pub files: BTreeMap<String, FileCoverage>,
}

impl Coverage {
    /// Adds another run's.
    pub fn join(&mut self, other: &Coverage) {
        for (name, file) in &other.files {
            let own = self.files.entry(name.clone()).or_default();
            file.lines.iter().for_each(|(at, line)| own.lines.entry(*at).or_default().join(line));
            for (name, (line, lanes)) in &file.functions {
                own.functions.entry(name.clone()).or_insert((*line, 0)).1 += lanes;
            }
            file.ways.iter().for_each(|(way, lanes)| *own.ways.entry(*way).or_default() += lanes);
        }
    }

    /// A tracefile as `lcov` and `genhtml` take it.
    pub fn lcov(&self) -> String {
        let mut out = String::new();
        for (name, FileCoverage { lines, functions, ways }) in &self.files {
            let _ = writeln!(out, "TN:\nSF:{name}");
            for (name, (line, _)) in functions {
                let _ = writeln!(out, "FN:{line},{name}");
            }
            for (name, (_, lanes)) in functions {
                let _ = writeln!(out, "FNDA:{lanes},{name}");
            }
            let hit = functions.values().filter(|(_, lanes)| *lanes > 0).count();
            let _ = writeln!(out, "FNF:{}\nFNH:{hit}", functions.len());
            for ((line, branch, way), lanes) in ways {
                let is_reached =
                    ways.range((*line, *branch, 0)..=(*line, *branch, u32::MAX)).any(|(_, lanes)| *lanes > 0);
                let lanes = if is_reached { lanes.to_string() } else { "-".to_owned() };
                let _ = writeln!(out, "BRDA:{line},{branch},{way},{lanes}");
            }
            let hit = ways.values().filter(|lanes| **lanes > 0).count();
            let _ = writeln!(out, "BRF:{}\nBRH:{hit}", ways.len());
            for (at, line) in lines {
                let _ = writeln!(out, "DA:{at},{}", line.lanes);
            }
            let hit = lines.values().filter(|line| line.lanes > 0).count();
            let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up_and_are_written_as_lcov_has_them() {
        let run = |lanes: u64| {
            let mut file = FileCoverage::default();
            file.lines.insert(3, Line { lanes, operations: 2 * lanes, ..Line::default() });
            file.lines.insert(4, Line::default());
            file.functions.insert("main".to_owned(), (3, lanes));
            file.ways.extend([((3, 0, 0), lanes), ((3, 0, 1), 0), ((4, 0, 0), 0)]);
            Coverage { files: BTreeMap::from([("a.hlsl".to_owned(), file)]) }
        };
        let mut all = run(5);
        all.join(&run(2));
        assert_eq!(all.files["a.hlsl"].lines[&3].operations, 14);
        let expected = "TN:\nSF:a.hlsl\nFN:3,main\nFNDA:7,main\nFNF:1\nFNH:1\nBRDA:3,0,0,7\nBRDA:3,0,1,0\nBRDA:4,0,0,-\n\
             BRF:3\nBRH:1\nDA:3,7\nDA:4,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(all.lcov(), expected);
    }
}
