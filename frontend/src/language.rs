//! The dialect and target of a source: language version, shader stage and shader model.

use base::target::UnknownName;
use std::fmt;
use std::str::FromStr;

/// A version of the language (`-HV`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HlslVersion {
    /// `-HV 2016`
    V2016,
    /// `-HV 2017`
    V2017,
    /// `-HV 2018`
    V2018,
    /// `-HV 2021`, the default
    #[default]
    V2021,
    /// `-HV 202x`
    V202x,
}

impl HlslVersion {
    /// All versions with the names that `-HV` takes, oldest first.
    pub const NAMES: &[(&'static str, HlslVersion)] = &[
        ("2016", HlslVersion::V2016),
        ("2017", HlslVersion::V2017),
        ("2018", HlslVersion::V2018),
        ("2021", HlslVersion::V2021),
        ("202x", HlslVersion::V202x),
    ];

    /// The value of `__HLSL_VERSION`.
    pub fn number(self) -> u32 {
        match self {
            HlslVersion::V2016 => 2016,
            HlslVersion::V2017 => 2017,
            HlslVersion::V2018 => 2018,
            HlslVersion::V2021 => 2021,
            HlslVersion::V202x => 2029,
        }
    }
}

impl fmt::Display for HlslVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = HlslVersion::NAMES.iter().find(|(_, version)| version == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for HlslVersion {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = HlslVersion::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|&(_, version)| version).ok_or_else(|| UnknownName::new("version of HLSL", text))
    }
}

/// A shader stage, or a library of entry points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the stage of the same name")]
pub enum Stage {
    Pixel,
    Vertex,
    Geometry,
    Hull,
    Domain,
    Compute,
    Library,
    RayGeneration,
    Intersection,
    AnyHit,
    ClosestHit,
    Miss,
    Callable,
    Mesh,
    Amplification,
    Node,
}

/// The row of a stage.
#[derive(Debug)]
pub struct StageRow {
    /// The stage.
    pub stage: Stage,
    /// The prefix of its profiles (`ps` in `ps_6_0`); empty where a stage exists in libraries only.
    pub profile: &'static str,
    /// Its name in `[shader("…")]`.
    pub attribute: &'static str,
    /// The suffix of `__SHADER_STAGE_…`; empty where there is none.
    pub macro_suffix: &'static str,
    /// The value of `__SHADER_TARGET_STAGE`.
    pub number: u32,
    /// The lowest minor version of shader model 6 that has it.
    pub min_minor: u32,
}

const fn row(
    stage: Stage,
    profile: &'static str,
    attribute: &'static str,
    macro_suffix: &'static str,
    number: u32,
    min_minor: u32,
) -> StageRow {
    StageRow { stage, profile, attribute, macro_suffix, number, min_minor }
}

/// All stages.
pub const STAGES: &[StageRow] = &[
    row(Stage::Pixel, "ps", "pixel", "PIXEL", 0, 0),
    row(Stage::Vertex, "vs", "vertex", "VERTEX", 1, 0),
    row(Stage::Geometry, "gs", "geometry", "GEOMETRY", 2, 0),
    row(Stage::Hull, "hs", "hull", "HULL", 3, 0),
    row(Stage::Domain, "ds", "domain", "DOMAIN", 4, 0),
    row(Stage::Compute, "cs", "compute", "COMPUTE", 5, 0),
    row(Stage::Library, "lib", "", "LIBRARY", 6, 1),
    row(Stage::RayGeneration, "", "raygeneration", "", 7, 3),
    row(Stage::Intersection, "", "intersection", "", 8, 3),
    row(Stage::AnyHit, "", "anyhit", "", 9, 3),
    row(Stage::ClosestHit, "", "closesthit", "", 10, 3),
    row(Stage::Miss, "", "miss", "", 11, 3),
    row(Stage::Callable, "", "callable", "", 12, 3),
    row(Stage::Mesh, "ms", "mesh", "MESH", 13, 5),
    row(Stage::Amplification, "as", "amplification", "AMPLIFICATION", 14, 5),
    row(Stage::Node, "", "node", "", 15, 8),
];

/// Names of stages elsewhere: in GLSL, WGSL and MSL, in their file names, and in Direct3D's API.
const FOREIGN_NAMES: &[(&str, Stage)] = &[
    ("fragment", Stage::Pixel),
    ("frag", Stage::Pixel),
    ("vert", Stage::Vertex),
    ("geom", Stage::Geometry),
    ("tesscontrol", Stage::Hull),
    ("tesc", Stage::Hull),
    ("tessevaluation", Stage::Domain),
    ("tese", Stage::Domain),
    ("kernel", Stage::Compute),
    ("comp", Stage::Compute),
    ("raygen", Stage::RayGeneration),
    ("ray_generation", Stage::RayGeneration),
    ("rgen", Stage::RayGeneration),
    ("intersect", Stage::Intersection),
    ("rint", Stage::Intersection),
    ("rahit", Stage::AnyHit),
    ("hit", Stage::ClosestHit),
    ("rchit", Stage::ClosestHit),
    ("rmiss", Stage::Miss),
    ("rcall", Stage::Callable),
    ("task", Stage::Amplification),
    ("object", Stage::Amplification),
];

impl Stage {
    /// The row of the stage.
    #[doc(hidden)]
    pub fn row(self) -> &'static StageRow {
        STAGES.iter().find(|row| row.stage == self).expect("every stage has a row")
    }

    /// The stage that a profile such as `ps_6_0` starts with.
    pub fn from_profile_prefix(prefix: &str) -> Option<Stage> {
        STAGES.iter().find(|row| !row.profile.is_empty() && row.profile == prefix).map(|row| row.stage)
    }

    /// The stage that another language, tool or API calls by this name.
    pub fn from_foreign_name(name: &str) -> Option<Stage> {
        let name = name.to_ascii_lowercase();
        FOREIGN_NAMES.iter().find(|(known, _)| *known == name).map(|&(_, stage)| stage)
    }

    /// The stage that `[shader("name")]` names.
    pub fn from_attribute(name: &str) -> Option<Stage> {
        STAGES.iter().find(|row| !row.attribute.is_empty() && row.attribute == name).map(|row| row.stage)
    }
}

/// A target profile: `-T ps_6_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// The stage.
    pub stage: Stage,
    /// The shader model's major version.
    pub major: u32,
    /// The shader model's minor version.
    pub minor: u32,
}

/// An arbitrary profile: the preprocessor alone can do without one.
impl Default for Profile {
    fn default() -> Self {
        Profile { stage: Stage::Pixel, major: 6, minor: 0 }
    }
}

impl Profile {
    /// The minor version of `lib_6_x`: libraries that are linked later.
    pub const OFFLINE_MINOR: u32 = 15;
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.stage, self.minor) {
            (Stage::Library, Profile::OFFLINE_MINOR) => write!(f, "lib_{}_x", self.major),
            (stage, minor) => write!(f, "{}_{}_{minor}", stage.row().profile, self.major),
        }
    }
}

/// Splits `ps_6_0`. Whether such a shader model exists is not checked here.
impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        read_profile(text).ok_or_else(|| UnknownName::new("profile", text))
    }
}

fn read_profile(text: &str) -> Option<Profile> {
    let mut parts = text.split('_');
    let stage = Stage::from_profile_prefix(parts.next()?)?;
    let major = parts.next()?.parse().ok()?;
    let minor = match parts.next()? {
        "x" if stage == Stage::Library => Profile::OFFLINE_MINOR,
        minor => minor.parse().ok()?,
    };
    // Older profiles could have a level after the version: ps_4_0_level_9_1.
    let rest: Vec<_> = parts.collect();
    (rest.is_empty() || (major < 6 && rest[0] == "level")).then_some(Profile { stage, major, minor })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["ps_6_0", "lib_6_x", "cs_6_10"] {
            assert_eq!(name.parse::<Profile>().map(|profile| profile.to_string()), Ok(name.to_owned()));
        }
        for (name, version) in HlslVersion::NAMES {
            assert_eq!((name.parse(), version.to_string().as_str()), (Ok(*version), *name));
        }
        let error = "xs_6_0".parse::<Profile>().unwrap_err();
        assert_eq!(error.to_string(), "unknown profile 'xs_6_0'");
        assert!("2015".parse::<HlslVersion>().is_err());
    }
}
