//@ run: -T cs_6_0 -E main
template<typename T, typename A = uint> struct W { T v; };
template<typename T> void raise(inout W<T, float> w) { w.v += 1; }
template<typename T> T sum(T a, T b) { return a + b; }
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)]
void main() {
    W<float> w;
    w.v = 1;
    raise<float>(w);
//~ ^ error[E2111]: no matching function for call to 'raise'
    raise(w);
//~ ^ error[E2111]: no matching function for call to 'raise'
    o[0] = w.v + sum(1);
//~              ^ error[E2111]: no matching function for call to 'sum'
}
