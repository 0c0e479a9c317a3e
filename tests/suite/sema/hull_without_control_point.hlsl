//@ run: -T hs_6_0
struct Point { float3 at : AT; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Constants constants(InputPatch<Point, 3> patch) { Constants c = { { 1, 1, 1 }, 1 }; return c; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> patch) { return patch[0]; }
//~   ^ error[E2051]: hull shader requires a parameter with SV_OutputControlPointID
