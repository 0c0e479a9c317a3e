//! The module of the kernel: the declarations of the library, the functions, and the main function with the machine's loop.

use super::hit_objects::Hits;
use super::library::{self, Global, Library, RayStage, Shader};
use super::open;
use super::segments::{AT_END, AT_RAY, AT_SEGMENT, AT_SHADER, Main, Segments};
use super::starts;
use super::state::{CAUGHT, Pipeline, State, TRAVERSED};
use super::traverse;
use super::{CALL_COUNT, HIT_COUNT, MISS_COUNT, MOST_CALLS, RayOptions, RayShader, Rays, functions, hits};
use crate::code::Code;
use crate::error::Result;
use crate::words;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use isa::Class;
use rustc_hash::FxHashSet;
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op};

/// The words of the header.
const HEADER: usize = 5;
/// The version of SPIR-V whose entry points list all variables.
const LEAST_VERSION: u32 = 0x0001_0400;
/// The size of a workgroup: neighbouring rays go together.
pub(super) const GROUP: [u32; 3] = [8, 4, 1];

/// Converts a library.
///
/// # Errors
/// When it has something that is not run.
pub(super) fn convert(words: &[u32], index: &Index<'_>, start: &str, options: RayOptions) -> Result<Option<Rays>> {
    let library = Library::new(index)?;
    let Some(first) = library.of_stage(RayStage::RayGeneration).find(|shader| shader.name == start) else {
        return Ok(None);
    };
    // Only what rays and calls start can be open at several levels.
    let nests = library.shaders.iter().any(|shader| shader.starts && shader.stage != RayStage::RayGeneration);
    let calls = if library.of_stage(RayStage::Callable).next().is_some() { MOST_CALLS } else { 0 };
    let levels = if nests { options.recursion + calls } else { 1 };
    let mut code = Code::new(index, words, levels.max(1));
    let mut state = State::new(&mut code, &library)?;
    let records = state.declare_records(&mut code, &library)?;
    state.write_note(&mut code);
    let is_segments =
        |shader: &Shader| shader.number == first.number || (shader.starts && shader.stage != RayStage::RayGeneration);
    let in_segments: FxHashSet<u32> =
        library.shaders.iter().filter(|shader| is_segments(shader)).map(|shader| shader.function).collect();
    let cut: Vec<_> = library.functions.iter().filter(|function| in_segments.contains(&function.id)).collect();
    let cut: Vec<_> = cut.iter().map(|function| function.insts.clone()).collect();
    state.hits = Hits::new(&mut code, state.query.ty, state.attributes.len(), &cut);
    hits::functions(&mut code, &mut state.hits, &cut)?;
    let pipeline = Pipeline { library: &library, state: &state };
    let between = traverse::functions(&mut code, pipeline)?;
    let mut dropped = in_segments.clone();
    for function in &library.functions {
        // Ray generation shaders that are not chosen are not written.
        if function.starts.is_some() && !in_segments.contains(&function.id) {
            dropped.insert(function.id);
        }
        if !dropped.contains(&function.id) {
            code.own(library.shaders.iter().find(|own| own.function == function.id).map_or(0, |own| own.number));
            functions::write(&mut code, pipeline, function, between.report)?;
        }
    }
    code.own(0);
    let traverse = traverse::traverse(&mut code, pipeline, &between)?;
    let chosen: Vec<&Shader> = library.shaders.iter().filter(|shader| is_segments(shader)).collect();
    let machine = Machine { library: &library, state: &state, traverse, first, chosen };
    let Written { function, sites, kept } = machine.write(&mut code)?;
    let open = open::shaders(&code, &library, &state, &kept);
    let shaders = library.shaders.iter().map(|shader| RayShader {
        number: shader.number,
        stage: shader.stage,
        name: shader.name.clone(),
    });
    let shaders = shaders.collect();
    let gone = Gone { library: &library, functions: &dropped, hits: &state.hits };
    let Output { words, origins, start: first } = output(code, &gone, function, start, options);
    let open = open::moved(open, first);
    Ok(Some(Rays { words, entry: start.to_owned(), shaders, records, sites, open, origins }))
}

/// What the main function is.
struct Written {
    function: u32,
    /// The instructions that start rays and calls.
    sites: Vec<super::Site>,
    /// Of each shader that is written as segments, where its variables lie while it waits.
    kept: Vec<(u32, Vec<(u32, u32)>)>,
}

struct Machine<'c> {
    library: &'c Library,
    state: &'c State,
    traverse: u32,
    /// The ray generation shader.
    first: &'c Shader,
    /// The shaders that are written as segments.
    chosen: Vec<&'c Shader>,
}

impl Machine<'_> {
    /// Writes the main function.
    fn write(&self, code: &mut Code<'_>) -> Result<Written> {
        let uint = code.uint();
        let void = code.void();
        let before = code.out.len();
        let (function, _) = code.function(void, &[]);
        let head = code.out.split_off(before);
        let merge = code.fresh();
        let (variables, declared, cases, sites) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut main = Main { pc: 0, merge, variables, declared, cases, sites, next: AT_SEGMENT };
        main.pc = main.variable(code, uint);
        let pipeline = Pipeline { library: self.library, state: self.state };
        let mut all = Vec::new();
        for shader in &self.chosen {
            all.push(Segments::new(code, pipeline, shader, &mut main)?);
        }
        let entries: Vec<(u32, u32)> =
            self.chosen.iter().zip(&all).map(|(shader, own)| (shader.number, own.entry())).collect();
        let first = entries.iter().find(|(number, _)| *number == self.first.number).map_or(AT_END, |(_, entry)| *entry);
        let (noted, owned) = (code.origins.len(), code.owners.len());
        self.cases(code, &mut main, &entries)?;
        for segments in &all {
            segments.write(code, &mut main)?;
        }
        let cases = code.out.split_off(before);
        code.out.extend(head);
        code.out.extend(&main.variables);
        code.out.extend(&main.declared);
        open::leave_lines(code);
        let moved = self.frame(code, &main, first, cases) - before as u32;
        code.origins[noted..].iter_mut().for_each(|(at, _)| *at += moved);
        code.owners[owned..].iter_mut().for_each(|(at, _)| *at += moved);
        code.starts.iter_mut().for_each(|start| start.word += moved);
        let kept = all.iter().map(Segments::kept).collect();
        Ok(Written { function, sites: main.sites, kept })
    }

    /// Writes the start, the loop around the cases, and the end. Returns where the cases are.
    fn frame(&self, code: &mut Code<'_>, main: &Main, first: u32, cases: Vec<u32>) -> u32 {
        let (uint, bool, state) = (code.uint(), code.bool(), self.state);
        let [runs, head, test, body, again, end, all] = [(); 7].map(|()| code.fresh());
        let triple = code.vector(uint, 3);
        let launch = code.machine(BuiltIn::GlobalInvocationId, triple);
        let extents = [0, 1, 2].map(|axis| state.fixed(code, axis));
        let size = code.value(Op::CompositeConstruct, triple, &extents);
        code.store(state.launch, launch);
        code.store(state.size, size);
        let truths = code.vector(bool, 3);
        let inside = code.value(Op::ULessThan, truths, &[launch, size]);
        let inside = code.value(Op::All, bool, &[inside]);
        for variable in [state.level, state.rays, state.calls, state.site, state.shape, state.verdict] {
            code.set(variable, 0);
        }
        let no = code.truth(false);
        code.store(state.leave, no);
        let mut record = code.number(0);
        for count in [HIT_COUNT, MISS_COUNT, CALL_COUNT] {
            let own = state.fixed(code, count);
            record = code.value(Op::IAdd, uint, &[record, own]);
        }
        code.store(state.record, record);
        code.set(main.pc, first);
        code.branch_if(inside, [runs, all, all]);
        code.label(runs);
        code.branch(head);
        code.label(head);
        code.push(Op::LoopMerge, &[end, again, 0]);
        code.branch(test);
        code.label(test);
        let pc = code.get(main.pc);
        let at_end = code.number(AT_END);
        let is_over = code.value(Op::IEqual, bool, &[pc, at_end]);
        code.push(Op::BranchConditional, &[is_over, end, body]);
        code.label(body);
        code.push(Op::SelectionMerge, &[main.merge, 0]);
        let labels = main.cases.iter().flat_map(|(number, label)| [*number, *label]);
        code.push(Op::Switch, &[pc, main.merge].into_iter().chain(labels).collect::<Vec<_>>());
        let start = code.out.len() as u32;
        code.out.extend(cases);
        code.label(main.merge);
        open::leave_lines(code);
        code.branch(again);
        code.label(again);
        code.branch(head);
        code.label(end);
        code.branch(all);
        code.label(all);
        code.end();
        start
    }

    /// Goes on with the shader of a ray, or with the shader that has traced it for a hit object.
    fn behind_traversal(&self, code: &mut Code<'_>, pc: u32) {
        let (bool, state) = (code.bool(), self.state);
        let (mode, caught) = (code.get(state.mode), code.number(CAUGHT));
        let is_caught = code.value(Op::IEqual, bool, &[mode, caught]);
        let [back, usual, behind] = [(); 3].map(|()| code.fresh());
        code.branch_if(is_caught, [back, usual, behind]);
        code.label(back);
        code.set(state.mode, TRAVERSED);
        starts::pop(code, state, pc, false);
        code.branch(behind);
        code.label(usual);
        code.set(pc, AT_SHADER);
        code.branch(behind);
        code.label(behind);
    }

    /// Writes the cases that belong to no shader.
    fn cases(&self, code: &mut Code<'_>, main: &mut Main, entries: &[(u32, u32)]) -> Result<()> {
        let (uint, bool, state) = (code.uint(), code.bool(), self.state);
        let [ray, shader, returned, called] = [(); 4].map(|()| code.fresh());
        main.cases.extend([(AT_RAY, ray), (AT_SHADER, shader)]);
        code.label(ray);
        open::leave_lines(code);
        code.call(self.traverse);
        match state.hits.are_used() {
            true => self.behind_traversal(code, main.pc),
            false => code.set(main.pc, AT_SHADER),
        }
        code.branch(main.merge);
        code.label(shader);
        open::leave_lines(code);
        let next = main.variable(code, uint);
        code.set(next, AT_END);
        let chosen = code.get(state.chosen);
        let stages = [RayStage::ClosestHit, RayStage::Miss, RayStage::Callable];
        let shaders: Vec<&Shader> =
            self.library.shaders.iter().filter(|shader| stages.contains(&shader.stage)).collect();
        let is_call = main.variable(code, bool);
        let no = code.truth(false);
        code.store(is_call, no);
        traverse::choose(code, chosen, &shaders, &mut |code, shader| {
            if shader.stage == RayStage::Callable {
                let yes = code.truth(true);
                code.store(is_call, yes);
            }
            match entries.iter().find(|(number, _)| *number == shader.number) {
                Some((_, entry)) => {
                    code.set(next, *entry);
                    Ok(())
                }
                None => traverse::call(code, Pipeline { library: self.library, state }, shader),
            }
        })?;
        let (found, zero) = (code.get(next), code.number(AT_END));
        let is_back = code.value(Op::IEqual, bool, &[found, zero]);
        code.store(main.pc, found);
        let merge = code.fresh();
        code.branch_if(is_back, [returned, merge, merge]);
        code.label(returned);
        let is_call = code.load(bool, is_call);
        let [ray, behind] = [(); 2].map(|()| code.fresh());
        code.branch_if(is_call, [called, ray, behind]);
        for (label, is_call) in [(called, true), (ray, false)] {
            code.label(label);
            starts::pop(code, state, main.pc, is_call);
            code.branch(behind);
        }
        code.label(behind);
        code.branch(merge);
        code.label(merge);
        code.branch(main.merge);
        Ok(())
    }
}

/// What the kernel does not have.
struct Gone<'g> {
    library: &'g Library,
    functions: &'g FxHashSet<u32>,
    hits: &'g Hits,
}

/// The words of the module.
struct Output {
    words: Vec<u32>,
    origins: Vec<(u32, u32)>,
    /// Where the functions start.
    start: u32,
}

/// Puts the module together.
fn output(code: Code<'_>, gone: &Gone<'_>, entry: u32, name: &str, options: RayOptions) -> Output {
    let mut all = code.words[..HEADER].to_vec();
    all[1] = all[1].max(LEAST_VERSION);
    all[3] = code.ids.bound();
    let globals = &code.index.insts[..code.index.globals];
    let mut done = Sections::default();
    let mut is_first_entry = true;
    let point = |code: &Code<'_>, all: &mut Vec<u32>| {
        let is_listed =
            |inst: &&Inst| matches!(inst.op, Op::Variable | Op::UntypedVariableKHR) && !gone.has(inst.result_id());
        let variables = globals.iter().filter(is_listed).map(Access::result_id);
        let mut operands = vec![ExecutionModel::GLCompute as u32, entry];
        operands.extend(words::text(name));
        operands.extend(variables.chain(code.variables.iter().copied()));
        words::push(all, Op::EntryPoint, &operands);
        let size = [&[entry, ExecutionMode::LocalSize as u32], &GROUP[..]].concat();
        words::push(all, Op::ExecutionMode, &size);
        if options.exact {
            words::push(all, Op::ExecutionMode, &[entry, ExecutionMode::ContractionOff as u32]);
        }
    };
    for inst in globals {
        if !done.capabilities && inst.op != Op::Capability {
            done.capabilities = true;
            words::push(&mut all, Op::Capability, &[Capability::RayQueryKHR as u32]);
            words::push(&mut all, Op::Extension, &words::text("SPV_KHR_ray_query"));
        }
        if !done.decorations && is_declaration(isa::class(inst.op)) {
            done.decorations = true;
            all.extend(&code.decorations);
        }
        if inst.op == Op::EntryPoint {
            if std::mem::take(&mut is_first_entry) {
                point(&code, &mut all);
            }
            continue;
        }
        global(&code, gone, inst, &mut all);
    }
    if !done.decorations {
        all.extend(&code.decorations);
    }
    all.extend(&code.types.added);
    let start = all.len() as u32;
    let origins = code.origins.iter().map(|(at, origin)| (start + at, *origin)).collect();
    all.extend(&code.out);
    Output { words: all, origins, start }
}

/// The sections that have what is new in them.
#[derive(Default)]
struct Sections {
    capabilities: bool,
    decorations: bool,
}

impl Gone<'_> {
    /// Returns whether a type or a variable is gone.
    fn has(&self, id: u32) -> bool {
        self.library.globals.get(&id) == Some(&Global::Record) || self.hits.is_gone(id)
    }
}

/// Returns whether an instruction follows all decorations.
fn is_declaration(class: Class) -> bool {
    matches!(class, Class::Type(_) | Class::Constant(_) | Class::Variable | Class::Undef)
}

/// Capabilities of ray pipelines, and what kernels have instead.
const CAPABILITIES: &[(Capability, Option<Capability>)] = &[
    (Capability::RayTracingKHR, None),
    (Capability::RayQueryKHR, None),
    (Capability::RayTracingNV, None),
    (Capability::RayCullMaskKHR, None),
    (Capability::ShaderInvocationReorderEXT, None),
    (Capability::ShaderInvocationReorderNV, None),
    (Capability::RayTracingPositionFetchKHR, Some(Capability::RayQueryPositionFetchKHR)),
];

/// Writes a declaration of the library.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn global(code: &Code<'_>, gone: &Gone<'_>, inst: &Inst, all: &mut Vec<u32>) {
    let library = gone.library;
    let raw = code.raw(inst);
    let kind = |id: u32| library.globals.get(&id).copied().unwrap_or(Global::Other);
    let is_passed = |id: u32| !matches!(kind(id), Global::Other | Global::Private);
    match inst.op {
        Op::Capability => match CAPABILITIES.iter().find(|(own, _)| *own as u32 == inst.value(0)) {
            Some((_, Some(other))) => words::push(all, Op::Capability, &[*other as u32]),
            Some((_, None)) => {}
            None => all.extend(raw),
        },
        Op::ExecutionMode | Op::ExecutionModeId => {}
        // Debug information of a variable that is gone.
        Op::ExtInst if inst.ids_from(2).any(|id| gone.has(id)) => {}
        Op::Name if gone.functions.contains(&inst.id(0)) || gone.has(inst.id(0)) => {}
        Op::Decorate | Op::DecorateId | Op::DecorateString if is_passed(inst.id(0)) => {}
        Op::Decorate if inst.value(1) == Decoration::Block as u32 && is_of_records(code, library, inst.id(0)) => {}
        Op::Variable | Op::TypePointer if gone.has(inst.result_id()) => {}
        Op::TypeHitObjectEXT | Op::TypeHitObjectNV => {}
        Op::TypePointer | Op::Variable => {
            let start = all.len();
            all.extend_from_slice(raw);
            let at = start + if inst.op == Op::TypePointer { 2 } else { 3 };
            all[at] = library::storage(all[at]);
        }
        _ => all.extend(raw),
    }
}

/// Returns whether a structure is the type of a variable with the data of records, and of no other one.
fn is_of_records(code: &Code<'_>, library: &Library, ty: u32) -> bool {
    let globals = &code.index.insts[..code.index.globals];
    let mut own =
        globals.iter().filter(|inst| inst.op == Op::Variable && code.pointee(inst).ok() == Some(ty)).peekable();
    own.peek().is_some() && own.all(|inst| library.globals.get(&inst.result_id()) == Some(&Global::Record))
}
