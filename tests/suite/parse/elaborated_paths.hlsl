//@ run: -T ps_6_0
// `struct` and `enum` in front of a qualified name add nothing.
struct Outer { struct Inner { float x; }; Inner inner; enum Kind { FIRST, SECOND }; };
namespace space { struct Data { float y; }; }
static struct space::Data global;
struct space::Data make(struct Outer::Inner inner) { struct space::Data data = { inner.x }; return data; }
float4 main(float x : X) : SV_Target {
    struct Outer::Inner inner = { x };
    const enum Outer::Kind kind = Outer::SECOND;
    struct ::space::Data other = make(inner);
    return inner.x + other.y + kind + global.y;
}
