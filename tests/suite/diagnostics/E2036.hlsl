//@ run: -T ps_6_0
template<int N> struct Count { static const int value = Count<N - 1>::value; };
//~                                                     ^ error[E2036]: template instantiation of 'Count' is nested too deeply
static const int n = Count<1000>::value;
template<int N> int down() { return down<N - 1>(); }
//~                                 ^ error[E2036]: template instantiation of 'down' is nested too deeply
//~                                 ^ error[E2111]: no matching function for call to 'down'
int f() { return down<5>(); }
float4 main() : SV_Target { return 0; }
