// Parameters and results of stages consist of registers of four components.
//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Wide { float first; vector<float, 8> rest[2]; };
[shader("pixel")]
float4 pixel(vector<float, 8> v : V) : SV_Target { return v[5]; }
//~                           ^ error[E2631]: vectors of more than 4 components are not allowed in parameters of entry points
[shader("vertex")]
Wide vertex() : POSITION { return (Wide)0; }
//~  ^ error[E2631]: vectors of more than 4 components are not allowed in results of entry points
[shader("miss")]
void miss(inout Wide payload) {}
//~                  ^ error[E2631]: vectors of more than 4 components are not allowed in parameters of entry points
[shader("callable")]
void callable(inout Wide payload) {}
//~                      ^ error[E2631]: vectors of more than 4 components are not allowed in parameters of entry points
[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors")]
void hull() {}
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; vector<float, 5> more : MORE; };
Factors factors() { return (Factors)0; }
//~     ^ error[E2631]: vectors of more than 4 components are not allowed in results of entry points
