//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3
[GroupSharedLimit(1000)]
[GroupSharedLimit(2000)]
//~ error[E2690]: attribute 'GroupSharedLimit' is given more than once
[numthreads(64, 1, 1)]
void main() {}
