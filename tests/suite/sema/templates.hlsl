//@ run: -T ps_6_0 -fcgl
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
template<typename T> T twice(T x) { return x + x; }
template<typename T, int N> struct List { T items[N]; T sum() { T s = items[0]; for (int i = 1; i < N; i++) s += items[i]; return s; } };
template<typename T> struct Kind { static const int value = 0; };
template<> struct Kind<float> { static const int value = 1; };
template<typename T> struct Kind<vector<T, 3> > { static const int value = 3; };
template<typename T = int> struct Single { T x; };
template<typename T> using Pair = vector<T, 2>;
SAME(twice(1u), uint); SAME(twice<float>(1), float); SAME(twice(float3(1, 2, 3)), float3);
_Static_assert(Kind<int>::value == 0, "general"); _Static_assert(Kind<float>::value == 1, "full"); _Static_assert(Kind<float3>::value == 3, "partial");
SAME((Pair<float>)0, float2);
//@ check: OpFunctionCall %float %{*}twice
float4 main(float4 p : P) : SV_Target {
    List<float, 3> list = { p.x, p.y, p.z };
    Single<> single = { 1 };
    return list.sum() + twice(p.x) + single.x;
}
