//@ run: -T cs_6_2 -enable-16bit-types
ByteAddressBuffer bytes;
RWByteAddressBuffer out_bytes;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    uint sum = bytes.Load(6);
//~                       ^ warning[W2162]: the byte offset is not a multiple of 4
    sum += bytes.Load(id.x);
//~                      ^ warning[W2162]: the byte offset is not a multiple of 4
    sum += bytes.Load4(id.x * 4 + 2).x;
//~                    ^ warning[W2162]: the byte offset is not a multiple of 4
    out_bytes.Store(lane << 1, sum);
//~                 ^ warning[W2162]: the byte offset is not a multiple of 4
    out_bytes.InterlockedAdd(13, 1);
//~                          ^ warning[W2162]: the byte offset is not a multiple of 4
    uint16_t half_word = bytes.Load<uint16_t>(id.x);
//~                                              ^ warning[W2162]: the byte offset is not a multiple of 2
    half_word += bytes.Load<uint16_t>(id.x * 2);
    uint offset = id.x * 16 + 8;
    sum += bytes.Load(offset) + bytes.Load(id.x << 2) + bytes.Load(id.y) + bytes.Load(sum) + half_word;
    out_bytes.Store4(lane * 16, sum);
}
