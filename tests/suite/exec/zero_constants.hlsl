//@ run: -T cs_6_0 -O3
//@ in: o = u32:7*10
//@ dispatch: 1 1 1
//@ out: o = u32:1,1,0,0,0xffffffff,0xffffffff,0,1,0,5
//@ run: -T cs_6_0 -O1
//@ in: o = u32:7*10
//@ dispatch: 1 1 1
//@ out: o = u32:1,1,0,0,0xffffffff,0xffffffff,0,1,0,5
//@ run: -T cs_6_0 -O0
//@ in: o = u32:7*10
//@ dispatch: 1 1 1
//@ out: o = u32:1,1,0,0,0xffffffff,0xffffffff,0,1,0,5
// Zeros of structs, statics without initialisers and arrays, computed with by passes.
struct Q { bool2 f; int2 i; float x; };
RWByteAddressBuffer o : register(u0);
static bool2 g;
static uint2 h[3];
[numthreads(1, 1, 1)]
void main() {
    Q v = (Q)0;
    o.Store2(0, (uint2)(!(v.f.yx)));
    bool a[2] = { g.y, false };
    bool4 b = !(!(a[0].xxxx));
    o.Store(8, a[0]);
    o.Store(12, b.x);
    o.Store2(16, ~(uint2)v.i.yx);
    o.Store(24, (uint)v.x);
    o.Store(28, all(h[1].yx == (uint2)v.i.xx));
    o.Store(32, h[2].yx.x << 3);
    o.Store(36, (h[0].yx + 5).y);
}
