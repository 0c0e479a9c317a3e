//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_AMDX_shader_enqueue
// The invocations of a thread-launch node are in no workgroup.
struct Record { uint value; };
RWStructuredBuffer<uint> result;

[Shader("node")]
[NodeLaunch("thread")]
void ThreadNode(ThreadNodeInputRecord<Record> record) {
    result[record.Get().value] = GetGroupWaveIndex();
//~                              ^ error[E2401]: 'GetGroupWaveIndex' is not available in the thread-launch node stage
}
