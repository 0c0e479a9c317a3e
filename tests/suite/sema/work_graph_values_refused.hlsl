//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// Sizes of grids, members of records and system values that nodes do not have.
struct R { uint x; };
//~             ^ error[E2520]: a node's input requires a semantic
struct Twice { uint3 size : SV_DispatchGrid; uint3 again : SV_DispatchGrid; };
//~                                                ^ error[E2051]: record must have only one SV_DispatchGrid member
struct Inner { float3 size : SV_DispatchGrid; };
//~                   ^ error[E2051]: SV_DispatchGrid must be a scalar or vector of 'uint' or 'uint16_t', found 'float3'
struct Outer { uint x; Inner inner; };
struct Bound { Texture2D<float4> texture; };

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(4, 0, 1)]
//~                                                                  ^ error[E2051]: grid dimension 0 is out of range (1 to 65535)
void empty_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(65536, 1, 1)]
//~                                                                  ^ error[E2051]: grid dimension 65536 is out of range (1 to 65535)
void wide_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(65535, 257, 1)]
//~                                                                  ^ error[E2051]: grid exceeds 16777215 workgroups
void large_grid(DispatchNodeInputRecord<R> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(8, 8, 1)]
void two_sizes(DispatchNodeInputRecord<Twice> r) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(8, 8, 1)]
void size_in_floats(DispatchNodeInputRecord<Outer> r) {}

[Shader("node")] [NodeLaunch("thread")]
void resource_in_record(ThreadNodeInputRecord<Bound> r) {}
//~                                                  ^ error[E2051]: record must be a numeric struct, found 'Bound'

[Shader("node")] [NodeLaunch("thread")]
void thread_value(ThreadNodeInputRecord<R> r, uint i : SV_GroupIndex) {}
//~                                                    ^ error[E2051]: system value 'SV_GroupIndex' is not available in a thread node (available: none)

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(8, 1, 1)]
void coalescing_value([MaxRecords(8)] GroupNodeInputRecords<R> r, uint3 i : SV_DispatchThreadID, uint j : SV_GroupIndex) {}
//~                                                                         ^ error[E2051]: system value 'SV_DispatchThreadID' is not available in a coalescing node (available: SV_GroupThreadID, SV_GroupIndex)

[Shader("node")] [NodeLaunch("thread")]
void plain_record(inout R r) {}
