//@ run: -T lib_6_8 -E main -fspv-target-env=vulkan1.3
struct Record { uint number; };
[shader("node")] [NodeLaunch("thread")]
void split(ThreadNodeInputRecord<Record> input, NodeOutput<Record> next,
//~                                                                ^ warning[W2575]: output 'next' is missing the attribute 'MaxRecords'
    [MaxRecords(4)] NodeOutputArray<Record> others, [MaxRecords(1)] [NodeArraySize(4)] EmptyNodeOutputArray rest) { }
//~                                         ^ warning[W2575]: output 'others' is missing the attribute 'NodeArraySize'
