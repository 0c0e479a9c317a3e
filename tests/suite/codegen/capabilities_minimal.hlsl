// Of several capabilities that allow an instruction only those that the module needs are declared.
//@ run: -T ps_6_0 -E attachment
//@ check-not: OpCapability StorageImageMultisample
//@ check: OpCapability InputAttachment
//@ run: -T ps_6_0 -E pixels
//@ check-not: OpCapability FragmentShaderSampleInterlockEXT
//@ check: OpCapability FragmentShaderPixelInterlockEXT
//@ run: -T ps_6_0 -E pixels -O0
//@ check-not: OpCapability FragmentShaderSampleInterlockEXT
//@ check: OpCapability FragmentShaderPixelInterlockEXT
//@ run: -T ps_6_0 -E samples
//@ check-not: OpCapability FragmentShaderPixelInterlockEXT
//@ check: OpCapability FragmentShaderSampleInterlockEXT
//@ run: -T cs_6_5 -E parts -fspv-target-env=vulkan1.1
//@ check-not: OpCapability GroupNonUniformArithmetic
//@ check: OpCapability GroupNonUniformPartitionedEXT
//@ run: -T cs_6_5 -E both -fspv-target-env=vulkan1.1
//@ check: OpCapability GroupNonUniformPartitionedEXT
//@ check: OpCapability GroupNonUniformArithmetic
//@ run: -T ps_6_0 -E gathered
//@ check-not: OpCapability ImageGatherExtended
//@ check: OpImageGather
[[vk::input_attachment_index(0)]] SubpassInputMS<uint2> part;
RasterizerOrderedTexture2D<float4> layers;
RWStructuredBuffer<uint> values;
Texture2D<float4> image;
SamplerState linearly;

uint4 attachment(uint s : SV_SampleIndex) : SV_Target { return part.SubpassLoad(s).xyxy; }

float4 pixels(float4 p : SV_Position) : SV_Target
{
    float4 c = layers[p.xy];
    layers[p.xy] = c * 0.5;
    return c;
}

float4 samples(float4 p : SV_Position, uint s : SV_SampleIndex) : SV_Target
{
    float4 c = layers[p.xy];
    layers[p.xy] = c * s;
    return c;
}

[numthreads(64, 1, 1)]
void parts(uint i : SV_GroupIndex)
{
    values[i] = WaveMultiPrefixSum(values[i], values[i].xxxx);
}

[numthreads(64, 1, 1)]
void both(uint i : SV_GroupIndex)
{
    values[i] = WaveMultiPrefixSum(values[i], WaveActiveBallot(i != 3)) + WaveActiveSum(values[i]);
}

float4 gathered(float2 at : AT) : SV_Target { return image.Gather(linearly, at, int2(0, 0)); }
