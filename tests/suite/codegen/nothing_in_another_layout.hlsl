//@ run: -T cs_6_0
//@ check-not: OpCopyLogical
// A struct without a value has none in another layout either.
struct Part { uint a; float4x4 b; };
RWStructuredBuffer<Part> parts : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Part part;
    parts[0] = part;
//~            ^ warning[W2132]: 'part' is used uninitialized
}
