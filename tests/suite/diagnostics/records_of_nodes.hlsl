//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
// What records can be, but not in SPIR-V.
struct R { uint x; };
[Shader("node")] [NodeLaunch("thread")]
void two(NodeOutput<R> a, NodeOutput<R> b, ThreadNodeInputRecord<R> i) {
//~                    ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
//~                                     ^ warning[W2575]: output 'b' is missing the attribute 'MaxRecords'
    ThreadNodeOutputRecords<R> records = a.GetThreadNodeOutputRecords(1);
    if (i.Get().x) records = b.GetThreadNodeOutputRecords(1);
//~                ^ error[E3005]: one variable for the records of several outputs is not supported
    records.OutputComplete();
}
[Shader("node")] [NodeLaunch("thread")]
void none(NodeOutput<R> a) {
//~                     ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
    ThreadNodeOutputRecords<R> records;
    records.OutputComplete();
//~ ^ error[E3005]: an uninitialized record variable is not supported
}
export void hands(ThreadNodeOutputRecords<R> records) { records.OutputComplete(); }
//~                                          ^ error[E3005]: a node object outside of an entry point is not supported
//~                                                     ^ error[E3005]: an uninitialized record variable is not supported
[Shader("node")] [NodeLaunch("thread")]
void several(NodeOutput<R> a) {
//~                        ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
    ThreadNodeOutputRecords<R> records[2];
//~ ^ error[E3005]: this use of a node object is not supported
    records[0] = a.GetThreadNodeOutputRecords(1);
//~ ^ error[E3005]: an assignment of records to a non-local variable is not supported
}
void pass(NodeOutput<R> a) { a.GetThreadNodeOutputRecords(1).OutputComplete(); }
//~                     ^ error[E3005]: a node object outside of an entry point is not supported
[Shader("node")] [NodeLaunch("thread")]
void element(NodeOutputArray<R> a) { pass(a[1]); }
//~                             ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
//~                                  ^ error[E3005]: this use of a node object is not supported
[Shader("node")] [NodeLaunch("thread")]
void chosen(NodeOutput<R> a, NodeOutput<R> b, ThreadNodeInputRecord<R> i) {
//~                       ^ warning[W2575]: output 'a' is missing the attribute 'MaxRecords'
//~                                        ^ warning[W2575]: output 'b' is missing the attribute 'MaxRecords'
    (i.Get().x ? a : b).GetThreadNodeOutputRecords(1).OutputComplete();
//~  ^ error[E3005]: this use of a node object is not supported
}
//~? error[E3001]: capability Linkage is required here, but not available: Vulkan does not support it
