//@ run: -T ps_6_0
float4 a = 1 ` 2;
//~          ^ error[E1001]: unexpected character '`'
int é;
//~ ^ error[E1001]: unexpected character 'é'
