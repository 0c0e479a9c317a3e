//@ run: -T cs_6_0 -E main
groupshared float4 tile[1024];
groupshared float more[4097];
//~               ^ warning[W2409]: 32772 bytes of groupshared memory exceed the limit of 32768 per workgroup
groupshared float unused[10000];
RWBuffer<float> b;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    tile[i] = i;
    more[i] = i;
    GroupMemoryBarrierWithGroupSync();
    b[i] = tile[0].x + more[0];
}
[numthreads(64, 1, 1)]
void fits(uint i : SV_GroupIndex) { tile[i] = i; }
