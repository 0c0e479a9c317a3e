//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -fcgl
//@ emit: spirv
//@ check: OpDecorate {restricted} RestrictPointer
//@ check: OpDecorate {plain} AliasedPointer
//@ check-not: OpDecorate %restricted AliasedPointer
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -O0
//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
// A local pointer is aliased unless the source says that it is restricted.

struct Item { float value; };
typedef vk::BufferPointer<Item> Pointer;
struct Constants { Pointer items; };
[[vk::push_constant]] Constants constants;
RWStructuredBuffer<float> result;

[numthreads(1, 1, 1)]
void main() {
    [[vk::ext_decorate(5355)]] Pointer restricted = constants.items;
    Pointer plain = constants.items;
    restricted.Get().value = 2;
    result[0] = plain.Get().value;
}
