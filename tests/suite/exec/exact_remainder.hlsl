//@ run: -T cs_6_2 -enable-16bit-types -fexact-remainder
// The remainder of negative integers by division: OpSRem has no defined result for them in Vulkan.
//@ check-not: OpSRem
//@ in: given = i32:-1,7,-8,8,-7,-3,7,-3
//@ dispatch: 4 1 1
//@ in: result = i32:0*16
//@ out: result = i32:-1,3,-1,-1,0,0,0,0,-1,-3,-1,-1,1,-3,1,1
StructuredBuffer<int2> given : register(t0);
RWStructuredBuffer<int4> result : register(u1);
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    const int2 pair = given[i];
    int assigned = pair.x;
    assigned %= pair.y;
    result[i] = int4(pair.x % pair.y, (pair % int2(5, 4)).y, int16_t(pair.x) % int16_t(pair.y), assigned);
}
