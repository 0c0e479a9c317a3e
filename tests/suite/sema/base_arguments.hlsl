//@ run: -T cs_6_6 -HV 2021
// Names among the template arguments of a base are values where they name values.
template <typename T, T V> struct Constant { static const T value = V; };
template <typename T> struct Size { static const uint value = 8; };
template <typename T> struct Previous : Constant<uint, Size<T>::value - 1> {};
template <typename T> struct Large : Constant<bool, (Size<T>::value > 1)> {};
template <typename T, uint N> struct Holder { vector<T, N> v; };
template <typename T, uint N> struct Named : Holder<T, N> {};
_Static_assert(Previous<uint>::value == 7 && Large<uint>::value, "values");
RWStructuredBuffer<uint> result;
[numthreads(1, 1, 1)]
void main() {
    Named<uint, 2> named;
    named.v = 3;
    result[0] = named.v.y;
}
