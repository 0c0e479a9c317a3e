//@ run: -T cs_6_6 -fspv-use-descriptor-heap -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: OpBufferPointerEXT
//@ check-not: OpVariable {*} Function
// An index that is not known into an array of a constant buffer from a heap leads into the buffer.
struct Rows { float4 row[3]; float scale; };
RWStructuredBuffer<float> result;
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupIndex) {
    ConstantBuffer<Rows> rows = ResourceDescriptorHeap[1];
    result[t] = rows.row[t % 3].y * rows.scale;
}
