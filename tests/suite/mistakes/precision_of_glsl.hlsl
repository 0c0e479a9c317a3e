//@ run: -T ps_6_0
precision mediump float;
//~              ^ error[E1102]: expected ';' after declaration
//~ note: 'precision' is GLSL; in HLSL there is no such statement: leave it out
float4 main() : SV_Target { return 1; }
