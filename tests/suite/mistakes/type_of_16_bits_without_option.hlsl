//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target {
    float16_t small = float16_t(x);
//~ ^ error[E2035]: type 'float16_t' requires -enable-16bit-types
//~                   ^ error[E2035]: type 'float16_t' requires -enable-16bit-types
    return small;
}
