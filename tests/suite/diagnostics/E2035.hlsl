//@ run: -T ps_6_0
static float16_t h;
//~    ^ error[E2035]: type 'float16_t' requires -enable-16bit-types
static int16_t i;
//~    ^ error[E2035]: type 'int16_t' requires -enable-16bit-types
static uint16_t3 v;
//~    ^ error[E2035]: type 'uint16_t3' requires -enable-16bit-types
static uint8_t b;
//~    ^ error[E2035]: type 'uint8_t' requires -enable-16bit-types, and shader model 6.10 or later (option '-T')
static int8_t4 c;
//~    ^ error[E2035]: type 'int8_t4' requires -enable-16bit-types, and shader model 6.10 or later (option '-T')
float4 main() : SV_Target { return 0; }
