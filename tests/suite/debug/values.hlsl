//@ run: -T cs_6_0 -fspv-debug=vulkan
// Passes of our own make values of variables, and say at each place what a variable holds by then: members of structs by
// their indices, parameters of an inlined function in its scope at the call, and what comes out of a loop behind it.
//@ check: {outer} = OpExtInst %void {set} DebugInlinedAt %uint_20 {wrapper}
//@ check: {inner} = OpExtInst %void {set} DebugInlinedAt %uint_22 {*} {outer}
//@ check: DebugFunctionDefinition {wrapper} %main
//@ check: DebugValue {struct} {loaded} {*} %uint_0
//@ check: DebugValue {struct} {id} {*} %uint_1
//@ check: DebugValue {z} %float_3
//@ check: {sum} = OpPhi %float
//@ check: DebugValue {z} {sum}
//@ check: OpLoopMerge
//@ check: DebugScope {function} {inner}
//@ check: DebugLine {file_id} %uint_19 %uint_19
//@ check: {y} = OpFMul %float {loaded} %float_2
//@ check-not: DebugDeclare
RWStructuredBuffer<float> o;
struct P { float a; int2 b; };
float f(P p, inout float x) { float y = p.a * 2; if (p.b.x > 3) y += x; x = y; return y; }
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    P p; p.a = o[id.x]; p.b = int2(id.xy); float z = 3;
    for (int i = 0; i < p.b.y; ++i) z += f(p, z);
    o[0] = z;
}
