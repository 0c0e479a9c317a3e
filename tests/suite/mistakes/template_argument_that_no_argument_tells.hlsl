//@ run: -T cs_6_0
template<typename T> T zero() { return (T)0; }
template<typename T, int N> T sum(T x) { return x * N; }
template<typename T, int N = 2> T twice(T x) { return x * N; }
RWStructuredBuffer<float> list;
[numthreads(1, 1, 1)]
void main() {
    list[0] = zero();
//~           ^ error[E2111]: no matching function for call to 'zero'
    list[1] = zero<float>() + sum<float, 2>(1) + twice(2.0f);
    list[2] = sum(1.0f);
//~           ^ error[E2111]: no matching function for call to 'sum'
}
