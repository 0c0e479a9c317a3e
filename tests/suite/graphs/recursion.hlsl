//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
//@ graph: tree[2]=[{depth: 0, path: 1}, {depth: 0, path: 2}]
//@ in: order = zeros:128
//@ in: levels = zeros:16
//@ out: order = u32:2,0,0,0,6,10,0,0,14,22,18,26,0*20
//@ out: levels = u32:2,4,8,0
// A node that sends records to itself while levels remain, and lists them in the order in which they come, which is that of the
// invocations and not of the lanes that were first.
struct Place {
    uint depth;
    uint path;
};

RWStructuredBuffer<uint> order;
RWStructuredBuffer<uint> levels;

[Shader("node")] [NodeLaunch("thread")] [NodeID("tree", 2)] [NodeMaxRecursionDepth(2)]
void visit(ThreadNodeInputRecord<Place> input, [MaxRecords(2)] [NodeID("tree", 2)] NodeOutput<Place> tree,
           [MaxRecords(2)] NodeOutput<Place> list) {
    const Place place = input.Get();
    InterlockedAdd(levels[place.depth], GetRemainingRecursionLevels() == 2 - place.depth);
    const bool has_more = tree.IsValid();
    for (uint half = 0; half < 2; ++half) {
        ThreadNodeOutputRecords<Place> record = tree.GetThreadNodeOutputRecords(has_more ? 1 : 0);
        if (has_more) {
            record.Get().depth = place.depth + 1;
            record.Get().path = place.path + (half == 0 ? 4u : 8u) * (place.depth == 0 ? 1 : 2);
        }
        record.OutputComplete();
    }
    if (place.path % 4 == 2) {
        ThreadNodeOutputRecords<Place> record = list.GetThreadNodeOutputRecords(1);
        record.Get() = place;
        record.OutputComplete();
    }
}

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(1, 1, 1)]
void list([MaxRecords(64)] GroupNodeInputRecords<Place> input) {
    uint next[3] = { 0, 4, 8 };
    for (uint at = 0; at < input.Count(); ++at)
        order[next[input[at].depth]++] = input[at].path;
}
