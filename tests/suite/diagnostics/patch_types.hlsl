//@ run: -T hs_6_0
struct Point { float4 position : POSITION; };
struct Other { float4 position : POSITION; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Constants constants(InputPatch<Point, 2> input, OutputPatch<Other, 1> output) {
//~                                      ^ error[E2537]: patch type 'InputPatch<Point, 2>' does not match 'InputPatch<Point, 3>' in the hull shader
//~                                                                   ^ error[E2537]: patch type 'OutputPatch<Other, 1>' does not match 'OutputPatch<Point, 1>' in the hull shader
    return (Constants)0;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[patchconstantfunc("constants")]
[outputcontrolpoints(1)]
Point main(InputPatch<Point, 3> input, uint id : SV_OutputControlPointID) {
    return input[id];
}
