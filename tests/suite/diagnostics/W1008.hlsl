//@ run: -T ps_6_0
float4 main(float n : N) : SV_Target { return 1f + 2.0f + 3.f + 4e1f + 0x1f * n; }
//~                                           ^ warning[W1008]: '1f' has no decimal point, which other HLSL compilers require
//~                                           ^ note: write '1.0f'
