//@ run: -T hs_6_0
struct Point { float4 position : POSITION; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Constants constants(InputPatch<Point, 2> input, OutputPatch<Point, 4> output) { return (Constants)0; }
//~                                      ^ error[E2537]: patch type 'InputPatch<Point, 2>' does not match 'InputPatch<Point, 3>' in the hull shader
//~                                                                   ^ error[E2537]: patch type 'OutputPatch<Point, 4>' does not match 'OutputPatch<Point, 5>' in the hull shader
[domain("tri"), partitioning("integer"), outputtopology("triangle_cw"), outputcontrolpoints(5), patchconstantfunc("constants")]
Point main(InputPatch<Point, 3> points, uint id : SV_OutputControlPointID) { return points[id]; }
