//@ run: -T lib_6_5
struct Vertex { float4 position : SV_Position; };
struct Primitive { uint layer : SV_RenderTargetArrayIndex; };
struct Payload { float4 tint; };

[shader("mesh"), outputtopology("point"), numthreads(1, 1, 1)]
void incomplete() {}
//~  ^ error[E2051]: a mesh shader needs a parameter 'out vertices'
//~  ^ error[E2051]: a mesh shader needs a parameter 'out indices'

[shader("mesh"), outputtopology("line"), numthreads(1, 1, 1)]
void wrong(inout payload Payload payload_, out vertices Vertex vertex, out indices uint3 lines[4], out float4 other : OTHER,
//~                              ^ error[E2051]: a mesh shader's payload must be 'in'
//~                                                            ^ error[E2051]: vertices, indices and primitives of a mesh shader must be arrays of one dimension
//~                                                                                                           ^ error[E2051]: a mesh shader writes vertices, indices and primitives only
//~                                                                                      ^ error[E2051]: the indices of this topology are an array of 'uint2'
           out primitives Primitive primitives_[5], out indices uint2 more[4]) {}
//~                                                                   ^ error[E2051]: a mesh shader has only one parameter 'indices'
//~                                 ^ error[E2051]: there are indices for 4 primitives, not for 5

[shader("mesh"), outputtopology("triangle"), numthreads(1, 1, 1)]
void inputs(vertices Vertex corners[3], out indices uint3 triangles[1]) {}
//~                         ^ error[E2051]: vertices, indices and primitives of a mesh shader must be 'out'
