//@ run: -T cs_6_0
RWStructuredBuffer<uint> list;
groupshared uint count = 0;
//~              ^ warning[W2058]: initializer of 'count' is ignored: groupshared variables cannot be initialized
[numthreads(8, 1, 1)]
void main(uint at : SV_GroupIndex) { list[at] = count; }
