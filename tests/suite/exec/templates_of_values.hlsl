//@ run: -T cs_6_0 -HV 2021
//@ in: y = u32:3,5
//@ dispatch: 1
//@ out: y = u32:9,9
// What follows the arguments of a template of values is an operator, no sign of a pointer.
namespace traits {
    template<typename T> struct Whole { static const bool value = false; };
    template<> struct Whole<uint> { static const bool value = true; };
    template<typename T> static const bool whole = Whole<T>::value;
}
template<typename T> static const uint size = sizeof(T);
template<bool b, typename T> struct If {};
template<typename T> struct If<true, T> { typedef T type; };
template<typename T> typename If<(traits::whole<T> && size<T> >= 4), T>::type twice(T x) { return x + x; }
RWStructuredBuffer<uint> y;

[numthreads(1, 1, 1)]
void main() {
    uint x = y[0];
    bool both = traits::whole<uint> && x > 2;
    y[0] = twice<uint>(x) + (size<uint> & x) + (size<float2> * x) / 8 * both;
    y[1] = 5 + (size<uint2> & size<uint> * 3) / 2;
}
