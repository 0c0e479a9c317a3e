//@ run: -T cs_6_0 -E chosen
ByteAddressBuffer bytes;
RWByteAddressBuffer out_bytes;
[numthreads(64, 1, 1)]
void chosen(uint3 id : SV_DispatchThreadID) {
    if (id.x % 4 == 0) out_bytes.Store(id.x, bytes.Load(id.x));
}
