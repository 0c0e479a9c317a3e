//@ run: -T ps_6_0
template<int N> struct Deep { Deep<N - 1> inner; };
//~                                       ^ error[E2040]: nesting depth of struct 'Deep' exceeds 255
template<> struct Deep<0> { float value; };
static Deep<60> a;
static Deep<120> b;
static Deep<180> c;
static Deep<240> d;
static Deep<254> enough;
static Deep<255> e;
float4 main() : SV_Target { return 0; }
