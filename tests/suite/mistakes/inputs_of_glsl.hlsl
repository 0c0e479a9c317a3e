//@ run: -T ps_6_0
in float2 uv;
//~ error[E2066]: 'in' has no meaning for a global
//~ note: inputs and outputs are parameters and results of the entry point, with semantics
out float4 color;
//~ error[E2066]: 'out' has no meaning for a global
//~ note: inputs and outputs are parameters and results of the entry point, with semantics
float4 main() : SV_Target { return 1; }
