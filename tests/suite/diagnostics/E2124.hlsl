//@ run: -T ps_6_0
SamplerState s = sampler_state { Filter = 1; };
static float f = sampler_state { Filter = 1; };
//~              ^ error[E2124]: state block is not allowed here
void g() { float x = sampler_state { Filter = 1; }; }
float4 main() : SV_Target { return 0; }
