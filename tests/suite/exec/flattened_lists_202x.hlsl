//@ run: -T cs_6_6
//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:9*18
//@ dispatch: 1
//@ out: r = f32:1,2,3,4,5,6,7,8,9,1,2,3,4,2,5,6,7,8
// A list with as many scalars as the type is flattened in all versions of the language, whatever its braces are.
RWStructuredBuffer<float> r;
struct P { float a; float2 b; };

[numthreads(1, 1, 1)]
void main() {
    float3 v = float3(1, 2, 3);
    float4 w = { v.xy, v.z, 4 };
    r[0] = w.x; r[1] = w.y; r[2] = w.z; r[3] = w.w;
    P p = { float3(5, 6, 7) };
    r[4] = p.a; r[5] = p.b.x; r[6] = p.b.y;
    float2 q[] = { { 8, 9, v.xy } };
    r[7] = q[0].x; r[8] = q[0].y; r[9] = q[1].x; r[10] = q[1].y;
    float2x2 m = { { 3 }, { 4, v.y }, 5 };
    r[11] = m[0][0]; r[12] = m[0][1]; r[13] = m[1][0]; r[14] = m[1][1];
    float3 all = { { { 6, 7 }, 8 } };
    r[15] = all.x; r[16] = all.y; r[17] = all.z;
}
