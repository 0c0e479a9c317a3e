//@ run: -T cs_6_0 -fcgl
//@ check: %{value} = OpLoad %float %from Volatile
//@ check: OpStore %value %{value}
//@ check: %{again} = OpLoad %float %value
//@ check: OpStore %to %{again} Volatile
[[vk::ext_instruction(61)]] vk::ext_result_id<float> load([[vk::ext_reference]] float pointer, [[vk::ext_literal]] int access);
[[vk::ext_instruction(62)]] void store([[vk::ext_reference]] float pointer, vk::ext_result_id<float> value, [[vk::ext_literal]] int access);
[numthreads(1, 1, 1)]
void main() {
    float from = 1, to;
    vk::ext_result_id<float> value = load(from, 1);
    store(to, value, 1);
}
