//@ run: -T cs_6_6 -E main -HV 202x
// Operators outside of structs: found around the expression and in the namespaces of the operands.
//@ in: r = i32:0*6
//@ dispatch: 1
//@ out: r = i32:5,1,-4,6,3,9
namespace shapes {
    struct Size { int w; };
    bool operator<(Size a, Size b) { return a.w < b.w; }
    Size operator+(Size a, Size b) { Size sum = { a.w + b.w }; return sum; }
    Size operator-(Size a) { Size negated = { -a.w }; return negated; }
    Size operator*(int k, Size a) { Size scaled = { k * a.w }; return scaled; }
}
enum class Level { Low = 1, High = 2 };
int operator|(Level a, Level b) { return (int)a | (int)b; }
template <typename T> struct Box { T value; };
template <typename T> T operator&(Box<T> a, Box<T> b) { return a.value + b.value; }
RWStructuredBuffer<int> r;

[numthreads(1, 1, 1)]
void main() {
    shapes::Size a = { 2 }, b = { 3 };
    r[0] = (a + b).w;
    r[1] = a < b ? 1 : 0;
    shapes::Size c = { 4 };
    r[2] = (-c).w;
    r[3] = (3 * a).w;
    r[4] = Level::Low | Level::High;
    Box<int> x = { 4 }, y = { 5 };
    r[5] = x & y;
}
