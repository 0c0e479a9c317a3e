// -T ps_6_6 -E main
#include "light.hlsli"
#define SCALE(x) ((x) * FACTOR)
static const int COUNT = 4 * 2;
Texture2D<float4> albedo : register(t3);
SamplerState linear_sampler;
cbuffer Frame
{
    float4x4 view;
    float3 eye;
    Light lamps[COUNT];
//               ^ hover
//| ```hlsl
//| const int COUNT = 8
//| ```
//               ^ definition
//| main.hlsl:4 static const int COUNT = 4 * 2;
};
enum class Mode { Dark = 3, Bright };
namespace math {
    /* Doubles a number. */
    float twice(float x) { return x + x; }
    float unused(float x) { return x; }
}
float shade(Light light, float3 normal);
float4 main(float3 n : NORMAL, float2 uv : TEXCOORD0) : SV_Target
{
    float sum = shade(lamps[0], n);
//              ^ definition
//| main.hlsl:29 float shade(Light light, float3 normal) { return light.at(normal) + (mode_of() == 3 ? 1 : 0); }
//        ^ references
//| main.hlsl:22 float sum = shade(lamps[0], n);
//| main.hlsl:25 sum += SCALE(lamps[i].power);
//| main.hlsl:26 sum += math::twice(sum) + saturate(sum);
//| main.hlsl:26 sum += math::twice(sum) + saturate(sum);
//| main.hlsl:26 sum += math::twice(sum) + saturate(sum);
//| main.hlsl:27 return albedo.Sample(linear_sampler, uv).xyzw * sum * view[0];
    Mode mode = Mode::Bright;
//  ^ hover
//| ```hlsl
//| enum Mode
//| ```
//                    ^ hover
//| ```hlsl
//| Mode::Bright = 4
//| ```
    for (uint i = 0; i < COUNT; ++i)
        sum += SCALE(lamps[i].power);
//             ^ hover
//| ```hlsl
//| #define SCALE(x) ((x) * FACTOR)
//| ```
//                            ^ hover
//| ```hlsl
//| float Light::power
//| ```
//|
//| offset 12, size 4
//                            ^ references
//| main.hlsl:25 sum += SCALE(lamps[i].power);
//| light.hlsli:6 float power;
//| light.hlsli:7 float at(float3 p) { return power / distance(p, position); }
    sum += math::twice(sum) + saturate(sum);
//               ^ hover
//| ```hlsl
//| float twice(float x)
//| ```
//|
//| ---
//|
//| Doubles a number.
//         ^ hover
//| ```hlsl
//| namespace math
//| ```
//                            ^ hover
//| ```hlsl
//| anyfloat<> saturate(anyfloat<> x)
//| ```
//|
//| Clamps a value to the range 0 to 1.
    return albedo.Sample(linear_sampler, uv).xyzw * sum * view[0];
//         ^ hover
//| ```hlsl
//| Texture2D<float4> albedo
//| ```
//|
//| set 0, binding 3
//                ^ hover
//| ```hlsl
//| Sample(sampler, location[, offset[, clamp[, status]]])
//| ```
//|
//| Samples the texture.
//|
//| A method of `Texture2D<float4>`.
//                                           ^ hover
//| ```hlsl
//| float4
//| ```
//|
//| Components of a `float4`.
//                                                        ^ hover
//| ```hlsl
//| float4x4 Frame::view
//| ```
//|
//| offset 0, size 64
}
float shade(Light light, float3 normal) { return light.at(normal) + (mode_of() == 3 ? 1 : 0); }
//    ^ definition
//| main.hlsl:19 float shade(Light light, float3 normal);
//          ^ type
//                                                     ^ definition
//| light.hlsli:7 float at(float3 p) { return power / distance(p, position); }
//                 ^ type
//| light.hlsli:3 struct Light
//= messages
//| W2058 initializer of 'FACTOR_' is ignored: the application sets the value light.hlsli:9 float FACTOR_ = 1;
//= hints
//| 5: set 0, binding 3
//| 6: set 0, binding 1
//| 7: set 0, binding 2
//| 9: offset 0
//| 10: offset 64, 4 unused bytes after it
//| 11: offset 80
//| 22: light:
//| 22: normal:
//- light.hlsli
// A lamp that shines
// in all directions.
struct Light
{
    float3 position; // where it is
    float power;
//        ^ hover
//| ```hlsl
//| float Light::power
//| ```
//|
//| offset 12, size 4
//        ^ references
//| main.hlsl:25 sum += SCALE(lamps[i].power);
//| light.hlsli:6 float power;
//| light.hlsli:7 float at(float3 p) { return power / distance(p, position); }
    float at(float3 p) { return power / distance(p, position); }
//        ^ calls
//| <- float shade(Light light, float3 normal) (1)
};
float FACTOR_ = 1;
#define FACTOR 0.5
int mode_of() { return 3; }
