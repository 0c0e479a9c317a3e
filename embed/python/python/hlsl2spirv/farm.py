"""Compiles a list of command lines on the workers of a Dask cluster.

    from distributed import Client
    from hlsl2spirv import farm

    farm.run("lines.txt", Client("tcp://scheduler:8786"), root="/shared/game")

or from a shell:

    python -m hlsl2spirv.farm lines.txt --scheduler tcp://scheduler:8786 --root /shared/game

The list is one of ``hlsl2spirv batch``. Lines that differ in macros and outputs only are a family, and families are cut as
seldom as possible, because the lines of one share their work. Each part is one task: one process of the command
``hlsl2spirv``, which each worker needs in the version of the client. A part whose worker is lost runs again elsewhere;
outputs are renamed into place one by one and always have the same bytes, so that a part which has run twice does no harm.

Without ``ship`` the workers see the root under the same path. With it they get the sources below the root as an archive, and
the outputs come back as bytes: then names in the list are relative to the root. The folders of outputs exist before.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import itertools
import math
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["FarmError", "Result", "families", "run"]

# Parts for each thread of a worker: one that ends early takes another part.
PARTS_PER_THREAD = 4
# What a shader may include.
SOURCES = {".hlsl", ".hlsli", ".h", ".hpp", ".fx", ".fxh", ".inc", ".ush", ".usf", ".cfg", ".txt", ".json"}
# Where a line writes to: these options and their values do not tell families apart.
OUTPUTS = ("-Fo", "-Fd", "-Fe", "-Fc", "-Fh", "-Fre", "-MF", "-D")


class FarmError(Exception):
    """Command lines that failed, or workers that cannot compile. The text has the messages."""


@dataclass(frozen=True)
class Result:
    """What became of a list: how many lines it has, in how many parts it was compiled, and the warnings."""

    lines: int
    parts: int
    messages: str


@dataclass(frozen=True)
class _Part:
    """What a task returns."""

    failed: bool
    messages: str
    outputs: dict[str, bytes]


def run(
    lines: str | os.PathLike[str] | Iterable[str],
    client: Client,
    *,
    root: str | os.PathLike[str] = ".",
    command: str = "hlsl2spirv",
    parts: int | None = None,
    retries: int = 3,
    ship: bool = False,
) -> Result:
    """Compiles the lines of a list, or those given.

    ``root`` is the folder from which names count, ``parts`` the number of tasks (default: four for each thread of the workers), ``retries``
    how often a part may fail for reasons that are not the shaders'. Raises FarmError with all messages if a line has
    errors; the outputs of the others are written all the same.
    """
    from distributed import as_completed

    root = Path(root).resolve()
    listed = _expand(lines, root, command)
    threads = max(1, sum(client.ncores().values()))
    planned = list(families(listed, parts or threads * PARTS_PER_THREAD))
    version = _version(command)
    # Sent once, and kept by the workers.
    archive = client.scatter(_pack(root), broadcast=True) if ship else None
    tasks = [
        client.submit(_compile, part, str(root), command, version, archive, retries=retries, pure=False)
        for part in planned
    ]
    done: dict[str, _Part] = {}
    try:
        for task, part in as_completed(tasks, with_results=True):
            for name, data in part.outputs.items():
                _write(root, name, data)
            done[task.key] = part
    finally:
        client.cancel([task for task in tasks if not task.done()])
    # In the order of the list, whatever the order in which the parts ended.
    in_order = [done[task.key] for task in tasks]
    messages = "".join(part.messages for part in in_order)
    if any(part.failed for part in in_order):
        raise FarmError(messages)
    return Result(len(listed), len(planned), messages)


def families(lines: Sequence[str], parts: int) -> Iterable[list[str]]:
    """Cuts lines into at most so many parts of nearly equal size, which keep lines of a family together."""
    by_family: dict[tuple[str, ...], list[str]] = {}
    for line in lines:
        by_family.setdefault(_family(line), []).append(line)
    in_order = list(itertools.chain.from_iterable(by_family.values()))
    size = max(1, math.ceil(len(in_order) / max(1, parts)))
    return (in_order[at : at + size] for at in range(0, len(in_order), size))


def _family(line: str) -> tuple[str, ...]:
    """The words of a line but for macros and outputs."""
    words = iter(shlex.split(line))
    kept = []
    for word in words:
        if word in OUTPUTS:
            next(words, None)
        elif not word.startswith(OUTPUTS):
            kept.append(word)
    return tuple(kept)


def _expand(lines: str | os.PathLike[str] | Iterable[str], root: Path, command: str) -> list[str]:
    """The lines as ``batch`` reads them: comments, continued lines and sets of macros are its business."""
    if isinstance(lines, (str, os.PathLike)):
        source, text = str(Path(lines).resolve()), None
    else:
        source, text = "-", "\n".join(lines) + "\n"
    listing = _call(command, ["batch", "--list", source], root, text)
    if listing.returncode:
        raise FarmError(listing.stderr)
    return [line for line in listing.stdout.splitlines() if line.strip()]


def _version(command: str) -> str:
    return _call(command, ["version"], None, None).stdout


def _call(command: str, arguments: list[str], folder: Path | None, text: str | None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run([command, *arguments], cwd=folder, input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        raise FarmError(f"cannot run '{command}': {error.strerror}") from error


def _compile(lines: list[str], root: str, command: str, version: str, archive: bytes | None) -> _Part:
    """Compiles a part, on a worker."""
    found = _version(command)
    if found != version:
        raise FarmError(f"'{command}' of this worker has another version than the client's:\n{found}")
    if archive is None:
        return _batch(lines, Path(root), command)
    with tempfile.TemporaryDirectory(prefix="hlsl2spirv-farm-") as folder:
        # The command replaces files and never writes into one: links to the unpacked files are as good as copies.
        tree = Path(folder, "tree")
        shutil.copytree(_unpack(archive), tree, copy_function=os.link)
        before = {file: file.stat().st_ino for file in _files(tree)}
        part = _batch(lines, tree, command)
        written = [file for file in _files(tree) if before.get(file) != file.stat().st_ino]
        return _Part(part.failed, part.messages, {file.relative_to(tree).as_posix(): file.read_bytes() for file in written})


def _batch(lines: list[str], folder: Path, command: str) -> _Part:
    # One core: Dask has a thread for each.
    compiled = _call(command, ["batch", "-j", "1", "-k", "-"], folder, "\n".join(lines) + "\n")
    if compiled.returncode not in (0, 1):
        raise FarmError(f"'{command} batch' ended with status {compiled.returncode}\n{compiled.stderr}")
    return _Part(compiled.returncode != 0, compiled.stderr, {})


def _files(tree: Path) -> list[Path]:
    return sorted(path for path in tree.rglob("*") if path.is_file())


def _pack(root: Path) -> bytes:
    """The folders and sources below a folder as an archive that depends on nothing but their names and contents."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(root.rglob("*")):
            entry = tarfile.TarInfo(path.relative_to(root).as_posix())
            if path.is_dir():
                # Outputs are written into folders that exist.
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            elif path.is_file() and path.suffix.lower() in SOURCES:
                data = path.read_bytes()
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def _unpack(archive: bytes) -> Path:
    """The folder of an archive on this worker: unpacked by the first part that needs it."""
    place = Path(tempfile.gettempdir(), f"hlsl2spirv-farm-{os.getuid()}-{hashlib.sha256(archive).hexdigest()[:32]}")
    if not place.is_dir():
        fresh = Path(tempfile.mkdtemp(prefix=f"{place.name}-", dir=place.parent))
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(fresh, filter="data")
        try:
            fresh.rename(place)
        except OSError:
            # Another part was faster.
            shutil.rmtree(fresh)
    return place


def _write(root: Path, name: str, data: bytes) -> None:
    """Puts an output into place, which is below the root."""
    place = (root / name).resolve()
    if not place.is_relative_to(root):
        raise FarmError(f"a worker returned an output outside of the root: '{name}'")
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, place)


def _main() -> int:
    from distributed import Client

    parser = argparse.ArgumentParser(prog="python -m hlsl2spirv.farm", description="Compiles a list on a Dask cluster")
    parser.add_argument("list", help="a list of hlsl2spirv batch")
    parser.add_argument("--scheduler", required=True, help="the address of the scheduler, tcp://HOST:PORT")
    parser.add_argument("--root", default=".", help="the folder from which names in the list count")
    parser.add_argument("--command", default="hlsl2spirv", help="the compiler on client and workers")
    parser.add_argument("--parts", type=int, help="the number of tasks (default: four for each thread)")
    parser.add_argument("--retries", type=int, default=3, help="how often a part may run again")
    parser.add_argument("--ship", action="store_true", help="send the sources to the workers, and get the outputs back")
    chosen = vars(parser.parse_args())
    lines, scheduler = chosen.pop("list"), chosen.pop("scheduler")
    with Client(scheduler) as client:
        try:
            result = run(lines, client, **chosen)
        except FarmError as error:
            print(error, file=sys.stderr)
            return 1
    sys.stderr.write(result.messages)
    print(f"{result.lines} command lines in {result.parts} parts")
    return 0


if __name__ == "__main__":
    sys.exit(_main())
