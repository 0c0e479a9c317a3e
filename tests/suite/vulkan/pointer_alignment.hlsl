//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -fcgl
//@ emit: spirv
// An access through an address says what the address is a multiple of: what the pointer promises, as far as the way from there
// goes a multiple of it as well. A row of a matrix whose columns are packed is scattered.
//@ check: OpLoad %v4float %{*} Aligned 16
//@ check: OpLoad %float %{*} Aligned 4
//@ check: OpLoad %float %{*} Aligned 4
//@ check: OpLoad %float %{*} Aligned 4
//@ check: OpLoad %v3float %{*} Aligned 4
//@ check: OpLoad %v4float %{*} Aligned 4
//@ check: OpLoad %v4float %{*} Aligned 16
//@ check: OpLoad %v2float %{*} Aligned 8
//@ check: OpStore %{*} Aligned 4
//@ check: OpStore %{*} Aligned 4
//@ check: OpStore %{*} Aligned 8
//@ check: OpLoad %v4float %{*} Aligned 32
//@ check: OpLoad %v4float %{*} Aligned 8
struct Data { float a; float3 b; float4 v; float4x4 columns; row_major float4x4 rows; float2 pairs[3]; double3 d; };
[[vk::push_constant]] struct {
    vk::BufferPointer<Data> data;
    vk::BufferPointer<float4, 32> wide;
    vk::BufferPointer<float4, 24> odd;
    uint i;
} push;
RWStructuredBuffer<float4> result;

[numthreads(1, 1, 1)]
void main() {
    vk::BufferPointer<Data> data = push.data;
    result[0] = data.Get().v;
    result[1].x = data.Get().v.y;
    result[2].xy = data.Get().columns._m00_m11;
    result[3].xyz = data.Get().b;
    result[4] = data.Get().columns[push.i];
    result[5] = data.Get().rows[push.i];
    result[6].xy = data.Get().pairs[push.i];
    data.Get().rows._m01_m10 = 1;
    data.Get().d.y = 2;
    result[7] = push.wide.Get();
    result[8] = push.odd.Get();
}
