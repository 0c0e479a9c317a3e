//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
//@ graph:
//@ in: results = zeros:64
//@ out: results = u32:4,28,1,0,16,96,0*10
// Records that workgroups allocate together, and limits that two outputs share: a group of 16 invocations is at least two waves
// of 8. A loop allocates often, and not all at once.
struct Part {
    uint first;
    float2x3 m;
    bool is_odd;
};

RWStructuredBuffer<uint> results;

[Shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(2, 1, 1)] [NumThreads(16, 1, 1)]
void begin(uint3 group : SV_GroupID, uint thread : SV_GroupIndex,
           [MaxRecords(20)] NodeOutput<Part> together,
           [MaxRecordsSharedWith(together)] NodeOutput<Part> alone) {
    for (uint turn = 0; turn < 2; ++turn) {
        if (turn == group.x) {
            GroupNodeOutputRecords<Part> parts = together.GetGroupNodeOutputRecords(2);
            if (thread >= 14) {
                parts[thread - 14].first = thread - 14 + 7 * turn;
                parts[thread - 14].is_odd = turn == 1 && thread == 15;
                parts[thread - 14].m = float2x3(1, 2, 3, 4, 5, 6);
            }
            parts.OutputComplete();
        }
    }
    for (uint at = 0; at < (thread & 1); ++at) {
        ThreadNodeOutputRecords<Part> part = alone.GetThreadNodeOutputRecords(1);
        part.Get().first = thread;
        part.Get().m = 0;
        part.Get().is_odd = false;
        part.OutputComplete();
    }
}

[Shader("node")] [NodeLaunch("thread")]
void together(ThreadNodeInputRecord<Part> input) {
    InterlockedAdd(results[0], 1);
    InterlockedAdd(results[1], input.Get().first + uint(input.Get().m[1][0]) - 1);
    InterlockedAdd(results[2], input.Get().is_odd ? 1 : 0);
}

[Shader("node")] [NodeLaunch("thread")]
void alone(ThreadNodeInputRecord<Part> input) {
    InterlockedAdd(results[4], 1);
    InterlockedAdd(results[5], input.Get().first - 2 + uint(input.Get().m[1][0]));
}
