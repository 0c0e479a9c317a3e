//@ run: -T ps_6_0
[[vk::push_constant]] struct P { float x; } a;
[[vk::push_constant]] struct Q { float x; } b;
//~                                         ^ error[E2051]: only one push constant block is allowed
[[vk::constant_id(1)]] const float4 v = 1;
//~                                 ^ error[E2051]: specialization constant 'v' must be a scalar
[[vk::constant_id(2)]] const float w = 1;
[[vk::push_constant]] float loose;
//~                         ^ error[E2051]: push constants must be a struct
float4 main() : SV_Target { return 0; }
