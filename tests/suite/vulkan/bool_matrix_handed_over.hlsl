//@ run: -T as_6_5 -fspv-target-env=vulkan1.3
struct Payload { bool2x2 flags; int3x2 numbers; };
groupshared Payload payload;
[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    payload.flags = bool2x2(true, false, i > 3, true);
    payload.numbers = 3;
    DispatchMesh(1, 1, 1, payload);
}
