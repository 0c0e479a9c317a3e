//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ check: OpDecorate {access} NonUniform
//@ check: {access} = OpAccessChain %_ptr_StorageBuffer_uint %records
//@ check-not: OpVariable %_ptr_Function
//@ check-not: OpCopyLogical
// A record of a buffer that differs from lane to lane is read in place, not copied into an array of the function: each
// access to the buffer is decorated as the one that read the whole was.
struct Record {
    uint count;
    uint corners[64];
    uint2 edges[12];
};
StructuredBuffer<Record> records[] : register(t0, space1);
RWStructuredBuffer<uint> result : register(u0);
StructuredBuffer<uint2> wanted : register(t1);

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    const Record record = records[NonUniformResourceIndex(wanted[id].x)][id];
    result[id] = record.corners[record.edges[wanted[id].y].x] + record.corners[record.edges[wanted[id].y].y];
}
