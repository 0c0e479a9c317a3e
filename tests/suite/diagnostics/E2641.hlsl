//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
static dx::HitObject last;
//~                  ^ error[E2641]: a static variable cannot hold a 'dx::HitObject'
[shader("raygeneration")]
void main() {
    static dx::HitObject local;
//~                      ^ error[E2641]: a static variable cannot hold a 'dx::HitObject'
    dx::HitObject hit;
}
export float distance_of(dx::HitObject hit) { return hit.GetRayTCurrent(); }
//~          ^ error[E2641]: a parameter or result of an exported function cannot hold a 'dx::HitObject'
