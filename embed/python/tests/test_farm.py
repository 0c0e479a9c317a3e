"""A list on a Dask cluster of two processes: the bytes of one batch, also if a worker is killed in the middle of its part.

HLSL2SPIRV_COMMAND names the command. The module is imported by itself: it needs no part of the package in Rust.
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PACKAGE = pathlib.Path(__file__).parent.parent / "python" / "hlsl2spirv"
sys.path.insert(0, str(PACKAGE))
# The workers import it too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")])

import farm  # noqa: E402

COMMAND = os.environ.get("HLSL2SPIRV_COMMAND", "hlsl2spirv")
SHADER = """#include "common.hlsli"
RWStructuredBuffer<float> data;
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] = scaled(data[i]) + VALUE; }
"""
HEADER = "float scaled(float x) { return x * FACTOR; }\n"


def lines(count):
    return [
        f"-T cs_6_0 -E main {name}.hlsl -D FACTOR={at % 7} -D VALUE={at}.5 -Fo out/{name}{at}.spv"
        for at in range(count)
        for name in ("one", "two")
    ]


def make_root(folder):
    root = pathlib.Path(folder)
    (root / "out").mkdir()
    (root / "common.hlsli").write_text(HEADER)
    for name in ("one", "two"):
        (root / f"{name}.hlsl").write_text(SHADER)
    return root


def modules(root):
    return {file.name: file.read_bytes() for file in sorted((root / "out").iterdir())}


def batch(listed):
    """The modules of one batch."""
    with tempfile.TemporaryDirectory() as folder:
        root = make_root(folder)
        subprocess.run([COMMAND, "batch", "-"], cwd=root, input="\n".join(listed), text=True, check=True)
        return modules(root)


class Families(unittest.TestCase):
    def test_parts_hold_all_lines_and_cut_families_seldom(self):
        listed = lines(30)
        parts = list(farm.families(listed, 4))
        self.assertEqual(len(parts), 4)
        self.assertEqual(sorted(sum(parts, [])), sorted(listed))
        names = [{"one" if "one.hlsl" in line else "two" for line in part} for part in parts]
        self.assertEqual(names, [{"one"}, {"one"}, {"two"}, {"two"}])

    def test_no_part_is_empty(self):
        self.assertEqual(list(farm.families([], 4)), [])
        self.assertEqual(len(list(farm.families(lines(1), 4))), 2)


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from distributed import Client, LocalCluster

        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def test_a_killed_worker_loses_nothing(self):
        listed = lines(400)
        expected = batch(listed)
        workers = self.client.run(os.getpid)
        with tempfile.TemporaryDirectory() as folder:
            root = make_root(folder)
            log = root / "begun"
            # The command, with a note of each part that begins.
            command = root / "compiler"
            command.write_text(f"#!/bin/sh\n[ \"$2\" = -j ] && echo >> {log}\nexec {COMMAND} \"$@\"\n")
            command.chmod(0o755)
            killed = []

            def kill():
                while len(list((root / "out").glob("*.spv"))) * 3 < len(listed):
                    time.sleep(0.01)
                victim = next(iter(workers.values()))
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

            killer = threading.Thread(target=kill, daemon=True)
            killer.start()
            result = farm.run(listed, self.client, root=root, command=str(command), parts=8)
            killer.join(10)
            self.assertEqual(len(killed), 1)
            self.assertEqual((result.lines, result.parts), (800, 8))
            self.assertEqual(modules(root), expected)
            # Again run the part that the worker was at, and one whose result the client had not fetched yet.
            self.assertLessEqual(len(log.read_text().splitlines()), 8 + 2)

    def test_sources_are_sent_and_outputs_come_back(self):
        listed = lines(10)
        with tempfile.TemporaryDirectory() as folder:
            root = make_root(folder)
            farm.run(listed, self.client, root=root, command=COMMAND, ship=True)
            self.assertEqual(modules(root), batch(listed))

    def test_errors_name_their_places(self):
        with tempfile.TemporaryDirectory() as folder:
            root = make_root(folder)
            (root / "two.hlsl").write_text("void main() { x = 1; }\n")
            with self.assertRaisesRegex(farm.FarmError, "two.hlsl:1:15: error"):
                farm.run(lines(4), self.client, root=root, command=COMMAND)
            self.assertEqual([name for name in modules(root) if name.startswith("one")], [f"one{at}.spv" for at in range(4)])

    def test_a_worker_without_the_command_is_an_error(self):
        with self.assertRaisesRegex(farm.FarmError, "cannot run '/nowhere/hlsl2spirv'"):
            farm.run(lines(1), self.client, command="/nowhere/hlsl2spirv")


if __name__ == "__main__":
    unittest.main()
