//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
struct Payload { float4 colour; };
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
//~     ^ error[E2128]: 'dx::HitObject' is not supported
    dx::MaybeReorderThread(hit);
//~     ^ error[E2128]: 'dx::MaybeReorderThread' is not supported
    dx::Unknown other;
//~     ^ error[E2003]: no member named 'Unknown' in 'dx'
}
