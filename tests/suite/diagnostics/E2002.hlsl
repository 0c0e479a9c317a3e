//@ run: -T ps_6_0
struct Light { float3 position; };
Ligth sun;
//~ error[E2002]: unknown type name 'Ligth'
flaot4 colour;
//~ error[E2002]: unknown type name 'flaot4'
Texture2D<Missing> t;
//~       ^ error[E2002]: unknown type name 'Missing'
void f(Unknown u) { }
//~    ^ error[E2002]: unknown type name 'Unknown'
float4 main() : SV_Target { return 0; }
