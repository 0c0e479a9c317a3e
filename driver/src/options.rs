//! The table of all options: spelling, value, effect and documentation of each.
//!
//! The rows drive the reader of the command line ([`args`]), `--help`, the suggestions for misspelled options and
//! `docs/tables/options.md`. An option that is not listed here does not exist.

pub(crate) mod args;
pub(crate) mod arguments;
pub(crate) mod checks;
mod foreign_warnings;
mod setters;
pub mod settings;
pub(crate) mod shard;

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
            Group::Optimise => "Optimisation and validation",
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
const DXIL: &str = "it concerns DXIL alone";
/// The reason why options of DXC's LLVM do nothing.
const LLVM: &str = "it steers passes that this compiler does not have";
/// The reason why the options of DXC's rewriter are refused.
const REWRITER: &str = "it belongs to the source rewriter, a separate tool";

/// All options, by group and then in the order in which the manual explains them.
#[rustfmt::skip]
pub static OPTIONS: &[OptionRow] = &[
    row(&["T"], BOTH, JoinedOrSeparate, "<profile>", Compile, Works(|o, v| set::text(&mut o.profile, v)),
        "Target profile: stage and shader model, such as ps_6_0, cs_6_5 or lib_6_3. Required."),
    row(&["E"], BOTH, JoinedOrSeparate, "<name>", Compile, Works(|o, v| set::text(&mut o.entry, v)),
        "Entry point; main when not given. A library takes all functions marked [shader(\"…\")] instead."),
    row(&["spirv"], DASH, Flag, "", Compile, Accepted("it is always on"),
        "Generate SPIR-V."),
    row(&["HV"], BOTH, Separate, "<version>", Compile, Works(set::language_version),
        "Version of the language: 2016, 2017, 2018, 2021 (default) or 202x."),
    row(&["fspv-target-env="], DASH, Joined, "<environment>", Compile, Works(|o, v| set::text(&mut o.target_env, v)),
        "Target environment: vulkan1.0 (default), vulkan1.1, vulkan1.1spirv1.4, vulkan1.2, vulkan1.3, vulkan1.4 or universal1.5; for kernels opencl1.2, opencl2.0, opencl2.1, opencl2.2, opencl3.0 or levelzero."),
    row(&["help", "h", "?"], ANY, Flag, "", Compile, Works(|o, _| set::information(o, Information::Help)),
        "Print the options and stop."),
    row(&["help-hidden"], LONG, Flag, "", Compile, Works(|o, _| set::information(o, Information::HelpHidden)),
        "Print the options, those without effect included, and stop."),
    row(&["version"], LONG, Flag, "", Compile, Works(|o, _| set::information(o, Information::Version)),
        "Print the versions of the compiler, of what it reads and writes and of SPIRV-Tools, and stop."),

    row(&["Fo"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.object, v)),
        "Write the module to this file. Without any output file the disassembly goes to the standard output."),
    row(&["Fc"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.listing, v)),
        "Write the disassembly to this file."),
    row(&["Fh"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.header, v)),
        "Write a C header with the module as an array of bytes."),
    row(&["Vn"], BOTH, JoinedOrSeparate, "<name>", Output, Works(|o, v| set::text(&mut o.output.header_variable, v)),
        "Name of the array in the header; g_ and the entry point's name when not given."),
    row(&["Fe"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.errors, v)),
        "Write warnings and errors to this file instead of the standard error output."),
    row(&["Fre"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.reflection, v)),
        "Write what the module wants from its host to this file, as JSON; for kernels, what their arguments are."),
    row(&["P"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.preprocess_only)),
        "Stop after the preprocessor and write its output to the file of -Fi, or to the input's name with .i."),
    row(&["Fi"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.preprocessed, v)),
        "File for the output of -P."),
    row(&["Po"], BOTH, Flag, "", Output, Refused("use -P with -Fi <file>"),
        "Older spelling of -P with -Fi."),
    row(&["M"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.dependencies_only)),
        "Print the files that the input depends on as a make rule, and stop."),
    row(&["MD"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.write_dependencies)),
        "Compile, and write the make rule to the output's (or input's) name with .d."),
    row(&["MF"], BOTH, JoinedOrSeparate, "<file>", Output, Works(|o, v| set::text(&mut o.output.dependencies, v)),
        "Compile, and write the make rule to this file."),
    row(&["MT"], BOTH, JoinedOrSeparate, "<target>", Output, Works(|o, v| set::list(&mut o.output.dependency_targets, v)),
        "Target of the make rule, as it is; the output's name when not given. May be repeated."),
    row(&["MQ"], BOTH, JoinedOrSeparate, "<target>", Output, Works(set::quoted_target),
        "The same, with what make would read otherwise escaped."),
    row(&["MP"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.phony_dependencies)),
        "Add a rule without prerequisites for each included file, so that make goes on when one was deleted."),
    row(&["emit="], LONG, CommaJoined, "<state>,…", Output, Works(set::emit),
        "Print states of the compilation: tokens, ast, hir, spirv, dialect, spirv-llvm, spirv-llvm-typed, llvm-dialect, llvm, wgsl, msl, glsl, hlsl. The two of llvm are what runs on the CPU, lanes together as vectors of eight where they can; the last four are written by naga, in builds with that feature. The file may be a module."),
    row(&["mlir-version="], LONG, Joined, "<version>", Output, Works(set::mlir_version),
        "Version of MLIR that --emit=dialect prints for: 22, or none for the dialect's own text, in which what MLIR lacks has its own name. 22 when not given."),
    row(&["raw-ids"], LONG, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.raw_ids)),
        "Print ids as numbers in the disassembly."),
    row(&["ast-dump", "ast-dump-implicit"], BOTH, Flag, "", Output, Works(|o, _| { o.output.emit.push(Emit::Ast); Ok(()) }),
        "Print the syntax tree; the same as --emit=ast."),
    row(&["Cc"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.colour_listing)),
        "Colour the disassembly on a terminal."),
    row(&["No"], BOTH, Flag, "", Output, Works(|o, _| set::flag(&mut o.output.byte_offsets)),
        "Print the byte offset of each instruction in the disassembly."),
    row(&["Ni", "Lx"], BOTH, Flag, "", Output, Accepted("the form of a SPIR-V listing has no such choice"),
        "Number instructions, or print literals in hexadecimal, in the listing."),
    row(&["encoding"], BOTH, Separate, "<name>", Output, Accepted("input is read as its byte-order mark says, output is UTF-8"),
        "Encoding of input and output."),

    row(&["D"], BOTH, JoinedOrSeparate, "<name>[=<value>]", Preprocess, Works(set::define),
        "Define a macro; its value is 1 when none is given."),
    row(&["U"], DASH, JoinedOrSeparate, "<name>", Preprocess, Works(set::undefine),
        "Take a macro away again."),
    row(&["I"], BOTH, JoinedOrSeparate, "<folder>", Preprocess, Works(|o, v| set::list(&mut o.preprocess.include_directories, v)),
        "Look for included files in this folder too."),
    row(&["include"], GNU, JoinedOrSeparate, "<file>", Preprocess, Works(|o, v| set::list(&mut o.preprocess.forced_includes, v)),
        "Read this file before the input."),
    row(&["imacros"], GNU, JoinedOrSeparate, "<file>", Preprocess, Refused("use -include <file>"),
        "Take over the macros of a file."),
    row(&["H", "Vi"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.output.show_includes)),
        "Print each included file, indented by its depth, to the standard error output."),
    row(&["ignore-line-directives"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.preprocess.ignore_line_directives)),
        "Ignore #line."),
    row(&["flegacy-macro-expansion"], BOTH, Flag, "", Preprocess, Works(|o, _| set::flag(&mut o.preprocess.legacy_macro_expansion)),
        "Expand the operands of ## before they are pasted, as FXC does."),
    row(&["working-directory"], DASH, JoinedOrSeparate, "<folder>", Preprocess,
        Refused("start the compiler in that folder, or give paths that lead there"),
        "Resolve relative paths from this folder."),

    row(&["enable-16bit-types"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.native_16bit)),
        "half, float16_t, int16_t and uint16_t are 16 bits wide. Needs shader model 6.2 and -HV 2018 or later."),
    row(&["Zpr"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.row_major)),
        "Matrices in memory are row-major unless they are declared otherwise."),
    row(&["Zpc"], BOTH, Flag, "", Language, Works(|o, _| { o.analysis.row_major = false; Ok(()) }),
        "Matrices in memory are column-major unless they are declared otherwise (default)."),
    row(&["denorm"], BOTH, JoinedOrSeparate, "any|preserve|ftz", Language, Works(|o, v| {
            let names = [("any", DenormMode::Any), ("preserve", DenormMode::Preserve), ("ftz", DenormMode::FlushToZero)];
            set::choice(&names, v[0]).map(|denorm| o.emission.denorm = denorm)
        }),
        "What happens to denormal 32-bit floats. Needs shader model 6.2."),
    row(&["Gis"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.ieee_strict)),
        "Floating-point arithmetic keeps strictly to IEEE 754."),
    row(&["ffinite-math-only"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.emission.finite_math_only)),
        "Floating-point values are neither NaN nor infinite."),
    row(&["fno-finite-math-only"], DASH, Flag, "", Language, Works(|o, _| { o.emission.finite_math_only = false; Ok(()) }),
        "Floating-point values may be NaN or infinite (default)."),
    row(&["fexact-remainder"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.emission.exact_remainder)),
        "Compute % of signed integers by division. Vulkan leaves the usual instruction undefined for negative operands \
         without VK_KHR_maintenance8, and NVIDIA's driver then takes them as unsigned."),
    row(&["funordered-not-equal"], DASH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.unordered_not_equal)),
        "x != y holds where one of two floats is NaN, as in DXIL. Without it, it does not, as in the SPIR-V of DXC."),
    row(&["Gfa", "Gfp"], BOTH, Flag, "", Language, Accepted("the driver of the device decides about branches"),
        "Avoid branches, or prefer them."),
    row(&["Ges"], BOTH, Flag, "", Language, Accepted("the language is always read strictly"),
        "Strict mode."),
    row(&["Gec"], BOTH, Flag, "", Language, Refused("-Gec is not supported with -spirv"),
        "Accept the language of shader models before 4."),
    row(&["enable-payload-qualifiers"], BOTH, Flag, "", Language,
        Works(|o, _| { o.analysis.payload_qualifiers = Some(true); Ok(()) }),
        "Ray payloads have access qualifiers, which are checked: the default from shader model 6.7 on."),
    row(&["disable-payload-qualifiers"], BOTH, Flag, "", Language,
        Works(|o, _| { o.analysis.payload_qualifiers = Some(false); Ok(()) }),
        "Ray payloads need no access qualifiers."),
    row(&["exports"], BOTH, Separate, "<name>[=<function>];…", Language, Accepted("what is marked export, and every entry point, stands in the module in any case"),
        "The functions that a library shows."),
    row(&["export-shaders-only"], BOTH, Flag, "", Language, Accepted("entry points stand in the module in any case"),
        "A library shows entry points alone."),
    row(&["default-linkage"], BOTH, Separate, "internal", Language, Works(|_, v| set::choice(&[("internal", ()), ("external", ())], v[0])),
        "Functions of a library that are not marked export stay inside it whatever is asked for: Vulkan has no linkage."),
    row(&["auto-binding-space"], BOTH, Separate, "<space>", Language,
        Works(|o, v| set::number(v[0]).map(|space| o.analysis.default_set = space)),
        "Descriptor set of resources that name no space."),
    row(&["pack-prefix-stable", "pack_prefix_stable"], BOTH, Flag, "", Language, Accepted("it is always on"),
        "Each stage variable has locations of its own (default)."),
    row(&["pack-optimized", "pack_optimized"], BOTH, Flag, "", Language, Works(|o, _| set::flag(&mut o.analysis.packs_locations)),
        "Small variables between stages share locations. Both stages need the option."),

    row(&["fvk-b-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::B, v)),
        "Add this number to the registers of constant buffers in that space."),
    row(&["fvk-t-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::T, v)),
        "The same for read-only resources."),
    row(&["fvk-s-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::S, v)),
        "The same for samplers."),
    row(&["fvk-u-shift"], DASH, Multi(2), "<shift> <space>|all", Vulkan, Works(|o, v| set::shift(o, RegisterClass::U, v)),
        "The same for writable resources."),
    row(&["fvk-auto-shift-bindings"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.auto_shift)),
        "Shift the bindings of resources without register too."),
    row(&["fvk-bind-register", "vkbr"], DASH, Multi(4), "<register> <space> <binding> <set>", Vulkan, Works(set::bind_register),
        "Put the resource of this register into that binding and set. Then every resource needs such an option."),
    row(&["fvk-bind-globals"], DASH, Multi(2), "<binding> <set>", Vulkan, Works(|o, v| set::binding(&mut o.analysis.globals_binding, v)),
        "Binding and set of the constant buffer that holds global variables."),
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
        "Order in which stage variables get their locations: as declared (default), or by semantic."),
    row(&["fvk-invert-y"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.invert_y)),
        "Negate SV_Position.y before it is written. For vertex, domain, geometry and mesh shaders and libraries."),
    row(&["fvk-use-dx-position-w"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.dx_position_w)),
        "SV_Position.w in pixel shaders is the reciprocal of what Vulkan gives, as in Direct3D."),
    row(&["fvk-support-nonzero-base-instance"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.nonzero_base_instance)),
        "SV_InstanceID counts from the draw's first instance."),
    row(&["fvk-support-nonzero-base-vertex"], DASH, Flag, "", Vulkan, Works(|o, _| set::flag(&mut o.analysis.nonzero_base_vertex)),
        "SV_VertexID counts from the draw's first vertex."),
    row(&["fvk-use-dx-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Dx)),
        "Lay out buffers as Direct3D does."),
    row(&["fvk-use-gl-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Gl)),
        "Lay out buffers strictly by std140 and std430."),
    row(&["fvk-use-scalar-layout"], DASH, Flag, "", Vulkan, Works(|o, _| set::layout(o, LayoutChoice::Scalar)),
        "Lay out buffers by VK_EXT_scalar_block_layout. The other two layouts take precedence."),

    row(&["fspv-extension="], DASH, Joined, "<extension>", Spirv, Works(set::extension),
        "Allow this extension, KHR for all of Khronos. May be repeated; without it all usual extensions are allowed."),
    row(&["fspv-debug="], DASH, Joined, "<kind>", Spirv, Works(set::debug),
        "Debug information: file, source, line or tool; vulkan (for RenderDoc and the like) or rich (OpenCL's) for functions, \
         scopes, types and variables, vulkan-with-source or rich-with-source for the text as well. May be repeated."),
    row(&["Zi"], BOTH, Flag, "", Spirv, Works(|o, _| set::debug_info(o)),
        "Debug information: file, source, line and tool, unless -fspv-debug= says otherwise."),
    row(&["fspv-reflect"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.reflect)),
        "Add the semantics and types of the source for reflection."),
    row(&["fspv-entrypoint-name="], DASH, Joined, "<name>", Spirv, Works(|o, v| set::text(&mut o.analysis.entry_name, v)),
        "Name of the entry point in the module; the function's name when not given."),
    row(&["fspv-flatten-resource-arrays"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.analysis.flatten_arrays)),
        "Each element of an array of resources takes a binding of its own and becomes a variable. An index that is known at run time alone chooses between them; an element that is handed on by then is an error."),
    row(&["fspv-reduce-load-size"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.reduce_load_size)),
        "Load the parts of structs and arrays that are used instead of the whole."),
    row(&["fspv-fix-func-call-arguments"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.fix_call_arguments)),
        "Copy arguments that are not whole variables."),
    row(&["fspv-enable-maximal-reconvergence"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.maximal_reconvergence)),
        "Entry points run with SPV_KHR_maximal_reconvergence."),
    row(&["fspv-use-vulkan-memory-model"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.vulkan_memory_model)),
        "Use the Vulkan memory model instead of GLSL450."),
    row(&["fspv-use-unknown-image-format"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.unknown_image_format)),
        "Storage images without vk::image_format have the format Unknown."),
    row(&["fspv-use-legacy-buffer-matrix-order"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.emission.raw_rows)),
        "Byte-address buffers hold matrices row by row, as compilers for SPIR-V once had it."),
    row(&["fspv-preserve-bindings"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.preserve_bindings)),
        "Keep the bindings of unused resources."),
    row(&["fspv-preserve-interface"], DASH, Flag, "", Spirv, Works(|o, _| set::flag(&mut o.optimise.preserve_interface)),
        "Keep unused stage variables."),
    row(&["fspv-use-emulated-heap"], DASH, Flag, "", Spirv, Works(|o, _| set::heaps(o, false)),
        "Descriptor heaps are arrays of descriptors (default)."),
    row(&["fspv-use-descriptor-heap"], DASH, Flag, "", Spirv, Works(|o, _| set::heaps(o, true)),
        "Descriptor heaps are those of SPV_EXT_descriptor_heap. All elements of the resource heap are as large as the largest descriptor that may lie there; buffers need SPIR-V 1.4, and have no counters."),

    row(&["O0", "Od"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 0)),
        "Legalise the module, but do not optimise it."),
    row(&["O1"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 1)),
        "Optimise; for SPIR-V the same as -O3."),
    row(&["O2"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 2)),
        "Optimise; for SPIR-V the same as -O3."),
    row(&["O3"], BOTH, Flag, "", Optimise, Works(|o, _| set::level(o, 3)),
        "Optimise for speed (default)."),
    row(&["Oconfig="], DASH, CommaJoined, "<pass>,…", Optimise, Works(set::config),
        "Run these passes instead of the usual ones: this compiler's, or those of spirv-opt by their names (docs/tables/passes.md). Given once, and without -O0 to -O3."),
    row(&["fspv-optimizer="], DASH, Joined, "<own|spirv-tools>", Optimise, Works(|o, v| set::optimiser(o, v[0])),
        "Whose passes run: this compiler's (default), or those of SPIRV-Tools where they are built in."),
    row(&["fspv-validator="], DASH, Joined, "<own|spirv-tools|both>", Optimise, Works(|o, v| set::validator(o, v[0])),
        "Who checks the module: this compiler, which is the default, SPIRV-Tools, or both, which must agree. What this \
        compiler's rules do not know, SPIRV-Tools judge where they are built in."),
    row(&["fcgl"], BOTH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.front_end_only)),
        "Give the front end's module as it is: neither legalised nor optimised."),
    row(&["Vd"], BOTH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.skip_validation)),
        "Do not validate the module."),
    row(&["fspv-max-id"], DASH, Multi(1), "<number>", Optimise, Works(|o, v| set::hexadecimal(v[0]).map(|id| o.optimise.max_id = Some(id))),
        "Largest id of the module, in hexadecimal; 3FFFFF when not given."),
    row(&["fspv-print-all"], DASH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.print_all)),
        "Print the module before each group of passes and after the last one, to the standard error output."),
    row(&["ftime-report", "time"], DASH, Flag, "", Optimise, Works(|o, _| set::flag(&mut o.optimise.time_report)),
        "Print how long each stage took, to the standard error output."),
    row(&["ftime-trace"], DASH, Flag, "", Optimise, Accepted("use -ftime-report"), "Print a time trace."),
    row(&["ftime-trace=", "ftime-trace-granularity="], DASH, Joined, "<value>", Optimise, Accepted("use -ftime-report"),
        "File and granularity of the time trace."),

    row(&["WX"], BOTH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.warnings_are_errors)),
        "Treat warnings as errors, but for those that DXC does not give."),
    row(&["no-warnings"], BOTH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.no_warnings)),
        "Print no warnings."),
    row(&["w"], DASH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.policy.no_warnings)),
        "Print no warnings."),
    row(&["all-warnings"], LONG, Flag, "", Diagnostics, Accepted("warnings are on unless they are switched off"),
        "Print all warnings."),
    row(&["W"], DASH, Joined, "[no-][error=]<warning>", Diagnostics, Works(set::warning),
        "Switch a warning on or off, or make it an error (-Werror=<warning>, -Werror for all, -Wno-error to undo)."),
    row(&["fdiagnostics-format="], DASH, Joined, "<format>", Diagnostics, Works(set::format),
        "Form of messages: clang (default), msvc, vi, rich (with a frame around the source), json (one object per line) or sarif (one document, SARIF 2.1.0)."),
    row(&["fcolor-diagnostics", "fdiagnostics-color", "fansi-escape-codes"], DASH, Flag, "", Diagnostics,
        Works(|o, _| { o.diagnostics.colour = Some(true); Ok(()) }),
        "Colour messages, also when they do not go to a terminal."),
    row(&["fno-color-diagnostics", "fno-diagnostics-color"], DASH, Flag, "", Diagnostics,
        Works(|o, _| { o.diagnostics.colour = Some(false); Ok(()) }),
        "Do not colour messages."),
    row(&["fdiagnostics-color="], DASH, Joined, "always|never|auto", Diagnostics, Works(|o, v| {
            let names = [("always", Some(true)), ("never", Some(false)), ("auto", None)];
            set::choice(&names, v[0]).map(|colour| o.diagnostics.colour = colour)
        }),
        "Whether messages are coloured."),
    row(&["fdiagnostics-show-option"], DASH, Flag, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.show_group)),
        "Print the option that switches a warning off behind it (default)."),
    row(&["fno-diagnostics-show-option"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_group = false; Ok(()) }),
        "Do not print that option."),
    row(&["fno-caret-diagnostics"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_source = false; Ok(()) }),
        "Do not print the source line below a message."),
    row(&["fno-show-column"], DASH, Flag, "", Diagnostics, Works(|o, _| { o.diagnostics.show_column = false; Ok(()) }),
        "Do not print columns."),
    row(&["fshow-column", "fshow-source-location", "fspell-checking", "fno-spell-checking"], DASH, Flag, "", Diagnostics,
        Accepted("there is no such choice"), "Details of messages."),
    row(&["fspell-checking-limit=", "fdiagnostics-show-category="], DASH, Joined, "<value>", Diagnostics,
        Accepted("there is no such choice"), "Details of messages."),
    row(&["ferror-limit="], DASH, Joined, "<number>", Diagnostics, Works(|o, v| {
            set::number(v[0]).map(|limit| o.diagnostics.policy.error_limit = limit as usize)
        }),
        "Stop after this many errors; 0 for no limit, 100 when not given."),
    row(&["verify"], DASH, Joined, "", Diagnostics, Works(|o, _| set::flag(&mut o.diagnostics.verify)),
        "Check the messages against comments such as // expected-error {{text}}, and do not compile."),
    row(&["Qunused-arguments", "verbose", "v"], DASH, Flag, "", Diagnostics, Accepted("there is nothing to say"),
        "Talk less, or more, about the command line."),
    row(&["nologo"], BOTH, Flag, "", Diagnostics, Accepted("there is no banner"), "Print no banner."),

    row(&["Zs", "Zss", "Zsb"], BOTH, Flag, "", Foreign, Accepted("SPIR-V has no PDB files"),
        "Small PDB files and the hash of a shader."),
    row(&["Odump"], BOTH, Flag, "", Foreign, Accepted(LLVM), "Print the optimiser's commands."),
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
    row(&["Qstrip_reflect"], BOTH, Flag, "", Foreign, Refused("-Qstrip_reflect is not supported with -spirv; use -Oconfig=--strip-reflect"),
        "Remove reflection data."),
    row(&["Fd"], BOTH, JoinedOrSeparate, "<file>", Foreign, Refused("-Fd is not supported with -spirv; debug information goes into the module"),
        "Write debug information to a file."),
    row(&["dumpbin", "link", "recompile", "extractrootsignature"], BOTH, Flag, "", Foreign, Refused("it works on DXIL containers"),
        "Tools for DXIL containers."),
    row(&["getprivate"], BOTH, JoinedOrSeparate, "<file>", Foreign, Refused("it works on DXIL containers"), "Tools for DXIL containers."),
    row(&["metal"], DASH, Flag, "", Foreign, Refused("this compiler makes SPIR-V alone"), "Generate Metal code."),
    row(&["unchanged", "skip-fn-body", "skip-static", "global-extern-by-default", "keep-user-macro",
          "extract-entry-uniforms", "remove-unused-globals", "remove-unused-functions", "line-directive",
          "decl-global-cb"], BOTH, Flag, "", Foreign, Refused(REWRITER), "Rewrite the source."),
];
