//@ run: -T ps_6_0
#define A ## x
//~       ^ error[E1034]: '##' cannot appear at either end of a macro expansion
#define B(x) x ##
//~            ^ error[E1034]: '##' cannot appear at either end of a macro expansion
