//! The arguments of `validate`.

use super::path;
use std::path::PathBuf;

/// The arguments of `validate`.
#[derive(clap::Args)]
pub struct ValidateArguments {
    /// SPIR-V modules; - is the standard input
    #[arg(required = true, value_parser = path)]
    pub files: Vec<PathBuf>,
    /// Target environment: universal1.0 to 1.6, vulkan1.0 to 1.4, opencl1.2 to 3.0, levelzero
    #[arg(long, value_name = "ENVIRONMENT", default_value = "universal1.6", value_parser = environment)]
    target_env: valid::Environment,
    /// Allow the relaxed block layout
    #[arg(long)]
    relax_block_layout: bool,
    /// Allow the storage buffer layout for uniform blocks
    #[arg(long)]
    uniform_buffer_standard_layout: bool,
    /// Allow the scalar block layout
    #[arg(long)]
    scalar_block_layout: bool,
    /// Allow the scalar block layout for explicitly laid out workgroup memory
    #[arg(long)]
    workgroup_scalar_block_layout: bool,
    /// Skip the validation of block layouts
    #[arg(long)]
    skip_block_layout: bool,
    /// Allow storing and loading pointers in logical addressing
    #[arg(long)]
    relax_logical_pointer: bool,
    /// Allow storing a struct as another one with the same layout
    #[arg(long)]
    relax_struct_store: bool,
    /// Allow LocalSizeId before Vulkan 1.3
    #[arg(long)]
    allow_localsizeid: bool,
    /// Allow non-constant offsets in image sampling
    #[arg(long)]
    allow_offset_texture_operand: bool,
    /// Relax rules that legalization passes enforce
    #[arg(long)]
    before_hlsl_legalization: bool,
    /// Limit of the id bound
    #[arg(long, value_name = "NUMBER")]
    max_id_bound: Option<u32>,
}

impl ValidateArguments {
    /// The rules that the arguments ask for.
    pub fn options(&self) -> valid::Options {
        let mut options = valid::Options::new(self.target_env);
        options.before_legalisation = self.before_hlsl_legalization;
        options.scalar_workgroup_layout = self.workgroup_scalar_block_layout;
        options.relaxed_logical_pointers = self.relax_logical_pointer;
        options.relaxed_struct_stores = self.relax_struct_store;
        options.allow_local_size_id = self.allow_localsizeid;
        options.allow_offset_operand = self.allow_offset_texture_operand;
        options.max_bound = self.max_id_bound.unwrap_or(options.max_bound);
        options.layout = match self {
            ValidateArguments { skip_block_layout: true, .. } => valid::BlockLayout::Any,
            ValidateArguments { scalar_block_layout: true, .. } => valid::BlockLayout::Scalar,
            ValidateArguments { uniform_buffer_standard_layout: true, .. } => valid::BlockLayout::UniformStandard,
            ValidateArguments { relax_block_layout: true, .. } => valid::BlockLayout::Relaxed,
            _ => valid::BlockLayout::Standard,
        };
        options
    }
}

/// The environment of validation with a name.
pub(crate) fn environment(name: &str) -> Result<valid::Environment, String> {
    let known = || valid::Environment::names().collect::<Vec<_>>().join(", ");
    valid::Environment::from_name(name).ok_or_else(|| format!("expected one of {}", known()))
}
