//@ run: -T cs_6_0 -HV 2021
//@ in: o = f32:0*4
//@ dispatch: 1
//@ out: o = f32:1.5,2,7,3

// Structs without names convert to each other where their members are the same.
RWStructuredBuffer<float> o : register(u0);
static struct { float a; int2 b; } shared_one;

[numthreads(1, 1, 1)]
void main() {
    struct { float a; int2 b; } first;
    first.a = 1.5;
    first.b = int2(2, 3);
    struct { float a; int2 b; } second = first;
    second.b.y += 4;
    shared_one = second;
    o[0] = second.a;
    o[1] = shared_one.b.x;
    o[2] = shared_one.b.y;
    o[3] = first.b.y;
}
