//@ run: -T cs_6_2
struct Item { float3 position; uint count; bool flag; };
StructuredBuffer<Item> items; RWStructuredBuffer<Item> results; ByteAddressBuffer bytes; RWByteAddressBuffer out_bytes;
Buffer<float4> texels; RWBuffer<uint> counts; AppendStructuredBuffer<float> appended; ConsumeStructuredBuffer<float> consumed;
ConstantBuffer<Item> constants;
//@ check: OpMemberDecorate %type_StructuredBuffer_Item 0 NonWritable
//@ check: OpAtomicIAdd
[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item = items[i];
    item.count += bytes.Load(i * 4) + counts[i] + constants.count;
    item.flag = !item.flag;
    results[i] = item;
    results[i].position.xy = texels[i].zw;
    out_bytes.Store3(16, item.count.xxx);
    out_bytes.Store<float2>(64, item.position.xy);
    appended.Append(consumed.Consume());
    uint size, stride;
    items.GetDimensions(size, stride);
    counts[0] = size + stride;
}
