//! The built-in variables of ray pipelines, and where the kernel has them from.

use super::library::{Global, Library, RayStage, Shader};
use super::state::State;
use crate::code::Code;
use crate::error::{Result, unsupported};
use spirv::{BuiltIn, Op};

/// Where a built-in variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    LaunchId,
    LaunchSize,
    /// A question about the ray.
    Ray(Op),
    /// A question about the intersection.
    Hit(Op),
    /// The distance of the intersection, or that up to which there may be one.
    Distance,
    HitKind,
    CullMask,
    /// A built-in variable of compute shaders.
    Machine,
}

/// Each built-in variable.
#[rustfmt::skip]
const ROWS: &[(BuiltIn, Source)] = &[
    (BuiltIn::LaunchIdKHR, Source::LaunchId),
    (BuiltIn::LaunchSizeKHR, Source::LaunchSize),
    (BuiltIn::WorldRayOriginKHR, Source::Ray(Op::RayQueryGetWorldRayOriginKHR)),
    (BuiltIn::WorldRayDirectionKHR, Source::Ray(Op::RayQueryGetWorldRayDirectionKHR)),
    (BuiltIn::RayTminKHR, Source::Ray(Op::RayQueryGetRayTMinKHR)),
    (BuiltIn::IncomingRayFlagsKHR, Source::Ray(Op::RayQueryGetRayFlagsKHR)),
    (BuiltIn::RayTmaxKHR, Source::Distance),
    (BuiltIn::ObjectRayOriginKHR, Source::Hit(Op::RayQueryGetIntersectionObjectRayOriginKHR)),
    (BuiltIn::ObjectRayDirectionKHR, Source::Hit(Op::RayQueryGetIntersectionObjectRayDirectionKHR)),
    (BuiltIn::InstanceCustomIndexKHR, Source::Hit(Op::RayQueryGetIntersectionInstanceCustomIndexKHR)),
    (BuiltIn::InstanceId, Source::Hit(Op::RayQueryGetIntersectionInstanceIdKHR)),
    (BuiltIn::PrimitiveId, Source::Hit(Op::RayQueryGetIntersectionPrimitiveIndexKHR)),
    (BuiltIn::RayGeometryIndexKHR, Source::Hit(Op::RayQueryGetIntersectionGeometryIndexKHR)),
    (BuiltIn::ObjectToWorldKHR, Source::Hit(Op::RayQueryGetIntersectionObjectToWorldKHR)),
    (BuiltIn::WorldToObjectKHR, Source::Hit(Op::RayQueryGetIntersectionWorldToObjectKHR)),
    (BuiltIn::HitTriangleVertexPositionsKHR, Source::Hit(Op::RayQueryGetIntersectionTriangleVertexPositionsKHR)),
    (BuiltIn::HitKindKHR, Source::HitKind),
    (BuiltIn::CullMaskKHR, Source::CullMask),
    (BuiltIn::SubgroupSize, Source::Machine),
    (BuiltIn::SubgroupLocalInvocationId, Source::Machine),
    (BuiltIn::SubgroupEqMask, Source::Machine),
    (BuiltIn::SubgroupGeMask, Source::Machine),
    (BuiltIn::SubgroupGtMask, Source::Machine),
    (BuiltIn::SubgroupLeMask, Source::Machine),
    (BuiltIn::SubgroupLtMask, Source::Machine),
    (BuiltIn::DeviceIndex, Source::Machine),
];

impl State {
    /// Stores the built-in variables of a shader.
    ///
    /// # Errors
    /// When there is one that the CPU does not have.
    pub(super) fn prepare(&self, code: &mut Code<'_>, library: &Library, shader: &Shader) -> Result<()> {
        for variable in &shader.globals {
            let Some(Global::Builtin(builtin)) = library.globals.get(variable) else { continue };
            let Some(inst) = code.index.def(*variable) else { continue };
            let ty = code.pointee(inst)?;
            let source = ROWS.iter().find(|(own, _)| own == builtin).map(|(_, source)| *source);
            let Some(source) = source.filter(|source| has(shader.stage, *source)) else {
                let why = format!("not read by {} shaders on the CPU", shader.stage.name());
                return unsupported(inst, format!("the builtin {builtin:?}"), why);
            };
            let value = self.builtin(code, source, *builtin, ty, shader.stage);
            code.store(*variable, value);
        }
        Ok(())
    }

    fn builtin(&self, code: &mut Code<'_>, source: Source, builtin: BuiltIn, ty: u32, stage: RayStage) -> u32 {
        let is_committed = matches!(stage, RayStage::ClosestHit | RayStage::Miss);
        match source {
            Source::LaunchId => code.load(ty, self.launch),
            Source::LaunchSize => code.load(ty, self.size),
            Source::Machine => code.machine(builtin, ty),
            Source::Ray(op) => {
                let query = self.query(code);
                code.value(op, ty, &[query])
            }
            Source::Hit(op) => {
                let (query, which) = (self.query(code), code.number(is_committed.into()));
                code.value(op, ty, &[query, which])
            }
            Source::Distance if stage == RayStage::AnyHit => code.load(ty, self.candidate_t),
            Source::Distance => self.committed_t(code),
            Source::HitKind if stage == RayStage::AnyHit => code.load(ty, self.candidate_kind),
            Source::HitKind => {
                let level = self.level(code);
                code.load_at(self.kind, level)
            }
            Source::CullMask => {
                let level = self.level(code);
                code.load_at(self.mask, level)
            }
        }
    }

    /// The distance of the committed intersection, or the greatest of the ray.
    pub(super) fn committed_t(&self, code: &mut Code<'_>) -> u32 {
        let (float, one, query) = (code.float(), code.number(1), self.query(code));
        code.value(Op::RayQueryGetIntersectionTKHR, float, &[query, one])
    }
}

/// Returns whether a stage has a source.
fn has(stage: RayStage, source: Source) -> bool {
    match source {
        Source::LaunchId | Source::LaunchSize | Source::Machine => true,
        Source::Ray(_) | Source::Distance | Source::CullMask => {
            !matches!(stage, RayStage::RayGeneration | RayStage::Callable)
        }
        Source::Hit(_) => matches!(stage, RayStage::AnyHit | RayStage::ClosestHit | RayStage::Intersection),
        Source::HitKind => matches!(stage, RayStage::AnyHit | RayStage::ClosestHit),
    }
}
