//@ run: -T ps_6_0
#if HAS(3)
//~ ^ error[E1022]: function-like macro 'HAS' is not defined
#endif
