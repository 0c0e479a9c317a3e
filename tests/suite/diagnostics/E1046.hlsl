//@ run: -T ps_6_0
#if 1
#error no profile was chosen
//~ error[E1046]: no profile was chosen
#endif
