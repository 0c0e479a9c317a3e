//@ run: -T hs_6_0 -fspv-target-env=vulkan1.1
//@ check: OpConstant %float 63
//@ check-not: Ceil
// Odd factors are not rounded.
struct Point { float4 at : SV_Position; };
struct Factors { float edge[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Factors factors(InputPatch<Point, 3> points) {
    Factors f;
    const float3 raw = float3(points[0].at.w, points[1].at.w, points[2].at.w);
    float3 edges;
    float inner, exact;
    ProcessTriTessFactorsMin(raw, 0.5, edges, inner, exact);
    for (int i = 0; i < 3; i++)
        f.edge[i] = edges[i];
    f.inside = inner + exact;
    return f;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors")]
Point main(InputPatch<Point, 3> points, uint id : SV_OutputControlPointID) { return points[id]; }
