//@ run: -T cs_6_0 -E main
//@ run: -T cs_6_0 -E main -WX
RWBuffer<uint> list;
[numthreads(64, 32, 1)] void main(uint i : SV_GroupIndex) { list[i] = i; }
//~ warning[W2554]: workgroup size of 2048 exceeds the limit of 1024 invocations on most devices
[numthreads(1024, 1, 1)] void fits(uint i : SV_GroupIndex) { list[i] = i; }
