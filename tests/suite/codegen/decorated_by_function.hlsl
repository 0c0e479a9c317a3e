//@ run: -T ps_6_0 -fspv-target-env=vulkan1.3 -fcgl -Vd
//@ emit: spirv
//@ check: OpDecorateId %{*} UniformId %int_3
int scope() { return 3; }
float4 main(nointerpolation int at : AT) : SV_Target {
    [[vk::ext_decorate_id(27, scope())]] int both = at;
    return both;
}
