//@ run: -T cs_6_0
//@ in: o = f32:9*4
//@ dispatch: 1
//@ out: o = f32:0,1,3,0

// Constants without values are zero.
static const float a;
//~                ^ warning[W2070]: constant 'a' has no initializer and is zero
static const int b[3];
//~              ^ warning[W2070]: constant 'b' has no initializer and is zero
RWStructuredBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    static const bool c;
//~                   ^ warning[W2070]: constant 'c' has no initializer and is zero
    o[0] = a;
    o[1] = b[1] + 1;
    o[2] = c ? 2 : 3;
    o[3] = a * 4 + b[2];
}
