//@ run: -T lib_6_5
struct Vertex { float4 position : SV_Position; };
struct Primitive { uint layer : SV_RenderTargetArrayIndex; };
struct Payload { float4 tint; };

[shader("mesh"), outputtopology("point"), numthreads(1, 1, 1)]
void incomplete() {}
//~  ^ error[E2051]: mesh shader requires a parameter 'out vertices'
//~  ^ error[E2051]: mesh shader requires a parameter 'out indices'

[shader("mesh"), outputtopology("line"), numthreads(1, 1, 1)]
void wrong(inout payload Payload payload_, out vertices Vertex vertex, out indices uint3 lines[4], out float4 other : OTHER,
//~                              ^ error[E2051]: mesh shader payload must be 'in'
//~                                                            ^ error[E2051]: mesh shader vertices, indices and primitives must be one-dimensional arrays
//~                                                                                                           ^ error[E2051]: mesh shader outputs must be 'vertices', 'indices' or 'primitives'
//~                                                                                      ^ error[E2051]: indices for this output topology must be an array of 'uint2'
           out primitives Primitive primitives_[5], out indices uint2 more[4]) {}
//~                                                                   ^ error[E2051]: mesh shader must have only one 'indices' parameter
//~                                 ^ error[E2051]: array length 5 does not match the 4 primitives of 'indices'

[shader("mesh"), outputtopology("triangle"), numthreads(1, 1, 1)]
void inputs(vertices Vertex corners[3], out indices uint3 triangles[1]) {}
//~                         ^ error[E2051]: mesh shader vertices, indices and primitives must be 'out'
