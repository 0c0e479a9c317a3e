//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
static dx::HitObject last;
[shader("raygeneration")]
void main() {
    static dx::HitObject local;
    dx::HitObject hit;
}
