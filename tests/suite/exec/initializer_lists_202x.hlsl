//@ run: -T cs_6_6 -HV 202x
//@ in: r = f32:9*20
//@ dispatch: 1
//@ out: r = f32:1,0,0,1,2,3,4,0,0,5,6,7,0,2,3,0,1,2,0,8

// Braces match the structure of the type or are left out, and what is missing is zero.
RWStructuredBuffer<float> r;
struct P { float a; float b; };
struct Q { P p; float2 v; float list[2]; };

[numthreads(1, 1, 1)]
void main() {
    P p = { 1 }, q = {};
    r[0] = p.a; r[1] = p.b; r[2] = q.a;
    Q flat = { 1, 2, 3, 4 };
    r[3] = flat.p.a; r[4] = flat.p.b; r[5] = flat.v.x; r[6] = flat.v.y; r[7] = flat.list[0]; r[8] = flat.list[1];
    Q nested = { { 5 }, float2(6, 7), { 0, 2 } };
    r[9] = nested.p.a; r[10] = nested.v.x; r[11] = nested.v.y; r[12] = nested.p.b; r[13] = nested.list[1];
    float4 w = { 3 };
    r[14] = w.x; r[15] = w.w;
    P several[] = { { 1 }, { 2 } };
    r[16] = several[0].a; r[17] = several[1].a;
    float2x2 m = { { 0, 8 } };
    r[18] = m[1][0]; r[19] = m[0][1];
}
