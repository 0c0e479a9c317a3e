//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// What the attributes and parameters of nodes contradict.
struct R { uint x; };
struct Grid { uint3 size : SV_DispatchGrid; };
struct [NodeTrackRWInputSharing] Shared { uint x; };
RWStructuredBuffer<uint> o;

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)]
void no_grid() {}
//~  ^ error[E2530]: broadcasting node entry points need the attribute 'nodedispatchgrid' or 'nodemaxdispatchgrid'

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(1, 1, 1)] [NodeMaxDispatchGrid(1, 1, 1)]
//~                                                                                              ^ error[E2210]: attributes 'nodedispatchgrid' and 'nodemaxdispatchgrid' exclude each other
void two_grids(DispatchNodeInputRecord<Grid> g) {}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeMaxDispatchGrid(1, 1, 1)]
void no_size(DispatchNodeInputRecord<R> g) {}
//~  ^ error[E2051]: with 'nodemaxdispatchgrid', the node's input needs a member with the semantic SV_DispatchGrid

[Shader("node")] [NodeLaunch("thread")] [NumThreads(2, 1, 1)]
//~                                      ^ error[E2051]: the workgroups of a thread node have one invocation
void wide() {}

[Shader("node")] [NodeLaunch("coalescing")]
void sizeless() {}
//~  ^ error[E2530]: node entry points need the attribute 'numthreads'

[Shader("node")] [NodeLaunch("mesh")] [NumThreads(1, 1, 1)]
//~               ^ error[E2531]: attribute 'nodelaunch' does not take "mesh"
void meshes() {}

[Shader("node")] [NodeLaunch("thread")] [NodeDispatchGrid(1, 1, 1)]
//~                                      ^ error[E2051]: a thread node has no grid
uint gridded(DispatchNodeInputRecord<R> r, ThreadNodeInputRecord<R> s) { return 0; }
//~  ^ error[E2555]: node entry points have no result
//~                                     ^ error[E2051]: a thread node takes no DispatchNodeInputRecord, which is for broadcasting nodes
//~                                                                 ^ error[E2051]: a node has one input at most

[Shader("node")] [NodeLaunch("thread")]
void limits([NodeArraySize(2)] NodeOutput<R> a, [MaxRecordsSharedWith(nobody)] NodeOutput<R> b,
//~                                          ^ warning[W2575]: the output 'a' has no 'MaxRecords'
//~          ^ error[E2051]: this attribute has no meaning for this parameter
//~                                              ^ error[E2051]: this attribute has no meaning for this parameter
            [MaxRecords(2)] ThreadNodeInputRecord<R> c, ThreadNodeOutputRecords<R> d) {}
//~          ^ error[E2051]: this attribute has no meaning for this parameter
//~                                                                                ^ error[E2051]: a node makes its records itself; it takes a NodeOutput to make them of

[Shader("node")] [NodeLaunch("thread")] [NodeMaxRecursionDepth(33)]
//~                                      ^ error[E2051]: a node may call itself 32 times at most
void deep(RWThreadNodeInputRecord<Shared> s) {}
//~                                       ^ error[E2051]: only groups that share an RWDispatchNodeInputRecord track who has finished with it

[Shader("compute")] [NumThreads(1, 1, 1)]
void computes() { o[0] = GetRemainingRecursionLevels(); }
//~                      ^ error[E2401]: 'GetRemainingRecursionLevels' is not available in the stage 'compute'
