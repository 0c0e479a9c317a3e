"""The toolchain: the command hlsl2spirv, which is an input of each action, so that it works on any machine."""

def _toolchain_impl(ctx):
    return [platform_common.ToolchainInfo(compiler = ctx.executable.compiler)]

hlsl_toolchain = rule(
    implementation = _toolchain_impl,
    doc = "A compiler for HLSL.",
    attrs = {
        "compiler": attr.label(
            doc = "The command hlsl2spirv. For other machines: one with a C library of its own (musl).",
            mandatory = True,
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
)

_BUILD = """
load("@hlsl2spirv//:toolchain.bzl", "hlsl_toolchain")

hlsl_toolchain(name = "command", compiler = "hlsl2spirv")

toolchain(
    name = "toolchain",
    toolchain = ":command",
    toolchain_type = "@hlsl2spirv//:toolchain_type",
)
"""

def _command_impl(repository):
    path = repository.attr.path or repository.os.environ.get("HLSL2SPIRV") or repository.which("hlsl2spirv")
    if not path:
        fail("there is no hlsl2spirv in PATH; name it by 'path' or by --repo_env=HLSL2SPIRV=...")
    repository.symlink(path, "hlsl2spirv")
    repository.file("BUILD", _BUILD)

hlsl2spirv_command = repository_rule(
    implementation = _command_impl,
    doc = "A repository with a toolchain for a command of this machine: register_toolchains(\"@name//:toolchain\").",
    attrs = {"path": attr.string(doc = "Where the command is. Otherwise $HLSL2SPIRV says it, or PATH.")},
    environ = ["HLSL2SPIRV", "PATH"],
    local = True,
)
