//@ run: -T ps_6_6 -O0
//@ emit: spirv
//@ check: %counter_var_list = OpVariable
//@ check: OpAccessChain %{*} %counter_var_list %int_2
//@ check-not: %copy
//@ run: -T ps_6_6
// The local is another name for the array, which takes any index.
RWStructuredBuffer<uint> list[5] : register(u0, space2);
Texture2D images[3] : register(t0, space3);
SamplerState linear_sampler;
float4 main(nointerpolation uint at : AT, float2 uv : UV) : SV_Target {
    RWStructuredBuffer<uint> copy[5] = list;
    Texture2D seen[3] = images;
    copy[2].IncrementCounter();
    copy[NonUniformResourceIndex(at)][0] = at;
    return copy[NonUniformResourceIndex(at)][1] + seen[NonUniformResourceIndex(at)].Sample(linear_sampler, uv);
}
