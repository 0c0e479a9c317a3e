//@ run: -T cs_6_0
//@ in: o = u32:0*3
//@ dispatch: 1
//@ out: o = u32:7,9,5

// A cast to the type that a variable has anyway leaves it a variable.
struct S { uint x, y; };
RWStructuredBuffer<uint> o : register(u0);

void set(inout S s) { s.x += 2; s.y = 9; }

[numthreads(1, 1, 1)]
void main() {
    S s = { 5, 6 };
    set((S)s);
    o[0] = s.x;
    o[1] = s.y;
    S other = s;
    ((S)other).x = 5;
    o[2] = other.x;
}
