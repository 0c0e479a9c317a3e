//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Two { dx::HitObject hits[2]; };
[shader("raygeneration")]
void main() {
    dx::HitObject many[65];
//~               ^ error[E2642]: a variable with 65 hit objects exceeds the limit of 64
    Two twice[33];
//~     ^ error[E2642]: a variable with 66 hit objects exceeds the limit of 64
    Two fit[32];
}
