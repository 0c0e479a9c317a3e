//@ run: -T ps_6_0 -fvk-bind-register u0 0 1 0
RWStructuredBuffer<float> b : register(u0);
//~                       ^ error[E2504]: -fvk-bind-register cannot bind the counter of a structured buffer
float4 main() : SV_Target { return b.IncrementCounter(); }
