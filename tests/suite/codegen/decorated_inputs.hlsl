//@ run: -T ps_6_0
//@ emit: spirv
//@ check: OpDecorate %in_var_DEPTH BuiltIn FragCoord
//@ check: OpDecorate %out_var_SV_Target Location 2
//@ check: OpDecorate %in_var_AT Location 4
//@ check-not: Location 0
// What the source decorates itself gets no location besides.
[[vk::ext_decorate(30, 2)]]
float4 main([[vk::ext_decorate(11, 15)]] float4 depth : DEPTH, [[vk::location(4)]] float4 at : AT) : SV_Target {
    return depth + at;
}
