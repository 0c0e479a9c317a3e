//@ run: -T ms_6_5 -fspv-target-env=vulkan1.3
struct V { float4 position : SV_Position; };
[outputtopology("line")] [numthreads(1, 1, 1)]
void main(out vertices V vertices, out indices uint3 lines[1]) { SetMeshOutputCounts(3, 1); }
//~                      ^ error[E2051]: 'vertices' must be an array
//~                                                  ^ error[E2051]: an element of 'indices' must have an index for each corner
