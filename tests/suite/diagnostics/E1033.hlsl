//@ run: -T ps_6_0
#define A(x) # y
//~          ^ error[E1033]: '#' is not followed by a macro parameter
