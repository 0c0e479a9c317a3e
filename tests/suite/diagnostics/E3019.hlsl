//@ run: -T ps_6_0 -E main
[[vk::ext_instruction(1, "GLSL.std.450")]] float4 round_to(float4 x, [[vk::ext_literal]] int digits);
[[vk::ext_instruction(128)]] int sum(int a);
[[vk::ext_instruction(43, "GLSL.std.450")]] float clamped(float a, float b, float c);
float4 main(float4 v : V) : SV_Target { return round_to(v, 1) + sum(2) + clamped(v.x, 0, 1); }
//~                                            ^ error[E3019]: instruction 'Round' takes one operand, not 2
//~                                                             ^ error[E3019]: instruction 'IAdd' takes 2 operands, not 1
