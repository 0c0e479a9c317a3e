//@ run: -T ps_6_0
_Pragma
//~ error[E1047]: _Pragma needs a string in parentheses
int a;
