//! The shaders of a library: their functions, the variables that they use, and where they start rays and calls.

use super::hit_objects::{self, HitOp};
use crate::error::{Result, unsupported};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, ExecutionModel, Op, StorageClass};
use std::collections::BTreeSet;
use std::ops::Range;

/// A stage of ray pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RayStage {
    /// It starts rays.
    RayGeneration,
    /// It decides about an intersection.
    AnyHit,
    /// It is called for the nearest one.
    ClosestHit,
    /// It is called where there is none.
    Miss,
    /// It finds intersections in a box.
    Intersection,
    /// It is called by other shaders.
    Callable,
}

/// The stages, with their models and names.
const STAGES: &[(ExecutionModel, RayStage, &str)] = &[
    (ExecutionModel::RayGenerationKHR, RayStage::RayGeneration, "ray generation"),
    (ExecutionModel::AnyHitKHR, RayStage::AnyHit, "any hit"),
    (ExecutionModel::ClosestHitKHR, RayStage::ClosestHit, "closest hit"),
    (ExecutionModel::MissKHR, RayStage::Miss, "miss"),
    (ExecutionModel::IntersectionKHR, RayStage::Intersection, "intersection"),
    (ExecutionModel::CallableKHR, RayStage::Callable, "callable"),
];

impl RayStage {
    /// The stage of an execution model.
    pub fn of(model: ExecutionModel) -> Option<RayStage> {
        STAGES.iter().find(|(own, ..)| *own == model).map(|(_, stage, _)| *stage)
    }

    /// The name for messages.
    pub fn name(self) -> &'static str {
        STAGES.iter().find(|(_, own, _)| *own == self).map_or("", |(.., name)| name)
    }
}

/// A function of the library.
pub(super) struct Function {
    pub(super) id: u32,
    /// From its first instruction to behind its last one.
    pub(super) insts: Range<usize>,
    /// Where it calls others.
    pub(super) callees: Vec<u32>,
    /// The first instruction that starts a ray or a call, or is about a hit object.
    pub(super) starts: Option<usize>,
    /// True if it ends an intersection or reports one.
    pub(super) judges: bool,
    /// The variables of the module that it names.
    pub(super) globals: BTreeSet<u32>,
}

/// What a variable of the module becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    Builtin(BuiltIn),
    /// A payload or the data of a call, of the shader that starts it.
    Outgoing,
    /// A payload or the data of a call, of the shader that is started.
    Incoming,
    Attributes,
    /// The attributes of a hit object, on their way.
    HitAttributes,
    /// The data of a record of the shader table.
    Record,
    Private,
    /// All others stay what they are.
    Other,
}

/// An entry point.
#[derive(Clone)]
pub(super) struct Shader {
    /// The number, from 1 on.
    pub(super) number: u32,
    pub(super) stage: RayStage,
    pub(super) name: String,
    pub(super) function: u32,
    /// The variables of the module that it uses, those of the functions that it calls included.
    pub(super) globals: BTreeSet<u32>,
    /// True if it starts rays or calls, or has hit objects.
    pub(super) starts: bool,
}

/// The functions and shaders of a module.
pub(super) struct Library {
    pub(super) functions: Vec<Function>,
    by_id: FxHashMap<u32, usize>,
    pub(super) shaders: Vec<Shader>,
    pub(super) globals: FxHashMap<u32, Global>,
}

impl Library {
    /// Reads a module.
    ///
    /// # Errors
    /// When it has something that is not run.
    pub(super) fn new(index: &Index<'_>) -> Result<Library> {
        let globals = globals(index);
        let functions = functions(index, &globals)?;
        let by_id = functions.iter().enumerate().map(|(at, function)| (function.id, at)).collect();
        let mut library = Library { functions, by_id, shaders: Vec::new(), globals };
        for entry in index.insts.iter().filter(|inst| inst.op == Op::EntryPoint) {
            let Some(stage) = ExecutionModel::from_u32(entry.value(0)).and_then(RayStage::of) else { continue };
            let (function, name) = (entry.id(1), entry.text(2).to_owned());
            let (number, reached) = (library.shaders.len() as u32 + 1, library.reached(function));
            let all = || reached.iter().map(|at| &library.functions[*at]);
            let globals = all().flat_map(|function| &function.globals).copied().collect();
            let starts = all().any(|function| function.starts.is_some());
            let inner = all().filter(|inner| inner.id != function).find_map(|inner| inner.starts);
            if let Some(at) = inner {
                let what = format!("Op{:?}", index.insts[at].op);
                return unsupported(&index.insts[at], what, "in a function that is not inlined");
            }
            library.shaders.push(Shader { number, stage, name, function, globals, starts });
        }
        Ok(library)
    }

    pub(super) fn function(&self, id: u32) -> Option<&Function> {
        self.by_id.get(&id).map(|at| &self.functions[*at])
    }

    /// The functions that one calls, by their places; itself included.
    pub(super) fn reached(&self, function: u32) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut todo = vec![function];
        while let Some(id) = todo.pop() {
            if let Some(at) = self.by_id.get(&id).filter(|at| reached.insert(**at)) {
                todo.extend(&self.functions[*at].callees);
            }
        }
        reached
    }

    /// Returns whether a function may end its shader: it judges itself, or calls one that does.
    pub(super) fn may_leave(&self, function: u32) -> bool {
        self.reached(function).iter().any(|at| self.functions[*at].judges)
    }

    /// The variables of a shader of some kind, in order.
    pub(super) fn of_kind(&self, shader: &Shader, is_it: impl Fn(Global) -> bool) -> Vec<u32> {
        shader.globals.iter().copied().filter(|id| self.globals.get(id).is_some_and(|own| is_it(*own))).collect()
    }

    /// The shaders of a stage.
    pub(super) fn of_stage(&self, stage: RayStage) -> impl Iterator<Item = &Shader> {
        self.shaders.iter().filter(move |shader| shader.stage == stage)
    }
}

/// The storage classes that become private variables, and what each is.
const CLASSES: &[(StorageClass, Global)] = &[
    (StorageClass::RayPayloadKHR, Global::Outgoing),
    (StorageClass::CallableDataKHR, Global::Outgoing),
    (StorageClass::IncomingRayPayloadKHR, Global::Incoming),
    (StorageClass::IncomingCallableDataKHR, Global::Incoming),
    (StorageClass::HitAttributeKHR, Global::Attributes),
    (StorageClass::HitObjectAttributeEXT, Global::HitAttributes),
    (StorageClass::HitObjectAttributeNV, Global::HitAttributes),
    (StorageClass::ShaderRecordBufferKHR, Global::Record),
    (StorageClass::Private, Global::Private),
];

/// The kind of each variable of the module.
fn globals(index: &Index<'_>) -> FxHashMap<u32, Global> {
    let variables = index.insts[..index.globals].iter().filter(|inst| inst.op == Op::Variable);
    let kind = |inst: &Inst| {
        let (id, class) = (inst.result_id(), inst.value(0));
        let builtin = index.decoration(id, Decoration::BuiltIn).and_then(|own| BuiltIn::from_u32(own.number(0)));
        match builtin.filter(|_| class == StorageClass::Input as u32) {
            Some(builtin) => Global::Builtin(builtin),
            None => CLASSES.iter().find(|(own, _)| *own as u32 == class).map_or(Global::Other, |(_, own)| *own),
        }
    };
    variables.map(|inst| (inst.result_id(), kind(inst))).collect()
}

/// The storage class that a variable or a pointer type has in the kernel.
pub(super) fn storage(class: u32) -> u32 {
    if class == StorageClass::ShaderRecordBufferKHR as u32 {
        return StorageClass::StorageBuffer as u32;
    }
    let is_known = CLASSES.iter().any(|(own, _)| *own as u32 == class) || class == StorageClass::Input as u32;
    if is_known { StorageClass::Private as u32 } else { class }
}

fn functions(index: &Index<'_>, globals: &FxHashMap<u32, Global>) -> Result<Vec<Function>> {
    let mut functions: Vec<Function> = Vec::new();
    for (at, inst) in index.insts.iter().enumerate().skip(index.globals) {
        if inst.op == Op::Function {
            let (id, callees, globals) = (inst.result_id(), Vec::new(), BTreeSet::new());
            let insts = at..at + 1;
            functions.push(Function { id, insts, callees, starts: None, judges: false, globals });
        }
        let Some(function) = functions.last_mut() else { continue };
        function.insts.end = at + 1;
        for operand in &inst.operands {
            let id = dialect::spirv::access::id_of(Some(operand));
            if globals.contains_key(&id) {
                function.globals.insert(id);
            }
        }
        note(inst, at, function)?;
    }
    Ok(functions)
}

/// Notes what an instruction makes of a function.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn note(inst: &Inst, at: usize, function: &mut Function) -> Result<()> {
    match inst.op {
        Op::FunctionCall => function.callees.push(inst.id(0)),
        op if hit_objects::is_start(inst) || HitOp::of(op).is_some() => {
            function.starts.get_or_insert(at);
        }
        Op::IgnoreIntersectionKHR | Op::TerminateRayKHR | Op::ReportIntersectionKHR => function.judges = true,
        op => {
            let name = format!("{op:?}");
            let others =
                ["HitObject", "TraceNV", "TraceMotion", "TraceRayMotion", "ExecuteCallableNV", "ReorderThread"];
            let old = ["IgnoreIntersectionNV", "TerminateRayNV"];
            if others.iter().any(|start| name.starts_with(start)) || old.contains(&&*name) {
                return unsupported(inst, format!("Op{name}"), "ray pipelines do not have it on the CPU");
            }
        }
    }
    Ok(())
}
