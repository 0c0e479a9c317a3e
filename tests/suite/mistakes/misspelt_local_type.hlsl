//@ run: -T ps_6_0
float4 main() : SV_Target {
    unit3 step = 2;
//~ ^ error[E2002]: unknown type name 'unit3'
//~ ^ note: did you mean 'uint3'?
    return float4(step, 0);
}
