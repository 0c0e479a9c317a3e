//@ run: -T cs_6_0
struct Inner {
    float a;
    float2 b;
//~        ^ fatal error[E5115]: this vector crosses a boundary of 16 bytes, at offset 12 of what the buffer holds
};
struct Outer {
    uint c;
    Inner d;
//~       ^ note: the struct around it stands here
};
RWStructuredBuffer<Outer> o;
[numthreads(1, 1, 1)] void main() { o[0].d.a = o[1].d.b.x; }
