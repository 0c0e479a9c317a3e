//@ run: -T lib_6_9 -HV 202x -fspv-target-env=vulkan1.3
// A groupshared parameter is the memory of its argument, and has no direction.
groupshared uint shared_data;
void a(inout groupshared uint x);
//~          ^ error[E2067]: 'inout' and 'groupshared' cannot be combined
void b(groupshared out uint x);
//~                ^ error[E2067]: 'groupshared' and 'out' cannot be combined
void c(in groupshared uint x);
//~       ^ error[E2067]: 'in' and 'groupshared' cannot be combined
reordercoherent RWTexture1D<float4> good;
reordercoherent Buffer<float4> bad;
//~ error[E2069]: 'reordercoherent' applies to resources that can be written, not to 'Buffer<float4>'
reordercoherent float number;
//~ error[E2069]: 'reordercoherent' applies to resources that can be written, not to 'float'
reordercoherent RWTexture2D<float> several[12];
reordercoherent float one() { return 1; }
//~ error[E2069]: 'reordercoherent' applies to resources that can be written, not to 'float'
