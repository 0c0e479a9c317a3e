//@ run: -T cs_6_0 -E main
//@ check-not: Clamp
//@ check-not: FMax
//@ in: o = f32:9*12
//@ dispatch: 1
//@ out: o = f32:0,0.5,1,0.25,1.5,-2,0,0,0,-1,3,3
RWStructuredBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    [unroll] for (uint i = 0; i < 3; i++) o[i] = saturate((i % 3) / max(3 - 1.0, 1.0));
    o[3] = clamp(0.1, 0.25, 1);
    o[4] = clamp(2.0, 0.25, 1.5);
    o[5] = clamp(-2.0, -3.0, 3.0);
    float3 both = clamp(float3(-1, 0, 2), 0, float3(5, 5, 0));
    o[6] = both.x;
    o[7] = both.y;
    o[8] = both.z;
    o[9] = min(-1.0, 4.0);
    o[10] = max(3.0, 3.0);
    o[11] = clamp(3.0, 3.0, 3.0);
}
