//@ run: -T cs_6_0
RWBuffer<uint> list;
[numthreads(32, 1, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    list[at.x] = at.y << 33;
//~                   ^ warning[W2136]: shift count 33 is out of range for a type of 32 bits
}
