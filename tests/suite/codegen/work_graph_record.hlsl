//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -O0
// A node alone, legalised and optimised: its modes name constants.
struct Record { uint x; };
RWStructuredBuffer<uint> o;
[Shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(1, 1, 1)] [NumThreads(1, 1, 1)]
void n(DispatchNodeInputRecord<Record> r) { o[0] = r.Get().x; }
