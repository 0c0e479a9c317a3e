//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Holder { dx::HitObject inside; float x; };
[shader("closesthit")]
void near(inout Holder payload, BuiltInTriangleIntersectionAttributes at) { }
//~                    ^ error[E2549]: payload 'payload' must be a struct of numbers, not 'Holder'
[shader("pixel")]
dx::HitObject colour(dx::HitObject hit : HIT) : SV_Target { return hit; }
//~           ^ error[E2525]: a value of type 'dx::HitObject' cannot cross a stage boundary
//~                                ^ error[E2525]: a value of type 'dx::HitObject' cannot cross a stage boundary
//~                                ^ error[E2401]: 'dx::HitObject' is not available in the pixel stage
[shader("raygeneration")]
void rays(dx::HitObject hit) { }
//~                     ^ error[E2547]: raygeneration entry point must have no parameters, found 1 parameter
