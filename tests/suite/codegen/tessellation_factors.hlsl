// Factors are written as a whole where there are as many as Vulkan has, and one by one where there are fewer.
//@ run: -T hs_6_0 -E main
//@ emit: spirv
//@ check: OpStore %gl_TessLevelOuter
//@ check: OpStore %gl_TessLevelInner
//@ run: -T hs_6_0 -E main -D FEW
//@ emit: spirv
//@ check: OpAccessChain %_ptr_Output_float %gl_TessLevelOuter %uint_2
//@ check-not: OpStore %gl_TessLevelOuter

#ifdef FEW
#define DOMAIN "tri"
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
#else
#define DOMAIN "quad"
struct Factors { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; };
#endif

struct Point { float3 position : POSITION; };

Factors factors(InputPatch<Point, 4> patch) {
    Factors factors;
#ifdef FEW
    factors.edges = (float[3])patch[0].position.x;
    factors.inside = patch[1].position.y;
#else
    factors.edges = (float[4])patch[0].position.x;
    factors.inside = (float[2])patch[1].position.y;
#endif
    return factors;
}

[domain(DOMAIN)]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("factors")]
Point main(InputPatch<Point, 4> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}
