//@ run: -T cs_6_0
// A groupshared parameter refers to the argument's own memory.
RWStructuredBuffer<uint> list;
groupshared uint shared_count;
uint twice(groupshared uint count) { return count * 2; }
[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    list[0] = twice(lane + 1) + twice(shared_count);
//~                 ^ error[E2051]: argument for groupshared parameter 'count' must be a variable
}
