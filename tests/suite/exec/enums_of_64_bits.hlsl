//@ run: -T cs_6_6
//@ in: held = u32:1,1,2,0
//@ in: got = u32:0*6
//@ dispatch: 1 1 1
//@ out: got = u32:1,1,8,1,0,0xffffffff
// DXC cuts them to 32 bits.
enum Wide : uint64_t { LARGE = 0x100000001ull, SMALL = 2 };
enum class Signed : int64_t { LOW = -4294967296ll };
StructuredBuffer<Wide> held;
RWStructuredBuffer<uint> got;
[numthreads(1, 1, 1)]
void main() {
    Wide first = held[0];
    got[0] = uint((uint64_t)first >> 32);
    got[1] = first == LARGE;
    got[2] = sizeof(Wide);
    got[3] = held[1] == SMALL;
    Signed low = Signed::LOW;
    got[4] = uint((int64_t)low);
    got[5] = uint((int64_t)low >> 32);
}
