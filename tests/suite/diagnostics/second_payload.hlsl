//@ run: -T as_6_5 -fspv-target-env=vulkan1.3
struct Payload { uint value; };
groupshared Payload first, second;
[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) {
    if (index > 0) {
        DispatchMesh(1, 1, 1, first);
    } else {
        DispatchMesh(1, 1, 1, second);
//~                           ^ error[E3005]: a second payload of an amplification shader is not supported
    }
}
