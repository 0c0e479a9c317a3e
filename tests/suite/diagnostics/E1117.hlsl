//@ run: -T ps_6_0 -E main
float4x4 row_major a;
//~      ^ error[E1117]: 'row_major' must precede the type
float4x4 const column_major b;
//~            ^ error[E1117]: 'column_major' must precede the type
float const c;
float extern static d;
void f(float inout x, float const y) { float2x2 row_major z; }
//~          ^ error[E1117]: 'inout' must precede the type
//~                                             ^ error[E1117]: 'row_major' must precede the type
float precise g() { return 1; }
//~   ^ error[E1117]: 'precise' must precede the type
float inline h() { return 1; }
struct S { float nointerpolation x; static float const y = 1; };
//~              ^ error[E1117]: 'nointerpolation' must precede the type
RWTexture2D<float> globallycoherent t;
//~                ^ error[E1117]: 'globallycoherent' must precede the type
float4 main() : SV_Target { return 0; }
