//@ run: -T lib_6_5
// A misspelt stage would drop the function from the module.
struct Payload { float4 colour; };
[shader("raygeneration")] void rays() { }
[shader("raygen")] void more_rays() { }
//~ error[E2556]: unknown stage 'raygen'
[shader("closest_hit")] void shade(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { }
//~ error[E2556]: unknown stage 'closest_hit'
[shader("Miss")] void sky(inout Payload payload) { }
//~ error[E2556]: unknown stage 'Miss'
[shader("fragment")] float4 colour() : SV_Target { return 1; }
//~ error[E2556]: unknown stage 'fragment'
[shader("sound")] void music() { }
//~ error[E2556]: unknown stage 'sound'
[shader("miss")] [shader("callable")] void both(inout Payload payload) { }
//~               ^ error[E2210]: attributes 'shader("miss")' and 'shader("callable")' cannot be combined
//~? note: did you mean 'raygeneration'?
//~? note: did you mean 'closesthit'?
//~? note: did you mean 'miss'?
//~? note: did you mean 'pixel'?
//~? note: valid stages are pixel, vertex, geometry, hull, domain, compute, raygeneration, intersection, anyhit, closesthit, miss, callable, mesh, amplification, node
