//@ run: -T lib_6_6
// Values of parameters, waves, and tests that end early.
#ifdef HLSL_TEST
static const int three = 3;
void pairs() { TEST_CASE(1, 2); TEST_CASE(three, 2 + 2); }
void more() { TEST_VALUE(0.5); TEST_VALUE(1.5); }
[[test]] void products([[values(1, 2)]] int a, [[values(3, 4)]] int b) { check(a < b); }
[[test]] [[cases(pairs)]] void listed(int a, int b) { check(a + 1 == b); }
[[test]] void mixed([[values_of(more)]] float a, [[values(1, 2)]] int b) { check(a < 2 && b < 2); }
[[test]] [[wave(2, 2)]] void waves(uint3 thread : SV_GroupThreadID) {
    check(WaveGetLaneCount() == 4);
    check_uniform(3);
    check_varying(WaveGetLaneIndex());
    check(all(thread.xy < 2));
}
[[test]] [[wave(8)]] [[threads(32)]] void several_waves() { check(WaveActiveSum(1) == 8); }
[[test]] [[wave(2)]] void not_varying() { check_varying(float2(1, 2), "always %d", 1); check_uniform(WaveGetLaneIndex()); }
[[test]] void skipped(uint3 id : SV_DispatchThreadID) { if (id.x == 0) skip("not for thread %u", id.x); check(false); }
[[test]] void skipped_too_late() { check(false); skip(); }
[[test]] void passed() { pass(); check(false); }
#endif
[shader("compute")] [numthreads(1, 1, 1)] void main() { }
