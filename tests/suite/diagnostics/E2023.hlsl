//@ run: -T ps_6_0
struct S { float x; };
template<> struct S<int> { int y; };
//~               ^ error[E2023]: 'S' is not a template
float f(float x) { return x; }
template<> float f<int>(float x) { return x; }
//~              ^ error[E2023]: 'f' is not a template
static float v;
template<> static float v<int>;
//~                     ^ error[E2023]: 'v' is not a template
template struct S<float>;
//~             ^ error[E2023]: 'S' is not a template
float4 main() : SV_Target { return 0; }
