//@ run: -T ps_6_0
// What is known at compile time.
static const float3 axis = normalize(float3(3, 0, 4));
static const int count = 3 * (1 << 2) % 7;
static const int table[] = { 1, 2, 3, count };
_Static_assert(count == 5, "integers");
_Static_assert(sizeof(float3[2]) == 24, "sizes"); _Static_assert((uint)-1 == 4294967295u, "wraps"); _Static_assert(-7 / 2 == -3 && -7 % 2 == -1, "truncates");
_Static_assert((true ? 1 : 2) == 1, "chooses"); _Static_assert(countbits(255u) == 8, "counts");
_Static_assert(0x7fffffff + 1 == 2147483648, "literals are wide"); _Static_assert(int3(1, 2, 3).zyx.x == 3, "swizzles");
static float values[count];
cbuffer C { float4 block[count + 1]; };
[numthreads(1, 1, 1)] void other() { }
float4 main() : SV_Target { return block[4] + values[0] + axis.x + table[3]; }
