"""A session of dap-python, a client that is not ours: its models read every answer and event of the debugger.

The first argument is the program, the second the folder with the shader and its job.
"""

import subprocess
import sys
from pathlib import Path

from dap import Client
from dap.handler import Handler
from dap.types import Source, SourceBreakpoint


class Answers(Handler):
    def handle_response(self, response):
        # Version 0.5.0 reads answers without a body, and this one, as if the body were the whole message.
        if response.success and (not response.body or response.command == "reverseContinue"):
            self.client._pending_requests.pop(response.request_seq)
            return response
        return super().handle_response(response)

    def handle_event(self, event):
        # The same version takes breakpoints by texts, which are numbers in the protocol.
        if event.body and "hitBreakpointIds" in event.body:
            event.body["hitBreakpointIds"] = [str(number) for number in event.body["hitBreakpointIds"]]
        return super().handle_event(event)


class Session:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "debug"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.client = Client("hlsl2spirv")
        self.client.handler = Answers(self.client)
        self.seen = []

    def wait(self, kind, holds=lambda body: True):
        """The next answer or event whose model has this name."""
        self.process.stdin.write(self.client.send())
        self.process.stdin.flush()
        while True:
            for at, body in enumerate(self.seen):
                if type(body).__name__ == kind and holds(body):
                    del self.seen[: at + 1]
                    return body
            data = self.process.stdout.read1(65536)
            assert data, f"the debugger is gone; wanted {kind}"
            self.seen.extend(self.client.receive(data))


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    session = Session(program)
    client = session.client
    session.wait("Initialized")
    client.send_request("launch", {"job": "items.json", "cwd": str(folder)})
    session.wait("InitializedEvent")
    source = Source(path=str(folder / "items.hlsl")).model_dump(exclude_none=True)
    client.set_breakpoints(source, [SourceBreakpoint(line=36, condition="id.x == 2").model_dump(exclude_none=True)])
    bound = session.wait("SetBreakpointsResponse").breakpoints
    assert [one.verified for one in bound] == [True], bound
    client.configuration_done()
    stop = session.wait("StoppedEvent")
    assert stop.reason == "breakpoint", stop
    thread = stop.threadId
    client.stack_trace(thread)
    frames = session.wait("StackTraceResponse").stackFrames
    assert [(frame.name, frame.line) for frame in frames] == [("main", 36)], frames
    client.scopes(frames[0].id)
    scopes = session.wait("ScopesResponse").scopes
    client.variables(next(scope for scope in scopes if scope.name == "Locals").variablesReference)
    values = {one.name: one.value for one in session.wait("VariablesResponse").variables}
    assert values["place"] == "(4, 10)", values
    client.evaluate("dot(place, 1) > 13", frame_id=frames[0].id)
    assert session.wait("EvaluateResponse").result == "true"
    client.step_in(thread)
    session.wait("StoppedEvent")
    client.stack_trace(thread)
    assert session.wait("StackTraceResponse").stackFrames[0].name == "weighted"
    client.step_back(thread)
    session.wait("StoppedEvent")
    client.stack_trace(thread)
    assert session.wait("StackTraceResponse").stackFrames[0].line == 36
    client.reverse_continue(thread)
    assert session.wait("StoppedEvent").reason == "entry"
    client.set_breakpoints(source, [])
    client.continue_(thread)
    session.wait("TerminatedEvent")
    client.disconnect()
    session.wait("Response", lambda body: body.command == "disconnect")
    assert session.process.wait(10) == 0


main()
