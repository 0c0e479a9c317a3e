//@ run: -T lib_6_6 -fspv-target-env=vulkan1.2
struct Payload {
    float3 normal;
    SamplerState smooth;
};
[[vk::ext_storage_class(5338)]] static Payload shared_payload;
//~                                            ^ error[E2028]: variable with 'vk::ext_storage_class' cannot have type 'Payload'
[shader("raygeneration")]
void generate() {
    [[vk::ext_storage_class(5338)]] Payload payload;
//~                                         ^ error[E2028]: variable with 'vk::ext_storage_class' cannot have type 'Payload'
    payload.normal = 0;
}
