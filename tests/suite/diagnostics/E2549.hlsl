//@ run: -T lib_6_5
// What one stage hands to another is a struct of numbers.
struct Payload { float4 colour; };
struct Attributes { float2 at; };
struct Kinds { bool hit; float3x3 frame; int2 list[3]; Attributes inner; };
struct Mixed { float4 colour; Texture2D<float4> map; };
struct Outer { Mixed mixed[2]; };
[shader("miss")] void sky(inout float4 colour) { colour = 1; }
//~                                    ^ error[E2549]: payload 'colour' must be a struct of numbers, not 'float4'
[shader("closesthit")] void shade(inout Payload payload, float2 at) { }
//~                                                             ^ error[E2549]: attributes 'at' must be a struct of numbers, not 'float2'
[shader("closesthit")] void list(inout Payload payload[2], Attributes at) { }
//~                                            ^ error[E2549]: payload 'payload' must be a struct of numbers, not 'Payload[2]'
[shader("anyhit")] void map(inout Outer payload, Attributes at) { }
//~                                     ^ error[E2549]: payload 'payload' must be a struct of numbers, not 'Outer'
[shader("callable")] void buffer(inout RWStructuredBuffer<Payload> data) { }
//~                                                                ^ error[E2549]: callable data 'data' must be a struct of numbers, not 'RWStructuredBuffer<Payload>'
[shader("callable")] void good(inout Kinds data) { data.hit = !data.hit; }
