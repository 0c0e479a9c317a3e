//@ run: -T ps_6_0
template<int N> float f(float x) { return f<N - 1>(x) + f<N - 1>(x); }
//~                   ^ error[E2063]: function 'f' contains more than 100000 calls after inlining, or they are nested too deeply
template<> float f<0>(float x) { return x; }
float4 main(float x : X) : SV_Target { return f<40>(x); }
