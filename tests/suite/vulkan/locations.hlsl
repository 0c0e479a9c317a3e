//@ run: -T ps_6_0
//@ check: OpDecorate %in_var_A Location 3
//@ check: OpDecorate %in_var_B Location 1
//@ check: OpDecorate %out_var_SV_Target0 Index 0
//@ check: OpDecorate %out_var_SV_Target1 Index 1
void main([[vk::location(3)]] float4 a : A, [[vk::location(1)]] float4 b : B, [[vk::location(0), vk::index(0)]] out float4 first : SV_Target0,
          [[vk::location(0), vk::index(1)]] out float4 second : SV_Target1) { first = a; second = b; }
