//@ run: -T cs_6_0 -HV 2021
template <typename T> T pick(T a, T b) { return a; }
RWBuffer<uint> list;
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { list[0] = pick(1.0f, id.x); }
//~                                                   ^ error[E2111]: no matching function for call to 'pick'
