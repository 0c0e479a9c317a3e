//@ run: -T ps_6_0
#define defined 1
//~     ^ error[E1035]: 'defined' cannot be used as a macro name
#undef defined
//~    ^ error[E1035]: 'defined' cannot be used as a macro name
