//@ run: -T cs_6_0
// An instruction that is spelled wrongly is the source's mistake, behind passes as well.
[[vk::ext_instruction(/* OpIAdd */ 128)]] float add(float a, float b);
RWStructuredBuffer<float> data;
[numthreads(1, 1, 1)] void main() {
    float first = data[1], second = data[2];
    data[0] = add(first, second);
//~           ^ fatal error[E5110]: inline SPIR-V makes the module invalid: the result of OpIAdd is not a scalar or vector of integers
}
