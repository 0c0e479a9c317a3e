//! Options of the analysis: language, target, layout and bindings.

use crate::hir::ty::MatrixOrder;
use base::target::TargetEnv;
use frontend::language::{HlslVersion, Profile, Stage};

/// The first shader model whose payloads need access qualifiers.
const FIRST_PAYLOAD_QUALIFIERS: (u32, u32) = (6, 7);

/// The layout rules of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LayoutChoice {
    /// Relaxed std140 and std430.
    #[default]
    Vulkan,
    /// `-fvk-use-gl-layout`: strict std140 and std430.
    Gl,
    /// `-fvk-use-dx-layout`: the rules of constant and structured buffers in Direct3D.
    Dx,
    /// `-fvk-use-scalar-layout`
    Scalar,
}

/// The register classes of `register(b0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the letter of the same name")]
pub enum RegisterClass {
    B,
    T,
    S,
    U,
}

/// `-fvk-<class>-shift amount space`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingShift {
    /// The class whose registers are shifted.
    pub class: RegisterClass,
    /// The amount added to the register number.
    pub amount: u32,
    /// The space it applies to; `None` for `all`.
    pub space: Option<u32>,
}

/// A binding in a descriptor set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    /// The descriptor set.
    pub set: u32,
    /// The binding.
    pub binding: u32,
}

/// `-fvk-bind-register register space binding set`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterBinding {
    /// The register as written, such as `t3`.
    pub class: char,
    /// The register's number.
    pub number: u32,
    /// The register's space.
    pub space: u32,
    /// Its binding.
    pub binding: Binding,
}

/// The order in which locations are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum StageIoOrder {
    /// As declared.
    #[default]
    Declaration,
    /// By semantic.
    Alphabetical,
}

/// The entry point, and the target.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Stage and shader model.
    pub profile: Profile,
    /// The entry function; unused for libraries.
    pub entry: String,
    /// The consumer of the module.
    pub target: TargetEnv,
}

/// The options of the analysis.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Facts that the driver determines before the analysis begins.
    #[doc(hidden)]
    pub unit: Unit,
    /// `-HV`
    pub version: HlslVersion,
    /// `-fspv-entrypoint-name=`: the name in the module when it is not the function's.
    pub entry_name: Option<String>,
    /// `-enable-16bit-types`
    pub native_16bit: bool,
    /// The layout rules of blocks.
    pub layout: LayoutChoice,
    /// `-Zpr`: matrices are row-major unless they say otherwise.
    pub row_major: bool,
    /// `-fvk-{b,t,s,u}-shift`
    pub shifts: Vec<BindingShift>,
    /// `-fvk-auto-shift-bindings`
    pub auto_shift: bool,
    /// `-fvk-bind-register`
    pub register_bindings: Vec<RegisterBinding>,
    /// `-fvk-bind-globals`
    pub globals_binding: Option<Binding>,
    /// `-fvk-bind-resource-heap`
    pub resource_heap: Option<Binding>,
    /// `-fvk-bind-sampler-heap`
    pub sampler_heap: Option<Binding>,
    /// `-fvk-bind-counter-heap`
    pub counter_heap: Option<Binding>,
    /// `-fspv-use-descriptor-heap`: use SPIR-V's descriptor heaps.
    pub native_heaps: bool,
    /// `-auto-binding-space`: the set of resources without a space.
    pub default_set: u32,
    /// `-fspv-flatten-resource-arrays`: every element of an array takes a binding.
    pub flatten_arrays: bool,
    /// `-fvk-stage-io-order=`
    pub io_order: StageIoOrder,
    /// `-pack-optimized`: stage variables share locations where they fit beside each other.
    pub packs_locations: bool,
    /// `-fvk-invert-y`
    pub invert_y: bool,
    /// `-fvk-use-dx-position-w`
    pub dx_position_w: bool,
    /// `-fvk-support-nonzero-base-instance`
    pub nonzero_base_instance: bool,
    /// `-fvk-support-nonzero-base-vertex`
    pub nonzero_base_vertex: bool,
    /// `-Gis`: no reassociation or contraction of float arithmetic.
    pub ieee_strict: bool,
    /// `-funordered-not-equal`
    pub unordered_not_equal: bool,
    /// `-enable-payload-qualifiers` and `-disable-payload-qualifiers`; `None` leaves it to the shader model.
    pub payload_qualifiers: Option<bool>,
}

impl Options {
    /// The order of matrices without modifiers and pragmas.
    pub(crate) fn matrix_order(&self) -> MatrixOrder {
        if self.row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor }
    }

    /// Returns whether the payloads of rays need access qualifiers.
    pub fn has_payload_qualifiers(&self) -> bool {
        let profile = &self.unit.profile;
        let is_new = (profile.major, profile.minor) >= FIRST_PAYLOAD_QUALIFIERS;
        profile.stage == Stage::Library && self.payload_qualifiers.unwrap_or(is_new)
    }

    /// The defaults for a profile.
    pub fn new(profile: Profile, entry: impl Into<String>) -> Self {
        Options { unit: Unit { profile, entry: entry.into(), target: TargetEnv::default() }, ..Options::default() }
    }
}
