//@ run: -T hs_6_0
struct Point { float4 at : AT; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Patch constants(InputPatch<Point, 3> points, OutputPatch<Point, 4> made) {
    Patch patch;
    patch.edges[0] = patch.edges[1] = patch.edges[2] = points.Length;
    patch.inside = made.Length;
    return patch;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> points, uint i : SV_OutputControlPointID) { return points[i % points.Length]; }
