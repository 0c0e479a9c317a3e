//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -enable-16bit-types
//@ graph: share=[{grid: [2, 2]}, {grid: [1, 2]}]
//@ in: sums = zeros:32
//@ out: sums = u32:102,310,109,102,4,0,6,2
// All launches: workgroups that share a record and know which of them is the last one, an array of nodes, several records for a
// workgroup, invocations, a node that gets the records of another one, and names that functions do not have.
struct Value {
    uint x;
};

struct [NodeTrackRWInputSharing] Shared {
    uint16_t2 grid : SV_DispatchGrid;
    uint parts[4];
};

RWStructuredBuffer<uint> sums;

uint total(RWDispatchNodeInputRecord<Shared> input) {
    return input.Get().parts[0] + input.Get().parts[1] + input.Get().parts[2] + input.Get().parts[3];
}

[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(2, 2, 1)] [NumThreads(4, 1, 1)]
void share(globallycoherent RWDispatchNodeInputRecord<Shared> input, uint3 group : SV_GroupID, uint thread : SV_GroupIndex,
           uint3 id : SV_DispatchThreadID, [MaxRecords(8)] [NodeArraySize(3)] NodeOutputArray<Value> values) {
    if (id.x == 4 * group.x)
        input.Get().parts[group.x + 2 * group.y] = 1 + group.x + 100 * group.y;
    Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE | GROUP_SYNC);
    if (input.FinishedCrossGroupSharing()) {
        ThreadNodeOutputRecords<Value> records = values[thread % 3].GetThreadNodeOutputRecords(thread < 3 ? 1 : 0);
        if (thread < 3)
            records.Get().x = total(input) + thread;
        records.OutputComplete();
    }
}

[Shader("node")] [NodeLaunch("thread")] [NodeID("values", 0)]
void first(ThreadNodeInputRecord<Value> input) {
    InterlockedMax(sums[0], input.Get().x - (input.Get().x > 200 ? 204 : 0));
}

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(2, 1, 1)] [NodeID("values", 1)]
void second([MaxRecords(3)] GroupNodeInputRecords<Value> input, uint thread : SV_GroupIndex) {
    if (thread < input.Count())
        InterlockedAdd(sums[1], input[thread].x);
    InterlockedAdd(sums[4], input.Count());
}

[Shader("node")] [NodeLaunch("thread")] [NodeID("values", 2)]
void third(RWThreadNodeInputRecord<Value> input, [MaxRecords(3)] EmptyNodeOutput done, [MaxRecords(1)] EmptyNodeOutput missing) {
    input.Get().x += 5;
    InterlockedMax(sums[2], input.Get().x % 200);
    done.ThreadIncrementOutputCount(missing.IsValid() ? 0 : 3);
}

[Shader("node")] [NodeLaunch("thread")] [NodeShareInputOf("values", 0)]
void spy(ThreadNodeInputRecord<Value> input) {
    InterlockedMax(sums[3], input.Get().x % 204);
}

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(1, 1, 1)] [NodeID("done")]
void finish([MaxRecords(4)] EmptyNodeInput input) {
    InterlockedAdd(sums[6], input.Count());
    InterlockedAdd(sums[7], 1);
}
