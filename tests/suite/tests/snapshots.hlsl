//@ run: -T lib_6_6
// Values beside stored ones: the same, others, too many, too few; contents of bindings; and a line that goes on.
#ifdef HLSL_TEST
#define SQUARED(x) \
    ((x) * (x))
cbuffer Frame { float time; int2 size; };
StructuredBuffer<uint> counts;
float3 tint(float a) { return float3(a, a * 0.5, 1); }
[[test]] void same() { check_snapshot(tint(0.25)); check_snapshot(3 > 2); }
[[test]] void other() { check_snapshot(tint(0.5)); check_snapshot(SQUARED(3)); }
[[test]] void fresh() { check_snapshot(int2x2(1, 2, 3, 4)); }
[[test]] void fewer() { check_snapshot(7u); }
[[test]] [[threads(3)]] void by_thread(uint index : SV_GroupIndex) { check_snapshot(index * 2); }
[[test]] [[case(1)]] [[case(2)]] void with_values(int a) { check_snapshot(a); }
[[test]] [[bind("Frame", "{time: 0.5, size: [4, 2]}")]] [[bind("counts", "u32:1,2,3")]]
void bound() { check(time * size.x == 2); check(counts[2] == 3); }
[[test]] void unbound() { check(SQUARED(time) == 0); }
[[test]] [[bind("missing", "zeros:4")]] void not_there() { check(time == 0); }
#else
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
#endif
