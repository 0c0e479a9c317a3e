//@ run: -T hs_6_0 -fspv-target-env=vulkan1.1
//@ check: Ceil
// Whole factors are rounded up.
struct Point { float4 at : SV_Position; };
struct Factors { float edge[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; };

Factors factors(InputPatch<Point, 4> points) {
    Factors f;
    const float4 raw = float4(points[0].at.w, points[1].at.w, points[2].at.w, points[3].at.w);
    float4 edges;
    float2 inner, exact;
    ProcessQuadTessFactorsAvg(raw, 0.5, edges, inner, exact);
    ProcessQuadTessFactorsMax(raw + exact.x, 0.5, edges, inner, exact);
    ProcessQuadTessFactorsMin(raw + exact.x, 0.5, edges, inner, exact);
    Process2DQuadTessFactorsAvg(raw + exact.x, float2(0.5, 1), edges, inner, exact);
    for (int i = 0; i < 4; i++)
        f.edge[i] = edges[i];
    f.inside[0] = inner.x;
    f.inside[1] = inner.y;
    return f;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("factors")]
Point main(InputPatch<Point, 4> points, uint id : SV_OutputControlPointID) { return points[id]; }
