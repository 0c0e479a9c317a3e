//@ run: -T cs_6_6 -HV 2021 -fspv-target-env=vulkan1.3
//@ in: result = u32:0*4
//@ dispatch: 1
//@ out: result = u32:7,4,42,1

// Template arguments are deduced from types that are spelled in SPIR-V, their literals and constants among them.
template <typename T> using boxed = vk::SpirvType<30, 4, 4, T>;
template <uint C, typename T> using opaque = vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, C> >, T>;

template <typename T> uint size_of(boxed<T> v) { return sizeof(T); }
template <uint C, typename T> uint class_of(opaque<C, T> v) { return C; }
template <typename M, typename T> uint both(boxed<T> v, M m) { return 1; }
template <typename M, uint C, typename T> uint both(opaque<C, T> v, M m) { return 2; }

[[vk::ext_instruction(1)]] boxed<uint> any_box();

RWStructuredBuffer<uint> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    [[vk::ext_storage_class(6)]] uint own = 42;
    result[0] = 7;
    result[1] = size_of(any_box());
    result[2] = own;
    result[3] = both(any_box(), 0.5);
}
