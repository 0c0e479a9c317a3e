"""Compiles HLSL to SPIR-V for Vulkan, reflects modules, runs compute shaders on the CPU, and draws.

    import hlsl2spirv, numpy

    module = hlsl2spirv.compile(text, ["-T", "cs_6_0"])
    data = numpy.arange(4, dtype=numpy.float32)
    hlsl2spirv.run(module, {"data": data}, dispatch=(1, 1, 1))
    hlsl2spirv.draw("float4 main(float2 uv : TEXCOORD) : SV_Target { return float4(uv, 0, 1); }").picture.save("uv.png")
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any

from . import _native

__all__ = [
    "CHECK_ARGS",
    "Animation",
    "CheckError",
    "CompileError",
    "DrawError",
    "Drawing",
    "Image",
    "Mesh",
    "Message",
    "Module",
    "Note",
    "Picture",
    "Run",
    "RunError",
    "Scene",
    "Traced",
    "__version__",
    "animate",
    "compile",
    "compile_file",
    "disassemble",
    "draw",
    "explain",
    "format",
    "reflect",
    "run",
    "trace",
]

__version__: str = _native.VERSION

#: The options that a shader is compiled with for checks: unoptimized, with lines.
CHECK_ARGS: list[str] = list(_native.CHECK_ARGS)


@dataclass(frozen=True)
class Note:
    """A second place of a message, or advice. Lines and columns, in bytes, are counted from 1."""

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    #: The text that belongs at the place instead.
    replacement: str | None = None


@dataclass(frozen=True)
class Message:
    """A message of the compiler, or something that a checked run has found."""

    severity: str
    #: The code, which `explain` shows with a wrong and a right program.
    code: str
    message: str
    #: Of a warning: its name, as in `-Wno-<group>`.
    group: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: "
        return f"{place}{self.severity}: {self.message}"


def _message(document: dict[str, Any]) -> Message:
    notes = tuple(Note(**note) for note in document.pop("notes", ()))
    known = {name: value for name, value in document.items() if name in Message.__dataclass_fields__}
    return Message(**known, notes=notes)


class CompileError(Exception):
    """A shader that does not compile."""

    def __init__(self, log: str, messages: list[Message], fault: str) -> None:
        super().__init__(log.rstrip())
        #: The errors and warnings, with their places.
        self.messages = messages
        #: `input`, `options` or `compiler`.
        self.fault = fault


class RunError(Exception):
    """A run that has not come to its end; `run` has what it has done."""

    def __init__(self, message: str, run: Run) -> None:
        super().__init__(message)
        self.run = run


class CheckError(Exception):
    """A checked run with an error; `findings` are at their places, and `run` has the results."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"{run.log.rstrip()}\n{run.verdict}")
        self.run = run
        self.findings = run.findings


@dataclass(frozen=True)
class Module:
    """A SPIR-V module, as bytes, and what the compiler said."""

    spirv: bytes
    #: Warnings.
    messages: list[Message] = field(default_factory=list)
    #: The warnings as text.
    log: str = ""
    #: The states requested by `--emit`, the text of `-P`, or the rule of `-M`.
    text: str = ""
    #: The files that were read.
    dependencies: list[str] = field(default_factory=list)
    #: The interface of the module, with types and places of the source: what `hlsl2spirv reflect --format json` writes.
    reflection: dict[str, Any] | None = None
    _texts: dict[str, str] | None = field(default=None, repr=False)

    def __bytes__(self) -> bytes:
        return self.spirv

    def disassemble(self) -> str:
        """The module as text."""
        return disassemble(self)

    def _sources(self) -> dict[str, str]:
        if self._texts is not None:
            return self._texts
        texts = {}
        for name in self.dependencies:
            try:
                with open(name, encoding="utf-8", errors="replace", newline="") as file:
                    texts[name] = file.read()
            except OSError:
                pass
        return texts


def _module(compiled: tuple[str, bytes | None], texts: dict[str, str] | None) -> Module:
    document, spirv = json.loads(compiled[0]), compiled[1]
    messages = [_message(message) for message in document["messages"]]
    if not document["ok"]:
        raise CompileError(document["log"], messages, document["fault"])
    return Module(
        spirv=spirv or b"",
        messages=messages,
        log=document["log"],
        text=document["text"],
        dependencies=document["dependencies"],
        reflection=document["reflection"],
        _texts=texts,
    )


def compile(
    text: str,
    args: Sequence[str] = (),
    *,
    name: str = "shader.hlsl",
    files: Mapping[str, str] | None = None,
    reflection: bool = True,
) -> Module:
    """Compiles a text with DXC's command line; `files` are the texts that `#include` finds."""
    files = dict(files or {})
    return _module(_native.compile(text, name, list(args), files, reflection), {**files, name: text})


def compile_file(path: str | PathLike[str], args: Sequence[str] = (), *, reflection: bool = True) -> Module:
    """Compiles a file with DXC's command line; includes come from the disk."""
    return _module(_native.compile_file(fspath(path), list(args), reflection), None)


def reflect(module: Module | bytes) -> dict[str, Any]:
    """The interface of a module of any compiler."""
    document: dict[str, Any] = json.loads(_native.reflect(bytes(module)))
    return document


def disassemble(module: Module | bytes) -> str:
    """A module of any compiler as text."""
    return _native.disassemble(bytes(module))


def format(text: str, **settings: Any) -> str:
    """A text with other white space; settings are those of `hlsl2spirv.toml`, with `_` for `-`."""
    return _native.format(text, json.dumps({name.replace("_", "-"): value for name, value in settings.items()}))


def explain(code: str) -> str | None:
    """The page about a message, by its code or, for a warning, its name."""
    return _native.explain(code)


#: Formats of images by the type of an array's numbers, for 1, 2 and 4 of them in a texel.
_FORMATS = {
    "uint8": ("r8unorm", "rg8unorm", "rgba8unorm"),
    "float16": ("r16float", "rg16float", "rgba16float"),
    "float32": ("r32float", "rg32float", "rgba32float"),
    "uint32": ("r32uint", "rg32uint", "rgba32uint"),
    "int32": ("r32sint", "rg32sint", "rgba32sint"),
}


class Image:
    """An array as an image: height x width, or height x width x components, or with a depth before them.

    Without a format it is that of the array's numbers. The results are brought back to the array.
    """

    def __init__(self, array: Any, format: str | None = None, *, volume: bool = False) -> None:
        shape = list(array.shape)
        dimensions = 3 if volume else 2
        components = shape[dimensions] if len(shape) > dimensions else 1
        if len(shape) not in (dimensions, dimensions + 1):
            raise ValueError(f"an array of {len(shape)} dimensions is not an image")
        known = _FORMATS.get(str(array.dtype), ())
        if format is None:
            if components not in (1, 2, 4) or not known:
                raise ValueError(f"name the format of an image of {components} x {array.dtype}")
            format = known[{1: 0, 2: 1, 4: 2}[components]]
        self.array = array
        self.format = format
        self.size = [*reversed(shape[:dimensions]), 1][:3]


@dataclass
class Run:
    """What a run has done, besides the results in the arrays that were bound."""

    #: Output of `printf`.
    printed: str
    #: The contents of bindings that were given as text, as arrays of numpy where that is installed.
    bindings: dict[str, Any]
    #: The findings of checks, at their places.
    findings: list[Message]
    #: The findings as text.
    log: str
    #: A sentence about what was found, and what the run proves.
    verdict: str | None


_CODES: dict[str, Any] = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "f16": "e", "u32": "I", "i32": "i", "f32": "f", "u64": "Q",
          "i64": "q", "f64": "d"}


def _numbers(about: dict[str, Any], contents: bytes) -> Any:
    code = _CODES[about["element"]]
    try:
        import numpy
    except ImportError:
        return memoryview(contents) if code == "e" else memoryview(contents).cast(code)
    array = numpy.frombuffer(contents, dtype=numpy.dtype(code))
    if about["size"] is None:
        return array
    (width, height, depth), layers = about["size"]
    shape = [side for side in (depth, layers) if side > 1] + [height, width]
    texels = width * height * depth * layers
    if texels == 0 or array.size % texels != 0:
        return array
    components = array.size // texels
    return array.reshape(shape if components == 1 else [*shape, components])


def run(
    shader: Module | bytes | str,
    bindings: Mapping[str, Any] | None = None,
    dispatch: Sequence[int] = (1, 1, 1),
    *,
    push: str | None = None,
    entry: str | None = None,
    args: Sequence[str] = (),
    constants: Mapping[int, int | bool | str] | None = None,
    engine: str = "auto",
    check: str | None = None,
    rules: str | None = None,
    wave: int | None = None,
    schedule: str | None = None,
    max_steps: int | None = None,
    seconds: float | None = None,
) -> Run:
    """Runs a compute shader: a module, or a text that is compiled with `args` and, for checks, with `CHECK_ARGS`.

    What is bound are arrays, which are written in place (numpy's, or any object with a contiguous buffer), an `Image`, or
    contents as on the command line: `"f32:1,2,3"`, `"zeros:64"`, `"image:64x64"`, `"sampler:linear"`; a list binds an image
    and its sampler to one name. Code of LLVM runs where there is an LLVM, the interpreter elsewhere and for checks. With
    checks (`"full"`, `"fast"`, `"memory"`, or names) an error that is found raises a `CheckError`.
    """
    if isinstance(shader, str):
        options = list(args) if any(word.startswith("-T") for word in args) else ["-T", "cs_6_0", *args]
        options += [] if entry is None else ["-E", entry]
        shader = compile(shader, options + (CHECK_ARGS if check is not None else []), reflection=False)
    given: list[tuple[str, Any]] = []
    for name, contents in (bindings or {}).items():
        for one in contents if isinstance(contents, (list, tuple)) else [contents]:
            if isinstance(one, Image):
                given.append((name, (_bytes(one.array), one.size, one.format)))
            else:
                given.append((name, one if isinstance(one, str) else _bytes(one)))
    settings = {
        "entry": entry,
        "dispatch": [*dispatch, 1, 1][:3],
        "push": push,
        "constants": None if constants is None else {str(id): value for id, value in constants.items()},
        "engine": engine,
        "check": check,
        "rules": rules,
        "wave": wave,
        "schedule": schedule,
        "max_steps": max_steps,
        "seconds": seconds,
    }
    texts = shader._sources() if isinstance(shader, Module) and check is not None else {}
    document, parts = _native.run(bytes(shader), given, json.dumps(settings), texts)
    document = json.loads(document)
    done = Run(
        printed=document["printed"],
        bindings={about["name"]: _numbers(about, parts[about["bytes"]]) for about in document["bindings"]},
        findings=[_message(message) for message in document.get("findings", ())],
        log=document.get("log", ""),
        verdict=document.get("verdict"),
    )
    if any(finding.severity == "error" for finding in done.findings):
        raise CheckError(done)
    if not document["ok"]:
        raise RunError(document["error"], done)
    return done


def _bytes(array: Any) -> memoryview:
    view = memoryview(array)
    if not view.c_contiguous:
        raise ValueError("an array that is bound must be contiguous")
    # Views of no elements cannot be cast.
    return view.cast("B") if view.nbytes else memoryview(b"")


# Pictures need what is above.
from .pictures import Animation, DrawError, Drawing, Mesh, Picture, Scene, Traced, animate, draw, trace  # noqa: E402
