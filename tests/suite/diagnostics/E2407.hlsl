//@ run: -T ps_6_0
[[vk::ext_instruction(99999)]] float odd(float x);
float unreached(float x) { return odd(x); }
float4 main(float x : X) : SV_Target {
    return odd(x);
//~        ^ error[E2407]: unknown opcode 99999
}
