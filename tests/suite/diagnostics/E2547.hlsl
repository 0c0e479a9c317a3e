//@ run: -T lib_6_5
// Stages of ray tracing take what other stages hand over, and nothing else.
struct Payload { float4 colour; };
struct Attributes { float2 at; };
RWTexture2D<float4> picture : register(u0);
[shader("raygeneration")] void rays(uint3 at : SV_DispatchThreadID) { picture[at.xy] = 1; }
//~                                       ^ error[E2547]: raygeneration entry point must have no parameters, found 1 parameter
[shader("intersection")] void sphere(inout Payload payload) { }
//~                                                ^ error[E2547]: intersection entry point must have no parameters, found 1 parameter
[shader("anyhit")] void cutout() { }
//~                     ^ error[E2547]: anyhit entry point must have 'inout' payload and 'in' attributes, found none
[shader("closesthit")] void shade(inout Payload payload) { }
//~                         ^ error[E2547]: closesthit entry point must have 'inout' payload and 'in' attributes, found 1 parameter
[shader("closesthit")] void numbered(inout Payload payload, Attributes at, uint id : SV_PrimitiveID) { }
//~                                                                             ^ error[E2547]: closesthit entry point must have 'inout' payload and 'in' attributes, found 3 parameters
[shader("miss")] void sky(inout Payload payload, inout Payload second) { }
//~                                                            ^ error[E2547]: miss entry point must have 'inout' payload, found 2 parameters
[shader("callable")] void light() { }
//~                       ^ error[E2547]: callable entry point must have 'inout' callable data, found none
