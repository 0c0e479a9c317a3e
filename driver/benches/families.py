#!/usr/bin/env python3
"""Times `hlsl2spirv batch` on families of permutations: user seconds on one thread, the best of several rounds, in alternation.

    families.py hlsl2spirv [other/hlsl2spirv …] [--rounds 5] [--folder /dev/shm]

The shaders and lists are made anew. Modules of all commands must be equal.
"""

import argparse
import hashlib
import itertools
import pathlib
import resource
import subprocess
import tempfile

HEADER_FUNCTIONS = 300
HEAD = """#include "common.hlsli"
RWStructuredBuffer<float4> o;
Texture2D<float4> t;
SamplerState s;
float4 shade(float2 uv) {
    float4 c = t.SampleLevel(s, uv, 0);
    for (int i = 0; i < 4; i++) c += f(c, i);
    return c;
}
"""
MAIN = "[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID) {\n    o[id.x] = shade(id.xy);\n"


def functions(count):
    return "".join(f"#if S{at}\nfloat4 d{at}(float4 x) {{ return x * {at}; }}\n#endif\n" for at in range(count))


def permutations(name, count):
    """A line for each value of so many switches."""
    points = enumerate(itertools.product("01", repeat=count))
    macros = lambda point: " ".join(f"-D S{at}={value}" for at, value in enumerate(point))
    return "".join(f"{name}.hlsl -T cs_6_0 {macros(point)} -Fo out/{name}{at}.spv\n" for at, point in points)


def write_inputs(folder):
    """Writes the shaders, and returns the lists with their names: what they show, the number of lines."""
    header = "float4 f(float4 c, int i) { return c * i + sin(c); }\n"
    header += "".join(
        f"float4 g{at}(float4 c, int k) {{ return c * k + cos(c) * {at}; }}\n" for at in range(HEADER_FUNCTIONS)
    )
    (folder / "common.hlsli").write_text(header)
    (folder / "dead.hlsl").write_text(HEAD + functions(13) + MAIN + "}\n")
    some = "".join(f"#if S{at}\n    o[id.y] += {at + 1};\n#endif\n" for at in range(4))
    (folder / "mix.hlsl").write_text(HEAD + functions(10) + MAIN + some + "}\n")
    (folder / "distinct.hlsl").write_text(HEAD + MAIN + "    o[id.y] *= K;\n}\n")
    lists = {
        "one module": permutations("dead", 13),
        "16 modules": permutations("mix", 10),
        "all distinct": "".join(f"distinct.hlsl -T cs_6_0 -D K={at} -Fo out/k{at}.spv\n" for at in range(1500)),
    }
    for at, text in enumerate(lists.values()):
        (folder / f"list{at}").write_text(text)
    return list(lists)


def run(command, number, folder):
    """User seconds of a run, and a digest of all that it has written."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    for file in out.iterdir():
        file.unlink()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([command, "batch", f"list{number}", "-j", "1"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    digest = hashlib.sha256()
    files = sorted(out.iterdir())
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return spent, len(files), digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="+", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", help="where inputs and outputs are; by default the folder for temporary files")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        folder = pathlib.Path(folder)
        for number, name in enumerate(write_inputs(folder)):
            rounds = [[run(command, number, folder) for command in chosen.commands] for _ in range(chosen.rounds)]
            if len({digest for one in rounds for _, _, digest in one}) > 1:
                raise SystemExit(f"{name}: the modules differ")
            best = [min(one[at][0] for one in rounds) for at in range(len(chosen.commands))]
            print(f"{name}, {rounds[0][0][1]} lines:", ", ".join(f"{seconds:.2f} s" for seconds in best))


main()
