//@ run: -T ps_6_0
float4 main(float4 tint : TINT) : SV_Target {
    long wide = 5;
//~ ^ error[E2002]: unknown type name 'long'
    short low = 2;
//~ ^ error[E2002]: unknown type name 'short'
    return tint * 2;
}
