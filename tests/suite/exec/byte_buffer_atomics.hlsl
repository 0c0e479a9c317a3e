//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
//@ in: bytes = u32:0,0x3fc00000,5,1,7,0,0xffffffff,0xffffffff
//@ in: old = u32:0*12
//@ dispatch: 1 1 1
//@ out: bytes = u32:0,0x40200000,8,2,9,0,0xfffffffd,0xffffffff
//@ out: old = u32:5,1,7,0,0xffffffff,0xffffffff,0x3fc00000,0x40000000,0,0,0,0
// Operations on 64 bits go through a variable of 64-bit integers with the binding of the buffer.
RWByteAddressBuffer bytes;
RWByteAddressBuffer old;
[numthreads(1, 1, 1)]
void main() {
    uint64_t was;
    bytes.InterlockedAdd64(8, 0x100000003ull, was);
    old.Store<uint64_t>(0, was);
    bytes.InterlockedCompareExchange64(16, 7ull, 9ull, was);
    bytes.InterlockedCompareStore64(16, 8ull, 10ull);
    old.Store<uint64_t>(8, was);
    int64_t least;
    bytes.InterlockedMin64(24, int64_t(-3), least);
    bytes.InterlockedMax64(24, int64_t(-9));
    old.Store<int64_t>(16, least);
    float number;
    bytes.InterlockedExchangeFloat(4, 2.0, number);
    old.Store<float>(24, number);
    bytes.InterlockedCompareExchangeFloatBitwise(4, 2.0, 2.5, number);
    bytes.InterlockedCompareStoreFloatBitwise(4, 1.0, 7.5);
    old.Store<float>(28, number);
}
