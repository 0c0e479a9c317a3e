//@ run: -T ps_6_0
// Loops inside of each other that may all be left early would multiply their copies.
Texture2D<float4> left, middle, right;
SamplerState smooth;
float4 main(float2 uv : UV) : SV_Target {
    Texture2D<float4> all[3] = {left, middle, right};
//~                            ^ fatal error[E5109]: resources and offsets must be known at compile time, in a form that Vulkan supports: [VUID-StandaloneSpirv-OpTypeImage-06924] OpStore of an image, a sampler or an acceleration structure
    float4 sum = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            for (int k = 0; k < 40; k++) {
                sum += all[(i + j + k) % 3].SampleLevel(smooth, uv, 0);
                if (sum.x > 5) break;
            }
    return sum;
}
