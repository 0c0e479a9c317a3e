//@ run: -T as_6_5 -fspv-target-env=vulkan1.3
struct Payload { uint value; };
groupshared Payload first, second;
[numthreads(1, 1, 1)] void main(uint index : SV_GroupIndex) {
    Payload local;
    local.value = index;
    if (index > 1) {
        DispatchMesh(1, 1, 1, local);
//~                           ^ error[E2406]: DispatchMesh payload must be a 'groupshared' variable
    } else if (index > 0) {
        DispatchMesh(1, 1, 1, first);
    } else {
        DispatchMesh(1, 1, 1, second);
//~                           ^ error[E2406]: DispatchMesh payload must be the same variable in all calls
    }
}
