//@ run: -T ps_6_0
#else
//~ error[E1023]: #else without #if
#endif
//~ error[E1023]: #endif without #if
#elif 1
//~ error[E1023]: #elif without #if
