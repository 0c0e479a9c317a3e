//@ run: -T lib_6_3 -fspv-target-env=vulkan1.2
struct S { [shader("compute")] [numthreads(1, 1, 1)] void entry() { } };
//~                                                       ^ error[E2511]: attribute 'shader' is not allowed here
[shader("compute")] [numthreads(1, 1, 1)] void other() { }
