//@ run: -T ps_6_0
#if 1 +
//~ error[E1020]: missing value in a preprocessor condition
#endif
#if (1
//~ error[E1020]: missing ')' in a preprocessor condition
#endif
#if "text"
//~ ^ error[E1020]: missing value in a preprocessor condition
#endif
#if
//~ error[E1020]: missing value in a preprocessor condition
#endif
