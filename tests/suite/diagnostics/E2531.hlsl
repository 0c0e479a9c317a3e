//@ run: -T hs_6_0
struct P { float4 position : SV_Position; };
struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
C constants() { C c; c.e[0] = c.e[1] = c.e[2] = c.i = 1; return c; }
[domain("triangle")] [partitioning("integral")] [outputtopology("triangle_cw")]
//~ error[E2531]: invalid value "triangle" for attribute 'domain'
//~                   ^ error[E2531]: invalid value "integral" for attribute 'partitioning'
[outputcontrolpoints(3)] [patchconstantfunc("constants")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }
