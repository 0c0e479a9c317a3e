//@ run: -T cs_6_0 -E main
//@ check: OpSelect %float
//@ run: -T cs_6_0 -E other
//@ check-not: OpSelect %float
//@ run: -T cs_6_0 -E main
//@ in: limits = f32:2,7,9,0
//@ in: o = f32:1,2,3
//@ dispatch: 3
//@ out: o = f32:7,9,9

// Both sides of a choice read a constant buffer that is read before it, and are cheap: no branch is needed. A buffer that
// only one side reads may not be bound where the other side is taken.
cbuffer limits { float limit, below, above, unused; };
cbuffer seldom { float bias; };
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    o[id.x] = o[id.x] < limit ? below : above;
}

[numthreads(1, 1, 1)]
void other(uint3 id : SV_DispatchThreadID) {
    o[id.x] = o[id.x] < limit ? bias : 0;
}
