// A vector of one component is a number, as a factor too.
//@ run: -T hs_6_0 -E hull
//@ run: -T ds_6_0 -E domain
//@ run: -T hs_6_0 -E hull -O0
//@ run: -T ds_6_0 -E domain -O0
struct Point { float4 at : AT; };
struct Patch { float1 edges[3] : SV_TessFactor; float1 inside : SV_InsideTessFactor; };
Patch constants(InputPatch<Point, 3> points) {
    Patch patch;
    patch.edges[0] = patch.edges[1] = patch.edges[2] = points[0].at.x;
    patch.inside = points[1].at.y;
    return patch;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hull(InputPatch<Point, 3> points, uint i : SV_OutputControlPointID) { return points[i]; }

[domain("tri")]
float4 domain(const OutputPatch<Point, 3> points, Patch patch, float3 at : SV_DomainLocation) : SV_Position {
    return points[0].at * at.x + patch.inside + patch.edges[1];
}
