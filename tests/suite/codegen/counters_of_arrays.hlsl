//@ run: -T cs_6_6 -O3
//@ run: -T cs_6_6 -O0
//@ emit: spirv
// A local array that stands for a whole array of counted buffers counts in their counters.
//@ check: OpAtomicIAdd %int
//@ check: OpAtomicIAdd %int
RWStructuredBuffer<uint> buffers[3] : register(u0);
RWStructuredBuffer<uint> result : register(u8);
[numthreads(1, 1, 1)]
void main() {
    RWStructuredBuffer<uint> copies[3] = buffers;
    copies[0].IncrementCounter();
    result[0] = copies[2].IncrementCounter();
}
