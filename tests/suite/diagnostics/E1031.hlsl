//@ run: -T ps_6_0
#define
//~ error[E1031]: #define needs the name of a macro
#undef 1
//~    ^ error[E1031]: #undef needs the name of a macro
#ifdef
//~ error[E1031]: #ifdef needs the name of a macro
#endif
