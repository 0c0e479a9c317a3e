"""Draws and launches of rays on the CPU, and pictures that notebooks show."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from . import (
    CheckError,
    CompileError,
    Image,
    Message,
    Module,
    Run,
    _bytes,
    _message,
    _native,
    _numbers,
)

__all__ = ["Animation", "DrawError", "Drawing", "Mesh", "Picture", "Scene", "Traced", "animate", "draw", "trace"]

#: Numbers of texels as the module struct spells them.
_CODES: dict[str, Any] = {"f32": "f", "u32": "I", "i32": "i"}


class DrawError(Exception):
    """A draw that has not come to its end, or whose parts do not fit."""


@dataclass(frozen=True)
class Mesh:
    """Triangles with the attributes of their vertices: arrays of 32-bit numbers, one row for each vertex or triangle."""

    #: `POSITION`: three numbers for each vertex.
    positions: Any
    #: The three vertices of each triangle.
    triangles: Any
    #: `NORMAL`; the means of the faces around a position when there are none.
    normals: Any = None
    #: `TEXCOORD`: two numbers for each vertex.
    coordinates: Any = None
    #: `COLOR`.
    colors: Any = None


@dataclass(frozen=True)
class Picture:
    """A target after a draw, or an image after a launch of rays."""

    #: The name of the output, such as `SV_Target0`.
    name: str
    format: str
    #: The width and the height.
    size: tuple[int, int]
    _numbers: bytes = field(repr=False)
    _code: Any = field(repr=False)
    _rgba: bytes = field(repr=False)

    @property
    def array(self) -> Any:
        """The texels: height x width x components, as an array of numpy where that is installed. Targets have four of them."""
        count = len(self._numbers) // (4 * self.size[0] * self.size[1])
        shape = (self.size[1], self.size[0], count)
        try:
            import numpy
        except ImportError:
            return memoryview(self._numbers).cast("B").cast(self._code, shape)
        return numpy.frombuffer(self._numbers, dtype=numpy.dtype(self._code)).reshape(shape)

    @property
    def rgba(self) -> bytes:
        """The texels as colors of 8 bits, in rows from the upper edge."""
        return self._rgba

    def png(self) -> bytes:
        """The picture as a PNG file."""
        return _png(self.size, [self._rgba], 0)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a PNG file."""
        with open(path, "wb") as file:
            file.write(self.png())

    def _repr_png_(self) -> bytes:
        return self.png()


@dataclass(frozen=True)
class _Done:
    """What a draw or a launch of rays has done."""

    #: The pictures by the names of their targets or images.
    pictures: dict[str, Picture]
    #: Output of `printf`, and the history of the requested pixel.
    printed: str
    #: The blocks of constants that were filled in, and warnings.
    notes: list[str]
    #: The findings of checks, at their places.
    findings: list[Message]
    #: The findings as text.
    log: str
    #: A sentence about what was found.
    verdict: str | None

    @property
    def picture(self) -> Picture:
        """The first picture."""
        for picture in self.pictures.values():
            return picture
        raise DrawError("the shaders write no picture")

    @property
    def array(self) -> Any:
        """The texels of the first picture."""
        return self.picture.array

    def _repr_png_(self) -> bytes | None:
        return self.picture.png() if self.pictures else None


@dataclass(frozen=True)
class Drawing(_Done):
    """What a draw has done. Notebooks show its first picture."""

    def __getitem__(self, name: str) -> Picture:
        return self.pictures[name]

    def __iter__(self) -> Iterator[Picture]:
        return iter(self.pictures.values())


@dataclass(frozen=True)
class Animation:
    """Pictures one after the other, which notebooks show as an animated PNG."""

    pictures: list[Picture]
    #: Pictures in a second.
    rate: float

    def png(self) -> bytes:
        """The pictures as an animated PNG file."""
        return _png(self.pictures[0].size, [picture.rgba for picture in self.pictures], self.rate)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes an animated PNG file."""
        with open(path, "wb") as file:
            file.write(self.png())

    def __len__(self) -> int:
        return len(self.pictures)

    def _repr_png_(self) -> bytes:
        return self.png()


def draw(
    shader: Module | bytes | str,
    bindings: Mapping[str, Any] | None = None,
    *,
    size: Sequence[int] = (512, 512),
    mesh: Mesh | None = None,
    vertices: int | None = None,
    instances: int | None = None,
    groups: Sequence[int] | None = None,
    samples: int | None = None,
    state: Mapping[str, Any] | str | None = None,
    targets: Mapping[str, Any] | None = None,
    depth: str | None = None,
    entries: Mapping[str, str] | None = None,
    push: str | None = None,
    frame: int = 0,
    fps: float | None = None,
    mouse: Sequence[float] | None = None,
    history: Sequence[int] | None = None,
    args: Sequence[str] = (),
    name: str = "shader.hlsl",
    files: Mapping[str, str] | None = None,
    engine: str = "auto",
    check: str | None = None,
    rules: str | None = None,
    max_steps: int | None = None,
    seconds: float | None = None,
) -> Drawing:
    """Draws what the shaders of a text or a module draw.

    A pixel shader alone fills the picture; a vertex shader draws a `Mesh`, or a number of vertices. `state` is what
    `hlsl2spirv draw --state` takes, as a text or as names with values (`{"cull": "back", "depth": "less"}`); `targets` are
    formats by the names of outputs, alone or with the color before the draw (`{"SV_Target0": ("rgba16float", (0, 0, 0, 1))}`);
    `entries` are entry points by their stages (`{"pixel": "glow"}`). Bindings are as for `run`; what shaders write there
    stays there no longer than the draw. Constants that nothing binds are filled in by their names, such as `time`,
    `resolution` and `mouse`. With checks an error that is found raises a `CheckError`.
    """
    parts: list[bytes] = []

    def part(array: Any) -> int:
        parts.append(bytes(_bytes(array)))
        return len(parts)

    request: dict[str, Any] = {
        "size": list(size),
        "samples": samples,
        "state": _state(state),
        "targets": [_target(*one) for one in (targets or {}).items()],
        "depth": depth,
        "entries": dict(entries or {}),
        "vertices": vertices,
        "instances": instances,
        "groups": None if groups is None else [*groups, 1, 1][:3],
        "mesh": None if mesh is None else _mesh(mesh, part),
        "bindings": _bindings(bindings or {}, part),
        "push": None if push is None else {"value": push},
        "frame": frame,
        "fps": fps,
        "mouse": None if mouse is None else list(mouse),
        "history": None if history is None else list(history),
        "check": check,
        "rules": rules,
        "maxSteps": max_steps,
        "seconds": seconds,
    }
    if isinstance(shader, str):
        request["source"] = {"name": name, "text": shader, "files": dict(files or {}), "args": list(args)}
    else:
        request["module"] = part(bytes(shader))
    document, results = _native.draw(json.dumps(request), parts, engine)
    return _drawing(json.loads(document), results)


def animate(shader: Module | bytes | str, bindings: Mapping[str, Any] | None = None, *, frames: int = 60, fps: float = 30, **settings: Any) -> Animation:
    """Draws a number of frames, from the first on: `time` and `frame` of the shader grow. Settings are those of `draw`."""
    first = settings.pop("frame", 0)
    drawn = (draw(shader, bindings, frame=first + at, fps=fps, **settings) for at in range(frames))
    pictures = [drawing.picture for drawing in drawn]
    if not pictures:
        raise ValueError("an animation has at least one frame")
    return Animation(pictures, fps)


@dataclass(frozen=True)
class Scene:
    """Triangles that rays hit: three numbers for each vertex, and the three vertices of each triangle.

    Without triangles each three vertices are one. What else scenes have, a binding says as job files do:
    `{"tlas": [...], "blas": {...}}`.
    """

    vertices: Any
    triangles: Any = None
    opaque: bool = True

    def _document(self) -> dict[str, Any]:
        def flat(array: Any) -> list[Any]:
            return [number for one in array for number in (flat(one) if hasattr(one, "__iter__") else [one])]

        def listed(array: Any) -> list[Any]:
            return flat(array.tolist() if hasattr(array, "tolist") else array)

        document = {"vertices": listed(self.vertices), "opaque": self.opaque}
        if self.triangles is not None:
            document["indices"] = listed(self.triangles)
        return document


@dataclass(frozen=True)
class Traced(_Done):
    """What a launch of rays has done. Notebooks show its first image."""

    #: The bindings that hold data after the launch, by name, as arrays.
    bindings: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.bindings[name]


def trace(
    shader: Module | bytes | str,
    bindings: Mapping[str, Any] | None = None,
    *,
    size: Sequence[int] = (512, 512),
    raygen: str | None = None,
    hit: Sequence[str] = (),
    miss: Sequence[str] = (),
    callable: Sequence[str] = (),
    record: Sequence[str] = (),
    recursion: int | None = None,
    push: str | None = None,
    args: Sequence[str] = (),
    name: str = "shader.hlsl",
    files: Mapping[str, str] | None = None,
    engine: str = "auto",
    check: str | None = None,
    rules: str | None = None,
    max_steps: int | None = None,
    seconds: float | None = None,
) -> Traced:
    """Launches the rays of a library: a text, or a module.

    Scenes are bound as a `Scene`, or as job files describe them; other bindings are as for `run`. Images that the shaders
    write and nothing binds have the size of the launch. `hit`, `miss`, `callable` and `record` are the table of shaders as
    `hlsl2spirv trace` has it; without them it is made of the shaders in their order. With checks an error that is found
    raises a `CheckError`.
    """
    parts: list[bytes] = []

    def part(array: Any) -> int:
        parts.append(bytes(_bytes(array)))
        return len(parts)

    request: dict[str, Any] = {
        "size": list(size),
        "raygen": raygen,
        "hit": list(hit),
        "miss": list(miss),
        "callable": list(callable),
        "record": list(record),
        "recursion": recursion,
        "bindings": _bindings(bindings or {}, part),
        "push": None if push is None else {"value": push},
        "check": check,
        "rules": rules,
        "maxSteps": max_steps,
        "seconds": seconds,
    }
    if isinstance(shader, str):
        request["source"] = {"name": name, "text": shader, "files": dict(files or {}), "args": list(args)}
    else:
        request["module"] = part(bytes(shader))
    document, results = _native.trace(json.dumps(request), parts, engine)
    return _traced(json.loads(document), results)


def _state(state: Mapping[str, Any] | str | None) -> str | None:
    if state is None or isinstance(state, str):
        return state
    return ",".join(f"{name.replace('_', '-')}={value}" for name, value in state.items())


def _target(name: str, wish: Any) -> str:
    if isinstance(wish, str):
        return f"{name}={wish}"
    format, clear = wish
    return f"{name}={format}:{','.join(repr(float(number)) for number in clear)}"


def _mesh(mesh: Mesh, part: Any) -> dict[str, int]:
    arrays = {
        "positions": (mesh.positions, "f"),
        "triangles": (mesh.triangles, "I"),
        "normals": (mesh.normals, "f"),
        "coordinates": (mesh.coordinates, "f"),
        "colors": (mesh.colors, "f"),
    }
    return {name: part(_of(array, code)) for name, (array, code) in arrays.items() if array is not None}


def _of(array: Any, code: str) -> Any:
    """An array of numbers of 32 bits: what has another type is converted where numpy is installed."""
    if isinstance(array, (bytes, bytearray, memoryview)):
        return array
    try:
        import numpy
    except ImportError:
        return array
    return numpy.ascontiguousarray(array, dtype=numpy.dtype(code))


def _bindings(bindings: Mapping[str, Any], part: Any) -> list[tuple[str, dict[str, Any]]]:
    given: list[tuple[str, dict[str, Any]]] = []
    for name, contents in bindings.items():
        for one in contents if isinstance(contents, (list, tuple)) else [contents]:
            if isinstance(one, Image):
                image = {"size": one.size, "format": one.format, "texels": part(one.array)}
                given.append((name, {"image": image}))
            elif isinstance(one, Scene):
                given.append((name, {"value": one._document()}))
            elif isinstance(one, (str, dict)):
                given.append((name, {"value": one}))
            else:
                given.append((name, {"bytes": part(one)}))
    return given


def _raise_failure(document: dict[str, Any]) -> None:
    """Raises the exception of a draw or launch that did not come to its end."""
    if document["ok"]:
        return
    if "messages" in document:
        raise CompileError(document["log"], [_message(message) for message in document["messages"]], "input")
    raise DrawError(document["error"])


def _reported(document: dict[str, Any]) -> dict[str, Any]:
    """What shaders and checks have said."""
    return {
        "printed": document["printed"],
        "notes": document["notes"],
        "findings": [_message(message) for message in document.get("findings", ())],
        "log": document.get("log", ""),
        "verdict": document.get("verdict"),
    }


def _raise_findings(done: _Done) -> None:
    if any(finding.severity == "error" for finding in done.findings):
        raise CheckError(Run(done.printed, {}, done.findings, done.log, done.verdict))


def _traced(document: dict[str, Any], results: Sequence[bytes]) -> Traced:
    _raise_failure(document)
    bindings, pictures = {}, {}
    for about in document["bindings"]:
        contents = results[about["bytes"] - 1]
        if about["kind"] == "image":
            size, layers = about["size"], about["layers"]
            bindings[about["name"]] = _numbers({**about, "size": (size, layers)}, contents)
            if size[2] == 1 and about["element"] in _CODES:
                numbers, code = contents[: len(contents) // layers], _CODES[about["element"]]
                rgba, flat = results[about["rgba"] - 1], (size[0], size[1])
                pictures[about["name"]] = Picture(about["name"], about["format"], flat, numbers, code, rgba)
        else:
            bindings[about["name"]] = _numbers({**about, "size": None}, contents)
    traced = Traced(bindings=bindings, pictures=pictures, **_reported(document))
    _raise_findings(traced)
    return traced


def _drawing(document: dict[str, Any], results: Sequence[bytes]) -> Drawing:
    _raise_failure(document)
    pictures = {}
    for target in document["targets"]:
        numbers, rgba = results[target["numbers"] - 1], results[target["rgba"] - 1]
        size, code = (target["size"][0], target["size"][1]), _CODES[target["element"]]
        pictures[target["name"]] = Picture(target["name"], target["format"], size, numbers, code, rgba)
    drawing = Drawing(pictures=pictures, **_reported(document))
    _raise_findings(drawing)
    return drawing


def _png(size: tuple[int, int], pictures: Sequence[bytes], rate: float) -> bytes:
    """A PNG file of colors of 8 bits, animated if it has a rate of pictures."""
    width, height = size

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def compressed(rgba: bytes) -> bytes:
        rows = (b"\0" + rgba[4 * width * row :][: 4 * width] for row in range(height))
        return zlib.compress(b"".join(rows))

    file = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))]
    if rate > 0:
        file.append(chunk(b"acTL", struct.pack(">II", len(pictures), 0)))
    number = 0
    for at, rgba in enumerate(pictures):
        if rate > 0:
            delay = (max(1, round(1000 / rate)), 1000)
            file.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, *delay, 0, 0)))
            number += 1
        if at == 0:
            file.append(chunk(b"IDAT", compressed(rgba)))
        else:
            file.append(chunk(b"fdAT", struct.pack(">I", number) + compressed(rgba)))
            number += 1
    return b"".join([*file, chunk(b"IEND", b"")])
