//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
struct Base { int first; };
struct Derived : Base { int second; };
[[vk::push_constant]] struct { vk::BufferPointer<Derived, 32> derived; vk::BufferPointer<int> number; } push;
[numthreads(1, 1, 1)]
void main() {
    vk::BufferPointer<Base, 16> base = vk::static_pointer_cast<Base, 16>(push.derived);
    vk::BufferPointer<float> bits = vk::reinterpret_pointer_cast<float>(push.number);
    base.Get().first = (int)bits.Get();
    vk::BufferPointer<Base, 64> wide = vk::static_pointer_cast<Base, 64>(push.derived);
//~                                    ^ error[E2117]: cannot convert 'vk::BufferPointer<Derived, 32>' to 'vk::BufferPointer<Base, 64>'
    vk::BufferPointer<float> other = vk::static_pointer_cast<float>(push.number);
//~                                  ^ error[E2117]: cannot convert 'vk::BufferPointer<int, 0>' to 'vk::BufferPointer<float, 0>'
    vk::BufferPointer<Derived, 16> down = vk::static_pointer_cast<Derived>(base);
//~                                       ^ error[E2117]: cannot convert 'vk::BufferPointer<Base, 16>' to 'vk::BufferPointer<Derived, 16>'
}
