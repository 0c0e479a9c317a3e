//@ run: -T cs_6_8
RWStructuredBuffer<uint64_t> clocks;
[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) {
    Barrier(index, 1);
//~         ^ error[E2125]: argument 1 of 'Barrier' must be a constant expression
    clocks[index] = vk::ReadClock(index);
//~                               ^ error[E2125]: argument 1 of 'vk::ReadClock' must be a constant expression
    vk::ext_execution_mode(17, index, 1, 1);
//~                            ^ error[E2125]: argument 2 of 'vk::ext_execution_mode' must be a constant expression
}
