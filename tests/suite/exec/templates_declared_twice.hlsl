//@ run: -T cs_6_0 -E main
//@ in: y = u32:0*12
//@ dispatch: 1
//@ out: y = u32:3,7,5,1,0,9,11,12,13,2,15,16
RWStructuredBuffer<uint> y;

template<bool holds, typename A, typename B> struct Conditional { using type = A; };
template<typename A, typename B> struct Conditional<false, A, B> { using type = B; };
// An alias may be declared again as it is, with other names for its parameters.
template<bool C, typename A, typename B>
using conditional_t = typename Conditional<C, A, B>::type;
template<bool D, typename X, typename Y>
using conditional_t = typename Conditional<D, X, Y>::type;

// Default arguments stand in any one declaration.
template<bool first = true>
uint chosen(uint2 v);
uint both(uint2 v) { return chosen(v) + 10 * chosen<false>(v); }
template<bool picks>
uint chosen(uint2 v) { return picks ? v.x : v.y; }

template<bool B, class T> struct EnableIf {};
template<class T> struct EnableIf<true, T> { using type = T; };
template<bool B, class T = void> using enable_if_t = typename EnableIf<B, T>::type;
template<class T> static const bool is_uint = false;
template<> static const bool is_uint<uint> = true;
template<typename T, enable_if_t<(is_uint<T>), bool> = true>
T rotated(T x, T s);
template<typename T, enable_if_t<(is_uint<T>), bool> >
T rotated(T x, T s) { return (x << s) | (x >> (32u - s)); }
// Only one of two takes an argument; mistakes in the other's constraints are none.
template<typename T, enable_if_t<(is_uint<T>), bool> = true> uint sort(T) { return 1; }
template<typename T, enable_if_t<(!is_uint<T>), bool> = true> uint sort(T) { return 0; }

// A class template that is announced with a default argument and defined without.
template<typename T, typename U = uint> struct Pair;
template<typename T, typename U> struct Pair { static const uint value = is_uint<U> ? 9 : 8; };

// A specialisation that stands for a default argument.
template<typename T, typename U = void> struct Kind { static const uint value = 10; };
template<typename T> struct Kind<vector<T, 3> > { static const uint value = 11; };

// Templates as arguments: with a default, by a qualified name, and a class's own name inside of it.
template<typename T> struct Twelve { static const uint value = 12; };
template<typename T, template<typename> class Of = Twelve> struct Holder { static const uint value = Of<T>::value; };
namespace inner {
template<template<typename> class Trait, typename T> struct Forward : Trait<T> {};
template<typename T> struct Own { static const uint value = 13; };
template<template<typename> class C, typename T> struct Count { static const uint value = 2; };
}
template<typename T> struct Own : inner::Forward<inner::Own, T> { static const uint self = inner::Count<Own, T>::value; };
template<typename T> struct Unwrapped { static const uint value = 0; };
template<template<typename> class C, typename T> struct Unwrapped<C<T> > { static const uint value = sizeof(T); };

// A member type as an argument, which nothing says to be one.
template<typename A, typename B> struct Same { static const bool value = false; };
template<typename A> struct Same<A, A> { static const bool value = true; };

[numthreads(1, 1, 1)]
void main() {
    conditional_t<true, uint, float> three = 3;
    y[0] = three;
    y[1] = chosen(uint2(7, 8));
    y[2] = rotated(5u << 2, 30u);
    y[3] = sort(1u);
    y[4] = sort(1.0);
    y[5] = Pair<float>::value;
    y[6] = Kind<float3>::value;
    y[7] = Holder<int>::value;
    y[8] = Own<uint>::value;
    y[9] = Own<uint>::self;
    using Local = Twelve<double>;
    y[10] = 7 + Unwrapped<Local>::value;
    using Choice = Conditional<true, int, float>;
    y[11] = Same<int, Choice::type>::value ? 16 : 0;
}
