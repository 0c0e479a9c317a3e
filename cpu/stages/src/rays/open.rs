//! What a debugger needs to find the shaders that an invocation has opened.

use super::library::{Global, Library, RayStage};
use super::state::State;
use crate::code::Code;
use abi::open_shaders::{OpenShader, OpenShaders, OpenStage};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{self, Inst};
use spirv::Op;
use std::ops::Range;

/// Numbers of instructions that both sets of debug information have.
const SCOPE: u32 = 23;
const NO_SCOPE: u32 = 24;
const DECLARE: u32 = 28;
/// One of `NonSemantic.Shader.DebugInfo.100` alone.
const NO_LINE: u32 = 104;

/// The shaders of a kernel, with places among the words of its functions.
pub(super) fn shaders(
    code: &Code<'_>,
    library: &Library,
    state: &State,
    kept: &[(u32, Vec<(u32, u32)>)],
) -> OpenShaders {
    let one = |shader: &super::library::Shader| {
        let first = |kind: Global| library.of_kind(shader, |own| own == kind).first().copied();
        let builtin = |id: &u32| match library.globals.get(id) {
            Some(Global::Builtin(builtin)) => Some((*id, format!("{builtin:?}"))),
            Some(
                Global::Outgoing
                | Global::Incoming
                | Global::Attributes
                | Global::HitAttributes
                | Global::Record
                | Global::Private
                | Global::Other,
            )
            | None => None,
        };
        let own = kept.iter().find(|(number, _)| *number == shader.number);
        OpenShader {
            stage_name: shader.stage.name(),
            stage: match shader.stage {
                RayStage::RayGeneration | RayStage::Callable => OpenStage::Caller,
                RayStage::Miss => OpenStage::Miss,
                RayStage::ClosestHit => OpenStage::ClosestHit,
                RayStage::AnyHit => OpenStage::AnyHit,
                RayStage::Intersection => OpenStage::Intersection,
            },
            payload: first(Global::Incoming),
            attributes: first(Global::Attributes),
            statics: library.of_kind(shader, |own| own == Global::Private),
            builtins: shader.globals.iter().filter_map(builtin).collect(),
            kept: own.map_or_else(Vec::new, |(_, kept)| kept.clone()),
        }
    };
    OpenShaders {
        level: state.level,
        returns: state.returns.variable,
        query: state.query.variable,
        kind: state.kind.variable,
        candidate: [state.candidate_kind, state.candidate_t],
        has_levels: code.levels > 1,
        code: code.owners.clone(),
        starts: code.starts.clone(),
        shaders: library.shaders.iter().map(one).collect(),
    }
}

/// Moves places to where the functions start in the module.
pub(super) fn moved(mut open: OpenShaders, start: u32) -> OpenShaders {
    open.code.iter_mut().for_each(|(at, _)| *at += start);
    open.starts.iter_mut().for_each(|one| one.word += start);
    open
}

/// The sets of debug information that the library imports, and whether each is the one that has lines.
fn debug_sets(code: &Code<'_>) -> Vec<(u32, bool)> {
    let imports = code.index.insts[..code.index.globals].iter().filter(|inst| inst.op == Op::ExtInstImport);
    let own = imports.filter(|inst| decode::DEBUG_SETS.contains(&inst.text(0)));
    own.map(|inst| (inst.result_id(), inst.text(0) == decode::DEBUG_SETS[1])).collect()
}

/// Says that what follows has no line and no scope of the source, in modules with debug information.
pub(super) fn leave_lines(code: &mut Code<'_>) {
    let void = code.void();
    for (set, has_lines) in debug_sets(code) {
        code.value(Op::ExtInst, void, &[set, NO_SCOPE]);
        if has_lines {
            code.value(Op::ExtInst, void, &[set, NO_LINE]);
        }
    }
}

/// Writes what debug information says of local variables that go to the main function, each with its scope.
pub(super) fn declare(
    code: &mut Code<'_>,
    pieces: impl Iterator<Item = Range<usize>>,
    locals: &[u32],
    declared: &mut Vec<u32>,
) {
    let sets = debug_sets(code);
    let is_debug = |inst: &Inst| inst.op == Op::ExtInst && sets.iter().any(|(set, _)| *set == inst.id(0));
    for piece in pieces {
        let mut scope = None;
        for inst in code.index.insts[piece].iter().filter(|inst| is_debug(inst)) {
            match inst.literal(1) {
                SCOPE => scope = Some(code.raw(inst)),
                NO_SCOPE => scope = None,
                DECLARE if locals.contains(&inst.id(3)) => {
                    if let Some(scope) = scope {
                        let start = declared.len();
                        declared.extend(scope);
                        declared[start + 2] = code.fresh();
                    }
                    declared.extend(code.raw(inst));
                }
                _ => {}
            }
        }
    }
}
