//@ run: -T ps_6_0
template<typename A, typename B> struct Pair { A a; B b; };
template<int N, typename A, typename B> float fork() {
    return fork<N + 1, Pair<A, B>, A>() + fork<N + 1, Pair<B, A>, B>();
//~                                       ^ fatal error[E2039]: more than 16384 template instantiations
}
float4 main() : SV_Target { return fork<0, float, int>(); }
