//@ run: -T ps_6_0
void v;
//~  ^ error[E2028]: variable cannot have type 'void'
void f() { void w; }
//~             ^ error[E2028]: variable cannot have type 'void'
void g(void a, int b) { }
//~         ^ error[E2028]: parameter cannot have type 'void'
struct S { void x; };
//~             ^ error[E2028]: field cannot have type 'void'
cbuffer C { void y; };
//~              ^ error[E2028]: member cannot have type 'void'
static void z[2];
//~           ^ error[E2028]: array element cannot have type 'void'
StructuredBuffer<void> s;
//~ error[E2028]: element of 'StructuredBuffer' cannot have type 'void'
Texture2D<float4x4> t;
//~ error[E2028]: element of 'Texture2D' cannot have type 'float4x4'
RWBuffer<SamplerState> r;
//~ error[E2028]: element of 'RWBuffer' cannot have type 'SamplerState'
float4 main() : SV_Target { return 0; }
