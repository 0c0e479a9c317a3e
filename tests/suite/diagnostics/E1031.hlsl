//@ run: -T ps_6_0
#define
//~ error[E1031]: macro name missing in #define
#undef 1
//~    ^ error[E1031]: macro name missing in #undef
#ifdef
//~ error[E1031]: macro name missing in #ifdef
#endif
