//@ only on the CPU: drivers round halves as they like
//@ run: -T cs_6_0 -E main
//@ in: values = f32:1.0,-2.5,65504.0,65520.0,0.1,-1e-07,3e-05,2049.0
//@ in: words = u32:0x3c00c000,0x7bff0001,0x83ff7c00,0x400,0x35552e66,0xfc008000,0x4248c4d2,0x10200fff
//@ in: result = u32:0*88
//@ dispatch: 1 1 1
//@ out: result = u32:15360,49408,31743,31744,11878,32770,503,26624,1006659584,3238003191,2080342018,2080386662,778468352,2147646463,33014016,1744845824,3221225472,864026624,2139095040,947912704,1036828672,2147483648,3231334400,973070336,1065353216,1199562752,3095379968,0,1051369472,4286578688,1078525952,973340672,1098907648,3258449920,1106771968,1093664768,3247439872,1100480512,1086324736,3221225472,1088421888,1065353216,1073741824,3231711232,3229614080,3233808384,3246915584,3239051264,3251634176,3253207040,3244294144,3261595648,3257139200,3247964160,3268149248,3260284928,1082130432,3212836864,1096810496,3225419776,1084227584,0,1096810496,3212836864,1086324736,1077936128,1096810496,1065353216,1088421888,1090519040,1096810496,1077936128,1090519040,1097859072,1096810496,1084227584,1091567616,1103101952,1096810496,1088421888,1092616192,1108082688,1096810496,1091567616,1093664768,1111490560,1096810496,1093664768
// Halves in words, reflections and products of matrices, of which each lane has its own.

StructuredBuffer<float> values : register(t0);
StructuredBuffer<uint> words : register(t1);
RWStructuredBuffer<uint> result : register(u2);

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    result[lane] = f32tof16(values[lane]);
    result[8 + lane] = f32tof16(values[lane]) << 16 | f32tof16(values[7 - lane]);
    result[16 + lane] = asuint(f16tof32(words[lane]));
    result[24 + lane] = asuint(f16tof32(words[lane] >> 16));
    const float own = float(lane);
    const float3 turned = reflect(float3(own, 2, -1), float3(1, own - 3, 2));
    for (uint axis = 0; axis < 3; ++axis)
        result[32 + 3 * lane + axis] = asuint(turned[axis]);
    const float2x2 product = mul(float2x2(own, 1, 2, 3), float2x2(1, own, 4, -1));
    for (uint part = 0; part < 4; ++part)
        result[56 + 4 * lane + part] = asuint(product[part / 2][part % 2]);
}
