//! The table of all options: spelling, value, effect and documentation of each.
//!
//! The rows drive the reader of the command line ([`args`]), `--help`, the suggestions for misspelled options and
//! `docs/tables/options.md`. An option that is not listed here does not exist.

pub mod args;
pub mod checks;
mod foreign_warnings;
mod setters;
pub mod settings;

use crate::options::setters as set;
use crate::options::settings::{DenormMode, Emit, Information, LayoutChoice, Options, RegisterClass, StageIoOrder};

/// The form of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing: `-fcgl`.
    Flag,
    /// A value in the same argument: `-fspv-target-env=vulkan1.2`.
    Joined,
    /// A value in the next argument: `-HV 2021`.
    Separate,
    /// Either: `-Tcs_6_0`, `-T cs_6_0`.
    JoinedOrSeparate,
    /// Values in the same argument with commas between them: `-Oconfig=-O,--loop-unroll`.
    CommaJoined,
    /// That many values in the next arguments: `-fvk-b-shift 10 0`.
    Multi(usize),
}

/// The heading under which `--help` lists an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Input and target.
    Compile,
    /// Files that are written.
    Output,
    /// The preprocessor.
    Preprocess,
    /// The language.
    Language,
    /// Vulkan's bindings, locations and layouts.
    Vulkan,
    /// The SPIR-V that is made.
    Spirv,
    /// Optimisation and validation.
    Optimise,
    /// Warnings and messages.
    Diagnostics,
    /// Options of other back ends and tools that share this command line.
    Foreign,
}

impl Group {
    /// All groups in the order in which they are listed.
    pub const ALL: &[Group] = &[
        Group::Compile,
        Group::Output,
        Group::Preprocess,
        Group::Language,
        Group::Vulkan,
        Group::Spirv,
        Group::Optimise,
        Group::Diagnostics,
        Group::Foreign,
    ];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Compile => "Compilation",
            Group::Output => "Output",
            Group::Preprocess => "Preprocessor",
            Group::Language => "Language",
            Group::Vulkan => "Vulkan",
            Group::Spirv => "SPIR-V",
            Group::Optimise => "Optimization and validation",
            Group::Diagnostics => "Warnings and messages",
            Group::Foreign => "Options of other back ends and tools",
        }
    }
}

/// Applies a value to the settings. The error is what was expected instead of the value.
pub(crate) type Setter = fn(&mut Options, &[&str]) -> Result<(), String>;

/// The effect of an option.
#[derive(Clone, Copy)]
pub enum Effect {
    /// Changes the settings.
    Works(Setter),
    /// Ignored for this reason, so that existing command lines keep working.
    Accepted(&'static str),
    /// An error for this reason.
    Refused(&'static str),
}

/// An option.
pub struct OptionRow {
    /// Its spellings without prefix; the first is the one that messages use.
    pub names: &'static [&'static str],
    /// The prefixes that it may have; the first is the one that messages use.
    pub prefixes: &'static [&'static str],
    /// The form of its value.
    pub shape: Shape,
    /// The name of the value in the help text.
    pub value: &'static str,
    /// Its heading.
    pub group: Group,
    /// Its effect.
    pub effect: Effect,
    /// Its documentation.
    pub help: &'static str,
}

impl OptionRow {
    /// The first spelling with its prefix.
    pub fn spelling(&self) -> String {
        format!("{}{}", self.prefixes[0], self.names[0])
    }

    /// Returns whether it has an effect.
    pub fn works(&self) -> bool {
        matches!(self.effect, Effect::Works(_))
    }

    /// Returns whether it is for DXIL alone.
    pub(crate) fn concerns_dxil(&self) -> bool {
        matches!(self.effect, Effect::Accepted(DXIL))
    }

    /// All spellings that differ in more than the prefix, each with the first prefix and the value.
    pub fn usage(&self) -> String {
        let one = |name: &&str| match self.shape {
            Shape::Flag => format!("{}{name}", self.prefixes[0]),
            Shape::Joined | Shape::CommaJoined => format!("{}{name}{}", self.prefixes[0], self.value),
            Shape::Separate | Shape::JoinedOrSeparate | Shape::Multi(_) => {
                format!("{}{name} {}", self.prefixes[0], self.value)
            }
        };
        self.names.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

const DASH: &[&str] = &["-"];
/// The prefixes of options that FXC had too.
const BOTH: &[&str] = &["-", "/"];
const LONG: &[&str] = &["--"];
const ANY: &[&str] = &["--", "-", "/"];
const GNU: &[&str] = &["-", "--"];

const fn row(
    names: &'static [&'static str],
    prefixes: &'static [&'static str],
    shape: Shape,
    value: &'static str,
    group: Group,
    effect: Effect,
    help: &'static str,
) -> OptionRow {
    OptionRow { names, prefixes, shape, value, group, effect, help }
}

use Effect::{Accepted, Refused, Works};
use Group::{Compile, Diagnostics, Foreign, Language, Optimise, Output, Preprocess, Spirv, Vulkan};
use Shape::{CommaJoined, Flag, Joined, JoinedOrSeparate, Multi, Separate};

/// The reason why options of the DXIL back end do nothing.
const DXIL: &str = "applies to DXIL only";
/// The reason why options of DXC's LLVM do nothing.
const LLVM: &str = "controls passes that this compiler does not have";
/// The reason why the options of DXC's rewriter are refused.
const REWRITER: &str = "belongs to the source rewriter, a separate tool";

/// All options, by group and then in the order in which the manual explains them.
#[rustfmt::skip]
pub static OPTIONS: &[OptionRow] = &[
    row(&["T"], BOTH, JoinedOrSeparate, "<profile>", Compile, Works(|o, v| set::text(&mut o.profile, v)),
        "Target profile: stage and shader model, such as ps_6_0, cs_6_5 or lib_6_3. Required."),
    row(&["E"], BOTH, JoinedOrSeparate, "<name>", Compile, Works(|o, v| set::text(&mut o.entry, v)),
        "Entry point (default: main). The entry points of a library are the functions marked [shader(\"…\")]."),
    row(&["spirv"], DASH, Flag, "", Compile, Accepted("always enabled"),
        "Generate SPIR-V."),
    row(&["HV"], BOTH, Separate, "<version>", Compile, Works(set::language_version),
        "HLSL version: 2016, 2017, 2018, 2021 (default) or 202x."),
    row(&["fspv-target-env="], DASH, Joined, "<environment>", Compile, Works(|o, v| set::text(&mut o.target_env, v)),
        "Target environment: vulkan1.0 (default), vulkan1.1, vulkan1.1spirv1.4, vulkan1.2, vulkan1.3, vulkan1.4 or universal1.5; for kernels opencl1.2, opencl2.0, opencl2.1, opencl2.2, opencl3.0 or levelzero."),
    row(&["help", "h", "?"], ANY, Flag, "", Compile, Works(|o, _| set::information(o, Information::Help)),
        "Print the options and exit."),
    row(&["help-hidden"], LONG, Flag, "", Compile, Works(|o, _| set::information(o, Information::HelpHidden)),
        "Print the options, including those without effect, and exit."),
    row(&["version"], LONG, Flag, "", Compile, Works(|o, _| set::information(o, Information::Version)),
        "Print the versions of the compiler, of HLSL, SPIR-V and SPIRV-Tools, and exit."),

    row(&["Fo"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.object, v)),
        "Write the module to this file. Without an output file the disassembly is printed."),
    row(&["Fc"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.listing, v)),
        "Write the disassembly to this file."),
    row(&["Fh"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.header, v)),
        "Write a C header with the module as an array of bytes."),
    row(&["Vn"], BOTH, JoinedOrSeparate, "<name>", Output, Works(|o, v| set::text(&mut o.output.header_variable, v)),
        "Name of the array in the header (default: g_ and the name of the entry point)."),
    row(&["Fe"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.errors, v)),
        "Write warnings and errors to this file instead of the standard error output."),
    row(&["Fre"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.reflection, v)),
        "Write the reflection data of the module to this file, as JSON; for kernels, their arguments."),
    row(&["P"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.preprocess_only)),
        "Preprocess only; write the output to the file of -Fi, or to the input's name with .i."),
    row(&["Fi"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.preprocessed, v)),
        "File for the output of -P."),
    row(&["Po"], BOTH, Flag, "", Output, Refused("use -P with -Fi <file>"),
        "Older spelling of -P with -Fi."),
    row(&["M"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.dependencies_only)),
        "Print the dependencies of the input as a make rule, and exit."),
    row(&["MD"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.write_dependencies)),
        "Compile, and write the dependencies as a make rule to the output's (or input's) name with .d."),
    row(&["MF"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.dependencies, v)),
        "Compile, and write the dependencies as a make rule to this file."),
    row(&["MT"], BOTH, JoinedOrSeparate, "<target>", Output, Works(|o, v| set::list(&mut o.output.dependency_targets, v)),
        "Target of the make rule, unescaped (default: the output's name). May be repeated."),
    row(&["MQ"], BOTH, JoinedOrSeparate, "<target>", Output, Works(set::quoted_target),
        "Target of the make rule, escaped for make."),
    row(&["MP"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.phony_dependencies)),
        "Add a phony target for each included file, so that make does not fail if one is deleted."),
    row(&["emit="], LONG, CommaJoined, "<state>,…", Output, Works(set::emit),
        "Print states of the compilation: tokens, ast, hir, spirv, dialect, spirv-llvm, spirv-llvm-typed, llvm-dialect, llvm, wgsl, msl, glsl, hlsl. llvm-dialect and llvm are the code for the CPU, with lanes as vectors of eight where possible; the last four are written by naga, in builds with that feature. The input may be a module."),
    row(&["mlir-version="], LONG, Joined, "<version>", Output, Works(set::mlir_version),
        "MLIR version that --emit=dialect prints for: 22 (default), or none for the dialect's own text, which has names for ops that MLIR lacks."),
    row(&["function="], LONG, Joined, "<name>", Output, Works(|o, v| set::text(&mut o.output.function, v)),
        "Function that --emit=llvm-dialect and --emit=llvm print, with its parameters and its result, instead of an entry point."),
    row(&["raw-ids"], LONG, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.raw_ids)),
        "Print ids as numbers in the disassembly."),
    row(&["ast-dump", "ast-dump-implicit"], BOTH, Flag, "", Output, Works(|o, _| { o.output.emit.push(Emit::Ast); Ok(()) }),
        "Print the syntax tree; the same as --emit=ast."),
    row(&["Cc"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.colour_listing)),
        "Color the disassembly on a terminal."),
    row(&["No"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.byte_offsets)),
        "Print the byte offset of each instruction in the disassembly."),
    row(&["Ni", "Lx"], BOTH, Flag, "", Output, Accepted("SPIR-V listings have no such option"),
        "Number instructions, or print literals in hexadecimal, in the listing."),
    row(&["encoding"], BOTH, Separate, "<name>", Output, Accepted("the byte-order mark of the input selects its encoding, output is UTF-8"),
        "Encoding of input and output."),

    row(&["D"], BOTH, JoinedOrSeparate, "<name>[=<value>]", Preprocess, Works(set::define),
        "Define a macro, with the value 1 by default."),
    row(&["U"], DASH, JoinedOrSeparate, "<name>", Preprocess, Works(set::undefine),
        "Undefine a macro."),
    row(&["I"], BOTH, JoinedOrSeparate, "<folder>", Preprocess, Works(|o, v| set::list(&mut o.preprocess.include_directories, v)),
        "Add a folder to the include search path."),
    row(&["include"], GNU, JoinedOrSeparate, "<file>", Preprocess, Works(|o, v| set::list(&mut o.preprocess.forced_includes, v)),
        "Include this file before the input."),
    row(&["imacros"], GNU, JoinedOrSeparate, "<file>", Preprocess, Refused("use -include <file>"),
        "Include the macros of a file."),
    row(&["H", "Vi"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.output.show_includes)),
        "Print each included file, indented by its depth, to standard error."),
    row(&["ignore-line-directives"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.preprocess.ignore_line_directives)),
        "Ignore #line."),
    row(&["flegacy-macro-expansion"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.preprocess.legacy_macro_expansion)),
        "Expand the operands of ## before pasting, as in FXC."),
    row(&["working-directory"], DASH, JoinedOrSeparate, "<folder>", Preprocess,
        Refused("run the compiler in that folder, or use paths relative to the current folder"),
        "Resolve relative paths from this folder."),

    row(&["enable-16bit-types"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.native_16bit)),
        "Make half, float16_t, int16_t and uint16_t 16 bits wide, and from shader model 6.10 on allow int8_t and uint8_t. Requires shader model 6.2 and -HV 2018 or later."),
    row(&["Zpr"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.row_major)),
        "Pack matrices in row-major order by default."),
    row(&["Zpc"], BOTH, Flag, "", Language, Works(|o, _| { o.analysis.row_major = false; Ok(()) }),
        "Pack matrices in column-major order by default (default)."),
    row(&["denorm"], BOTH, JoinedOrSeparate, "any|preserve|ftz", Language, Works(|o, v| {
            let names = [("any", DenormMode::Any), ("preserve", DenormMode::Preserve), ("ftz", DenormMode::FlushToZero)];
            set::choice(&names, v[0]).map(|denorm| o.emission.denorm = denorm)
        }),
        "Handling of denormal 32-bit floats. Requires shader model 6.2."),
    row(&["Gis"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.ieee_strict)),
        "Enable strict IEEE 754 floating-point arithmetic."),
    row(&["ffinite-math-only"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.emission.finite_math_only)),
        "Assume that floating-point values are finite."),
    row(&["fno-finite-math-only"], DASH, Flag, "", Language, Works(|o, _| { o.emission.finite_math_only = false; Ok(()) }),
        "Do not assume that floating-point values are finite (default)."),
    row(&["fexact-remainder"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.emission.exact_remainder)),
        "Compute % of signed integers by division. Vulkan leaves the usual instruction undefined for negative operands \
         without VK_KHR_maintenance8, and NVIDIA's driver then takes them as unsigned."),
    row(&["funordered-not-equal"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.unordered_not_equal)),
        "Make x != y true if an operand is NaN, as in DXIL. Without it the comparison is false, as in the SPIR-V of DXC."),
    row(&["Gfa", "Gfp"], BOTH, Flag, "", Language, Accepted("the device driver decides"),
        "Avoid branches, or prefer them."),
    row(&["Ges"], BOTH, Flag, "", Language, Accepted("strict mode is always enabled"),
        "Strict mode."),
    row(&["Gec"], BOTH, Flag, "", Language, Refused("backward compatibility mode is not available for SPIR-V"),
        "Enable backward compatibility mode."),
    row(&["enable-payload-qualifiers"], BOTH, Flag, "", Language,
        Works(|o, _| { o.analysis.payload_qualifiers = Some(true); Ok(()) }),
        "Enable and check payload access qualifiers (default since shader model 6.7)."),
    row(&["disable-payload-qualifiers"], BOTH, Flag, "", Language,
        Works(|o, _| { o.analysis.payload_qualifiers = Some(false); Ok(()) }),
        "Disable payload access qualifiers."),
    row(&["exports"], BOTH, Separate, "<name>[=<function>];…", Language, Accepted("the module always contains exported functions and entry points"),
        "Functions that a library exports."),
    row(&["export-shaders-only"], BOTH, Flag, "", Language, Accepted("the module always contains entry points"),
        "Export only entry points of a library."),
    row(&["default-linkage"], BOTH, Separate, "internal", Language, Works(|_, v| set::choice(&[("internal", ()), ("external", ())], v[0])),
        "Linkage of library functions. Functions not marked export are always internal, since Vulkan has no linkage."),
    row(&["auto-binding-space"], BOTH, Separate, "<space>", Language,
        Works(|o, v| set::number(v[0]).map(|space| o.analysis.default_set = space)),
        "Descriptor set of resources without a space."),
    row(&["pack-prefix-stable", "pack_prefix_stable"], BOTH, Flag, "", Language, Accepted("always enabled"),
        "Do not pack stage variables (default)."),
    row(&["pack-optimized", "pack_optimized"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.packs_locations)),
        "Pack small stage variables into shared locations. Both stages must use this option."),

    row(&["fvk-b-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::B, v)),
        "Add an offset to the bindings of constant buffers in a space."),
    row(&["fvk-t-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::T, v)),
        "Add an offset to the bindings of read-only resources in a space."),
    row(&["fvk-s-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::S, v)),
        "Add an offset to the bindings of samplers in a space."),
    row(&["fvk-u-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::U, v)),
        "Add an offset to the bindings of writable resources in a space."),
    row(&["fvk-auto-shift-bindings"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.auto_shift)),
        "Apply the offsets also to resources without a register."),
    row(&["fvk-bind-register", "vkbr"], DASH, Multi(4), "<register> <space> <binding> <set>", Vulkan, Works(set::bind_register),
        "Set the binding and descriptor set of a register. Requires such an option for every resource."),
    row(&["fvk-bind-globals"], DASH, Multi(2), "<binding> <set>", Vulkan, Works(|o, v| set::binding(&mut o.analysis.globals_binding, v)),
        "Binding and set of the constant buffer for global variables."),
    row(&["fvk-bind-resource-heap"], DASH, Multi(2), "<binding> <set>", Vulkan, Works(|o, v| set::binding(&mut o.analysis.resource_heap, v)),
        "Binding and set of ResourceDescriptorHeap."),
    row(&["fvk-bind-sampler-heap"], DASH, Multi(2), "<binding> <set>", Vulkan, Works(|o, v| set::binding(&mut o.analysis.sampler_heap, v)),
        "Binding and set of SamplerDescriptorHeap."),
    row(&["fvk-bind-counter-heap"], DASH, Multi(2), "<binding> <set>", Vulkan, Works(|o, v| set::binding(&mut o.analysis.counter_heap, v)),
        "Binding and set of the counters of resources in ResourceDescriptorHeap."),
    row(&["fvk-stage-io-order="], DASH, Joined, "decl|alpha", Vulkan, Works(|o, v| {
            let names = [("decl", StageIoOrder::Declaration), ("alpha", StageIoOrder::Alphabetical)];
            set::choice(&names, v[0]).map(|order| o.analysis.io_order = order)
        }),
        "Order in which locations are assigned to stage variables: as declared (default), or by semantic."),
    row(&["fvk-invert-y"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.invert_y)),
        "Negate SV_Position.y before it is written. For vertex, domain, geometry and mesh shaders and libraries."),
    row(&["fvk-use-dx-position-w"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.dx_position_w)),
        "Use the reciprocal of SV_Position.w in pixel shaders, as in Direct3D."),
    row(&["fvk-support-nonzero-base-instance"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.nonzero_base_instance)),
        "SV_InstanceID includes the first instance of the draw."),
    row(&["fvk-support-nonzero-base-vertex"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.nonzero_base_vertex)),
        "SV_VertexID includes the first vertex of the draw."),
    row(&["fvk-use-dx-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Dx)),
        "Use the Direct3D memory layout for buffers."),
    row(&["fvk-use-gl-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Gl)),
        "Use strict std140 and std430 layouts for buffers."),
    row(&["fvk-use-scalar-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Scalar)),
        "Use the scalar block layout for buffers. The other two layout options take precedence."),

    row(&["fspv-extension="], DASH, Joined, "<extension>", Spirv, Works(set::extension),
        "Allow this SPIR-V extension, or KHR for all KHR extensions. May be repeated; by default all common extensions are allowed."),
    row(&["fspv-debug="], DASH, Joined, "<kind>", Spirv, Works(set::debug),
        "Debug information: file, source, line or tool; vulkan (for RenderDoc and similar tools) or rich (OpenCL.DebugInfo.100) for \
         functions, scopes, types and variables, vulkan-with-source or rich-with-source to include the source. May be repeated."),
    row(&["Zi"], BOTH, Flag, "", Spirv, Works(|o, _| set::debug_info(o)),
        "Generate debug information: file, source, line and tool, unless set by -fspv-debug=."),
    row(&["fspv-reflect"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.reflect)),
        "Emit the semantics and types of the source for reflection."),
    row(&["fspv-entrypoint-name="], DASH, Joined, "<name>", Spirv, Works(|o, v| set::text(&mut o.analysis.entry_name, v)),
        "Name of the entry point in the module (default: the function's name)."),
    row(&["fspv-flatten-resource-arrays"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.analysis.flatten_arrays)),
        "Flatten arrays of resources: each element becomes a variable with its own binding. Run-time indices select between them; passing such an element on is an error."),
    row(&["fspv-reduce-load-size"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.reduce_load_size)),
        "Load only the used parts of structs and arrays."),
    row(&["fspv-fix-func-call-arguments"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.fix_call_arguments)),
        "Copy arguments that are parts of variables."),
    row(&["fspv-enable-maximal-reconvergence"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.maximal_reconvergence)),
        "Enable SPV_KHR_maximal_reconvergence for entry points."),
    row(&["fspv-use-vulkan-memory-model"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.vulkan_memory_model)),
        "Use the Vulkan memory model instead of GLSL450."),
    row(&["fspv-use-unknown-image-format"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.unknown_image_format)),
        "Use the format Unknown for storage images without vk::image_format."),
    row(&["fspv-use-legacy-buffer-matrix-order"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.raw_rows)),
        "Use the legacy row-by-row matrix order in byte-address buffers."),
    row(&["fspv-preserve-bindings"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.preserve_bindings)),
        "Keep the bindings of unused resources."),
    row(&["fspv-preserve-interface"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.preserve_interface)),
        "Keep unused stage variables."),
    row(&["fspv-import-functions"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.import_functions)),
        "Import functions that LLVM IR declares with mangled names and that OpenCL C does not have. By default their calls are errors."),
    row(&["fspv-use-emulated-heap"], DASH, Flag, "", Spirv, Works(|o, _| set::heaps(o, false)),
        "Use descriptor arrays for descriptor heaps (default)."),
    row(&["fspv-use-descriptor-heap"], DASH, Flag, "", Spirv, Works(|o, _| set::heaps(o, true)),
        "Use SPV_EXT_descriptor_heap for descriptor heaps. All elements of the resource heap have the size of the largest descriptor; buffers require SPIR-V 1.4, and have no counters."),

    row(&["O0", "Od"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 0)),
        "Legalize the module, but do not optimize it."),
    row(&["O1"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 1)),
        "Optimize; for SPIR-V the same as -O3."),
    row(&["O2"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 2)),
        "Optimize; for SPIR-V the same as -O3."),
    row(&["O3"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 3)),
        "Optimize for speed (default)."),
    row(&["Oconfig="], DASH, CommaJoined, "<pass>,…", Optimise, Works(set::config),
        "Run these passes instead of the default ones: passes of this compiler or of spirv-opt (docs/tables/passes.md). Can be used once, and not with -O0 to -O3."),
    row(&["fspv-optimizer="], DASH, Joined, "<own|spirv-tools>", Optimise, Works(|o, v| set::optimiser(o, v[0])),
        "Optimizer: this compiler's (default), or SPIRV-Tools in builds that include them."),
    row(&["fspv-validator="], DASH, Joined, "<own|spirv-tools|both>", Optimise, Works(|o, v| set::validator(o, v[0])),
        "Validator: this compiler's (default), SPIRV-Tools, or both, which must agree. In builds that include SPIRV-Tools they \
         validate what this compiler's validator does not support."),
    row(&["fcgl"], BOTH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.front_end_only)),
        "Write the front end's module unchanged: neither legalized nor optimized."),
    row(&["Vd"], BOTH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.skip_validation)),
        "Do not validate the module."),
    row(&["fspv-max-id"], DASH, Multi(1), "<number>", Optimise, Works(|o, v| set::hexadecimal(v[0]).map(|id| o.optimise.max_id = Some(id))),
        "Largest id of the module, in hexadecimal (default: 3FFFFF)."),
    row(&["fspv-print-all"], DASH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.print_all)),
        "Print the module before each group of passes and after the last one, to standard error."),
    row(&["ftime-report", "time"], DASH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.time_report)),
        "Print the time of each stage to standard error."),
    row(&["ftime-trace"], DASH, Flag, "", Optimise, Accepted("use -ftime-report"), "Print a time trace."),
    row(&["ftime-trace=", "ftime-trace-granularity="], DASH, Joined, "<value>", Optimise, Accepted("use -ftime-report"),
        "File and granularity of the time trace."),

    row(&["WX"], BOTH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.warnings_are_errors)),
        "Treat warnings as errors, except those that DXC does not have."),
    row(&["no-warnings"], BOTH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.no_warnings)),
        "Suppress all warnings."),
    row(&["w"], DASH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.no_warnings)),
        "Suppress all warnings."),
    row(&["all-warnings"], LONG, Flag, "", Diagnostics, Accepted("warnings are enabled by default"),
        "Enable all warnings."),
    row(&["W"], DASH, Joined, "[no-][error=]<warning>", Diagnostics, Works(set::warning),
        "Enable or disable a warning, or turn it into an error (-Werror=<warning>, -Werror for all, -Wno-error to undo)."),
    row(&["fdiagnostics-format="], DASH, Joined, "<format>", Diagnostics, Works(set::format),
        "Format of diagnostics: clang (default), msvc, vi, rich (with framed source), json (one object per line) or sarif (one SARIF 2.1.0 document)."),
    row(&["fcolor-diagnostics", "fdiagnostics-color", "fansi-escape-codes"], DASH, Flag, "", Diagnostics,
        Works(|o, _| { o.diagnostics.colour = Some(true); Ok(()) }),
        "Color diagnostics, even if the output is not a terminal."),
    row(&["fno-color-diagnostics", "fno-diagnostics-color"], DASH, Flag, "", Diagnostics,
        Works(|o, _| { o.diagnostics.colour = Some(false); Ok(()) }),
        "Do not color diagnostics."),
    row(&["fdiagnostics-color="], DASH, Joined, "always|never|auto", Diagnostics, Works(|o, v| {
            let names = [("always", Some(true)), ("never", Some(false)), ("auto", None)];
            set::choice(&names, v[0]).map(|colour| o.diagnostics.colour = colour)
        }),
        "Color diagnostics."),
    row(&["fdiagnostics-show-option"], DASH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.show_group)),
        "Print the option that controls a warning (default)."),
    row(&["fno-diagnostics-show-option"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_group = false; Ok(()) }),
        "Do not print the option that controls a warning."),
    row(&["fno-caret-diagnostics"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_source = false; Ok(()) }),
        "Do not print source lines with diagnostics."),
    row(&["fno-show-column"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_column = false; Ok(()) }),
        "Do not print column numbers."),
    row(&["fshow-column", "fshow-source-location", "fspell-checking", "fno-spell-checking"], DASH, Flag, "", Diagnostics,
        Accepted("the format is fixed"), "Formatting of diagnostics."),
    row(&["fspell-checking-limit=", "fdiagnostics-show-category="], DASH, Joined, "<value>", Diagnostics,
        Accepted("the format is fixed"), "Formatting of diagnostics."),
    row(&["ferror-limit="], DASH, Joined, "<number>", Diagnostics, Works(|o, v| {
            set::number(v[0]).map(|limit| o.diagnostics.policy.error_limit = limit as usize)
        }),
        "Stop after this many errors (default: 100; 0 for no limit)."),
    row(&["verify"], DASH, Joined, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.verify)),
        "Compare diagnostics with comments such as // expected-error {{text}}; generate no code."),
    row(&["Qunused-arguments", "verbose", "v"], DASH, Flag, "", Diagnostics, Accepted("unknown output"),
        "Verbosity of the command line."),
    row(&["nologo"], BOTH, Flag, "", Diagnostics, Accepted("there is no banner"), "Suppress the banner."),

    row(&["Zs", "Zss", "Zsb"], BOTH, Flag, "", Foreign, Accepted("SPIR-V has no PDB files"),
        "Small PDB files and the hash of a shader."),
    row(&["Odump"], BOTH, Flag, "", Foreign, Accepted(LLVM), "Print the optimizer's commands."),
    row(&["res-may-alias", "res_may_alias", "all-resources-bound", "all_resources_bound",
          "enable_unbounded_descriptor_tables", "no-legacy-cbuf-layout", "not_use_legacy_cbuf_load",
          "flegacy-resource-reservation"], BOTH, Flag, "", Foreign, Accepted(DXIL),
        "Resources in DXIL."),
    row(&["rootsig-define"], BOTH, Separate, "<macro>", Foreign, Accepted(DXIL), "The macro that holds the root signature."),
    row(&["force-rootsig-ver", "force_rootsig_ver", "setrootsignature", "verifyrootsignature", "setprivate"], BOTH,
        JoinedOrSeparate, "<value>", Foreign, Accepted(DXIL), "Root signature and private data."),
    row(&["Qstrip_rootsignature", "Qstrip_debug", "Qstrip_priv", "Qembed_debug", "Qsource_in_debug_module",
          "Qpdb_in_private", "Qkeep_reflect_in_dxil", "Qstrip_reflect_from_dxil"], BOTH, Flag, "", Foreign, Accepted(DXIL),
        "Parts of a DXIL container."),
    row(&["Frs", "Fsh"], BOTH, Separate, "<file>", Foreign, Accepted(DXIL), "Root signature and hash files."),
    row(&["import-binding-table"], BOTH, JoinedOrSeparate, "<file>", Foreign, Accepted(DXIL), "A table of bindings."),
    row(&["binding-table-define"], BOTH, Separate, "<macro>", Foreign, Accepted(DXIL), "The macro that holds the table of bindings."),
    row(&["memdep-block-scan-limit", "opt-disable", "opt-enable", "print-before", "print-after", "precise-output",
          "validator-version", "ignore-semdef", "override-semdef", "select-validator", "external", "external-fn", "mllvm"], BOTH,
        Separate, "<value>", Foreign, Accepted(LLVM), "Passes, semantic defines and validator of LLVM and DXIL."),
    row(&["opt-select"], BOTH, Multi(2), "<pass> <variant>", Foreign, Accepted(LLVM), "Variant of a pass."),
    row(&["print-before-all", "print-after-all", "ignore-opt-semdefs", "force-zero-store-lifetimes",
          "enable-lifetime-markers", "disable-lifetime-markers", "disable-exception-handling", "skip-serialization",
          "preserve-intermediate-values"], BOTH, Flag, "", Foreign, Accepted(LLVM), "Details of LLVM's passes."),
    row(&["funroll-loops", "fno-unroll-loops", "freroll-loops", "fno-reroll-loops", "fnew-inlining-behavior",
          "fdisable-loc-tracking", "funsafe-math-optimizations", "fno-unsafe-math-optimizations", "fassociative-math",
          "fno-associative-math", "fno-reciprocal-math", "fsigned-zeros", "fhonor-nans", "fno-honor-nans",
          "fhonor-infinities", "fno-honor-infinities", "mms-bitfields"], DASH, Flag, "", Foreign, Accepted(LLVM),
        "Details of LLVM's passes."),
    row(&["flimited-precision=", "fconstexpr-depth=", "fconstexpr-steps=", "fconstexpr-backtrace-limit=",
          "ffp-contract="], DASH, Joined, "<value>", Foreign, Accepted(LLVM), "Details of LLVM's passes."),
    row(&["Qstrip_reflect"], BOTH, Flag, "", Foreign, Refused("use -Oconfig=--strip-reflect"),
        "Remove reflection data."),
    row(&["Fd"], BOTH, JoinedOrSeparate, "<file>", Foreign, Refused("debug information is part of the module"),
        "Write debug information to a file."),
    row(&["dumpbin", "link", "recompile", "extractrootsignature"], BOTH, Flag, "", Foreign, Refused("applies to DXIL containers"),
        "Tools for DXIL containers."),
    row(&["getprivate"], BOTH, JoinedOrSeparate, "<file>", Foreign, Refused("applies to DXIL containers"), "Tools for DXIL containers."),
    row(&["metal"], DASH, Flag, "", Foreign, Refused("this compiler generates SPIR-V only"), "Generate Metal code."),
    row(&["unchanged", "skip-fn-body", "skip-static", "global-extern-by-default", "keep-user-macro",
          "extract-entry-uniforms", "remove-unused-globals", "remove-unused-functions", "line-directive",
          "decl-global-cb"], BOTH, Flag, "", Foreign, Refused(REWRITER), "Rewrite the source."),
];
