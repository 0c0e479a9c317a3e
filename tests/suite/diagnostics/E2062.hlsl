//@ run: -T hs_6_0
struct P { float4 position : SV_Position; };
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")]
[outputcontrolpoints(3)] [patchconstantfunc("constants")]
P main(InputPatch<P, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }
//~ error[E2062]: unknown patch-constant function 'constants'
