//@ run: -T ps_6_0
[[vk::ext_instruction(99999)]] float odd(float x);
float4 main(float x : X) : SV_Target { return odd(x); }
//~                                           ^ error[E3005]: an instruction with the opcode 99999 is not supported
