//@ run: -T ps_6_0
#include
//~ error[E1040]: #include requires "path" or <path>
#include nothing
//~      ^ error[E1040]: #include requires "path" or <path>
