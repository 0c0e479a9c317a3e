//@ run: -T cs_6_0
//@ check: OpDecorate %{size} SpecId 3
//@ check: %{size} = OpSpecConstant %int 8
//@ check: OpSpecConstantTrue %bool
[[vk::constant_id(3)]] const int size = 8;
[[vk::constant_id(4)]] const bool flag = true;
RWStructuredBuffer<int> values;
[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { if (flag) values[i] = size; }
