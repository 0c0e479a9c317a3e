//@ run: -T cs_6_6 -HV 202x
// Between scalars the condition becomes one bool, as in C++: the first component of a vector.
//@ dispatch: 3 1 1
//@ in: chosen = u32:0*6
//@ out: chosen = u32:2,2,1,0,0,0
RWStructuredBuffer<uint> chosen : register(u0);
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    bool3 isSecond = id == uint3(2, 0, 0);
    chosen[id.x] = isSecond ? 1 : 2;
//~                ^ warning[W2126]: implicit truncation of 'bool3' to 'bool'
}
