//@ run: -T ps_6_0
SamplerState s = sampler_state { Filter = 1; };
//~              ^ warning[W1101]: a sampler state is ignored: effect syntax is deprecated
static float f = sampler_state { Filter = 1; };
//~              ^ warning[W1101]: a sampler state is ignored: effect syntax is deprecated
//~              ^ error[E2124]: state block is not allowed here
void g() { float x = sampler_state { Filter = 1; }; }
//~                  ^ warning[W1101]: a sampler state is ignored: effect syntax is deprecated
float4 main() : SV_Target { return 0; }
