//@ run: -T cs_6_0 -fvk-invert-y
//~? error[E5103]: -fvk-invert-y can be used in vertex, domain, geometry and mesh shaders and libraries, not in compute
