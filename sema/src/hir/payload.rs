//! Access of the stages of ray tracing to the members of a payload: `float a : read(caller) : write(miss);`.

use frontend::language::Stage;

/// The stages that read and write a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayloadStage {
    /// The shader that traces the ray.
    Caller,
    /// Any-hit shaders.
    AnyHit,
    /// Closest-hit shaders.
    ClosestHit,
    /// Miss shaders.
    Miss,
}

impl PayloadStage {
    /// All of them.
    pub const ALL: [PayloadStage; 4] =
        [PayloadStage::Caller, PayloadStage::AnyHit, PayloadStage::ClosestHit, PayloadStage::Miss];

    /// Its name in the source.
    pub const fn name(self) -> &'static str {
        match self {
            PayloadStage::Caller => "caller",
            PayloadStage::AnyHit => "anyhit",
            PayloadStage::ClosestHit => "closesthit",
            PayloadStage::Miss => "miss",
        }
    }

    /// The stage of an entry point that gets a payload.
    pub const fn of(stage: Stage) -> Option<PayloadStage> {
        match stage {
            Stage::AnyHit => Some(PayloadStage::AnyHit),
            Stage::ClosestHit => Some(PayloadStage::ClosestHit),
            Stage::Miss => Some(PayloadStage::Miss),
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::Callable
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Node => None,
        }
    }
}

/// A set of stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PayloadStages(u8);

impl PayloadStages {
    /// Adds a stage.
    pub fn insert(&mut self, stage: PayloadStage) {
        self.0 |= 1 << stage as u8;
    }

    /// Returns whether a stage is in the set.
    pub const fn contains(self, stage: PayloadStage) -> bool {
        self.0 >> stage as u8 & 1 != 0
    }
}

/// The access qualifiers of a member; `None` for one that is not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PayloadAccess {
    /// `: read(…)`
    pub read: Option<PayloadStages>,
    /// `: write(…)`
    pub write: Option<PayloadStages>,
}
