//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Payload { float4 colour; };
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
    dx::MaybeReorderThread(hit);
    dx::Unknown other;
//~     ^ error[E2003]: no member named 'Unknown' in 'dx'
}
