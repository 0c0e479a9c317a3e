//@ run: -T cs_6_6 -E main -HV 202x
// The ranks of conversions in HLSL 202x, best first.
//@ in: r = i32:0*6
//@ dispatch: 1
//@ out: r = i32:1,1,2,1,3,1
int promoted(int x) { return 1; }
int promoted(float x) { return 2; }
int longer(int64_t x) { return 1; }
int longer(float x) { return 2; }
int splat(float4 x) { return 1; }
int splat(int x) { return 2; }
int shorter(float3 x) { return 1; }
int shorter(int4 x) { return 2; }
int both(float a, int b) { return 1; }
int both(int a, float b) { return 2; }
int both(float a, float b) { return 3; }
int derived(int3 x) { return 1; }
int derived(int2 x, int y = 0) { return 2; }
RWStructuredBuffer<int> r;

[numthreads(1, 1, 1)]
void main() {
    bool b = r[0] == 0;
    int i = r[0];
    float f = r[0];
    r[0] = promoted(b);
    r[1] = longer(i);
    r[2] = splat(f) + 1;
    r[3] = shorter(float3(f, f, f));
    r[4] = both(f, f);
    r[5] = derived(int3(i, i, i));
}
