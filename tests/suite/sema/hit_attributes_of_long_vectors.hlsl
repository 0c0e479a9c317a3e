//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=KHR -fspv-extension=SPV_EXT_shader_invocation_reorder
struct Attributes { vector<float, 32> v; int y; };
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
    Attributes attributes;
    hit.GetAttributes(attributes);
//~                   ^ error[E2631]: vectors of more than 4 components are not allowed in attributes of hits
}
