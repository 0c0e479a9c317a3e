//@ run: -T ps_6_0
namespace n { static float inside; enum Mode { Off, On }; }
struct S { static const int Count = 4; float field; };
float f() { return n::outside; }
//~                   ^ error[E2003]: no member named 'outside' in 'n'
int g() { return n::Mode::Onn; }
//~                       ^ error[E2003]: no member named 'Onn' in 'n::Mode'
int h() { return S::Cuont; }
//~                 ^ error[E2003]: no member named 'Cuont' in 'S'
n::Missing m;
//~ error[E2003]: no member named 'Missing' in 'n'
float4 main() : SV_Target { return 0; }
