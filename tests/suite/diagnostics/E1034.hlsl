//@ run: -T ps_6_0
#define A ## x
//~       ^ error[E1034]: '##' cannot stand at either end of a macro
#define B(x) x ##
//~            ^ error[E1034]: '##' cannot stand at either end of a macro
