//@ run: -T cs_6_7 -HV 202x
//@ in: b = i32:0*6
//@ dispatch: 1
//@ out: b = i32:4,6,3,1,8,1
// Operators outside of structs may be templates, also those of a namespace. A struct with one conversion to a number is a
// condition.
template <typename T> struct Pair { T a, b; };
template <typename T> Pair<T> operator+(Pair<T> x, Pair<T> y) {
    Pair<T> sum = { x.a + y.a, x.b + y.b };
    return sum;
}
namespace shapes {
template <int N> struct Size { int of; };
template <int N> bool operator==(Size<N> x, Size<N> y) { return x.of == y.of; }
template <int N> int operator*(Size<N> x, int by) { return x.of * by * N; }
} // namespace shapes
struct Truth {
    int value;
    operator int() const { return value; }
};
RWStructuredBuffer<int> b;

[numthreads(1, 1, 1)]
void main() {
    Pair<int> one = { 1, 2 }, two = { 3, 4 };
    Pair<int> sum = one + two;
    b[0] = sum.a;
    b[1] = sum.b;
    Truth truth = { 3 };
    if (truth)
        b[2] = truth;
    shapes::Size<2> size = { 4 };
    b[3] = size == size;
    b[4] = size * 1;
    while (truth) {
        truth.value--;
        b[5] = !truth;
    }
}
