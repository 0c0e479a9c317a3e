//@ run: -T ps_6_9 -enable-16bit-types
// Integers of 8 bits are of a later shader model. Names of a shader's own are as before.
typedef uint uint8_t;
static uint8_t a = 300;
static int8_t b;
//~    ^ error[E2035]: type 'int8_t' requires shader model 6.10 or later (option '-T')
float4 main() : SV_Target { return a; }
