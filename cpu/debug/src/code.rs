//! Places of instructions: which of them begin a statement, and where a line has code.

use check::Place;
use interp::debug::{Debuggee, Spot};
use rustc_hash::{FxHashMap, FxHashSet};

/// The function around an entry point that compilers of HLSL add.
const SETUP: &str = "__dxc_setup";

/// The instructions of each line of a module's source.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// For each instruction the statement that it belongs to; nothing for those without source.
    statements: Vec<Option<Statement>>,
    /// The first instruction of each line in each function, and in each of its inlined copies.
    lines: FxHashMap<(u32, u32), Vec<u32>>,
    /// The first instruction of each function, and of each inlined copy, by name.
    functions: Vec<(String, u32)>,
    /// The instructions behind calls.
    returns: Vec<u32>,
}

/// A statement: its first instruction and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) first: u32,
    pub(crate) place: Place,
}

impl Code {
    pub(crate) fn new(debuggee: &Debuggee) -> Self {
        let mut code = Code { statements: vec![None; debuggee.instructions() as usize], ..Code::default() };
        let mut open = Open::default();
        let mut known: FxHashSet<(u32, u32, u32, Option<u32>)> = FxHashSet::default();
        let mut copies: FxHashSet<(u32, u32)> = FxHashSet::default();
        for pc in 0..debuggee.instructions() {
            let (spot, function) = (debuggee.spot(pc), debuggee.function(pc).unwrap_or(u32::MAX));
            let place = debuggee.place(pc).filter(|_| !is_setup(debuggee, spot));
            let Some(place) = place else { continue };
            if open.around != (function, spot.inlined) {
                if open.around.0 != function {
                    code.functions.push((debuggee.function_name(function).to_owned(), pc));
                }
                if let (Some(inlined), Some(name)) = (spot.inlined, function_of(debuggee, spot))
                    && copies.insert((function, inlined))
                {
                    code.functions.push((name, pc));
                }
                code.close(&mut open);
                open.around = (function, spot.inlined);
            }
            code.statements[pc as usize] = Some(open.add(pc, place));
            if known.insert((place.file, place.line, function, spot.inlined)) {
                code.lines.entry((place.file, place.line)).or_default().push(pc);
            }
        }
        code.close(&mut open);
        code.returns = (1..debuggee.instructions()).filter(|pc| debuggee.is_call(pc - 1)).collect();
        code
    }

    /// Gives instructions the statements that they have turned out to belong to.
    fn close(&mut self, open: &mut Open) {
        let end = self.statements.len() as u32;
        let statements = std::mem::take(&mut open.stack);
        for (at, statement) in statements.iter().enumerate() {
            let next = statements.get(at + 1).map_or(open.last + 1, |next| next.first).min(end);
            for own in self.statements[statement.first as usize..next as usize].iter_mut().flatten() {
                *own = *statement;
            }
        }
    }

    pub(crate) fn statement(&self, pc: u32) -> Option<Statement> {
        self.statements.get(pc as usize).copied().flatten()
    }

    /// The instructions at which steps may end: those at which statements begin, and those behind calls.
    pub(crate) fn starts(&self) -> Vec<bool> {
        let first = |at: usize| match at.checked_sub(1) {
            Some(before) => self.statements[at].is_some() && self.statements[at] != self.statements[before],
            None => self.statements[at].is_some(),
        };
        let mut starts: Vec<bool> = (0..self.statements.len()).map(first).collect();
        self.returns.iter().for_each(|pc| starts[*pc as usize] = true);
        starts
    }

    /// The line at or behind another one that has code, and its instructions.
    pub(crate) fn line(&self, file: u32, line: u32) -> Option<(u32, &[u32])> {
        let behind = self.lines.keys().filter(|(own, at)| *own == file && *at >= line);
        let line = behind.map(|(_, at)| *at).min()?;
        self.lines.get(&(file, line)).map(|pcs| (line, pcs.as_slice()))
    }

    /// The lines with code from one on and up to another.
    pub(crate) fn lines_within(&self, file: u32, first: u32, last: u32) -> Vec<u32> {
        let keys = self.lines.keys().filter(|(own, at)| *own == file && (first..=last).contains(at));
        let mut lines: Vec<u32> = keys.map(|(_, at)| *at).collect();
        lines.sort_unstable();
        lines
    }

    /// The first instructions of the functions with a name.
    pub(crate) fn function(&self, name: &str) -> Vec<u32> {
        self.functions.iter().filter(|(own, _)| own == name).map(|(_, pc)| *pc).collect()
    }
}

/// Returns whether an instruction is of the function around an entry point.
pub(crate) fn is_setup(debuggee: &Debuggee, spot: Spot) -> bool {
    let name = spot.scope.and_then(|scope| debuggee.scope(scope)).and_then(|scope| scope.function.as_deref());
    name == Some(SETUP)
}

/// The name of the function that a scope is in.
pub(crate) fn function_of(debuggee: &Debuggee, spot: Spot) -> Option<String> {
    let mut scope = debuggee.scope(spot.scope?)?;
    loop {
        if let Some(name) = &scope.function {
            return Some(name.to_string());
        }
        // Scopes follow those around them.
        scope = debuggee.scope(scope.parent?)?;
    }
}

/// The statements that may still become parts of others.
struct Open {
    /// The function and the inlined call.
    around: (u32, Option<u32>),
    /// The last instruction.
    last: u32,
    stack: Vec<Statement>,
}

impl Default for Open {
    fn default() -> Self {
        Open { around: (u32::MAX, None), last: 0, stack: Vec::new() }
    }
}

impl Open {
    /// Adds an instruction. What stands within its range belongs to the same statement, and so does what it is within.
    fn add(&mut self, pc: u32, place: Place) -> Statement {
        self.last = pc;
        let mut own = Statement { first: pc, place };
        while let Some(last) = self.stack.last().copied() {
            if holds(&own.place, &last.place) {
                own.first = last.first;
            } else if holds(&last.place, &own.place) {
                own = last;
            } else {
                break;
            }
            self.stack.pop();
        }
        self.stack.push(own);
        own
    }
}

/// Returns whether a range holds another one.
fn holds(outer: &Place, inner: &Place) -> bool {
    let (start, end) = (|place: &Place| (place.line, place.column), |place: &Place| (place.end_line, place.end_column));
    outer.file == inner.file && start(outer) <= start(inner) && end(inner) <= end(outer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_belong_to_their_statement() {
        let place = |line, column, end_line, end_column| Place { file: 0, line, column, end_line, end_column };
        let mut open = Open::default();
        open.add(0, place(3, 9, 3, 12));
        open.add(1, place(4, 9, 4, 12));
        assert_eq!(open.add(2, place(3, 5, 4, 13)).first, 0, "both are operands");
        assert_eq!(open.add(3, place(4, 9, 4, 10)).first, 0);
        assert_eq!(open.add(4, place(5, 1, 5, 9)).first, 4);
    }
}
