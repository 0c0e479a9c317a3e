//@ run: -T ps_6_0
_Pragma
//~ error[E1047]: _Pragma requires a string in parentheses
int a;
