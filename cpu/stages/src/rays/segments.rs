//! The segments of a shader as code of the machine's loop.
//!
//! Values that other segments use go through variables. At the start of a ray or a call the variables of a shader that may
//! run at several levels at once go to memory that each level has for itself, and come back when it goes on.

use super::functions;
use super::hit_objects::{HitOp, is_start};
use super::hits;
use super::library::{Global, Library, RayStage, Shader};
use super::open;
use super::pieces::{End, Pieces, phi};
use super::starts::{self, pop};
use super::state::{CAUGHT, Pipeline, State};
use super::traverse;
use crate::code::{Cell, Code};
use crate::error::{Result, unsupported};
use crate::lines::Lines;
use crate::rays::Site;
use abi::open_shaders::OpenStart;
use dialect::spirv::access::{self, Access};
use dialect::spirv::decode::{self, Inst};
use isa::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, StorageClass};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Where the loop of the machine goes on: at the end, with a traversal, with a shader that was chosen, or in a segment.
pub(super) const AT_END: u32 = 0;
pub(super) const AT_RAY: u32 = 1;
pub(super) const AT_SHADER: u32 = 2;
pub(super) const AT_SEGMENT: u32 = 3;

/// What the main function has for all segments.
pub(super) struct Main {
    /// The variable with the place where the loop goes on.
    pub(super) pc: u32,
    /// The block in which all cases meet.
    pub(super) merge: u32,
    /// The variables of the function, as words.
    pub(super) variables: Vec<u32>,
    /// The debug instructions that declare them, as words.
    pub(super) declared: Vec<u32>,
    /// The cases: numbers and labels.
    pub(super) cases: Vec<(u32, u32)>,
    /// The instructions that start rays and calls.
    pub(super) sites: Vec<Site>,
    /// The number of the next case.
    pub(super) next: u32,
}

impl Main {
    /// A variable of the main function.
    pub(super) fn variable(&mut self, code: &mut Code<'_>, ty: u32) -> u32 {
        let pointer = code.pointer(StorageClass::Function, ty);
        crate::words::value(&mut self.variables, &mut code.ids, Op::Variable, pointer, &[StorageClass::Function as u32])
    }
}

/// A shader that is written as segments.
pub(super) struct Segments<'s> {
    library: &'s Library,
    state: &'s State,
    shader: &'s Shader,
    pieces: Pieces,
    /// For each piece that leads a segment, its case.
    numbers: BTreeMap<usize, u32>,
    /// The segment in which each value is made.
    made: FxHashMap<u32, usize>,
    /// The variables for values that other segments use.
    spilled: BTreeMap<u32, u32>,
    /// The variables for the incoming values of phis that lead a segment.
    incoming: BTreeMap<u32, u32>,
    /// For each segment, the values of others that it uses.
    needs: BTreeMap<usize, BTreeSet<u32>>,
    /// Local variables, and those of hit objects.
    locals: Vec<u32>,
    hits: Vec<u32>,
    /// Memory of the levels, by variable.
    memory: BTreeMap<u32, (Cell, u32)>,
    debug: FxHashSet<u32>,
}

impl<'s> Segments<'s> {
    /// Cuts a shader, and gives its segments numbers.
    ///
    /// # Errors
    /// When it is too large.
    pub(super) fn new(
        code: &mut Code<'_>,
        pipeline: Pipeline<'s>,
        shader: &'s Shader,
        main: &mut Main,
    ) -> Result<Segments<'s>> {
        let Pipeline { library, state } = pipeline;
        let Some(function) = library.function(shader.function) else {
            return Err(abi::LowerError::Invalid("an entry point has no function".to_owned()));
        };
        let pieces = Pieces::new(code, function)?;
        let mut numbers = BTreeMap::new();
        for (at, piece) in pieces.all.iter().enumerate() {
            if piece.leader == at {
                numbers.insert(at, main.next);
                main.next += 1;
            }
        }
        let imports = code.index.insts[..code.index.globals].iter().filter(|inst| inst.op == Op::ExtInstImport);
        let debug = imports.filter(|inst| decode::DEBUG_SETS.contains(&inst.text(0))).map(Access::result_id).collect();
        let mut segments = Segments {
            library,
            state,
            shader,
            pieces,
            numbers,
            made: FxHashMap::default(),
            spilled: BTreeMap::new(),
            incoming: BTreeMap::new(),
            needs: BTreeMap::new(),
            locals: Vec::new(),
            hits: Vec::new(),
            memory: BTreeMap::new(),
            debug,
        };
        segments.find(code, main)?;
        Ok(segments)
    }

    fn pipeline(&self) -> Pipeline<'s> {
        Pipeline { library: self.library, state: self.state }
    }

    /// The case with which the shader begins.
    pub(super) fn entry(&self) -> u32 {
        self.numbers.get(&0).copied().unwrap_or(AT_END)
    }

    /// Returns whether the shader may be open at several levels, or others may run in the meantime in its variables.
    fn has_levels(&self) -> bool {
        self.shader.stage != RayStage::RayGeneration
    }

    /// Finds what goes from segment to segment.
    fn find(&mut self, code: &mut Code<'_>, main: &mut Main) -> Result<()> {
        for piece in &self.pieces.all {
            for inst in &code.index.insts[piece.insts.clone()] {
                if let Some(result) = inst.result.filter(|_| inst.ty.is_some()) {
                    if inst.op == Op::Variable && self.state.hits.is_gone(result) {
                        self.hits.push(result);
                    } else if inst.op == Op::Variable {
                        self.locals.push(result);
                    } else {
                        self.made.insert(result, piece.leader);
                    }
                }
            }
        }
        let mut todo: Vec<(usize, u32)> = Vec::new();
        for at in 0..self.pieces.all.len() {
            let piece = &self.pieces.all[at];
            for inst in &code.index.insts[piece.insts.clone()] {
                if inst.op != Op::Phi {
                    todo.extend(self.operands(inst).into_iter().map(|id| (piece.leader, id)));
                    continue;
                }
                if piece.leader == at {
                    let ty = inst.type_id();
                    let variable = main.variable(code, ty);
                    self.incoming.insert(inst.result_id(), variable);
                }
                for (value, parent) in phi(inst) {
                    let from = self.pieces.last.get(&parent);
                    todo.extend(from.map(|from| (self.pieces.all[*from].leader, value)));
                }
            }
        }
        while let Some((segment, id)) = todo.pop() {
            if self.made.get(&id).is_none_or(|made| *made == segment) {
                continue;
            }
            if !self.needs.entry(segment).or_default().insert(id) {
                continue;
            }
            let Some(def) = code.index.def(id) else { continue };
            if traverse::is_remade(code, def) {
                todo.extend(self.operands(def).into_iter().map(|id| (segment, id)));
            } else if let Entry::Vacant(place) = self.spilled.entry(id) {
                if !traverse::is_value(code, def.type_id()) {
                    return unsupported(def, format!("Op{:?}", def.op), "its result is used behind a ray or a call");
                }
                let variable = main.variable(code, def.type_id());
                place.insert(variable);
            }
        }
        self.declare_memory(code)
    }

    /// Makes memory for each level, for what a shader has while others run.
    fn declare_memory(&mut self, code: &mut Code<'_>) -> Result<()> {
        let mut all: Vec<(u32, u32)> = Vec::new();
        let others: BTreeSet<u32> = self
            .library
            .shaders
            .iter()
            .filter(|own| own.number != self.shader.number)
            .flat_map(|own| own.globals.iter().copied())
            .collect();
        let kept = |kind: Global| !matches!(kind, Global::Builtin(_) | Global::Record | Global::Other);
        for variable in self.library.of_kind(self.shader, kept) {
            let is_shared = (self.has_levels() || others.contains(&variable)) && !self.state.hits.is_gone(variable);
            if let Some(inst) = code.index.def(variable).filter(|_| is_shared) {
                all.push((variable, code.pointee(inst)?));
            }
        }
        let uint = code.uint();
        all.push((self.state.record, uint));
        if self.has_levels() {
            for local in &self.locals {
                if let Some(inst) = code.index.def(*local) {
                    all.push((*local, code.pointee(inst)?));
                }
            }
            let values = self.spilled.iter().chain(&self.incoming);
            all.extend(values.filter_map(|(id, variable)| Some((*variable, code.index.def(*id)?.type_id()))));
        }
        let locals: &[u32] = if self.has_levels() { &self.hits } else { &[] };
        all.extend(self.state.hits.parts(code, locals, self.state.query.ty));
        for (variable, ty) in all {
            let cell = code.cell(ty);
            self.memory.insert(variable, (cell, ty));
        }
        Ok(())
    }

    /// The values that an instruction uses.
    fn operands(&self, inst: &Inst) -> Vec<u32> {
        if inst.op == Op::ExtInst && self.debug.contains(&inst.id(0)) {
            return Vec::new();
        }
        let mut all = Vec::new();
        access::each_id(&inst.operands, &mut |id| all.push(id));
        all.retain(|id| self.made.contains_key(id));
        all
    }

    /// Writes all segments.
    ///
    /// # Errors
    /// When a shader reads something that the CPU does not have.
    pub(super) fn write(&self, code: &mut Code<'_>, main: &mut Main) -> Result<()> {
        self.declare_locals(code, main);
        open::declare(code, self.pieces.all.iter().map(|piece| piece.insts.clone()), &self.locals, &mut main.declared);
        code.own(self.shader.number);
        for (leader, number) in &self.numbers {
            let label = code.fresh();
            main.cases.push((*number, label));
            code.label(label);
            open::leave_lines(code);
            let mut segment = Segment {
                all: self,
                main,
                leader: *leader,
                start: label,
                names: FxHashMap::default(),
                merges: BTreeMap::new(),
                tail: Vec::new(),
            };
            segment.write(code)?;
        }
        code.own(0);
        Ok(())
    }

    /// The shader's number, and where its variables lie while it waits for a ray or a call.
    pub(super) fn kept(&self) -> (u32, Vec<(u32, u32)>) {
        let kept = self.memory.iter().map(|(variable, (cell, _))| (*variable, cell.variable));
        (self.shader.number, kept.collect())
    }

    /// Moves local variables to the main function.
    fn declare_locals(&self, code: &mut Code<'_>, main: &mut Main) {
        for local in &self.locals {
            if let Some(inst) = code.index.def(*local) {
                let own = [inst.type_id(), *local, StorageClass::Function as u32];
                crate::words::push(&mut main.variables, Op::Variable, &own);
            }
        }
    }
}

/// The state of writing a segment.
struct Segment<'w, 's> {
    all: &'w Segments<'s>,
    main: &'w mut Main,
    leader: usize,
    /// The label of the case.
    start: u32,
    /// What values of other segments are called here.
    names: FxHashMap<u32, u32>,
    /// The blocks in which constructs of the segment meet whose own place is a segment.
    merges: BTreeMap<usize, u32>,
    /// Blocks behind the others, as words.
    tail: Vec<u32>,
}

impl Segment<'_, '_> {
    fn write(&mut self, code: &mut Code<'_>) -> Result<()> {
        let all = self.all;
        let first = &all.pieces.all[self.leader];
        if self.leader == 0 {
            traverse::begin(code, all.pipeline(), all.shader)?;
        } else if first.resumes {
            self.resume(code)?;
        }
        self.load(code);
        let is_loop = all.pieces.is_closed_loop(self.leader);
        let insts = &code.index.insts[first.insts.clone()];
        for inst in insts.iter().filter(|inst| inst.op == Op::Phi && !is_loop) {
            if let Some(variable) = all.incoming.get(&inst.result_id()) {
                let value = code.fresh();
                code.push(Op::Load, &[inst.type_id(), value, *variable]);
                self.names.insert(inst.result_id(), value);
                self.spill(code, inst.result_id(), value);
            }
        }
        let mut entering = Vec::new();
        for inst in insts.iter().filter(|inst| inst.op == Op::Phi && is_loop) {
            if let Some(variable) = all.incoming.get(&inst.result_id()) {
                entering.push((inst.result_id(), code.load(inst.type_id(), *variable)));
            }
        }
        code.branch(first.label);
        for at in self.leader..all.pieces.all.len() {
            if all.pieces.all[at].leader == self.leader {
                self.piece(code, at, &entering)?;
            }
        }
        let merges = std::mem::take(&mut self.merges);
        for (to, label) in merges {
            code.label(label);
            self.go(code, all.numbers.get(&to).copied().unwrap_or(AT_END));
        }
        code.out.append(&mut self.tail);
        Ok(())
    }

    /// Loads the values of other segments.
    fn load(&mut self, code: &mut Code<'_>) {
        let all = self.all;
        let mut needs: Vec<u32> = all.needs.get(&self.leader).into_iter().flatten().copied().collect();
        needs.sort_unstable_by_key(|id| code.index.position(*id));
        for id in needs {
            let Some(def) = code.index.def(id) else { continue };
            if let Some(variable) = all.spilled.get(&id) {
                let name = code.load(def.type_id(), *variable);
                self.names.insert(id, name);
                continue;
            }
            let start = code.out.len();
            functions::instruction(code, all.pipeline(), def, &self.names);
            let name = code.fresh();
            // What a record needs may precede it.
            let mut at = start;
            while code.out[at + 2] != id && at < code.out.len() {
                at += (code.out[at] >> 16) as usize;
            }
            code.out[at + 2] = name;
            self.names.insert(id, name);
        }
    }

    /// Stores a value that other segments use.
    fn spill(&self, code: &mut Code<'_>, id: u32, value: u32) {
        if let Some(variable) = self.all.spilled.get(&id) {
            code.store(*variable, value);
        }
    }

    fn name(&self, id: u32) -> u32 {
        self.names.get(&id).copied().unwrap_or(id)
    }

    /// Writes a piece.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn piece(&mut self, code: &mut Code<'_>, at: usize, entering: &[(u32, u32)]) -> Result<()> {
        let all = self.all;
        let piece = &all.pieces.all[at];
        code.label(piece.label);
        let insts = &code.index.insts[piece.insts.clone()];
        let mut phis = Vec::new();
        for inst in insts.iter().filter(|inst| inst.op == Op::Phi) {
            self.phi(code, at, inst, entering);
            phis.push(inst.result_id());
        }
        if at != self.leader || !entering.is_empty() {
            phis.iter().for_each(|id| self.spill(code, *id, *id));
        }
        self.repeat_lines(code, at);
        for inst in insts {
            match inst.op {
                Op::Phi | Op::SelectionMerge | Op::LoopMerge => {}
                Op::Variable if all.state.hits.is_gone(inst.result_id()) => {}
                Op::Variable => {
                    if inst.operands.len() > 1 {
                        code.store(inst.result_id(), inst.id(1));
                    }
                }
                Op::ExtInst if all.debug.contains(&inst.id(0)) => {
                    if matches!(inst.literal(1), 23 | 24 | 103 | 104) {
                        code.out.extend(code.raw(inst));
                    }
                }
                _ if is_start(inst) => self.start(code, at, inst)?,
                op if isa::class(op) == Class::Terminator => self.end(code, at, inst)?,
                op => {
                    match HitOp::of(op) {
                        Some(own) => hits::instruction(code, all.state, inst, own, &self.names)?,
                        None if hits::data(code, all.state, inst, &self.names) => {}
                        None => functions::instruction(code, all.pipeline(), inst, &self.names),
                    }
                    if let Some(id) = inst.result {
                        self.spill(code, id, id);
                    }
                }
            }
        }
        Ok(())
    }

    /// Tells the line of the source again behind a ray or a call.
    fn repeat_lines(&self, code: &mut Code<'_>, at: usize) {
        let pieces = &self.all.pieces.all;
        let first = (0..=at).rev().find(|at| !pieces[*at].resumes).unwrap_or(at);
        let mut lines = Lines::new(code.index);
        for inst in pieces[first..at].iter().flat_map(|piece| &code.index.insts[piece.insts.clone()]) {
            lines.note(inst, code.raw(inst));
        }
        lines.repeat(&mut code.out, &mut code.ids);
    }

    /// A phi in the midst of a segment, or in a loop that leads it.
    fn phi(&mut self, code: &mut Code<'_>, at: usize, inst: &Inst, entering: &[(u32, u32)]) {
        let all = self.all;
        if at == self.leader && entering.is_empty() {
            return;
        }
        let mut operands = vec![inst.type_id(), inst.result_id()];
        if at == self.leader
            && let Some((_, value)) = entering.iter().find(|(id, _)| *id == inst.result_id())
        {
            operands.extend([*value, self.start]);
        }
        for (value, parent) in phi(inst) {
            let from = all.pieces.last.get(&parent).map(|from| &all.pieces.all[*from]);
            if let Some(from) = from.filter(|from| from.leader == self.leader) {
                operands.extend([self.name(value), from.label]);
            }
        }
        code.push(Op::Phi, &operands);
    }

    /// Goes on with a case.
    fn go(&self, code: &mut Code<'_>, number: u32) {
        code.set(self.main.pc, number);
        code.branch(self.main.merge);
    }

    /// Stores the incoming values of the phis of a piece that leads a segment.
    fn pass(&self, code: &mut Code<'_>, from: usize, to: usize) {
        let all = self.all;
        let mut values = Vec::new();
        for inst in code.index.insts[all.pieces.all[to].insts.clone()].iter().filter(|inst| inst.op == Op::Phi) {
            let own = phi(inst).into_iter().find(|(_, parent)| all.pieces.last.get(parent) == Some(&from));
            if let (Some((value, _)), Some(variable)) = (own, all.incoming.get(&inst.result_id())) {
                values.push((*variable, self.name(value)));
            }
        }
        values.into_iter().for_each(|(variable, value)| code.store(variable, value));
    }

    /// Returns whether a piece follows another one within the segment.
    fn is_near(&self, to: usize) -> bool {
        let all = &self.all.pieces.all;
        all[to].leader == self.leader && (to != self.leader || self.all.pieces.is_closed_loop(to))
    }

    /// The label of what follows a piece, with a block that leaves the segment if it does.
    fn target(&mut self, code: &mut Code<'_>, from: usize, to: usize) -> u32 {
        if self.is_near(to) {
            return self.all.pieces.all[to].label;
        }
        let label = code.fresh();
        let rest = std::mem::take(&mut code.out);
        code.label(label);
        self.leave(code, from, to);
        self.tail.extend(std::mem::replace(&mut code.out, rest));
        label
    }

    /// Leaves the segment, or the construct that ends with a segment.
    fn leave(&mut self, code: &mut Code<'_>, from: usize, to: usize) {
        self.pass(code, from, to);
        match self.merge_of(from, to) {
            true => {
                let label = *self.merges.entry(to).or_insert_with(|| code.ids.fresh());
                code.branch(label);
            }
            false => self.go(code, self.all.numbers.get(&to).copied().unwrap_or(AT_END)),
        }
    }

    /// Returns whether a construct of this segment ends with a piece that leads another one.
    fn merge_of(&self, from: usize, to: usize) -> bool {
        let pieces = &self.all.pieces;
        pieces.closed.get(&to).is_some_and(|header| {
            pieces.all[*header].leader == self.leader && (from == *header || pieces.interior[from])
        })
    }

    /// Writes the end of a piece.
    fn end(&mut self, code: &mut Code<'_>, at: usize, inst: &Inst) -> Result<()> {
        let all = self.all;
        let piece = &all.pieces.all[at];
        let is_kept =
            piece.merge.is_some_and(|(merge, _)| all.pieces.closed.get(&merge) == Some(&at)) || all.pieces.interior[at];
        match &piece.end {
            End::Start => Ok(()),
            End::Return => self.finish(code),
            End::Branch(to) if !is_kept => {
                match self.is_near(*to) {
                    true => code.branch(all.pieces.all[*to].label),
                    false => self.leave(code, at, *to),
                }
                Ok(())
            }
            End::Either(yes, no) if !is_kept => {
                for to in [*yes, *no] {
                    self.pass(code, at, to);
                }
                let (uint, condition) = (code.uint(), self.name(inst.id(0)));
                let [yes, no] = [*yes, *no].map(|to| code.number(all.numbers.get(&to).copied().unwrap_or(AT_END)));
                let next = code.value(Op::Select, uint, &[condition, yes, no]);
                code.store(self.main.pc, next);
                code.branch(self.main.merge);
                Ok(())
            }
            End::Switch(usual, others) if !is_kept => {
                let (uint, bool, selector) = (code.uint(), code.bool(), self.name(inst.id(0)));
                self.pass(code, at, *usual);
                let of = |to: usize| all.numbers.get(&to).copied().unwrap_or(AT_END);
                let mut next = code.number(of(*usual));
                let ty = code.index.def(inst.id(0)).map_or(uint, |def| def.type_id());
                for (literal, to) in others {
                    self.pass(code, at, *to);
                    let literal = code.types.constant(&mut code.ids, Op::Constant, ty, &[*literal]);
                    let is_it = code.value(Op::IEqual, bool, &[selector, literal]);
                    let number = code.number(of(*to));
                    next = code.value(Op::Select, uint, &[is_it, number, next]);
                }
                code.store(self.main.pc, next);
                code.branch(self.main.merge);
                Ok(())
            }
            End::Branch(_) | End::Either(..) | End::Switch(..) => {
                self.kept(code, at, inst);
                Ok(())
            }
        }
    }

    /// Writes the end of a piece that opens a construct of the segment, or is within one.
    fn kept(&mut self, code: &mut Code<'_>, at: usize, inst: &Inst) {
        let all = self.all;
        let insts = &code.index.insts[all.pieces.all[at].insts.clone()];
        let mut own = code.raw(inst).to_vec();
        for place in crate::code::id_places(inst, own.len()) {
            own[place] = self.name(own[place]);
        }
        let targets = all.pieces.successors(at);
        for to in targets {
            // A phi of another segment has one value for each piece that it comes from.
            let (label, target) = (all.pieces.all[to].label, self.target(code, at, to));
            let places = crate::code::id_places(inst, own.len());
            let first = usize::from(inst.op != Op::Branch);
            for place in places.into_iter().skip(first).filter(|place| code.raw(inst)[*place] == label) {
                own[place] = target;
            }
        }
        if let Some(merge) = insts.iter().find(|inst| matches!(inst.op, Op::SelectionMerge | Op::LoopMerge)) {
            let mut words = code.raw(merge).to_vec();
            if let Some((to, _)) = all.pieces.all[at].merge
                && !self.is_near(to)
            {
                words[1] = *self.merges.entry(to).or_insert_with(|| code.ids.fresh());
            }
            code.out.extend(words);
        }
        code.note_origin(inst);
        code.out.extend(own);
    }

    /// Ends the shader: its caller continues.
    fn finish(&mut self, code: &mut Code<'_>) -> Result<()> {
        let all = self.all;
        traverse::finish(code, all.pipeline(), all.shader)?;
        match all.shader.stage {
            RayStage::RayGeneration => self.go(code, AT_END),
            stage => {
                pop(code, all.state, self.main.pc, stage == RayStage::Callable);
                code.branch(self.main.merge);
            }
        }
        Ok(())
    }

    /// Starts a ray or a call.
    fn start(&mut self, code: &mut Code<'_>, at: usize, inst: &Inst) -> Result<()> {
        let all = self.all;
        let state = all.state;
        let begun = code.note_origin(inst);
        let hit = HitOp::of(inst.op).map(|_| state.hits.of(inst)).transpose()?;
        let is_caught = HitOp::of(inst.op) == Some(HitOp::Trace);
        let is_call = inst.op == Op::ExecuteCallableKHR;
        let operands: Vec<u32> = inst.ids_from(0).map(|id| self.name(id)).collect();
        let Some(variable) = operands.last().copied().filter(|id| all.library.globals.contains_key(id)) else {
            return unsupported(inst, format!("Op{:?}", inst.op), "its payload is not a variable");
        };
        let site = self.main.sites.len() as u32;
        self.main.sites.push(Site { word: inst.offset, shader: all.shader.name.clone(), is_ray: !is_call });
        let Some(own) = code.index.def(variable) else { return Ok(()) };
        let ty = code.pointee(own)?;
        let level = level_of(code, state, all.shader);
        let next = code.plus(level, 1);
        let value = code.load(ty, variable);
        state.write_payload(code, value, ty, next);
        for (variable, (cell, ty)) in &all.memory {
            let value = code.load(*ty, *variable);
            code.store_at(*cell, level, value);
        }
        code.set(state.site, site);
        let shape = state.shape_of(code, variable)?;
        code.set(state.shape, shape);
        let resume = all.numbers.get(&(at + 1)).copied().unwrap_or(AT_END);
        code.starts.push(OpenStart { case: resume, word: begun, shader: all.shader.number });
        let returns = code.number(resume);
        code.store_at(state.returns, level, returns);
        if state.hits.are_used() {
            code.set(state.mode, if is_caught { CAUGHT } else { 0 });
        }
        let (ok, target) = match hit {
            Some(_) if is_caught => (starts::ray(code, state, &operands[1..], next), AT_RAY),
            Some(hit) => (starts::hit(code, state, hit, next), AT_SHADER),
            None if is_call => (starts::call(code, state, operands[0]), AT_SHADER),
            None => (starts::ray(code, state, &operands, next), AT_RAY),
        };
        let (uint, target) = (code.uint(), code.number(target));
        let pc = code.value(Op::Select, uint, &[ok, target, returns]);
        code.store(self.main.pc, pc);
        let level = code.value(Op::Select, uint, &[ok, next, level]);
        code.store(state.level, level);
        code.branch(self.main.merge);
        Ok(())
    }

    /// Goes on behind a ray or a call.
    fn resume(&mut self, code: &mut Code<'_>) -> Result<()> {
        let all = self.all;
        let level = level_of(code, all.state, all.shader);
        for (variable, (cell, _)) in &all.memory {
            let value = code.load_at(*cell, level);
            code.store(*variable, value);
        }
        let before = &all.pieces.all[self.leader - 1];
        let Some(inst) = code.index.insts[before.insts.clone()].last() else { return Ok(()) };
        let variable = inst.ids_from(0).last().unwrap_or(0);
        let Some(own) = code.index.def(variable) else { return Ok(()) };
        let (ty, next) = (code.pointee(own)?, code.plus(level, 1));
        let value = all.state.read_payload(code, ty, next);
        code.store(variable, value);
        if HitOp::of(inst.op) == Some(HitOp::Trace) {
            hits::take(code, all.state, all.state.hits.of(inst)?, next);
        }
        all.state.prepare(code, all.library, all.shader)
    }
}

/// The level of a shader that is written as segments.
fn level_of(code: &mut Code<'_>, state: &State, shader: &Shader) -> u32 {
    match shader.stage {
        RayStage::RayGeneration => code.number(0),
        _ => code.get(state.level),
    }
}
