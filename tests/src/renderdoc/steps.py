"""Steps through a shader with RenderDoc's debugger, and prints what it shows.

python3 steps.py CAPTURE compute X Y Z, vertex NUMBER or pixel X Y
"""

import bisect
import json
import sys

import renderdoc as rd

KINDS = {
    rd.VarType.Float: "f32v",
    rd.VarType.Double: "f64v",
    rd.VarType.Half: "f16v",
    rd.VarType.SInt: "s32v",
    rd.VarType.UInt: "u32v",
    rd.VarType.SShort: "s16v",
    rd.VarType.UShort: "u16v",
    rd.VarType.SLong: "s64v",
    rd.VarType.ULong: "u64v",
    rd.VarType.Bool: "u32v",
}


def in_rows(numbers, rows, columns):
    """The numbers of a matrix by the rows of HLSL, which are the columns of SPIR-V."""
    return [numbers[row * columns + column] for column in range(columns) for row in range(rows)]


def parts(name, value, found):
    """The numbers of a value, by the names of its parts."""
    if len(value.members):
        for member in value.members:
            dot = "" if member.name.startswith("[") else "."
            parts(name + dot + member.name, member, found)
    elif value.type in KINDS:
        numbers = getattr(value.value, KINDS[value.type])
        rows, columns = max(1, value.rows), max(1, value.columns)
        found[name] = [numbers[at] for at in range(rows * columns)]
        if name and rows > 1 and columns > 1:
            found[name] = in_rows(found[name], rows, columns)


def shown(variable, values):
    """What a variable of the source has, by the names of its parts."""
    found, numbers = {}, []
    for reference in variable.variables:
        value = values.get(reference.name)
        if value is None:
            return {}
        held = {}
        parts("", value, held)
        if list(held) != [""]:
            return {variable.name + name: numbers for name, numbers in held.items()}
        numbers.append(held[""][reference.component])
    is_matrix = variable.rows > 1 and variable.columns > 1 and len(numbers) == variable.rows * variable.columns
    found[variable.name] = in_rows(numbers, variable.rows, variable.columns) if is_matrix else numbers
    return found


STAGES = {"compute": rd.ShaderStage.Compute, "vertex": rd.ShaderStage.Vertex, "pixel": rd.ShaderStage.Pixel}


def action_of(actions):
    """The dispatch or draw of the capture."""
    for action in actions:
        if action.flags & (rd.ActionFlags.Dispatch | rd.ActionFlags.Drawcall):
            return action
        inner = action_of(action.children)
        if inner is not None:
            return inner
    return None


def trace_of(controller, stage, numbers):
    if stage == "compute":
        return controller.DebugThread((0, 0, 0), tuple(numbers))
    if stage == "vertex":
        return controller.DebugVertex(numbers[0], 0, numbers[0], 0)
    free = rd.ReplayController.NoPreference
    return controller.DebugPixel(numbers[0], numbers[1], free, free)


def steps(controller, stage, numbers):
    trace = trace_of(controller, stage, numbers)
    if trace.debugger is None:
        return
    starts = [info.instruction for info in trace.instInfo]
    values = {}
    while True:
        states = controller.ContinueDebug(trace.debugger)
        if len(states) == 0:
            return
        for state in states:
            for change in state.changes:
                if change.after.name:
                    values[change.after.name] = change.after
            info = trace.instInfo[bisect.bisect_right(starts, state.nextInstruction) - 1]
            variables = {}
            for variable in info.sourceVars:
                variables.update(shown(variable, values))
            function = list(state.callstack)[-1] if len(state.callstack) else ""
            yield {"line": info.lineInfo.lineStart, "function": function, "variables": variables}


def main():
    rd.InitialiseReplay(rd.GlobalEnvironment(), [])
    file = rd.OpenCaptureFile()
    file.OpenFile(sys.argv[1], "", None)
    _, controller = file.OpenCapture(rd.ReplayOptions(), None)
    controller.SetFrameEvent(action_of(controller.GetRootActions()).eventId, True)
    info = controller.GetPipelineState().GetShaderReflection(STAGES[sys.argv[2]]).debugInfo
    told = {"refusal": "" if info.debuggable else str(info.debugStatus) or "no reason"}
    told["steps"] = list(steps(controller, sys.argv[2], [int(at) for at in sys.argv[3:]]))
    json.dump(told, sys.stdout)


main()
