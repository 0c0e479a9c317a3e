//@ run: -T ps_6_0
float unreached() { return vk::RawBufferLoad<float>(0, 3); }
float4 main() : SV_Target {
    vk::RawBufferStore(0, 1.0f, 16);
    return vk::RawBufferLoad<float>(0, 3);
//~                                    ^ error[E2405]: alignment of 3 bytes is not a power of two
}
