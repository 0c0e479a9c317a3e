//@ run: -T cs_6_0
groupshared float4 tile[4096];
//~                ^ warning[W2409]: 65536 bytes of groupshared memory exceed the limit of 32768 per workgroup
RWBuffer<float4> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    tile[at.x] = at.y;
    GroupMemoryBarrierWithGroupSync();
    list[at.x] = tile[0];
}
