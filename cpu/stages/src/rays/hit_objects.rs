//! Hit objects: what their instructions do, and the variables that each becomes.
//!
//! A hit object is a query, which has the ray and its committed intersection, and words beside it. All are private variables of
//! the module. What a hit object does not have is zero, so that questions need no conditions around them.

use crate::code::Code;
use crate::error::{Result, unsupported};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::collections::BTreeMap;
use std::ops::Range;

/// What an instruction of hit objects does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HitOp {
    /// Makes one that is neither a hit nor a miss.
    Empty,
    /// Makes a miss of a ray.
    Miss,
    /// Makes one of a ray query.
    Query,
    /// Traces a ray.
    Trace,
    /// Calls the shader.
    Execute,
    /// Whether it is what a number says.
    Is(u32),
    /// A question about the ray.
    Ray(Op),
    /// A question about the intersection.
    Hit(Op),
    /// The kind of the intersection.
    Kind,
    /// Copies the attributes to a variable.
    Attributes,
    /// The index of the record in the shader table.
    Record,
    /// Chooses the record.
    SetRecord,
    /// The address of the data of the record, which is its number here.
    Data,
    /// Puts invocations into another order: waves stay as they are.
    Reorder,
}

/// What a hit object is, in its first word.
pub(super) const EMPTY: u32 = 0;
pub(super) const MISS: u32 = 1;
pub(super) const HIT: u32 = 2;

/// The instructions, of both extensions.
#[rustfmt::skip]
const ROWS: &[(Op, HitOp)] = &[
    (Op::HitObjectRecordEmptyEXT, HitOp::Empty),
    (Op::HitObjectRecordMissEXT, HitOp::Miss),
    (Op::HitObjectRecordFromQueryEXT, HitOp::Query),
    (Op::HitObjectTraceRayEXT, HitOp::Trace),
    (Op::HitObjectExecuteShaderEXT, HitOp::Execute),
    (Op::HitObjectIsEmptyEXT, HitOp::Is(EMPTY)),
    (Op::HitObjectIsMissEXT, HitOp::Is(MISS)),
    (Op::HitObjectIsHitEXT, HitOp::Is(HIT)),
    (Op::HitObjectGetRayTMinEXT, HitOp::Ray(Op::RayQueryGetRayTMinKHR)),
    (Op::HitObjectGetRayTMaxEXT, HitOp::Ray(Op::RayQueryGetIntersectionTKHR)),
    (Op::HitObjectGetRayFlagsEXT, HitOp::Ray(Op::RayQueryGetRayFlagsKHR)),
    (Op::HitObjectGetWorldRayOriginEXT, HitOp::Ray(Op::RayQueryGetWorldRayOriginKHR)),
    (Op::HitObjectGetWorldRayDirectionEXT, HitOp::Ray(Op::RayQueryGetWorldRayDirectionKHR)),
    (Op::HitObjectGetObjectRayOriginEXT, HitOp::Hit(Op::RayQueryGetIntersectionObjectRayOriginKHR)),
    (Op::HitObjectGetObjectRayDirectionEXT, HitOp::Hit(Op::RayQueryGetIntersectionObjectRayDirectionKHR)),
    (Op::HitObjectGetObjectToWorldEXT, HitOp::Hit(Op::RayQueryGetIntersectionObjectToWorldKHR)),
    (Op::HitObjectGetWorldToObjectEXT, HitOp::Hit(Op::RayQueryGetIntersectionWorldToObjectKHR)),
    (Op::HitObjectGetInstanceIdEXT, HitOp::Hit(Op::RayQueryGetIntersectionInstanceIdKHR)),
    (Op::HitObjectGetInstanceCustomIndexEXT, HitOp::Hit(Op::RayQueryGetIntersectionInstanceCustomIndexKHR)),
    (Op::HitObjectGetGeometryIndexEXT, HitOp::Hit(Op::RayQueryGetIntersectionGeometryIndexKHR)),
    (Op::HitObjectGetPrimitiveIndexEXT, HitOp::Hit(Op::RayQueryGetIntersectionPrimitiveIndexKHR)),
    (Op::HitObjectGetIntersectionTriangleVertexPositionsEXT, HitOp::Hit(Op::RayQueryGetIntersectionTriangleVertexPositionsKHR)),
    (Op::HitObjectGetHitKindEXT, HitOp::Kind),
    (Op::HitObjectGetAttributesEXT, HitOp::Attributes),
    (Op::HitObjectGetShaderBindingTableRecordIndexEXT, HitOp::Record),
    (Op::HitObjectSetShaderBindingTableRecordIndexEXT, HitOp::SetRecord),
    (Op::HitObjectGetShaderRecordBufferHandleEXT, HitOp::Data),
    (Op::ReorderThreadWithHitObjectEXT, HitOp::Reorder),
    (Op::ReorderThreadWithHintEXT, HitOp::Reorder),
    (Op::HitObjectRecordEmptyNV, HitOp::Empty),
    (Op::HitObjectRecordMissNV, HitOp::Miss),
    (Op::HitObjectTraceRayNV, HitOp::Trace),
    (Op::HitObjectExecuteShaderNV, HitOp::Execute),
    (Op::HitObjectIsEmptyNV, HitOp::Is(EMPTY)),
    (Op::HitObjectIsMissNV, HitOp::Is(MISS)),
    (Op::HitObjectIsHitNV, HitOp::Is(HIT)),
    (Op::HitObjectGetRayTMinNV, HitOp::Ray(Op::RayQueryGetRayTMinKHR)),
    (Op::HitObjectGetRayTMaxNV, HitOp::Ray(Op::RayQueryGetIntersectionTKHR)),
    (Op::HitObjectGetWorldRayOriginNV, HitOp::Ray(Op::RayQueryGetWorldRayOriginKHR)),
    (Op::HitObjectGetWorldRayDirectionNV, HitOp::Ray(Op::RayQueryGetWorldRayDirectionKHR)),
    (Op::HitObjectGetObjectRayOriginNV, HitOp::Hit(Op::RayQueryGetIntersectionObjectRayOriginKHR)),
    (Op::HitObjectGetObjectRayDirectionNV, HitOp::Hit(Op::RayQueryGetIntersectionObjectRayDirectionKHR)),
    (Op::HitObjectGetObjectToWorldNV, HitOp::Hit(Op::RayQueryGetIntersectionObjectToWorldKHR)),
    (Op::HitObjectGetWorldToObjectNV, HitOp::Hit(Op::RayQueryGetIntersectionWorldToObjectKHR)),
    (Op::HitObjectGetInstanceIdNV, HitOp::Hit(Op::RayQueryGetIntersectionInstanceIdKHR)),
    (Op::HitObjectGetInstanceCustomIndexNV, HitOp::Hit(Op::RayQueryGetIntersectionInstanceCustomIndexKHR)),
    (Op::HitObjectGetGeometryIndexNV, HitOp::Hit(Op::RayQueryGetIntersectionGeometryIndexKHR)),
    (Op::HitObjectGetPrimitiveIndexNV, HitOp::Hit(Op::RayQueryGetIntersectionPrimitiveIndexKHR)),
    (Op::HitObjectGetHitKindNV, HitOp::Kind),
    (Op::HitObjectGetAttributesNV, HitOp::Attributes),
    (Op::HitObjectGetShaderBindingTableRecordIndexNV, HitOp::Record),
    (Op::HitObjectGetShaderRecordBufferHandleNV, HitOp::Data),
    (Op::ReorderThreadWithHitObjectNV, HitOp::Reorder),
    (Op::ReorderThreadWithHintNV, HitOp::Reorder),
];

impl HitOp {
    /// The operation of a hit-object instruction; `None` for other instructions and for those that do not run on the CPU.
    pub(super) fn of(op: Op) -> Option<HitOp> {
        ROWS.iter().find(|(own, _)| *own == op).map(|(_, own)| *own)
    }
}

/// Returns whether a ray or a call starts with an instruction: what follows it runs later.
pub(super) fn is_start(inst: &Inst) -> bool {
    const STARTS: [Op; 2] = [Op::TraceRayKHR, Op::ExecuteCallableKHR];
    STARTS.contains(&inst.op) || matches!(HitOp::of(inst.op), Some(HitOp::Trace | HitOp::Execute))
}

/// The variables of a hit object.
pub(super) struct Hit {
    pub(super) query: u32,
    /// [`EMPTY`], [`MISS`] or [`HIT`].
    pub(super) what: u32,
    /// The index of the record among those of hit groups, or of miss shaders.
    pub(super) record: u32,
    pub(super) kind: u32,
    pub(super) mask: u32,
    pub(super) attributes: Vec<u32>,
}

/// The hit objects of the shaders that are written as segments.
#[derive(Default)]
pub(super) struct Hits {
    all: BTreeMap<u32, Hit>,
    /// The functions that instructions call, by their offsets.
    pub(super) functions: FxHashMap<u32, u32>,
    /// Types and variables that the kernel does not have.
    gone: FxHashSet<u32>,
}

impl Hits {
    /// Declares the variables of hit objects: those of the module, and of functions.
    pub(super) fn new(code: &mut Code<'_>, query: u32, words: usize, functions: &[Range<usize>]) -> Hits {
        let mut hits = Hits::default();
        let index = code.index;
        let is_hit_type = |inst: &Inst| matches!(inst.op, Op::TypeHitObjectEXT | Op::TypeHitObjectNV);
        for inst in &index.insts[..index.globals] {
            let is_pointer = inst.op == Op::TypePointer && hits.gone.contains(&inst.id(1));
            let is_variable = inst.op == Op::Variable && hits.gone.contains(&inst.type_id());
            if is_hit_type(inst) || is_pointer || is_variable {
                hits.gone.insert(inst.result_id());
            }
            if is_variable {
                hits.add(code, query, words, inst.result_id());
            }
        }
        if hits.gone.is_empty() {
            return hits;
        }
        for function in functions {
            for inst in index.insts[function.clone()].iter().filter(|inst| inst.op == Op::Variable) {
                if hits.gone.contains(&inst.type_id()) {
                    hits.gone.insert(inst.result_id());
                    hits.add(code, query, words, inst.result_id());
                }
            }
        }
        hits
    }

    fn add(&mut self, code: &mut Code<'_>, query: u32, words: usize, variable: u32) {
        let uint = code.uint();
        let [what, record, kind, mask] = [(); 4].map(|()| code.private(uint));
        let attributes = (0..words).map(|_| code.private(uint)).collect();
        let query = code.private(query);
        self.all.insert(variable, Hit { query, what, record, kind, mask, attributes });
    }

    /// Returns whether there are hit objects.
    pub(super) fn are_used(&self) -> bool {
        !self.all.is_empty()
    }

    /// Returns whether a type or a variable is gone.
    pub(super) fn is_gone(&self, id: u32) -> bool {
        self.gone.contains(&id)
    }

    /// The hit object that an instruction names first.
    ///
    /// # Errors
    /// When it is not a variable.
    pub(super) fn of(&self, inst: &Inst) -> Result<&Hit> {
        match self.all.get(&inst.id(0)) {
            Some(hit) => Ok(hit),
            None => unsupported(inst, format!("Op{:?}", inst.op), "its hit object is not a variable"),
        }
    }

    /// The variables of the hit objects among some variables, and of those of the module, with their types.
    pub(super) fn parts(&self, code: &mut Code<'_>, locals: &[u32], query: u32) -> Vec<(u32, u32)> {
        let (uint, mut all) = (code.uint(), Vec::new());
        let is_global = |id: u32| code.index.position(id).is_some_and(|at| at < code.index.globals);
        for (_, hit) in self.all.iter().filter(|(id, _)| locals.contains(id) || is_global(**id)) {
            all.push((hit.query, query));
            let words = [hit.what, hit.record, hit.kind, hit.mask].into_iter().chain(hit.attributes.iter().copied());
            all.extend(words.map(|word| (word, uint)));
        }
        all
    }
}

/// Returns whether shaders read the data of records through hit objects.
pub(super) fn reads_data(code: &Code<'_>) -> bool {
    code.index.insts[code.index.globals..].iter().any(|inst| HitOp::of(inst.op) == Some(HitOp::Data))
}
