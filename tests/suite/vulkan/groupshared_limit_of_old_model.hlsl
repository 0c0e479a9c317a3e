//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3
[GroupSharedLimit(1024)]
//~? error[E2128]: 'GroupSharedLimit' before shader model 6.10 is not supported
[numthreads(1, 1, 1)]
void main() {}
