//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// What the attributes and parameters of nodes contradict.
struct R { uint x; };
struct Grid { uint3 size : SV_DispatchGrid; };
struct [NodeTrackRWInputSharing] Shared { uint x; };
RWStructuredBuffer<uint> o;

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)]
void no_grid() {}
//~  ^ error[E2530]: broadcasting node entry point requires the attribute 'nodedispatchgrid' or 'nodemaxdispatchgrid'

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(1, 1, 1)] [NodeMaxDispatchGrid(1, 1, 1)]
//~                                                                                              ^ error[E2210]: attributes 'nodedispatchgrid' and 'nodemaxdispatchgrid' cannot be combined
void two_grids(DispatchNodeInputRecord<Grid> g) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(1, 1, 1)]
void no_size(DispatchNodeInputRecord<R> g) {}
//~  ^ error[E2051]: 'nodemaxdispatchgrid' requires an input record member with the semantic SV_DispatchGrid

[Shader("node")] [NodeLaunch("thread")] [NumThreads(2, 1, 1)]
//~                                      ^ error[E2051]: workgroup size of a thread node must be 1
void wide() {}

[Shader("node")] [NodeLaunch("coalescing")]
void sizeless() {}
//~  ^ error[E2530]: node entry point requires the attribute 'numthreads'

[Shader("node")] [NodeLaunch("mesh")] [NumThreads(1, 1, 1)]
//~               ^ error[E2531]: invalid value "mesh" for attribute 'nodelaunch'
void meshes() {}

[Shader("node")] [NodeLaunch("thread")] [NodeDispatchGrid(1, 1, 1)]
//~                                      ^ error[E2051]: thread node cannot have a dispatch grid
uint gridded(DispatchNodeInputRecord<R> r, ThreadNodeInputRecord<R> s) { return 0; }
//~  ^ error[E2555]: node entry point must return void
//~                                     ^ error[E2051]: thread node cannot have a DispatchNodeInputRecord, which is for broadcasting nodes
//~                                                                 ^ error[E2051]: node must have at most one input

[Shader("node")] [NodeLaunch("thread")]
void limits([NodeArraySize(2)] NodeOutput<R> a, [MaxRecordsSharedWith(nobody)] NodeOutput<R> b,
//~                                          ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
//~          ^ error[E2051]: attribute cannot be applied to this parameter
//~                                              ^ error[E2051]: attribute cannot be applied to this parameter
            [MaxRecords(2)] ThreadNodeInputRecord<R> c, ThreadNodeOutputRecords<R> d) {}
//~          ^ error[E2051]: attribute cannot be applied to this parameter
//~                                                                                ^ error[E2051]: output records cannot be parameters; use a NodeOutput parameter to obtain them

[Shader("node")] [NodeLaunch("thread")] [NodeMaxRecursionDepth(33)]
//~                                      ^ error[E2051]: recursion depth of a node must be at most 32
void deep(RWThreadNodeInputRecord<Shared> s) {}
//~                                       ^ error[E2051]: 'NodeTrackRWInputSharing' requires RWDispatchNodeInputRecord

[Shader("compute")] [NumThreads(1, 1, 1)]
void computes() { o[0] = GetRemainingRecursionLevels(); }
//~                      ^ error[E2401]: 'GetRemainingRecursionLevels' is not available in the compute stage
