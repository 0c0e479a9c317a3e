//@ run: -T lib_6_8 -disable-payload-qualifiers
struct Payload { float4 colour; };
struct Attributes { float2 at; };
[shader("raygeneration")] float4 rays() { return 1; }
//~                              ^ error[E2555]: raygeneration entry point must return void
[shader("intersection")] bool sphere() { return true; }
//~                           ^ error[E2555]: intersection entry point must return void
[shader("anyhit")] bool cutout(inout Payload payload, Attributes at) { return true; }
//~                     ^ error[E2555]: anyhit entry point must return void
[shader("closesthit")] float4 shade(inout Payload payload, Attributes at) { return payload.colour; }
//~                           ^ error[E2555]: closesthit entry point must return void
[shader("miss")] Payload sky(inout Payload payload) { return payload; }
//~                      ^ error[E2555]: miss entry point must return void
[shader("callable")] float light(inout Payload data) { return 1; }
//~                        ^ error[E2555]: callable entry point must return void
[shader("compute")] [numthreads(8, 8, 1)] float4 kernel() { return 1; }
//~                                              ^ error[E2555]: compute entry point must return void
