// A decoration that no member may have is reported at the member.
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
struct Root {
    [[vk::ext_decorate(5355)]] vk::BufferPointer<float, 16> first;
//~                                                         ^ fatal error[E5110]: RestrictPointer cannot decorate a struct member
};
[[vk::push_constant]] Root root;
RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
void main() { result[0] = root.first.Get(); }
