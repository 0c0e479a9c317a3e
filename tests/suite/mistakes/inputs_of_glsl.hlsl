//@ run: -T ps_6_0
in float2 uv;
//~ error[E2066]: 'in' cannot be applied to a global
//~ note: inputs and outputs are parameters and results of the entry point, with semantics
out float4 color;
//~ error[E2066]: 'out' cannot be applied to a global
//~ note: inputs and outputs are parameters and results of the entry point, with semantics
float4 main() : SV_Target { return 1; }
