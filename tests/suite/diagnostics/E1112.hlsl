//@ run: -T ps_6_0
float4 first() { if (1) { } else { } else { } return 0; }
//~                                  ^ error[E1112]: 'else' without a matching 'if'
float4 second() { else return 1; return 0; }
//~               ^ error[E1112]: 'else' without a matching 'if'
