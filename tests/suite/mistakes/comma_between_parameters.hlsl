//@ run: -T ps_6_0
float sum(float a float b) { return a + b; }
//~              ^ error[E1102]: expected ',' or ')'
float4 main(float x : X) : SV_Target { return sum(x, x); }
