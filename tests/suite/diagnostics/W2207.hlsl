//@ run: -T ps_6_0
// A loop that is written out too often stays a loop; inner loops count with those around them.
static const int many = 2000000000;
float4 main(float x : X) : SV_Target {
    [unroll] for (int a = 0; a < many; a++) x += a;
//~  ^ warning[W2207]: loop not unrolled: 2000000000 copies of its body exceed the limit of 1024
    [unroll] for (uint b = 0; b < 32; b++) {
        [unroll] for (int c = 64; c > 0; c -= 2) x *= c;
        [unroll] for (int d = 0; d <= 32; ++d) x *= d;
//~      ^ warning[W2207]: loop not unrolled: 1056 copies of its body exceed the limit of 1024
    }
    [unroll] for (int e = 0; e != 1024; e++) { }
    [loop] for (int f = 0; f < many; f++) x += f;
    return x;
}
