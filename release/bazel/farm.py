#!/usr/bin/env python3
"""Compiles a list of command lines on two workers of a build farm, kills one of them halfway, and compares the modules with
those of the batch on this machine. docs/farm.md says what is needed, and what was measured.

    farm.py --server nativelink --compiler hlsl2spirv --list lines.txt --root SOURCES --work FOLDER

Each line is a command line of DXC whose files are below SOURCES, without outputs. The server is NativeLink, the client Bazel.
"""

import argparse
import filecmp
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time

PUBLIC, PRIVATE = 50951, 50961
EXTENSIONS = {".hlsl", ".hlsli", ".h", ".cfg"}
# What Bazel wants to know of C++ before it builds anything, and would fetch.
STAND_IN = "".join(f"cc_{what} = native.cc_{what}\n" for what in ["library", "binary", "import", "toolchain", "toolchain_suite"])
DEBIAN_JAVA = pathlib.Path("/usr/share/bazel/rules/java")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True, type=pathlib.Path, help="the program nativelink")
    parser.add_argument("--compiler", required=True, type=pathlib.Path, help="the command hlsl2spirv")
    parser.add_argument("--list", required=True, type=pathlib.Path, help="a file with a command line per line")
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the folder of all sources")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="an empty folder for everything else")
    parser.add_argument("--per-action", type=int, default=32, help="permutations in one action")
    parser.add_argument("--keep-workers", action="store_true", help="kill none")
    return parser.parse_args()


def read_lines(list_file, root):
    """The shaders of the list: (source, the options of DXC with names below the root)."""
    out = []
    for line in list_file.read_text().splitlines():
        words = shlex.split(line, comments=True)
        if words and pathlib.Path(words[0]).name in ("dxc", "hlsl2spirv"):
            words = words[1:]
        if not words:
            continue
        *options, source = [below(word, root) for word in words]
        out.append((source, options))
    return out


def below(word, root):
    """A name as it is below the root."""
    prefix = str(root) + os.sep
    if word == str(root):
        return "."
    return word[len(prefix):] if word.startswith(prefix) else word


def rule_of(at, source, permutations, per_action):
    """The target of all permutations of a source."""
    first = permutations[0][1]
    value = lambda name: first[first.index(name) + 1]
    named = {}
    for number, options in permutations:
        rest = list(options)
        for name in ("-T", "-E"):
            where = rest.index(name)
            del rest[where:where + 2]
        named[str(number)] = rest
    return (
        f"hlsl_spirv(\n    name = \"s{at}\",\n    src = {json.dumps(source)},\n    profile = {json.dumps(value('-T'))},\n"
        f"    entry = {json.dumps(value('-E'))},\n    permutations = {json.dumps(named)},\n"
        f"    permutations_per_action = {per_action},\n    deps = [\":headers\"],\n)\n"
    )


def make_workspace(folder, root, lines, per_action):
    """Writes a workspace of Bazel. Returns the module of each line, relative to its folder for outputs."""
    source_tree = folder / "tree"
    for file in root.rglob("*"):
        if file.suffix in EXTENSIONS and file.is_file():
            place = source_tree / file.relative_to(root)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)
    stand_in = folder / "rules_cc"
    (stand_in / "cc").mkdir(parents=True)
    for file, text in [("WORKSPACE", ""), ("cc/BUILD", ""), ("cc/defs.bzl", STAND_IN)]:
        (stand_in / file).write_text(text)
    (source_tree / "WORKSPACE").write_text(
        f"local_repository(name = \"hlsl2spirv\", path = {json.dumps(str(pathlib.Path(__file__).parent.resolve()))})\n"
        "load(\"@hlsl2spirv//:toolchain.bzl\", \"hlsl2spirv_command\")\n"
        "hlsl2spirv_command(name = \"hlsl2spirv_command\")\n"
        "register_toolchains(\"@hlsl2spirv_command//:toolchain\")\n"
    )
    groups = {}
    for number, (source, options) in enumerate(lines):
        value = lambda name: options[options.index(name) + 1]
        groups.setdefault((source, value("-T"), value("-E")), []).append((number, options))
    modules = {}
    build = ["load(\"@hlsl2spirv//:rules.bzl\", \"hlsl_headers\", \"hlsl_spirv\")\n"]
    build.append("hlsl_headers(name = \"headers\", hdrs = glob([\"**/*.hlsli\", \"**/*.h\", \"**/*.hlsl\"]))\n")
    for at, ((source, _, _), permutations) in enumerate(groups.items()):
        build.append(rule_of(at, source, permutations, per_action))
        modules.update({number: f"s{at}.{number}.spv" for number, _ in permutations})
    (source_tree / "BUILD").write_text("\n".join(build))
    return modules


def filesystem(name, folder):
    return {
        "name": name,
        "filesystem": {
            "content_path": str(folder / "content"),
            "temp_path": str(folder / "temp"),
            "eviction_policy": {"max_bytes": 4_000_000_000},
        },
    }


def server_config(folder):
    """Storage and scheduler."""
    public = {
        "cas": [{"instance_name": "", "cas_store": "CAS"}],
        "ac": [{"instance_name": "", "ac_store": "AC"}],
        "execution": [{"instance_name": "", "cas_store": "CAS", "scheduler": "MAIN"}],
        "capabilities": [{"instance_name": "", "remote_execution": {"scheduler": "MAIN"}}],
        "bytestream": [{"instance_name": "", "cas_store": "CAS"}],
    }
    listen = lambda port: {"http": {"socket_address": f"127.0.0.1:{port}"}}
    return {
        "stores": [filesystem("CAS", folder / "cas"), filesystem("AC", folder / "ac")],
        "schedulers": [{"name": "MAIN", "simple": {"supported_platform_properties": {"cpu_count": "minimum"}}}],
        "servers": [
            {"name": "public", "listener": listen(PUBLIC), "services": public},
            {"name": "private", "listener": listen(PRIVATE), "services": {"worker_api": {"scheduler": "MAIN"}, "health": {}}},
        ],
    }


def worker_config(name, folder):
    """A worker with one core, as on a machine of its own: it has nothing in common with the others but the server."""
    remote = lambda kind: {
        "grpc": {"instance_name": "", "endpoints": [{"address": f"grpc://127.0.0.1:{PUBLIC}"}], "store_type": kind}
    }
    fast = {key: value for key, value in filesystem("", folder / "store").items() if key != "name"}
    return {
        "stores": [
            {"name": "AC", **remote("ac")},
            {"name": "CAS", "fast_slow": {"fast": fast, "slow": remote("cas")}},
        ],
        "workers": [{
            "local": {
                "name": name,
                "worker_api_endpoint": {"uri": f"grpc://127.0.0.1:{PRIVATE}"},
                "cas_fast_slow_store": "CAS",
                "upload_action_result": {"ac_store": "AC"},
                "work_directory": str(folder / "work"),
                "platform_properties": {"cpu_count": {"values": ["1"]}},
            },
        }],
        "servers": [],
    }


class Farm:
    """A server and two workers, each a process; all end with it."""

    def __init__(self, program, folder):
        self.program, self.folder, self.processes = program, folder, {}
        self.start("server", server_config(folder / "server"))
        deadline = time.monotonic() + 60
        while not all(is_open(port) for port in (PUBLIC, PRIVATE)):
            if time.monotonic() > deadline or self.processes["server"].poll() is not None:
                sys.exit(f"the server does not start; see {folder / 'server.log'}")
            time.sleep(0.2)
        for name in ("one", "two"):
            self.start(name, worker_config(name, folder / name))

    def start(self, name, config):
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{name}.json"
        file.write_text(json.dumps(config, indent=1))
        log = open(self.folder / f"{name}.log", "w")
        process = subprocess.Popen([self.program, file], stdout=log, stderr=log, env={**os.environ, "RUST_LOG": "info"})
        self.processes[name] = process

    def kill(self, name):
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def end(self):
        for process in reversed(self.processes.values()):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()

    def worked(self, name):
        """How many actions a worker has begun."""
        lines = (self.folder / f"{name}.log").open(errors="replace")
        ids = (re.search(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", line) for line in lines if "worker_start_action" in line)
        return len({found.group() for found in ids if found})


def is_open(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def bazel(work, compiler):
    """The command line of a build on the farm."""
    overrides = {"rules_cc": work / "rules_cc"}
    if DEBIAN_JAVA.exists():
        overrides["rules_java"] = DEBIAN_JAVA
    return (
        ["bazel", f"--output_user_root={work / 'bazel'}", "build"]
        + [f"--override_repository={name}={path}" for name, path in overrides.items()]
        + [f"--repo_env=HLSL2SPIRV={compiler}", "--symlink_prefix=out-", f"--remote_executor=grpc://127.0.0.1:{PUBLIC}"]
        + ["--spawn_strategy=remote", "--remote_default_exec_properties=cpu_count=1", "--jobs=8", "--remote_retries=20"]
        + ["--remote_timeout=600", "--curses=no", "--noshow_progress", "//..."]
    )


def local_batch(work, compiler, lines):
    """The modules of the batch on this machine. Returns its time."""
    out = work / "local"
    out.mkdir()
    listed = work / "local.txt"
    text = (shlex.join([*options, "-Fo", str(out / f"{number}.spv"), source]) for number, (source, options) in enumerate(lines))
    listed.write_text("\n".join(text) + "\n")
    begun = time.monotonic()
    subprocess.run([compiler, "batch", listed], cwd=work / "tree", check=True)
    return time.monotonic() - begun


def main():
    chosen = arguments()
    work, root, compiler = chosen.work.resolve(), chosen.root.resolve(), chosen.compiler.resolve()
    work.mkdir(parents=True)
    lines = read_lines(chosen.list, root)
    modules = make_workspace(work, root, lines, chosen.per_action)
    print(f"{len(lines)} command lines")
    print(f"batch on this machine: {local_batch(work, compiler, lines):.1f} s")
    outputs = work / "tree" / "out-bin"
    farm = Farm(chosen.server.resolve(), work / "farm")
    try:
        begun, killed = time.monotonic(), None
        build = subprocess.Popen(bazel(work, compiler), cwd=work / "tree")
        while build.poll() is None:
            time.sleep(0.05)
            done = sum(1 for _ in outputs.glob("*.spv")) if killed is None and outputs.exists() else 0
            if killed is None and not chosen.keep_workers and done * 2 >= len(lines):
                farm.kill("one")
                killed = done
        seconds = time.monotonic() - begun
        print(f"farm: {seconds:.1f} s, status {build.returncode}; a worker was killed when {killed} modules were there")
        print(f"actions begun: worker one {farm.worked('one')}, worker two {farm.worked('two')}")
        begun = time.monotonic()
        again = subprocess.run([*bazel(work, compiler)[:-1], "--show_result=0", "//..."], cwd=work / "tree")
        print(f"again: {time.monotonic() - begun:.1f} s, status {again.returncode}")
    finally:
        farm.end()
        subprocess.run(["bazel", f"--output_user_root={work / 'bazel'}", "shutdown"], cwd=work / "tree")
    other = [n for n, file in modules.items() if not filecmp.cmp(work / "local" / f"{n}.spv", outputs / file, shallow=False)]
    print(f"{len(modules) - len(other)} of {len(modules)} modules have the bytes of the batch")
    return 1 if other or build.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
