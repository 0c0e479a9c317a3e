template <typename T> T twice(T x) { return x + x; }
template <class T, int N = 4, typename U = float> struct Array {
    T items[N];
    T at(int i) { return items[i]; }
    template <typename V> V as(int i) { return (V)items[i]; }
    static const int size = N;
};
template <> struct Array<int, 2, float> { int a, b; };
template <typename T> struct Array<T, 1> { T only; };
template <typename T> using Pair = Array<T, 2>;
template <typename T> static const T One = T(1);
template <typename T> struct Traits { using Type = T; enum { Value = 1 }; };
template <> float twice<float>(float x) { return 2 * x; }
template <typename T, typename T::Type V> struct Dependent { typename T::Type value; };
template <template <typename> class C, typename T> struct Holder { C<T> held; };
template <typename T> T Array2<T>::method(T x) { return x; }
template struct Array<float, 3>;
namespace lib { template <typename T> struct Box { T v; }; template <uint N> uint f() { return N; } }
struct Derived : Array<float, 2> { float extra; };
float use() {
    Array<Array<float, 2>, 3> nested;
    Array<float, (4 > 2) ? 1 : 2> conditional;
    lib::Box<float4> box; lib::Box<lib::Box<int>> boxes;
    float x = twice<float>(1) + twice(2) + nested.at(0).as<float>(1) + lib::f<3>();
    x += Array<float, 2>::size + Traits<float>::Value + One<float>;
    typename Traits<float>::Type t = Pair<float>().items[0];
    int a = 1, b = 2, c = 3;
    bool comparison = a < b && b > (c);
    bool other = a < b, more = b > c;
    if (a < b || c > (a + b)) x = 0;
    vk::BufferPointer<float, 4> pointer; vk::SpirvType<1, 2, 3, vk::Literal<vk::integral_constant<uint, 4> > > type;
    decltype(x) same = x;
    __decltype(a + b) sum = a + b;
    return x >= 1 ? (x) : x;
}
