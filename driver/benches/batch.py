#!/usr/bin/env python3
"""Times `hlsl2spirv batch` beside a process of DXC for each line, on the same cores, in alternation.

    batch.py --ours hlsl2spirv --dxc dxc --list lines.txt --jobs 2 --rounds 3

A line is a command line of DXC without outputs, relative to the current folder. Lines that DXC refuses count for neither.
"""

import argparse
import concurrent.futures
import pathlib
import resource
import shlex
import subprocess
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--dxc", required=True)
    parser.add_argument("--list", required=True, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    lines = [shlex.split(line) for line in chosen.list.read_text().splitlines()]
    lines = [words[1:] if pathlib.Path(words[0]).name in ("dxc", "hlsl2spirv") else words for words in lines if words]
    with tempfile.TemporaryDirectory() as folder:
        measure(chosen, lines, pathlib.Path(folder))


def measure(chosen, lines, folder):
    def theirs(words):
        command = [chosen.dxc, "-spirv", *words, "-Fo", str(folder / f"dxc{id(words)}.spv")]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def all_of_theirs():
        with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
            return list(pool.map(theirs, lines))

    lines = [words for words, taken in zip(lines, all_of_theirs()) if taken]
    listed = folder / "list"
    listed.write_text("".join(f"{shlex.join(words)} -Fo {folder}/{at}.spv\n" for at, words in enumerate(lines)))
    best = [float("inf")] * 2
    for _ in range(chosen.rounds):
        for file in folder.glob("*.spv"):
            file.unlink()
        begun = time.monotonic()
        subprocess.run([chosen.ours, "batch", listed, "-j", str(chosen.jobs), "-k"], stderr=subprocess.DEVNULL)
        best[0] = min(best[0], time.monotonic() - begun)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        made = len(list(folder.glob("[0-9]*.spv")))
        begun = time.monotonic()
        all_of_theirs()
        best[1] = min(best[1], time.monotonic() - begun)
    print(f"{len(lines)} lines that DXC takes, of which {made} compile; {chosen.jobs} at a time")
    print(f"batch {best[0]:.2f} s, processes of DXC {best[1]:.2f} s: 1/{best[1] / best[0]:.1f}; at most {memory} MB in a process")


if __name__ == "__main__":
    main()
