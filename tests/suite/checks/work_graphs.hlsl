//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
//@ graph: first=[{grid: 1, x: 0}, {grid: 9, x: 1}]
//@ in: results = zeros:32
//@ rules: hlsl

// More records than the output may have, records that are not completed or completed twice, a node that is not there, a record to
// the node itself at its last level, and a grid that is too large.
struct First {
    uint grid : SV_DispatchGrid;
    uint x;
};

struct Record {
    uint x;
};

RWStructuredBuffer<uint> results;

[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(8, 1, 1)] [NumThreads(1, 1, 1)]
void first(DispatchNodeInputRecord<First> input, [MaxRecords(4)] NodeOutput<Record> next,
           [MaxRecords(1)] [AllowSparseNodes] NodeOutput<Record> missing) {
    ThreadNodeOutputRecords<Record> some = next.GetThreadNodeOutputRecords(3);
    for (uint at = 0; at < 3; ++at)
        some[at].x = at;
    some.OutputComplete();
    ThreadNodeOutputRecords<Record> more = next.GetThreadNodeOutputRecords(2);
//~ ^ error[E6653]: allocation of 2 records for 'next' exceeds the limit of 4 (node-limit)
    more.OutputComplete();
    ThreadNodeOutputRecords<Record> lost = missing.GetThreadNodeOutputRecords(1);
//~ ^ error[E6655]: records are sent to 'missing[0]', which the graph does not have (node-target)
    lost.Get().x = 1;
    lost.OutputComplete();
}

[Shader("node")] [NodeLaunch("thread")] [NodeMaxRecursionDepth(1)]
void next(ThreadNodeInputRecord<Record> input, [MaxRecords(1)] [NodeID("next")] NodeOutput<Record> again,
          [MaxRecords(2)] NodeOutput<Record> last) {
    if (input.Get().x == 0) {
        ThreadNodeOutputRecords<Record> record = again.GetThreadNodeOutputRecords(1);
//~     ^ error[E6656]: 'next' sends records to itself beyond 1 levels (node-recursion)
        record.Get().x = 0;
        record.OutputComplete();
    }
    ThreadNodeOutputRecords<Record> record = last.GetThreadNodeOutputRecords(1);
//~ ^ error[E6654]: records for 'last' are allocated and not completed (node-complete)
    record.Get().x = 3;
    if (input.Get().x != 1)
        record.OutputComplete();
    if (input.Get().x == 2)
        record.OutputComplete();
}

[Shader("node")] [NodeLaunch("thread")]
void last(ThreadNodeInputRecord<Record> input) {
    InterlockedAdd(results[0], input.Get().x);
}
//~? error[E6653]: grid of a record exceeds that of node 'first' (node-limit)
