//@ run: -T as_6_5 -fspv-target-env=vulkan1.1
//@ run: -T as_6_5 -fspv-target-env=vulkan1.0 -fcgl
// The variables of a payload hold uints for bools, matrices and arrays of them.
struct Payload { bool2x2 flags; bool alone; bool3 several[2]; struct { bool inner; float number; } part; };
groupshared Payload payload;

[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {
    payload.flags = bool2x2(true, false, i > 3, true);
    payload.alone = i > 2;
    payload.several[1] = bool3(true, i > 1, false);
    payload.part.inner = true;
    DispatchMesh(1, 1, 1, payload);
}
