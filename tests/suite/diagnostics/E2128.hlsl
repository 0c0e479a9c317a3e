//@ run: -T ps_6_0
float f() { return tex2D(1, 2); }
//~                ^ error[E2128]: 'tex2D' is not supported
float unreached() { return tex1D(1, 2); }
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback;
//~ error[E2128]: type 'FeedbackTexture2D' is not supported
float4 main() : SV_Target { return f(); }
