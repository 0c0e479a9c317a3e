//@ run: -T ps_6_0
float4 main(float3 way : WAY) : SV_Target {
    return float4(nomalize(way), 0);
//~               ^ error[E2001]: use of undeclared identifier 'nomalize'
//~               ^ note: did you mean 'normalize'?
}
