//@ run: -T lib_6_5
// Stages of ray tracing take what other stages hand over, and nothing else.
struct Payload { float4 colour; };
struct Attributes { float2 at; };
RWTexture2D<float4> picture : register(u0);
[shader("raygeneration")] void rays(uint3 at : SV_DispatchThreadID) { picture[at.xy] = 1; }
//~                                       ^ error[E2547]: raygeneration entry points take no parameters, and this one has 1 parameter
[shader("intersection")] void sphere(inout Payload payload) { }
//~                                                ^ error[E2547]: intersection entry points take no parameters, and this one has 1 parameter
[shader("anyhit")] void cutout() { }
//~                     ^ error[E2547]: anyhit entry points take 'inout' payload and 'in' attributes, and this one has none
[shader("closesthit")] void shade(inout Payload payload) { }
//~                         ^ error[E2547]: closesthit entry points take 'inout' payload and 'in' attributes, and this one has 1 parameter
[shader("closesthit")] void numbered(inout Payload payload, Attributes at, uint id : SV_PrimitiveID) { }
//~                                                                             ^ error[E2547]: closesthit entry points take 'inout' payload and 'in' attributes, and this one has 3 parameters
[shader("miss")] void sky(inout Payload payload, inout Payload second) { }
//~                                                            ^ error[E2547]: miss entry points take 'inout' payload, and this one has 2 parameters
[shader("callable")] void light() { }
//~                       ^ error[E2547]: callable entry points take 'inout' callable data, and this one has none
