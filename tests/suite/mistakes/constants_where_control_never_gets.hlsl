//@ run: -T cs_6_0 -WX
//@ run: -T cs_6_0 -WX -HV 2018
// One source serves several settings: what a setting rules out is no mistake.
static const uint width = 32;
static const uint parts = 0;
RWBuffer<uint> list;
uint early(uint x) {
    if (width > 16) return x;
    return x << (width + 8);
}
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    uint x = at.x;
    if (width < 32) {
        x &= (1u << width) - 1u;
    } else if (width == 32) {
        x += width < 32 ? x >> width : 1;
    } else {
        x = x << width;
    }
    x += early(x);
    list[x] = parts != 0 ? x / parts : x;
}
