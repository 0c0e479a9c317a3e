//@ run: -T cs_6_0 -E main
//@ run: -T cs_6_0 -E main -WX
RWBuffer<uint> list;
[numthreads(64, 32, 1)] void main(uint i : SV_GroupIndex) { list[i] = i; }
//~ warning[W2554]: a workgroup of 2048 invocations is larger than the 1024 that most devices have
[numthreads(1024, 1, 1)] void fits(uint i : SV_GroupIndex) { list[i] = i; }
