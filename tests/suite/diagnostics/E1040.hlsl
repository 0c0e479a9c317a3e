//@ run: -T ps_6_0
#include
//~ error[E1040]: #include needs "path" or <path>
#include nothing
//~      ^ error[E1040]: #include needs "path" or <path>
