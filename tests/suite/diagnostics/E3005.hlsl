//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3
struct Record { uint count; };
[Shader("node")] [NodeLaunch("thread")]
void main(RWThreadNodeInputRecord<Record> record) {
    InterlockedAdd(record.Get().count, 1);
//~ ^ error[E3005]: an atomic operation on a record of a node is not supported
}
