//@ run: -T cs_6_0
struct Inner {
    float a;
    float2 b;
//~        ^ fatal error[E5115]: vector at offset 12 crosses a 16-byte boundary
};
struct Outer {
    uint c;
    Inner d;
//~       ^ note: enclosing struct is here
};
RWStructuredBuffer<Outer> o;
[numthreads(1, 1, 1)] void main() { o[0].d.a = o[1].d.b.x; }
//~? note: use -fvk-use-scalar-layout or -fvk-use-dx-layout on devices with scalarBlockLayout
