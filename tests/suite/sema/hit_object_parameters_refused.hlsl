//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Holder { dx::HitObject inside; float x; };
[shader("closesthit")]
void near(inout Holder payload, BuiltInTriangleIntersectionAttributes at) { }
[shader("pixel")]
dx::HitObject colour(dx::HitObject hit : HIT) : SV_Target { return hit; }
[shader("raygeneration")]
void rays(dx::HitObject hit) { }
export float distance_of(dx::HitObject hit) { return hit.GetRayTCurrent(); }
//~          ^ error[E2641]: a parameter or result of an exported function cannot hold a 'dx::HitObject'
