//@ run: -T vs_6_0 -E main -O0
//@ check: OpDecorate {now} NoContraction
//@ check: OpDecorate {before} NoContraction
//@ check: OpDecorate {first} NoContraction
//@ check: OpDecorate {second} NoContraction
//@ check: OpDecorate {third} NoContraction
//@ check: OpDecorate {all} NoContraction
//@ check: OpDecorate {away} NoContraction
//@ check: OpDecorate {kept} NoContraction
//@ check: OpDecorate {exact} NoContraction
//@ check: OpDecorate {product} NoContraction
//@ check: OpDecorate {sum} NoContraction
//@ check: OpDecorate {dot} NoContraction
//@ check: OpDecorate {scaled} NoContraction
//@ check: OpDecorate {bent} NoContraction
//@ check: {now} = OpFMul %float {*}
//@ check: {before} = OpFAdd %float {*}
//@ check: {all} = OpVectorTimesMatrix %v4float {*}
//@ check: {away} = OpFSub %float {*}
//@ check: {kept} = OpFRem %float {*}
//@ check: {exact} = OpFNegate %float {*}
//@ check: {free} = OpFDiv %float {*}
//@ check: {product} = OpVectorTimesScalar %v3float {*}
//@ check: {sum} = OpFAdd %v3float {product} {*}
//@ check: {dot} = OpDot %float {*}
//@ check: {scaled} = OpFMul %float {dot} {*}
//@ check: {bent} = OpFAdd %float {*} {scaled}
//@ run: -T vs_6_0 -E main
//@ check: OpDecorate {now} NoContraction
//@ check: OpDecorate {before} NoContraction
//@ check: OpDecorate {first} NoContraction
//@ check: OpDecorate {second} NoContraction
//@ check: OpDecorate {third} NoContraction
//@ check: OpDecorate {all} NoContraction
//@ check: OpDecorate {away} NoContraction
//@ check: {away} = OpFSub %float {*}
//@ check: {now} = OpFMul %float {*}
//@ check: {before} = OpFAdd %float {now} {*}
//@ check: {all} = OpVectorTimesMatrix %v4float {*}
//@ run: -T vs_6_0 -E main -DFREE
//@ check-not: OpDecorate {*} NoContraction
// What a precise value comes from is precise in the functions that are called, through their results, their `out`
// parameters, members and globals, and around loops; what it does not come from is free.
cbuffer C { float4x4 m; float s; };
static float kept;
struct Both { float exact; float free; };

float3 bend(float3 v, float k) { float3 r = v * k + v; r.y += dot(v, v) * k; return r; }
void outward(float a, float b, out float result) { result = a - b; }
void keep(float a) { kept = a % 3; }
Both both(float a) { Both b; b.exact = -a; b.free = a / 5; return b; }

void main(float3 p : P, out precise float4 pos : SV_Position, out float rest : REST) {
    float away;
    outward(p.x, p.y, away);
    keep(p.z);
    const Both b = both(p.x);
    float now = p.x, before = p.y;
    for (int i = 0; i < int(s); i++) { now = before * p.z; before = now + s; }
#ifdef FREE
    pos = float4(p, b.exact > 3);
    rest = bend(p, s).y + b.free + away + kept + now;
#else
    pos = mul(m, float4(bend(p, s), away + kept + b.exact + now));
    rest = b.free;
#endif
}
