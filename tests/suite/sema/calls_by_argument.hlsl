//@ run: -T cs_6_0
// A plain name that means nothing here is looked up where the types of the arguments are declared.
namespace outer {
namespace inner {
struct S { int x; };
template <typename T> struct Box { T value; };
int twice(S s) { return 2 * s.x; }
template <typename T> T content(Box<T> box) { return box.value; }
}
using Alias = inner::Box<int>;
}
RWStructuredBuffer<int> target;
[numthreads(1, 1, 1)]
void main() {
    outer::inner::S s = { 3 };
    outer::Alias box = { 4 };
    target[0] = twice(s) + content(box);
}
