//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
struct Record { int id; };
RWStructuredBuffer<int> result;

template <typename T> void add(GroupNodeInputRecords<T> records) { result[0] = sizeof(T) + records.Get(0).id; }

[shader("node")]
[NodeLaunch("coalescing")]
[numthreads(4, 1, 1)]
void node([MaxRecords(4)] GroupNodeInputRecords<Record> records) { add(records); }
