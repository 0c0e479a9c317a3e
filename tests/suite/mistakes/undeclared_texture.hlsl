//@ run: -T ps_6_0
SamplerState smooth;
float4 main(float2 at : AT) : SV_Target {
    return albedo.Sample(smooth, at);
//~        ^ error[E2001]: use of undeclared identifier 'albedo'
}
