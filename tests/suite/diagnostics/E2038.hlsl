//@ run: -T ps_6_0
static float a[65536][65536][65536];
//~                   ^ error[E2038]: type 'float[65536][65536]' is too large
struct S { float4 x[1 << 30]; };
//~                 ^ error[E2038]: type 'float4[1073741824]' is too large
static S s[1 << 10];
struct S0 { float a, b; };
struct S1 { S0 a, b, c, d, e, f, g, h; };
struct S2 { S1 a, b, c, d, e, f, g, h; };
struct S3 { S2 a, b, c, d, e, f, g, h; };
struct S4 { S3 a, b, c, d, e, f, g, h; };
struct S5 { S4 a; S4 b; S4 c; };
//~                  ^ error[E2038]: type 'S5' is too large
cbuffer Block { S4 m, n; };
//~                   ^ error[E2038]: type 'Block' is too large
S4 first;
S4 second;
//~ error[E2038]: type '$Globals' is too large
float4 main() : SV_Target { return 0; }
