//@ run: -T lib_6_3 -fspv-target-env=vulkan1.2 --emit=llvm
// Stages of rays run together as one kernel: none of them is a kernel by itself.

struct [raypayload] Payload {
    float4 colour : write(caller, miss) : read(caller);
};

[shader("miss")]
void main(inout Payload payload) {
    payload.colour = 0.0;
}
//~? error[E5108]: state 'llvm' is not available
