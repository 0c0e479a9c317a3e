//@ run: -T ps_6_0
float4 main(float2 uv : UV) : SVTarget { return float4(uv, 0, 1); }
//~                           ^ error[E2521]: semantic 'SVTarget' is not allowed on a pixel shader's output
//~                           ^ note: did you mean 'SV_Target'?
