//! Operations of ray queries: what each is called in SPIR-V, the operands that code passes to the host, and what both engines
//! do with them.

use crate::{Desc, DispatchCtx};
use spirv::Op;
use trace::{Field, Fields, Query, Ray, RayFlags, Scene, Which};

/// An operation of a ray query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryOp {
    /// Starts the traversal of a ray.
    Initialize,
    /// Ends it.
    Terminate,
    /// Commits an intersection in a box.
    Generate,
    /// Commits the candidate, a triangle.
    Confirm,
    /// Goes on to the next candidate.
    Proceed,
    /// Makes a query the same as another one: a store of what a load gave.
    Copy,
    /// A question.
    Get(Field),
}

/// The operations, by their numbers in [`QueryArgs::op`], with their instructions.
#[rustfmt::skip]
pub const QUERIES: &[(Op, QueryOp)] = &[
    (Op::RayQueryInitializeKHR, QueryOp::Initialize),
    (Op::RayQueryTerminateKHR, QueryOp::Terminate),
    (Op::RayQueryGenerateIntersectionKHR, QueryOp::Generate),
    (Op::RayQueryConfirmIntersectionKHR, QueryOp::Confirm),
    (Op::RayQueryProceedKHR, QueryOp::Proceed),
    (Op::RayQueryGetIntersectionTypeKHR, QueryOp::Get(Field::Kind)),
    (Op::RayQueryGetRayTMinKHR, QueryOp::Get(Field::TMin)),
    (Op::RayQueryGetRayFlagsKHR, QueryOp::Get(Field::Flags)),
    (Op::RayQueryGetIntersectionTKHR, QueryOp::Get(Field::T)),
    (Op::RayQueryGetIntersectionInstanceCustomIndexKHR, QueryOp::Get(Field::InstanceId)),
    (Op::RayQueryGetIntersectionInstanceIdKHR, QueryOp::Get(Field::InstanceIndex)),
    (Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, QueryOp::Get(Field::HitContribution)),
    (Op::RayQueryGetIntersectionGeometryIndexKHR, QueryOp::Get(Field::Geometry)),
    (Op::RayQueryGetIntersectionPrimitiveIndexKHR, QueryOp::Get(Field::Primitive)),
    (Op::RayQueryGetIntersectionBarycentricsKHR, QueryOp::Get(Field::Barycentrics)),
    (Op::RayQueryGetIntersectionFrontFaceKHR, QueryOp::Get(Field::IsFront)),
    (Op::RayQueryGetIntersectionCandidateAABBOpaqueKHR, QueryOp::Get(Field::IsBoxOpaque)),
    (Op::RayQueryGetIntersectionObjectRayDirectionKHR, QueryOp::Get(Field::ObjectDirection)),
    (Op::RayQueryGetIntersectionObjectRayOriginKHR, QueryOp::Get(Field::ObjectOrigin)),
    (Op::RayQueryGetWorldRayDirectionKHR, QueryOp::Get(Field::WorldDirection)),
    (Op::RayQueryGetWorldRayOriginKHR, QueryOp::Get(Field::WorldOrigin)),
    (Op::RayQueryGetIntersectionObjectToWorldKHR, QueryOp::Get(Field::ObjectToWorld)),
    (Op::RayQueryGetIntersectionWorldToObjectKHR, QueryOp::Get(Field::WorldToObject)),
    (Op::RayQueryGetIntersectionTriangleVertexPositionsKHR, QueryOp::Get(Field::Positions)),
];

/// The number of [`QueryOp::Copy`], which has no instruction of its own.
pub const COPY: u32 = QUERIES.len() as u32;

impl QueryOp {
    /// The number and the operation of an instruction, if it is one of ray queries.
    pub fn of(op: Op) -> Option<(u32, QueryOp)> {
        let at = QUERIES.iter().position(|(known, _)| *known == op)?;
        Some((at as u32, QUERIES[at].1))
    }

    /// The operation with a number.
    pub fn numbered(number: u32) -> Option<QueryOp> {
        if number == COPY { Some(QueryOp::Copy) } else { QUERIES.get(number as usize).map(|(_, op)| *op) }
    }

    /// Returns whether it takes an operand that says which intersection is meant.
    pub fn takes_which(self) -> bool {
        match self {
            QueryOp::Initialize | QueryOp::Terminate | QueryOp::Generate | QueryOp::Confirm => false,
            QueryOp::Proceed | QueryOp::Copy => false,
            QueryOp::Get(
                Field::TMin | Field::Flags | Field::WorldDirection | Field::WorldOrigin | Field::IsBoxOpaque,
            ) => false,
            QueryOp::Get(_) => true,
        }
    }

    /// The words of its answer.
    pub fn words(self) -> usize {
        match self {
            QueryOp::Initialize | QueryOp::Terminate | QueryOp::Generate | QueryOp::Confirm | QueryOp::Copy => 0,
            QueryOp::Proceed => 1,
            QueryOp::Get(field) => match field {
                Field::Kind | Field::TMin | Field::Flags | Field::T | Field::InstanceId | Field::InstanceIndex => 1,
                Field::HitContribution | Field::Geometry | Field::Primitive | Field::IsFront | Field::IsBoxOpaque => 1,
                Field::Barycentrics => 2,
                Field::ObjectDirection | Field::ObjectOrigin | Field::WorldDirection | Field::WorldOrigin => 3,
                Field::Positions => 9,
                Field::ObjectToWorld | Field::WorldToObject => 12,
            },
        }
    }

    /// Does it on the state of a query. The owner of the states copies them.
    pub fn run(self, query: &mut Query, scene: Option<&Scene>, args: &QueryArgs) -> Fields {
        match self {
            QueryOp::Initialize => query.initialize(scene, args.ray(), RayFlags(args.flags), args.mask),
            QueryOp::Terminate => query.terminate(),
            QueryOp::Generate => {
                query.generate(args.t_max);
            }
            QueryOp::Confirm => query.confirm(),
            QueryOp::Proceed => {
                let mut all = [0; 12];
                all[0] = query.proceed(scene).into();
                return all;
            }
            QueryOp::Copy => {}
            QueryOp::Get(field) => return query.get(scene, field, args.which()),
        }
        [0; 12]
    }
}

/// The operands of an operation of a ray query. Those that it does not have may be anything.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct QueryArgs {
    /// The number of the operation in [`QUERIES`].
    pub op: u32,
    /// The number of the state at the host. 0 is none; the host gives one when it starts a traversal.
    pub state: u32,
    /// 1 for the committed intersection, 0 for the candidate.
    pub committed: u32,
    /// The flags of a ray; of a copy, the number of the other state.
    pub flags: u32,
    /// Its mask.
    pub mask: u32,
    /// Where it starts.
    pub origin: [f32; 3],
    /// The least distance.
    pub t_min: f32,
    /// Where it goes.
    pub direction: [f32; 3],
    /// The greatest distance, or that of an intersection in a box.
    pub t_max: f32,
    /// The number of the workgroup, whose end is the end of all its states.
    pub group: [u32; 3],
    /// The answer.
    pub out: Fields,
}

impl QueryArgs {
    /// Operands that say nothing.
    pub const NONE: QueryArgs = QueryArgs {
        op: 0,
        state: 0,
        committed: 0,
        flags: 0,
        mask: 0,
        origin: [0.0; 3],
        t_min: 0.0,
        direction: [0.0; 3],
        t_max: 0.0,
        group: [0; 3],
        out: [0; 12],
    };

    /// The ray.
    pub fn ray(&self) -> Ray {
        Ray { origin: self.origin, t_min: self.t_min, direction: self.direction, t_max: self.t_max }
    }

    /// The intersection that is meant.
    pub fn which(&self) -> Which {
        if self.committed == 0 { Which::Candidate } else { Which::Committed }
    }
}

/// The most states of a workgroup.
pub const MOST_QUERIES: u32 = 1 << 20;

/// A function for an operation of a ray query. The descriptor of the scene is that of an operation which starts a traversal,
/// else null.
pub type QueryFn = unsafe extern "C" fn(ctx: *const DispatchCtx, scene: *const Desc, args: *mut QueryArgs);

/// What the lanes of a wave have in common when they do an operation together. Behind it are [`WAVE_ROWS`] rows, each with a
/// word for each lane.
#[repr(C, align(64))]
#[derive(Debug, Clone, Copy)]
pub struct QueryWave {
    /// The number of the operation in [`QUERIES`].
    pub op: u32,
    /// The number of lanes, up to [`MOST_WAVE`].
    pub lanes: u32,
    /// The lanes that take part, as bits.
    pub active: u64,
    /// As [`QueryArgs::committed`].
    pub committed: u32,
    /// As [`QueryArgs::group`].
    pub group: [u32; 3],
}

/// The first row of each operand, as in [`QueryArgs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveRow {
    /// The numbers of states.
    State = 0,
    /// The flags of rays.
    Flags = 1,
    /// Their masks.
    Mask = 2,
    /// Where they start.
    Origin = 3,
    /// The least distances.
    TMin = 6,
    /// Where they go.
    Direction = 7,
    /// The greatest distances, or those of intersections in boxes.
    TMax = 10,
    /// The answers.
    Out = 11,
}

/// The number of rows.
pub const WAVE_ROWS: u32 = 23;
/// The most lanes of a wave that do an operation together.
pub const MOST_WAVE: u32 = 64;

/// A function for an operation of the ray queries of a wave.
pub type QueryWaveFn = unsafe extern "C" fn(ctx: *const DispatchCtx, scene: *const Desc, wave: *mut QueryWave);

const _: () = assert!(size_of::<QueryWave>() == 64 && WAVE_ROWS as usize == WaveRow::Out as usize + 12);
const _: () = assert!(size_of::<QueryArgs>() == 112 && size_of::<Fields>() == 48);
