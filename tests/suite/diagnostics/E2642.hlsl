//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Two { dx::HitObject hits[2]; };
[shader("raygeneration")]
void main() {
    dx::HitObject many[65];
    Two twice[33];
    Two fit[32];
}
