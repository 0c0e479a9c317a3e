//@ run: -T cs_6_0 -HV 2021 -O0 -fspv-debug=vulkan
// Methods and templates need no forward references, which RenderDoc 1.24 refuses.
//@ check-not: SPV_KHR_relaxed_extended_instruction
//@ check: DebugTypeComposite
//@ check-not: OpExtInstWithForwardRefsKHR
RWStructuredBuffer<int> o;
template<typename T> struct Pair {
    T x, y;
    T both() { return x + y; }
    T twice() { return both() * 2; }
};
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    Pair<int> p;
    p.x = id.x;
    p.y = o[1];
    o[0] = p.twice();
}
