//@ run: -T lib_6_5
struct Payload { float4 colour; };
struct Attributes { float2 at; };
[shader("anyhit")] void read_only(in Payload payload, Attributes at) { }
//~                                          ^ error[E2548]: payload 'payload' must be 'inout'
[shader("closesthit")] void written_only(out Payload payload, Attributes at) { payload.colour = 1; }
//~                                                  ^ error[E2548]: payload 'payload' must be 'inout'
[shader("closesthit")] void written(inout Payload payload, inout Attributes at) { }
//~                                                                         ^ error[E2548]: attributes 'at' must be 'in'
[shader("anyhit")] void swapped(Attributes at, inout Payload payload) { }
//~                                        ^ error[E2548]: payload 'at' must be 'inout'
//~                                                          ^ error[E2548]: attributes 'payload' must be 'in'
[shader("miss")] void sky(Payload payload) { payload.colour = 1; }
//~                               ^ error[E2548]: payload 'payload' must be 'inout'
[shader("callable")] void light(Payload data) { data.colour = 1; }
//~                                     ^ error[E2548]: callable data 'data' must be 'inout'
[shader("callable")] void both(in out Payload data) { data.colour = 1; }
