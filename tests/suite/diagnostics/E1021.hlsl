//@ run: -T ps_6_0
#if 1 / 0
//~   ^ error[E1021]: division by zero in a preprocessor condition
#endif
#if 0 && 1 / 0
#endif
