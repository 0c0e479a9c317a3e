//@ run: -T ps_6_2 -enable-16bit-types
// What no compiler for Vulkan takes.
[[vk::constant_id(0)]] const double wide = 1;
[[vk::constant_id(1)]] const uint16_t narrow = 1;
[[vk::constant_id(2)]] const float plain = 1;
SamplerState first, second;
Texture2D image;
bool which;
float4 main() : SV_Target {
    return image.Sample(which ? first : second, 0.5) + image.Sample(true ? first : second, 0.5) * plain;
//~                     ^ error[E2106]: invalid operands to '?:': 'SamplerState' and 'SamplerState'
}
