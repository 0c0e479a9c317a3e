//@ run: -T ps_6_0
Texture1D t1; Texture2D t2; Texture3D t3; TextureCube tc; Texture2DArray ta; Texture2DMS<float4> tm; Texture2D<uint2> ti; RWTexture2D<float4> rw; TextureCubeArray tca; Texture1DArray t1a;
SamplerState s; SamplerComparisonState sc;
//@ check: OpImageSampleImplicitLod %v4float {*} None
//@ check: OpImageSampleImplicitLod %v4float {*} Bias
//@ check: OpImageSampleExplicitLod %v4float {*} Lod
//@ check: OpImageSampleExplicitLod %v4float {*} Grad
//@ check: OpImageSampleDrefImplicitLod %float
//@ check: OpImageGather
//@ check: OpImageFetch %v4float {*} Lod
//@ check: OpImageFetch %v4float {*} Sample
float4 main(float4 p : P, int3 i : I) : SV_Target {
    float4 sum = t2.Sample(s, p.xy) + t2.SampleBias(s, p.xy, 1) + t2.SampleLevel(s, p.xy, 0) + t2.SampleGrad(s, p.xy, p.xy, p.zw);
    sum += t2.SampleCmp(sc, p.xy, p.z) + t2.Gather(s, p.xy, int2(1, 1));
    sum += t2.Load(i) + tm.Load(i.xy, 2) + ti[i.xy].xyxy + rw[i.xy] + t2.mips[1][i.xy];
    sum += t1.Sample(s, p.x) + t3.Sample(s, p.xyz) + tc.Sample(s, p.xyz) + ta.Sample(s, p.xyz) + tca.Sample(s, p) + t1a.Sample(s, p.xy);
    uint w, h, levels;
    t2.GetDimensions(0, w, h, levels);
    return sum + w + t2.CalculateLevelOfDetail(s, p.xy);
}
