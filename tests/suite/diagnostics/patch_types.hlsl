//@ run: -T hs_6_0
struct Point { float4 position : POSITION; };
struct Other { float4 position : POSITION; };
struct Constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Constants constants(InputPatch<Point, 2> input, OutputPatch<Other, 1> output) {
//~                                      ^ error[E2537]: this patch is 'InputPatch<Point, 3>' in the hull shader, not 'InputPatch<Point, 2>'
//~                                                                   ^ error[E2537]: this patch is 'OutputPatch<Point, 1>' in the hull shader, not 'OutputPatch<Other, 1>'
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
