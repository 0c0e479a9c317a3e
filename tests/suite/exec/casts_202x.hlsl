//@ run: -T cs_6_6 -E main -HV 202x
// Casts that are spelled as functions, and names of the namespace hlsl.
//@ in: r = i32:0*7
//@ dispatch: 1
//@ out: r = i32:1065353216,2,-3,7,1,16,5
RWStructuredBuffer<int> r;
struct Pair { int a, b; };
float saturate(int x) { return 7; }

[numthreads(1, 1, 1)]
void main() {
    r[0] = hlsl::bit_cast<int>(hlsl::bit_cast<float>(0x3f800000u));
    r[1] = static_cast<int>(2.75);
    r[2] = hlsl::static_cast<int>(-3.5);
    Pair pair = hlsl::elementwise_cast<Pair>(int2(3, 4));
    r[3] = pair.a + pair.b;
    r[4] = (int)hlsl::saturate(2.0);
    hlsl::size_t size = sizeof(hlsl::float4);
    r[5] = size;
    hlsl::int2 both = hlsl::abs(hlsl::int2(-2, 3));
    r[6] = both.x + both.y;
}
