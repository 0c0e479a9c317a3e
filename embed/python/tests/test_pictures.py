"""Draws as users of the package have them: `python -m unittest` in this folder, with the wheel and numpy installed."""

import pathlib
import tempfile
import unittest

import hlsl2spirv
import numpy

UV = "float4 main(float2 uv : TEXCOORD) : SV_Target { return float4(uv, 0, 1); }"
MESH = """struct Vertex { float3 at : POSITION; float3 color : COLOR; };
struct Varyings { float4 clip : SV_Position; float3 color : COLOR; };
Varyings vertex_main(Vertex vertex) { Varyings v = { float4(vertex.at, 1), vertex.color }; return v; }
float4 pixel_main(Varyings v) : SV_Target { return float4(v.color, 1); }"""


def mesh():
    return hlsl2spirv.Mesh(
        positions=numpy.array([[-1, -1, 0.5], [-1, 3, 0.5], [3, -1, 0.5]]),
        triangles=numpy.array([[0, 1, 2]]),
        colors=numpy.tile([0, 1, 0], (3, 1)),
    )


RAYS = """RaytracingAccelerationStructure scene; RWTexture2D<float4> image;
struct Payload { float depth; };
[shader("raygeneration")] void raygen() {
    RayDesc ray = { float3(DispatchRaysIndex().xy + 0.5, -1), 0, float3(0, 0, 1), 10 };
    Payload payload = { 0 };
    TraceRay(scene, 0, 255, 0, 0, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.depth;
}
[shader("miss")] void miss(inout Payload payload) { payload.depth = -1; }
[shader("closesthit")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) {
    payload.depth = RayTCurrent();
}"""


class Drawing(unittest.TestCase):
    def test_a_pixel_shader_fills_an_array(self):
        for engine in ["auto", "interpreter"]:
            drawing = hlsl2spirv.draw(UV, size=(4, 2), targets={"SV_Target0": "rgba32float"}, engine=engine)
            self.assertEqual(drawing.array.shape, (2, 4, 4))
            numpy.testing.assert_array_equal(drawing.array[1, 2], [0.625, 0.75, 0, 1])
            self.assertEqual(drawing["SV_Target0"].format, "rgba32float")

    def test_notebooks_show_pictures(self):
        png = hlsl2spirv.draw(UV, size=(4, 2))._repr_png_()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(png[16:24], b"\0\0\0\x04\0\0\0\x02")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "uv.png")
            hlsl2spirv.draw(UV, size=(4, 2)).picture.save(path)
            self.assertEqual(path.read_bytes(), png)

    def test_pictures_are_textures_of_further_draws(self):
        picture = hlsl2spirv.draw(UV, size=(4, 2)).picture
        colors = numpy.frombuffer(picture.rgba, dtype=numpy.uint8).reshape(2, 4, 4)
        text = "Texture2D<float4> image; float4 main(float4 at : SV_Position) : SV_Target { return image[at.xy]; }"
        again = hlsl2spirv.draw(text, {"image": hlsl2spirv.Image(colors)}, size=(4, 2))
        self.assertEqual(again.picture.rgba, picture.rgba)

    def test_a_mesh_of_arrays_is_drawn(self):
        drawing = hlsl2spirv.draw(MESH, mesh=mesh(), size=(4, 4), samples=4, state={"cull": "none"}, history=(1, 2))
        numpy.testing.assert_array_equal(drawing.array[2, 1], [0, 1, 0, 1])
        self.assertIn("pixel (1,2)", drawing.printed)
        wrong = hlsl2spirv.Mesh(mesh().positions, numpy.array([[0, 1, 7]]), colors=mesh().colors)
        with self.assertRaisesRegex(hlsl2spirv.DrawError, "no vertex 7"):
            hlsl2spirv.draw(MESH, mesh=wrong, size=(4, 4))

    def test_arrays_are_textures_and_blocks(self):
        text = """Texture2D<float4> image; cbuffer Block { float4 factor; };
float4 main(float4 at : SV_Position) : SV_Target { return image[at.xy] * factor; }"""
        image = numpy.full((2, 2, 4), 3, dtype=numpy.float32)
        factor = numpy.array([1, 2, 3, 4], dtype=numpy.float32)
        targets = {"SV_Target0": ("rgba32float", (0, 0, 0, 1))}
        bindings = {"image": hlsl2spirv.Image(image), "Block": factor}
        drawing = hlsl2spirv.draw(text, bindings, size=(2, 2), targets=targets)
        numpy.testing.assert_array_equal(drawing.array[1, 1], [3, 6, 9, 12])

    def test_time_grows_in_animations(self):
        text = "cbuffer Frame { float time; }; float4 main() : SV_Target { return time; }"
        animation = hlsl2spirv.animate(text, frames=3, fps=2, size=(1, 1), targets={"SV_Target0": "rgba32float"})
        self.assertEqual([picture.array[0, 0, 0] for picture in animation.pictures], [0, 0.5, 1])
        self.assertIn(b"acTL", animation._repr_png_())

    def test_mistakes_are_exceptions_with_places(self):
        with self.assertRaises(hlsl2spirv.CompileError) as raised:
            hlsl2spirv.draw("float4 main() : SV_Target { return lenght(1); }", size=(1, 1))
        self.assertEqual(raised.exception.messages[0].line, 1)
        with self.assertRaisesRegex(hlsl2spirv.DrawError, "sideways"):
            hlsl2spirv.draw(UV, state="cull=sideways", size=(1, 1))
        nan = "float4 main(float4 at : SV_Position) : SV_Target { return sqrt(1 - at.x); }"
        found = hlsl2spirv.draw(nan, size=(4, 4), check="full").findings
        self.assertEqual(found[0].line, 1)


class Tracing(unittest.TestCase):
    def test_rays_hit_triangles_of_arrays(self):
        scene = hlsl2spirv.Scene(numpy.array([[-1, -1, 1], [-1, 5, 1], [5, -1, 1]]), numpy.array([[0, 1, 2]]))
        for engine in ["auto", "interpreter"]:
            traced = hlsl2spirv.trace(RAYS, {"scene": scene}, size=(4, 4), args=["-T", "lib_6_6"], engine=engine)
            self.assertEqual((traced.array[0, 0, 0], traced.array[3, 3, 0]), (2, -1))
            self.assertEqual(traced["image"].shape, (4, 4, 4))
            self.assertEqual(traced._repr_png_()[:4], b"\x89PNG")

    def test_mistakes_of_launches_are_exceptions(self):
        with self.assertRaisesRegex(hlsl2spirv.DrawError, "rays"):
            hlsl2spirv.trace(RAYS, {"scene": hlsl2spirv.Scene([])}, raygen="rays", size=(1, 1), args=["-T", "lib_6_6"])
        with self.assertRaises(hlsl2spirv.CompileError):
            hlsl2spirv.trace("int f() { return 1 }", args=["-T", "lib_6_6"])


if __name__ == "__main__":
    unittest.main()
