//@ run: -T ps_6_0
// Of several that fit the most specialised one counts, in whatever order they stand.
template<typename T, typename U> struct Pair { static const int which = 0; };
template<typename T> struct Pair<vector<T, 3>, vector<T, 3> > { static const int which = 4; };
template<typename T, int N> struct Pair<vector<T, N>, vector<T, N> > { static const int which = 3; };
template<typename T, int N, typename U> struct Pair<vector<T, N>, U> { static const int which = 2; };
template<typename T> struct Pair<T, T> { static const int which = 1; };
template<typename T> struct Of { static const int which = 0; };
template<typename T> struct Of<T[2][3]> { static const int which = 3; };
template<typename T, int N> struct Of<T[N][3]> { static const int which = 2; };
template<typename T, int N> struct Of<T[N]> { static const int which = 1; };
_Static_assert(Pair<int, float>::which == 0, "none fits");
_Static_assert(Pair<int, int>::which == 1, "the same twice");
_Static_assert(Pair<float2, int>::which == 2, "a vector first");
_Static_assert(Pair<float2, float2>::which == 3, "vectors");
_Static_assert(Pair<float3, float3>::which == 4, "vectors of three");
_Static_assert(Of<float>::which == 0, "no array");
_Static_assert(Of<float[5]>::which == 1, "an array");
_Static_assert(Of<float[4][3]>::which == 2, "of three");
_Static_assert(Of<float[2][3]>::which == 3, "two of three");
float4 main() : SV_Target { return 0; }
