//@ run: -T lib_6_8 -disable-payload-qualifiers
struct Payload { float4 colour; };
struct Attributes { float2 at; };
[shader("raygeneration")] float4 rays() { return 1; }
//~                              ^ error[E2555]: raygeneration entry points have no result
[shader("intersection")] bool sphere() { return true; }
//~                           ^ error[E2555]: intersection entry points have no result
[shader("anyhit")] bool cutout(inout Payload payload, Attributes at) { return true; }
//~                     ^ error[E2555]: anyhit entry points have no result
[shader("closesthit")] float4 shade(inout Payload payload, Attributes at) { return payload.colour; }
//~                           ^ error[E2555]: closesthit entry points have no result
[shader("miss")] Payload sky(inout Payload payload) { return payload; }
//~                      ^ error[E2555]: miss entry points have no result
[shader("callable")] float light(inout Payload data) { return 1; }
//~                        ^ error[E2555]: callable entry points have no result
[shader("compute")] [numthreads(8, 8, 1)] float4 kernel() { return 1; }
//~                                              ^ error[E2555]: compute entry points have no result
