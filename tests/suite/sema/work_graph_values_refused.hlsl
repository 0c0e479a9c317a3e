//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// Sizes of grids, members of records and system values that nodes do not have.
struct R { uint x; };
//~             ^ error[E2520]: a node's input needs a semantic
struct Twice { uint3 size : SV_DispatchGrid; uint3 again : SV_DispatchGrid; };
//~                                                ^ error[E2051]: a record has one member with the semantic SV_DispatchGrid
struct Inner { float3 size : SV_DispatchGrid; };
//~                   ^ error[E2051]: SV_DispatchGrid is one to three numbers of the type 'uint' or 'uint16_t', not 'float3'
struct Outer { uint x; Inner inner; };
struct Bound { Texture2D<float4> texture; };

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(4, 0, 1)]
//~                                                                  ^ error[E2051]: a grid has 1 to 65535 workgroups in each dimension, not 0
void empty_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(65536, 1, 1)]
//~                                                                  ^ error[E2051]: a grid has 1 to 65535 workgroups in each dimension, not 65536
void wide_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(65535, 257, 1)]
//~                                                                  ^ error[E2051]: a grid has at most 16777215 workgroups
void large_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(8, 8, 1)]
void two_sizes(DispatchNodeInputRecord<Twice> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(8, 8, 1)]
void size_in_floats(DispatchNodeInputRecord<Outer> r) {}

[Shader("node")] [NodeLaunch("thread")]
void resource_in_record(ThreadNodeInputRecord<Bound> r) {}
//~                                                  ^ error[E2051]: a record is a struct of numbers, not 'Bound'

[Shader("node")] [NodeLaunch("thread")]
void thread_value(ThreadNodeInputRecord<R> r, uint i : SV_GroupIndex) {}
//~                                                    ^ error[E2051]: a thread node has no system value 'SV_GroupIndex' (it has none)

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(8, 1, 1)]
void coalescing_value([MaxRecords(8)] GroupNodeInputRecords<R> r, uint3 i : SV_DispatchThreadID, uint j : SV_GroupIndex) {}
//~                                                                         ^ error[E2051]: a coalescing node has no system value 'SV_DispatchThreadID' (it has SV_GroupThreadID, SV_GroupIndex)

[Shader("node")] [NodeLaunch("thread")]
void plain_record(inout R r) {}
