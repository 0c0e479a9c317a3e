//@ run: -T cs_6_0
struct Light { float3 colour; }
//~                            ^ error[E1102]: expected ';' after '}'
RWStructuredBuffer<Light> lights;
struct Shade { float depth; }
//~                          ^ error[E1102]: expected ';' after '}'
vector<float, 4> of(Shade shade) { return shade.depth; }
[numthreads(1, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) { lights[at.x].colour = 1; }
