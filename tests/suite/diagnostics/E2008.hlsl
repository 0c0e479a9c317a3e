//@ run: -T ps_6_0
float f(float x);
int f(float x);
//~ ^ error[E2008]: functions named 'f' differ only in their return type
float4 main() : SV_Target { return 0; }
