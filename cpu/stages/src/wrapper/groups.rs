//! Hull, amplification and mesh shaders: workgroups that share what they write, and copy it to rows at their end.
//!
//! It must not know what becomes of the rows.

use super::{Rows, Wrapper};
use crate::interface::{Variable, VariableKind};
use crate::rewrite::{ORDERS_GROUP, WORKGROUP};
use crate::rows::{Domain, MESHED, Place, Stage};
use crate::words;
use dialect::spirv::access::Access;
use spirv::{BuiltIn, GlslStd450Op as GLOp, Op, StorageClass};

/// The ids of a group that is being written.
#[derive(Clone, Copy)]
struct Group {
    inputs: Rows,
    outputs: Rows,
    /// The number of the invocation in its group.
    local: u32,
    /// The parameters of a loop's variable.
    counter: u32,
}

impl Wrapper<'_, '_> {
    /// Writes the function that calls the stage. Returns its id.
    pub(crate) fn group(&mut self, stage: u32) -> u32 {
        let (void, procedure, uint) =
            (self.types.void(self.ids), self.types.procedure(self.ids), self.types.uint(self.ids));
        let function = words::value(&mut self.out, self.ids, Op::Function, void, &[0, procedure]);
        let first = self.ids.fresh();
        words::push(&mut self.out, Op::Label, &[first]);
        let counter = self.types.pointer(self.ids, StorageClass::Function, uint);
        let counter = self.add(Op::Variable, counter, &[StorageClass::Function as u32]);
        let [inputs, outputs] = self.group_rows();
        let local = self.machine(BuiltIn::LocalInvocationIndex, uint);
        let group = Group { inputs, outputs, local, counter };
        let yes = self.types.bool(self.ids);
        let yes = self.types.constant(self.ids, Op::ConstantTrue, yes, &[]);
        words::push(&mut self.out, Op::Store, &[self.kept, yes]);
        let zero = self.types.number(self.ids, 0);
        for variable in self.counts.all().collect::<Vec<_>>() {
            words::push(&mut self.out, Op::Store, &[variable, zero]);
        }
        let is_mesh = self.stage == Stage::Mesh;
        for variable in &self.found.variables {
            match variable.kind {
                VariableKind::Global => self.global(variable, inputs),
                VariableKind::Payload(row) if is_mesh => self.payload(variable, row, group, true),
                VariableKind::Payload(_)
                | VariableKind::Input(_)
                | VariableKind::Output(_)
                | VariableKind::Machine(_)
                | VariableKind::Helper
                | VariableKind::Vertices(_)
                | VariableKind::Primitives(_) => self.load_variable(variable, inputs, yes),
            }
        }
        if is_mesh {
            self.group_barrier();
        }
        words::value(&mut self.out, self.ids, Op::FunctionCall, void, &[stage]);
        self.group_barrier();
        self.made(group);
        words::push(&mut self.out, Op::Return, &[]);
        words::push(&mut self.out, Op::FunctionEnd, &[]);
        function
    }

    /// Declares the buffers, and computes where the rows of this group are.
    fn group_rows(&mut self) -> [Rows; 2] {
        let (own, shape) = (self.found.outputs.len(), self.shape);
        let results = if self.stage == Stage::Mesh {
            MESHED + shape.vertices as usize * own + shape.primitives as usize * self.found.primitive.len()
        } else {
            own
        };
        let uint = self.types.uint(self.ids);
        let triple = self.types.vector(self.ids, uint, 3);
        let group = self.machine(BuiltIn::WorkgroupId, triple);
        let group = self.add(Op::CompositeExtract, uint, &[group, 0]);
        [(crate::INPUTS, self.found.inputs.len()), (crate::OUTPUTS, results)].map(|(binding, rows)| {
            let buffer = self.buffer(binding, uint, 4);
            let words = self.types.number(self.ids, rows as u32);
            Rows { buffer, packet: None, start: self.add(Op::IMul, uint, &[group, words]), of_primitive: false }
        })
    }

    /// Waits for the group, and for what it has written.
    fn group_barrier(&mut self) {
        let [scope, semantics] = [WORKGROUP, ORDERS_GROUP].map(|word| self.types.number(self.ids, word));
        words::push(&mut self.out, Op::ControlBarrier, &[scope, scope, semantics]);
    }

    /// The number of the invocation among those of all groups.
    fn global(&mut self, variable: &Variable, inputs: Rows) {
        let uint = self.types.uint(self.ids);
        let triple = self.types.vector(self.ids, uint, 3);
        let local = self.machine(BuiltIn::LocalInvocationId, triple);
        let threads = self.shape.threads;
        let parts = [0, 1, 2].map(|axis| {
            let group = self.load_word(inputs, 1 + axis);
            let size = self.types.number(self.ids, threads[axis as usize]);
            let start = self.add(Op::IMul, uint, &[group, size]);
            let own = self.add(Op::CompositeExtract, uint, &[local, axis]);
            self.add(Op::IAdd, uint, &[start, own])
        });
        let value = self.add(Op::CompositeConstruct, triple, &parts);
        let value = if variable.ty == triple { value } else { self.add(Op::Bitcast, variable.ty, &[value]) };
        words::push(&mut self.out, Op::Store, &[variable.id, value]);
    }

    /// Copies what the group has made.
    fn made(&mut self, group: Group) {
        match self.stage {
            Stage::Mesh => self.meshlet(group),
            Stage::Amplification => self.started(group),
            Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry | Stage::Pixel => {
                for variable in &self.found.variables {
                    self.points(variable, group);
                }
            }
        }
        let [body, end] = self.only_first(group);
        words::push(&mut self.out, Op::Label, &[body]);
        let mask = self.load_word(group.inputs, 0);
        self.store_word(group.outputs, 0, mask);
        words::push(&mut self.out, Op::Branch, &[end]);
        words::push(&mut self.out, Op::Label, &[end]);
    }

    /// Begins what only the first invocation of a group does. Returns the labels of its body and of what is behind it.
    fn only_first(&mut self, group: Group) -> [u32; 2] {
        let bool = self.types.bool(self.ids);
        let zero = self.types.number(self.ids, 0);
        let is_first = self.add(Op::IEqual, bool, &[group.local, zero]);
        let [body, end] = [(); 2].map(|()| self.ids.fresh());
        words::push(&mut self.out, Op::SelectionMerge, &[end, 0]);
        words::push(&mut self.out, Op::BranchConditional, &[is_first, body, end]);
        [body, end]
    }

    /// Stores numbers to rows, once.
    fn store_counts(&mut self, group: Group, count: usize) {
        let uint = self.types.uint(self.ids);
        let [body, end] = self.only_first(group);
        words::push(&mut self.out, Op::Label, &[body]);
        for (row, variable) in (1..).zip(self.counts.numbers).take(count) {
            let number = self.add(Op::Load, uint, &[variable]);
            self.store_word(group.outputs, row, number);
        }
        words::push(&mut self.out, Op::Branch, &[end]);
        words::push(&mut self.out, Op::Label, &[end]);
    }

    /// The groups that an amplification shader starts, and their payload.
    fn started(&mut self, group: Group) {
        self.store_counts(group, 3);
        for variable in &self.found.variables {
            if let VariableKind::Payload(row) = variable.kind {
                self.payload(variable, row, group, false);
            }
        }
    }

    /// The vertices and primitives of a mesh shader.
    fn meshlet(&mut self, group: Group) {
        self.store_counts(group, 2);
        let (uint, own) = (self.types.uint(self.ids), self.found.outputs.len() as u32);
        let all = [(self.counts.numbers[0], self.shape.vertices), (self.counts.numbers[1], self.shape.primitives)];
        let counts = all.map(|(variable, most)| {
            let (made, most) = (self.add(Op::Load, uint, &[variable]), self.types.number(self.ids, most));
            self.add(Op::ExtInst, uint, &[self.glsl, GLOp::UMin as u32, made, most])
        });
        let primitives = MESHED as u32 + self.shape.vertices * own;
        let tables = [(MESHED as u32, own), (primitives, self.found.primitive.len() as u32)];
        for of_primitive in [false, true] {
            let (front, stride) = tables[usize::from(of_primitive)];
            self.each(counts[usize::from(of_primitive)], group, |own, at| {
                let (front, stride) = (own.types.number(own.ids, front), own.types.number(own.ids, stride));
                let place = own.add(Op::IMul, uint, &[at, stride]);
                let place = own.add(Op::IAdd, uint, &[place, front]);
                let start = own.add(Op::IAdd, uint, &[group.outputs.start, place]);
                let rows = Rows { start, of_primitive, ..group.outputs };
                for variable in &own.found.variables {
                    let row = match (variable.kind, of_primitive) {
                        (VariableKind::Vertices(row), false) | (VariableKind::Primitives(row), true) => Some(row),
                        (..) => None,
                    };
                    let Some(mut row) = row else { continue };
                    let (value, ty) = own.element(variable, at);
                    own.store(value, ty, &mut row, rows);
                }
            });
        }
    }

    /// The value of an element of a variable that the group shares, and its type.
    fn element(&mut self, variable: &Variable, at: u32) -> (u32, u32) {
        let ty = self.index.def(variable.ty).map_or(0, |array| array.id(0));
        let pointer = self.types.pointer(self.ids, StorageClass::Workgroup, ty);
        let pointer = self.add(Op::AccessChain, pointer, &[variable.id, at]);
        (self.add(Op::Load, ty, &[pointer]), ty)
    }

    /// The control points of a patch, of which each invocation copies its own, and what the patch has once.
    fn points(&mut self, variable: &Variable, group: Group) {
        let VariableKind::Output(start) = variable.kind else { return };
        let uint = self.types.uint(self.ids);
        if self.found.outputs[start as usize].is_patch {
            let [body, end] = self.only_first(group);
            words::push(&mut self.out, Op::Label, &[body]);
            match self.factors(start) {
                Some(count) => self.store_factors(variable, start, count, group.outputs),
                None => self.store_variable(variable, group.outputs),
            }
            words::push(&mut self.out, Op::Branch, &[end]);
            words::push(&mut self.out, Op::Label, &[end]);
            return;
        }
        let ty = self.index.def(variable.ty).map_or(0, |array| array.id(0));
        let stride = self.count_rows(ty);
        let stride = self.types.number(self.ids, stride);
        let place = self.add(Op::IMul, uint, &[group.local, stride]);
        let rows = Rows { start: self.add(Op::IAdd, uint, &[group.outputs.start, place]), ..group.outputs };
        let (value, ty) = self.element(variable, group.local);
        let mut row = start;
        self.store(value, ty, &mut row, rows);
    }

    /// The number of factors that the domain has, if the rows from this one on are factors. The others are not written.
    fn factors(&self, row: u32) -> Option<u32> {
        let domain = self.shape.tessellation.domain?;
        let counts = match domain {
            Domain::Isolines => [2, 0],
            Domain::Triangles => [3, 1],
            Domain::Quads => [4, 2],
        };
        match self.found.outputs[row as usize].place {
            Place::Builtin(BuiltIn::TessLevelOuter, _) => Some(counts[0]),
            Place::Builtin(BuiltIn::TessLevelInner, _) => Some(counts[1]),
            Place::Builtin(..)
            | Place::Mask
            | Place::Location { .. }
            | Place::Payload(_)
            | Place::Count(_)
            | Place::Evaluation(_) => None,
        }
    }

    /// Stores the first factors.
    fn store_factors(&mut self, variable: &Variable, start: u32, count: u32, rows: Rows) {
        for at in 0..count {
            let number = self.types.number(self.ids, at);
            let (value, ty) = self.element(variable, number);
            let mut row = start + at;
            self.store(value, ty, &mut row, rows);
        }
    }

    /// The rows of a value of a type.
    fn count_rows(&self, ty: u32) -> u32 {
        match self.parts(ty) {
            Some(parts) => parts.into_iter().map(|part| self.count_rows(part)).sum(),
            None => {
                self.index.def(ty).map_or(1, |def| if def.op == Op::TypeBool { 1 } else { def.literal(0).div_ceil(32) })
            }
        }
    }

    /// Copies a payload from the rows of inputs, or to those of outputs. Arrays of its members are shared among the invocations,
    /// the first one copies the rest.
    fn payload(&mut self, variable: &Variable, row: u32, group: Group, is_read: bool) {
        let rows = if is_read { group.inputs } else { group.outputs };
        let members = match self.index.def(variable.ty).filter(|def| def.op == Op::TypeStruct) {
            Some(def) => def.ids_from(0).map(Some).collect(),
            None => vec![None],
        };
        let (uint, mut row) = (self.types.uint(self.ids), row);
        for (member, ty) in (0..).zip(members) {
            let path: Vec<u32> = ty.map(|_| self.types.number(self.ids, member)).into_iter().collect();
            let ty = ty.unwrap_or(variable.ty);
            let array = self.index.def(ty).filter(|def| def.op == Op::TypeArray);
            let Some(array) = array else {
                let [body, end] = self.only_first(group);
                words::push(&mut self.out, Op::Label, &[body]);
                self.move_part(variable.id, &path, ty, row, rows, is_read);
                words::push(&mut self.out, Op::Branch, &[end]);
                words::push(&mut self.out, Op::Label, &[end]);
                row += self.count_rows(ty);
                continue;
            };
            let (element, count) = (array.id(0), self.length(array.id(1)));
            let stride = self.count_rows(element);
            let all = self.types.number(self.ids, count);
            self.each(all, group, |own, at| {
                let words = own.types.number(own.ids, stride);
                let place = own.add(Op::IMul, uint, &[at, words]);
                let rows = Rows { start: own.add(Op::IAdd, uint, &[rows.start, place]), ..rows };
                let path: Vec<u32> = path.iter().copied().chain([at]).collect();
                own.move_part(variable.id, &path, element, row, rows, is_read);
            });
            row += stride * count;
        }
    }

    /// Copies a part of a variable that the group shares.
    fn move_part(&mut self, variable: u32, path: &[u32], ty: u32, row: u32, rows: Rows, is_read: bool) {
        let mut row = row;
        let pointer = self.types.pointer(self.ids, StorageClass::Workgroup, ty);
        let pointer = match path {
            [] => variable,
            _ => self.add(Op::AccessChain, pointer, &[&[variable][..], path].concat()),
        };
        if is_read {
            let value = self.load(ty, &mut row, rows);
            words::push(&mut self.out, Op::Store, &[pointer, value]);
        } else {
            let value = self.add(Op::Load, ty, &[pointer]);
            self.store(value, ty, &mut row, rows);
        }
    }

    /// A loop over numbers below one, which are shared among the invocations of the group.
    fn each(&mut self, count: u32, group: Group, body: impl FnOnce(&mut Self, u32)) {
        let (uint, bool) = (self.types.uint(self.ids), self.types.bool(self.ids));
        let [head, test, inner, next, end] = [(); 5].map(|()| self.ids.fresh());
        words::push(&mut self.out, Op::Store, &[group.counter, group.local]);
        words::push(&mut self.out, Op::Branch, &[head]);
        words::push(&mut self.out, Op::Label, &[head]);
        words::push(&mut self.out, Op::LoopMerge, &[end, next, 0]);
        words::push(&mut self.out, Op::Branch, &[test]);
        words::push(&mut self.out, Op::Label, &[test]);
        let at = self.add(Op::Load, uint, &[group.counter]);
        let goes_on = self.add(Op::ULessThan, bool, &[at, count]);
        words::push(&mut self.out, Op::BranchConditional, &[goes_on, inner, end]);
        words::push(&mut self.out, Op::Label, &[inner]);
        body(self, at);
        words::push(&mut self.out, Op::Branch, &[next]);
        words::push(&mut self.out, Op::Label, &[next]);
        let threads: u32 = self.shape.threads.iter().product();
        let threads = self.types.number(self.ids, threads);
        let at = self.add(Op::IAdd, uint, &[at, threads]);
        words::push(&mut self.out, Op::Store, &[group.counter, at]);
        words::push(&mut self.out, Op::Branch, &[head]);
        words::push(&mut self.out, Op::Label, &[end]);
    }
}
