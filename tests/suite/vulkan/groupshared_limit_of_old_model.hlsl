//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3
[GroupSharedLimit(1024)]
//~? error[E2643]: 'GroupSharedLimit' requires shader model 6.10 or later (option '-T')
[numthreads(1, 1, 1)]
void main() {}
