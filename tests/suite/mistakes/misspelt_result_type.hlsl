//@ run: -T ps_6_0
foalt4 main() : SV_Target {
//~ error[E2002]: unknown type name 'foalt4'
//~ note: did you mean 'float4'?
    return 0;
}
