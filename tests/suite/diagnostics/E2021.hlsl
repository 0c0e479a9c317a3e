//@ run: -T ps_6_0
template<typename T> struct Pair { T a, b; };
Pair<float, int> p;
//~ error[E2021]: wrong number of arguments for template 'Pair': expected 1, found 2
vector<float, 3, 3> v;
//~ error[E2021]: wrong number of arguments for template 'vector': expected up to 2, found 3
Texture2D<float4, 4, 4> t;
//~ error[E2021]: wrong number of arguments for template 'Texture2D': expected 1, found 3
template<typename T> T same(T x) { return x; }
float f() { return same<float, int>(1.0f); }
//~                ^ error[E2111]: no matching function for call to 'same'
float4 main() : SV_Target { return 0; }
