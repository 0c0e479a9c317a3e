//@ run: -T ps_6_0
float3x3 turn;
float4 main(float3 way : WAY) : SV_Target {
    return float4(turn * way, 0);
//~                    ^ error[E2106]: invalid operands to '*': 'float3x3' and 'float3'
//~                    ^ note: '*' multiplies component-wise; use mul(a, b) for the matrix product
}
