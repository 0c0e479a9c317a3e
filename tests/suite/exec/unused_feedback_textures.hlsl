//@ run: -T cs_6_5 -E main
//@ in: result = u32:0*2
//@ dispatch: 1 1 1
//@ out: result = u32:3,4
// Feedback textures, which SPIR-V does not have, are declared and not used.

FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback : register(u3);
FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIP_REGION_USED> all[4];
Texture2D source;
SamplerState smooth;
RWStructuredBuffer<uint> result : register(u0);

void write(FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> to, float2 at) { to.WriteSamplerFeedback(source, smooth, at); }
void write_all(float3 at) { all[1].WriteSamplerFeedbackLevel(source, smooth, at, 0); write(feedback, at.xy); }

[numthreads(2, 1, 1)]
void main(uint at : SV_DispatchThreadID) { result[at] = at + 3; }
