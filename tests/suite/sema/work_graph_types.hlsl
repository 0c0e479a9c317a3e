//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// Where objects of nodes may stand, and which records may be written.
struct R { uint x; };

[Shader("node")] [NodeLaunch("thread")]
void reads(ThreadNodeInputRecord<R> r) { r.Get().x = 1; }
//~                                              ^ error[E2102]: expression is not assignable: elements of 'ThreadNodeInputRecord<R>' are read-only

NodeOutput<R> everywhere;
//~           ^ error[E2028]: uniform variable cannot have type 'NodeOutput<R>'
struct Holder { NodeOutput<R> inside; };
//~                           ^ error[E2028]: field cannot have type 'NodeOutput<R>'
NodeOutput<R> made() { NodeOutput<R> none; return none; }
//~           ^ error[E2028]: result cannot have type 'NodeOutput<R>'
NodeOutput<uint> number;
//~ error[E2022]: template argument for 'NodeOutput' must be a struct

[Shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(1, 1, 1)] [NumThreads(1, 1, 1)]
void untracked(RWDispatchNodeInputRecord<R> r) { r.FinishedCrossGroupSharing(); }
//~                                                ^ error[E2051]: record struct requires the attribute 'NodeTrackRWInputSharing'
