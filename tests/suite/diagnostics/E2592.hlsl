//@ run: -T lib_6_5 -fspv-target-env=vulkan1.1spirv1.4
// The limits of what stages take and make.

struct Point { float3 at : P; };
struct Vertex { float4 at : SV_Position; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

Factors factors(InputPatch<Point, 3> patch) {
    Factors f;
    f.edges[0] = f.edges[1] = f.edges[2] = patch[0].at.x;
    f.inside = 1;
    return f;
}

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(33)]
//~ error[E2592]: the number of output control points must be from 1 to 32, not 33
[patchconstantfunc("factors")]
Point too_many(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID) { return patch[0]; }

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(0)]
//~ error[E2592]: the number of output control points must be from 1 to 32, not 0
[patchconstantfunc("factors")]
Point none(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID) { return patch[0]; }

[shader("geometry")]
[maxvertexcount(0)]
//~ error[E2592]: the number of vertices that a geometry shader emits must be from 1 to 1024, not 0
void nothing(triangle Vertex v[3], inout PointStream<Vertex> points) { points.Append(v[0]); }

[shader("geometry")]
[maxvertexcount(1025)]
//~ error[E2592]: the number of vertices that a geometry shader emits must be from 1 to 1024, not 1025
[instance(0)]
//~ error[E2592]: the number of instances of a geometry shader must be at least 1, not 0
void too_much(triangle Vertex v[3], inout PointStream<Vertex> points) { points.Append(v[0]); }

[shader("geometry")]
[maxvertexcount(1)]
void two_corners(triangle Vertex v[2], inout PointStream<Vertex> points) { points.Append(v[0]); }
//~                              ^ error[E2592]: the number of vertices of this primitive must be 3, not 2

[shader("geometry")]
[maxvertexcount(1)]
void three_ends(lineadj Vertex v[3], inout PointStream<Vertex> points) { points.Append(v[0]); }
//~                            ^ error[E2592]: the number of vertices of this primitive must be 4, not 3

[shader("mesh")]
[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void mesh(out vertices Vertex v[257], out indices uint3 t[300], out primitives float p[300] : P) {
//~                           ^ error[E2592]: the number of vertices of a mesh shader must be from 1 to 256, not 257
//~                                                     ^ error[E2592]: the number of primitives of a mesh shader must be from 1 to 256, not 300
//~                                                                                  ^ error[E2592]: the number of primitives of a mesh shader must be from 1 to 256, not 300
    SetMeshOutputCounts(0, 0);
}

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(32)]
[patchconstantfunc("factors")]
Point all(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID) { return patch[0]; }

[shader("geometry")]
[maxvertexcount(1024)]
void most(triangleadj Vertex v[6], inout PointStream<Vertex> points) { points.Append(v[0]); }
