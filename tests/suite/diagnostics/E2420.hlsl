//@ run: -T ps_6_8
// Comparisons need texels of floats; gathers of comparisons do not.
Texture2D<int> numbers : register(t0);
Texture2D<bool3> flags[2] : register(t1);
TextureCube<uint> cube : register(t3);
Texture2D<float> depths : register(t4);
SamplerComparisonState nearer : register(s5);

float4 main(float3 at : AT) : SV_Target {
    float sum = numbers.SampleCmp(nearer, at.xy, at.z);
//~                     ^ error[E2420]: 'SampleCmp' requires floating-point texels, not 'int'
    sum += numbers.SampleCmpLevelZero(nearer, at.xy, at.z);
//~                ^ error[E2420]: 'SampleCmpLevelZero' requires floating-point texels, not 'int'
    sum += flags[1].SampleCmpLevel(nearer, at.xy, at.z, 1);
//~                 ^ error[E2420]: 'SampleCmpLevel' requires floating-point texels, not 'bool3'
    sum += cube.SampleCmpGrad(nearer, at, at.z, at, at);
//~             ^ error[E2420]: 'SampleCmpGrad' requires floating-point texels, not 'uint'
    sum += cube.SampleCmpBias(nearer, at, at.z, 1);
//~             ^ error[E2420]: 'SampleCmpBias' requires floating-point texels, not 'uint'
    return sum + depths.SampleCmp(nearer, at.xy, at.z) + numbers.GatherCmp(nearer, at.xy, at.z);
}
