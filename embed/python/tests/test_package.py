"""The package as its users have it: `python -m unittest` in this folder, with the wheel and numpy installed."""

import contextlib
import pathlib
import re
import tempfile
import unittest

import hlsl2spirv
import numpy

README = pathlib.Path(__file__).parents[1] / "README.md"
CS = ["-T", "cs_6_0"]
DOUBLE = """RWStructuredBuffer<float> data;
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= 2; }"""


class Compiling(unittest.TestCase):
    def test_a_text_becomes_a_module(self):
        module = hlsl2spirv.compile(DOUBLE, CS)
        self.assertEqual(module.spirv[:4], b"\x03\x02\x23\x07")
        self.assertEqual(module.reflection["bindings"][0]["name"], "data")
        self.assertEqual(hlsl2spirv.reflect(module)["bindings"][0]["name"], "data")
        self.assertIn("OpEntryPoint GLCompute %main", module.disassemble())

    def test_mistakes_are_exceptions_with_places(self):
        with self.assertRaises(hlsl2spirv.CompileError) as raised:
            hlsl2spirv.compile("float f() { return lenght(1); }", ["-T", "lib_6_3"], name="a.hlsl")
        error = raised.exception.messages[0]
        self.assertEqual((error.file, error.line, error.column), ("a.hlsl", 1, 20))
        self.assertIn("Wrong:", hlsl2spirv.explain(error.code))
        with self.assertRaises(hlsl2spirv.CompileError) as raised:
            hlsl2spirv.compile("", ["-no-such-option"])
        self.assertEqual(raised.exception.fault, "options")

    def test_files_are_included(self):
        text = '#include "a.hlsli"\n[numthreads(N, 1, 1)] void main() {}'
        module = hlsl2spirv.compile(text, [*CS, "-I", "lib"], files={"lib/a.hlsli": "#define N 4\n"})
        self.assertEqual(len(module.dependencies), 2)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.hlsl")
            path.write_text(DOUBLE)
            self.assertEqual(hlsl2spirv.compile_file(path, CS).spirv, hlsl2spirv.compile(DOUBLE, CS).spirv)

    def test_white_space(self):
        self.assertEqual(hlsl2spirv.format("int  a ;\n", width=80), "int a;\n")
        with self.assertRaises(ValueError):
            hlsl2spirv.format("", breadth=1)


class Running(unittest.TestCase):
    def test_arrays_are_written_in_place(self):
        for engine in ["auto", "interpreter"]:
            data = numpy.arange(256, dtype=numpy.float32)
            hlsl2spirv.run(DOUBLE, {"data": data}, (4,), engine=engine)
            numpy.testing.assert_array_equal(data, 2 * numpy.arange(256, dtype=numpy.float32))
        part = numpy.ones((4, 128), dtype=numpy.float32)
        hlsl2spirv.run(DOUBLE, {"data": part[1]}, (2,))
        self.assertEqual([row.sum() for row in part], [128, 256, 128, 128])
        data = bytearray(256)
        hlsl2spirv.run(DOUBLE, {"data": data}, (1,))

    def test_arrays_that_do_not_fit_are_refused(self):
        fixed = numpy.ones(64, dtype=numpy.float32)
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            hlsl2spirv.run(DOUBLE, {"data": fixed})
        with self.assertRaisesRegex(ValueError, "contiguous"):
            hlsl2spirv.run(DOUBLE, {"data": numpy.ones((64, 2), dtype=numpy.float32)[:, 0]})
        with self.assertRaisesRegex(ValueError, "unknown binding"):
            hlsl2spirv.run(DOUBLE, {"date": numpy.ones(64)})
        two = DOUBLE.replace("data;", "data, other;").replace("*= 2", "= other[i]")
        data = numpy.ones(64, dtype=numpy.float32)
        with self.assertRaisesRegex(ValueError, "bound twice"):
            hlsl2spirv.run(two, {"data": data, "other": data[32:]})

    def test_texts_become_arrays(self):
        done = hlsl2spirv.run(DOUBLE, {"data": "f32:1*64"})
        numpy.testing.assert_array_equal(done.bindings["data"], numpy.full(64, 2, dtype=numpy.float32))

    def test_images_push_constants_and_output(self):
        text = """struct Push { float by; uint at; }; [[vk::push_constant]] Push push;
RWStructuredBuffer<float> data; RWTexture2D<float4> image; Texture2D<float4> from; SamplerState how;
[numthreads(2, 1, 1)] void main(uint2 at : SV_DispatchThreadID) {
    data[at.x + push.at] *= push.by;
    image[at] = from.SampleLevel(how, float2(0.5, 0.5), 0) * (at.x + 1);
    printf("%u", at.x);
}"""
        source = numpy.array([[[51, 0, 102, 255]]], dtype=numpy.uint8)
        image = numpy.zeros((1, 2, 4), dtype=numpy.float32)
        data = numpy.array([1, 2, 3], dtype=numpy.float32)
        done = hlsl2spirv.run(
            text,
            {"data": data, "image": hlsl2spirv.Image(image), "from": hlsl2spirv.Image(source), "how": "sampler:linear"},
            push="{by: 3, at: 1}",
            args=["-fvk-t-shift", "10", "0", "-fvk-s-shift", "20", "0"],
        )
        self.assertEqual(data.tolist(), [1, 6, 9])
        numpy.testing.assert_allclose(image[0, 1], [0.4, 0, 0.8, 2], atol=1e-6)
        self.assertEqual(done.printed, "0\n1\n")

    def test_findings_are_exceptions_with_places(self):
        text = "RWStructuredBuffer<uint> data;\n[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {\n    data[i ^ 32] = data[i];\n}"
        with self.assertRaises(hlsl2spirv.CheckError) as raised:
            hlsl2spirv.run(text, {"data": "zeros:256"}, check="full")
        finding = raised.exception.findings[0]
        self.assertEqual((finding.severity, finding.file, finding.line), ("error", "shader.hlsl", 3))
        done = hlsl2spirv.run(DOUBLE, {"data": "zeros:256"}, check="full")
        self.assertEqual((done.findings, done.verdict[:7]), ([], "no find"))

    def test_runs_that_do_not_end_are_exceptions(self):
        text = "RWStructuredBuffer<uint> data; [numthreads(1, 1, 1)] void main() { while (data[0] == 0) data[1]++; }"
        with self.assertRaisesRegex(hlsl2spirv.RunError, "does not terminate"):
            hlsl2spirv.run(text, {"data": "zeros:8"}, engine="interpreter", max_steps=10_000)
        with self.assertRaisesRegex(hlsl2spirv.RunError, "deadline"):
            hlsl2spirv.run(text, {"data": "zeros:8"}, seconds=0.5)


class Readme(unittest.TestCase):
    def test_the_examples_run(self):
        codes = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
        shown = []
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            names = {"print": lambda text: shown.append(str(text))}
            for code in codes:
                exec(code, names)
            self.assertEqual(pathlib.Path("triangle.png").read_bytes()[:4], b"\x89PNG")
        self.assertEqual(shown[:2], ["data", "[0. 2. 4. 6.]"])
        self.assertRegex(shown[2], r"^shader\.hlsl:3:\d+: error: ")
        self.assertEqual(shown[3], "(64, 64, 4)")


if __name__ == "__main__":
    unittest.main()
