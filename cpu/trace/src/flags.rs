//! Flags of rays and of instances, with the numbers that Direct3D and SPIR-V both give them.

/// Flags of a ray, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RayFlags(pub u32);

impl RayFlags {
    /// All geometry is treated as opaque.
    pub const OPAQUE: u32 = 1;
    /// No geometry is treated as opaque.
    pub const NO_OPAQUE: u32 = 2;
    /// The traversal ends at the first committed intersection.
    pub const TERMINATE_ON_FIRST_HIT: u32 = 4;
    /// Triangles that face away from the ray are culled.
    pub const CULL_BACK_FACING: u32 = 16;
    /// Triangles that face the ray are culled.
    pub const CULL_FRONT_FACING: u32 = 32;
    /// Opaque primitives are culled.
    pub const CULL_OPAQUE: u32 = 64;
    /// Primitives that are not opaque are culled.
    pub const CULL_NO_OPAQUE: u32 = 128;
    /// All triangles are culled.
    pub const SKIP_TRIANGLES: u32 = 256;
    /// All boxes are culled.
    pub const SKIP_AABBS: u32 = 512;
    /// Unknown states of micromaps become opaque or transparent.
    pub const FORCE_2_STATE: u32 = 1024;

    /// Returns whether one of these bits is set.
    #[inline]
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    /// Two flags of which a ray may only have one, by their names in HLSL, if it has both.
    pub fn conflict(self) -> Option<[&'static str; 2]> {
        const FORCED: [(u32, &str); 4] = [
            (RayFlags::OPAQUE, "RAY_FLAG_FORCE_OPAQUE"),
            (RayFlags::NO_OPAQUE, "RAY_FLAG_FORCE_NON_OPAQUE"),
            (RayFlags::CULL_OPAQUE, "RAY_FLAG_CULL_OPAQUE"),
            (RayFlags::CULL_NO_OPAQUE, "RAY_FLAG_CULL_NON_OPAQUE"),
        ];
        const CULLED: [(u32, &str); 3] = [
            (RayFlags::CULL_BACK_FACING, "RAY_FLAG_CULL_BACK_FACING_TRIANGLES"),
            (RayFlags::CULL_FRONT_FACING, "RAY_FLAG_CULL_FRONT_FACING_TRIANGLES"),
            (RayFlags::SKIP_TRIANGLES, "RAY_FLAG_SKIP_TRIANGLES"),
        ];
        const SKIPPED: [(u32, &str); 2] = [
            (RayFlags::SKIP_TRIANGLES, "RAY_FLAG_SKIP_TRIANGLES"),
            (RayFlags::SKIP_AABBS, "RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES"),
        ];
        let first_two = |rows: &[(u32, &'static str)]| {
            let mut set = rows.iter().filter(|(bit, _)| self.has(*bit)).map(|(_, name)| *name);
            Some([set.next()?, set.next()?])
        };
        first_two(&FORCED).or_else(|| first_two(&CULLED)).or_else(|| first_two(&SKIPPED))
    }
}

/// Flags of an instance, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InstanceFlags(pub u32);

impl InstanceFlags {
    /// Triangles are not culled by the side that they show.
    pub const CULL_DISABLE: u32 = 1;
    /// Triangles with counterclockwise vertices face the ray.
    pub const FLIP_FACING: u32 = 2;
    /// All geometry is opaque.
    pub const FORCE_OPAQUE: u32 = 4;
    /// No geometry is opaque.
    pub const FORCE_NO_OPAQUE: u32 = 8;
    /// Unknown states of micromaps become opaque or transparent.
    pub const FORCE_2_STATE: u32 = 16;
    /// Micromaps are ignored.
    pub const DISABLE_MICROMAPS: u32 = 32;

    /// The flags by the names that scenes of jobs give them.
    pub const NAMES: [(&'static str, u32); 6] = [
        ("cull-disable", InstanceFlags::CULL_DISABLE),
        ("flip-facing", InstanceFlags::FLIP_FACING),
        ("force-opaque", InstanceFlags::FORCE_OPAQUE),
        ("force-no-opaque", InstanceFlags::FORCE_NO_OPAQUE),
        ("force-2-state", InstanceFlags::FORCE_2_STATE),
        ("disable-micromaps", InstanceFlags::DISABLE_MICROMAPS),
    ];

    /// Returns whether one of these bits is set.
    #[inline]
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}
