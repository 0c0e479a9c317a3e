//@ run: -T cs_6_0
//@ in: result = f32:0*6
//@ dispatch: 1
//@ out: result = f32:1,1,8,2,3,4
// Types may be named with `struct` and `enum` in casts, as arguments and in aliases.
RWStructuredBuffer<float> result;
struct S { float x; float y; };
namespace n { struct T { float z; }; }
enum E { A, B, C };
template <typename T> T of(float value) { return (T)value; }
using Alias = struct S;
[numthreads(1, 1, 1)]
void main() {
    struct S s = (struct S)1;
    result[0] = s.x;
    result[1] = ((struct S[2])1)[1].y;
    result[2] = sizeof(struct S);
    result[3] = (int)(enum E)2;
    result[4] = of<struct n::T>(3).z;
    Alias alias = (const struct S)4;
    result[5] = alias.y;
}
