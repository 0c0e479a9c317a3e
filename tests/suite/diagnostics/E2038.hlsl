//@ run: -T ps_6_0
static float a[65536][65536][65536];
//~                   ^ error[E2038]: type 'float[65536][65536]' is too large
struct S { float4 x[1 << 30]; };
//~                 ^ error[E2038]: type 'float4[1073741824]' is too large
static S s[1 << 10];
float4 main() : SV_Target { return 0; }
