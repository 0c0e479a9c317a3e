//@ run: -T ps_6_0
[[vk::ext_instruction(99999)]] float odd(float x);
float4 main(float x : X, nointerpolation uint n : N) : SV_Target {
    float4 sum = firstbitlow((uint64_t)n);
//~              ^ error[E3005]: 'firstbitlow' of integers that do not have 32 bits is not supported
    sum += vk::RawBufferLoad(0, 3);
//~        ^ error[E3005]: an alignment of 3 bytes, which is no power of two, is not supported
    return odd(x) + sum;
//~        ^ error[E3005]: an instruction with the opcode 99999 is not supported
}
