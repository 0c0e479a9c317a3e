"""Rules that compile HLSL to SPIR-V.

Bazel shows an action only the files that are declared: headers are in `hdrs`, or in `deps` on `hlsl_headers`. The compiler
says which of them it did not read, and a change of those compiles nothing again.
"""

HlslInfo = provider(
    doc = "Files that shaders include.",
    fields = {
        "headers": "depset of files",
        "includes": "depset of folders for -I",
    },
)

ShaderInfo = provider(
    doc = "Modules of a shader.",
    fields = {"modules": "dictionary from the names of permutations to files; the only one is called \"\""},
)

def _folders(ctx):
    """The folders of `includes`, of sources and of generated files."""
    package = [part for part in [ctx.label.workspace_root, ctx.label.package] if part]
    roots = [[], [ctx.bin_dir.path]]
    return ["/".join(root + package + ([] if folder == "." else [folder])) or "." for folder in ctx.attr.includes for root in roots]

def _headers(ctx):
    return HlslInfo(
        headers = depset(ctx.files.hdrs, transitive = [dep[HlslInfo].headers for dep in ctx.attr.deps]),
        includes = depset(_folders(ctx), transitive = [dep[HlslInfo].includes for dep in ctx.attr.deps]),
    )

_HEADERS = {
    "hdrs": attr.label_list(doc = "Files that are included.", allow_files = True),
    "includes": attr.string_list(doc = "Folders of this package in which included files are searched."),
    "deps": attr.label_list(doc = "Other `hlsl_headers`.", providers = [HlslInfo]),
}

def _hlsl_headers_impl(ctx):
    info = _headers(ctx)
    return [DefaultInfo(files = info.headers), info]

hlsl_headers = rule(
    implementation = _hlsl_headers_impl,
    doc = "Files that shaders include.",
    attrs = _HEADERS,
)

def _quoted(word):
    return "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\""

def _line(words):
    """A line of a list for `hlsl2spirv batch`."""
    return " ".join([_quoted(word) for word in words]) + "\n"

def _chunks(names, size):
    return [names[at:at + size] for at in range(0, len(names), size)]

def _hlsl_spirv_impl(ctx):
    info = _headers(ctx)
    compiler = ctx.toolchains["@hlsl2spirv//:toolchain_type"].compiler
    shared = ["-T", ctx.attr.profile, "-E", ctx.attr.entry] + ctx.attr.options
    shared += [word for define in ctx.attr.defines for word in ["-D", define]]
    shared += [word for folder in info.includes.to_list() for word in ["-I", folder]]
    permutations = ctx.attr.permutations or {"": []}
    modules = {}
    declared = ctx.actions.declare_file(ctx.label.name + ".declared")
    names = ctx.actions.args()
    names.set_param_file_format("multiline")
    names.add_all(info.headers)
    ctx.actions.write(declared, names)
    for at, chunk in enumerate(_chunks(sorted(permutations.keys()), ctx.attr.permutations_per_action)):
        outputs, lines = [], []
        for name in chunk:
            tail = "." + name if name else ""
            module = ctx.actions.declare_file(ctx.label.name + tail + ".spv")
            modules[name] = module
            outputs.append(module)
            lines.append(_line(shared + permutations[name] + ["-Fo", module.path, ctx.file.src.path]))
        part = "%s.%d" % (ctx.label.name, at)
        commands = ctx.actions.declare_file(part + ".list")
        ctx.actions.write(commands, "".join(lines))
        unused = ctx.actions.declare_file(part + ".unused")
        arguments = ctx.actions.args()
        arguments.add("batch").add(commands).add("-j", "1")
        arguments.add("--declared-inputs", declared).add("--unused-inputs", unused)
        ctx.actions.run(
            executable = compiler,
            arguments = [arguments],
            inputs = depset([ctx.file.src, commands, declared], transitive = [info.headers]),
            outputs = outputs + [unused],
            unused_inputs_list = unused,
            mnemonic = "HlslCompile",
            progress_message = "Compiling %s (%s, %d of %d)" % (ctx.file.src.short_path, ctx.attr.entry, len(chunk), len(permutations)),
        )
    return [DefaultInfo(files = depset(modules.values())), ShaderInfo(modules = modules)]

hlsl_spirv = rule(
    implementation = _hlsl_spirv_impl,
    doc = "Compiles a shader to `name.spv`, or each of its permutations to `name.permutation.spv`.",
    attrs = dict(_HEADERS, **{
        "src": attr.label(doc = "The shader.", mandatory = True, allow_single_file = True),
        "profile": attr.string(doc = "Stage and shader model, such as ps_6_0.", mandatory = True),
        "entry": attr.string(doc = "The entry point.", default = "main"),
        "defines": attr.string_list(doc = "Macros, M or M=VALUE."),
        "options": attr.string_list(doc = "Other options of DXC."),
        "permutations": attr.string_list_dict(doc = "Options of each permutation by its name."),
        "permutations_per_action": attr.int(
            doc = "How many permutations are compiled together. On other machines an action takes much longer to send than a " +
                  "shader to compile; together, files are read once and equal texts compiled once.",
            default = 32,
        ),
    }),
    toolchains = ["@hlsl2spirv//:toolchain_type"],
)
