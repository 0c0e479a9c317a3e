//@ run: -T cs_6_0
//@ check-not: OpExtInst
//@ in: o = u32:9*8
//@ dispatch: 1
//@ out: o = u32:5,7,4294967291,4294967295,6,4294967290,4294967295,12

// Functions of constant integers are constants, signed or not, of any width.
RWStructuredBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint small = 5, large = -1;
    int below = -5, above = 3;
    uint64_t wide = 7, widest = -1;
    o[0] = min(small, large);
    o[1] = (uint)min(wide, widest);
    o[2] = min(below, above);
    o[3] = max(small, large);
    o[4] = clamp(9u, small, 6u);
    o[5] = clamp(-9, -6, above);
    o[6] = sign(below);
    const int3 most = max(int3(1, -2, 3), int3(-4, 5, 6));
    o[7] = most.x + most.y + most.z;
}
