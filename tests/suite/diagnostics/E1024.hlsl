//@ run: -T ps_6_0
#if 1
#else
#else
//~ error[E1024]: #else after #else
#endif
