//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
[GroupSharedLimit(1001)]
//~ error[E2622]: limit of 1001 bytes of groupshared memory is not a multiple of 4
[numthreads(64, 1, 1)]
void main() {}
