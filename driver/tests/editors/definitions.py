"""Compares the language server's definitions and references with the syntax trees of DXC (-ast-dump).

    definitions.py HLSL2SPIRV DXC LIST [COUNT]

LIST has a command line of DXC per line, the input last; COUNT of them, with different inputs, are taken at even distances.
Each name of the input that DXC resolves to a declaration in a file must have its place as the definition, and be among the
references of that declaration. What differs is printed, and counted at the end.
"""

import json
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from urllib.parse import quote, unquote

NODE = re.compile(r"^[ |`-]*([A-Za-z]+) (0x[0-9a-f]+)(?: (?:parent|prev) (?:[a-z]+ )?0x[0-9a-f]+)* <(.*?)>(?= |$)(.*)$")
PLACE = re.compile(r"<invalid sloc>|<(?:built-in|scratch space|command line)>:\d+:\d+|line:\d+:\d+|col:\d+|[^ ,<>]+:\d+:\d+")
DECLARED = {"VarDecl", "ParmVarDecl", "FieldDecl", "FunctionDecl", "CXXMethodDecl", "EnumConstantDecl"}


class Places:
    """Places as clang prints them: a file or a line that is that of the place before is left out."""

    def __init__(self):
        self.file = self.line = None

    def read(self, text):
        if text.startswith("<"):
            if not text.startswith("<invalid"):
                self.file, self.line = None, 0
            return None
        kind, *numbers = text.rsplit(":", 2) if not text.startswith("col:") else ("col", text[4:])
        if kind == "col":
            return (self.file, self.line, int(numbers[0]))
        if kind != "line":
            self.file = kind
        self.line = int(numbers[0])
        return (self.file, self.line, int(numbers[1]))


def tree(dxc, words):
    """Declarations by their address, and uses as (place, address, name)."""
    dump = subprocess.run([dxc, *words, "-ast-dump"], capture_output=True, text=True, errors="replace")
    if dump.returncode:
        return None
    places, declared, uses = Places(), {}, []
    for line in dump.stdout.splitlines():
        found = NODE.match(line)
        if not found:
            continue
        kind, address, around, rest = found.groups()
        ends = [places.read(text) for text in PLACE.findall(around)]
        name_place = PLACE.match(rest.strip())
        own = places.read(name_place.group()) if name_place and kind.endswith("Decl") else None
        if kind in DECLARED and own and own[0]:
            declared[address] = own
        if kind == "DeclRefExpr" and ends:
            use = re.search(r" (?:Var|ParmVar|Function|EnumConstant|CXXMethod) (0x[0-9a-f]+) '([^']+)'", rest)
            if use:
                uses.append((ends[0], use[1], use[2]))
        if kind == "MemberExpr" and ends:
            use = re.search(r" \.(\w+) (0x[0-9a-f]+)", rest)
            if use:
                uses.append((ends[-1], use[2], use[1]))
    return declared, uses


class Server:
    def __init__(self, program, folder, arguments):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.ask("initialize", {
            "processId": None, "rootUri": None, "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
            "initializationOptions": {"arguments": arguments},
        })

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            length = 0
            while (line := self.process.stdout.readline()).strip():
                length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.number:
                return message.get("result")

    def end(self):
        self.process.kill()
        self.process.wait()


def uri(path):
    return "file://" + quote(str(path))


def compare(program, dxc, words, totals):
    path = Path(words[-1]).resolve()
    found = tree(dxc, words)
    if not found:
        return False
    declared, uses = found
    text = path.read_text(errors="replace")
    lines = text.split("\n")
    server = Server(program, path.parent, words[:-1])
    document = {"uri": uri(path)}
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": {
        **document, "languageId": "hlsl", "version": 1, "text": text}}})
    references = {}
    for place, address, name in sorted(set(uses), key=str):
        target = declared.get(address)
        if not place or not target or not place[0] or Path(place[0]).resolve() != path:
            continue
        line, column = place[1] - 1, place[2] - 1
        # What stands elsewhere came out of a macro.
        if line >= len(lines) or not re.match(re.escape(name) + r"\b", lines[line][column:]):
            totals["in macros"] += 1
            continue
        at = {"textDocument": document, "position": {"line": line, "character": column}}
        ours = server.ask("textDocument/definition", at) or []
        wanted = (str(Path(target[0]).resolve()), target[1] - 1, target[2] - 1)
        places = [(unquote(it["uri"][7:]), it["range"]["start"]["line"], it["range"]["start"]["character"]) for it in ours]
        totals["names"] += 1
        if wanted not in places:
            totals["differ"] += 1
            print(f"{path}:{line + 1}:{column + 1}: '{name}': DXC {wanted}, ours {places}")
            continue
        totals["same"] += 1
        if wanted not in references:
            answer = server.ask("textDocument/references", {**at, "context": {"includeDeclaration": True}}) or []
            references[wanted] = {(it["uri"], it["range"]["start"]["line"], it["range"]["start"]["character"]) for it in answer}
        if (uri(path), line, column) in references[wanted]:
            totals["among the references"] += 1
        else:
            totals["not among the references"] += 1
            print(f"{path}:{line + 1}:{column + 1}: '{name}' is no reference of {wanted}")
    server.end()
    return True


def main():
    program, dxc, file, *count = sys.argv[1:]
    by_input = {}
    for line in Path(file).read_text().splitlines():
        words = shlex.split(line)
        if words:
            by_input.setdefault(words[-1], words)
    lines, count = list(by_input.values()), int(count[0]) if count else 50
    totals = defaultdict(int)
    for words in lines[:: max(1, len(lines) // count)][:count]:
        totals["files" if compare(program, dxc, words, totals) else "files that DXC refuses"] += 1
    print(dict(totals))
    return totals["differ"] + totals["not among the references"] > 0


if __name__ == "__main__":
    sys.exit(main())
