//@ run: -T ps_6_0
template<typename T> struct Pair { T a, b; static const int Count = 2; };
Pair p;
//~ error[E2020]: use of template 'Pair' requires template arguments
template<typename T> static const T zero = (T)0;
float f() { return zero; }
//~                ^ error[E2020]: use of template 'zero' requires template arguments
int g() { return Pair::Count; }
//~              ^ error[E2020]: use of template 'Pair' requires template arguments
template<typename T = float> struct Single { T a; };
Single s;
float4 main() : SV_Target { return 0; }
