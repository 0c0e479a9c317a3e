//@ run: -T ps_6_0
float f() { return tex2D(1, 2); }
//~                ^ error[E2128]: 'tex2D' is not supported
float unreached() { return tex1D(1, 2); }
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback;
Texture2D source;
SamplerState linear_sampler;
void unused() { feedback.WriteSamplerFeedbackLevel(source, linear_sampler, 0, 0); }
float4 main() : SV_Target {
    feedback.WriteSamplerFeedback(source, linear_sampler, 0);
//~          ^ error[E2128]: 'WriteSamplerFeedback' is not supported
    return f();
}
