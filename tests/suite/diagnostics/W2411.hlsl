//@ run: -T cs_6_0
//@ in: numbers = u32:7,8,9
//@ in: pairs = u32:1,2,3,4
//@ in: got = u32:5*4
//@ dispatch: 1 1 1
//@ out: got = u32:8,0,4,0
struct Pair { uint2 both; };
ByteAddressBuffer numbers;
StructuredBuffer<Pair> pairs;
RWStructuredBuffer<uint> got;
[numthreads(1, 1, 1)]
void main() {
    uint status = 3, other = 3;
    got[0] = numbers.Load(4, status);
//~                  ^ warning[W2411]: residency status of buffers is not available in SPIR-V and is always 0
    got[1] = status;
    got[2] = pairs.Load(1, other).both.y;
//~                ^ warning[W2411]: residency status of buffers is not available in SPIR-V and is always 0
    got[3] = other;
}
