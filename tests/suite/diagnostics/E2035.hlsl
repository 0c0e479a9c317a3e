//@ run: -T ps_6_0
static float16_t h;
//~    ^ error[E2035]: type 'float16_t' requires -enable-16bit-types
static int16_t i;
//~    ^ error[E2035]: type 'int16_t' requires -enable-16bit-types
static uint16_t3 v;
//~    ^ error[E2035]: type 'uint16_t3' requires -enable-16bit-types
float4 main() : SV_Target { return 0; }
