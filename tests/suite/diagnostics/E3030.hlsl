//@ run: -T cs_6_0
// An interface has each built-in once. What the entry point does not reach is not in it.
[[vk::ext_builtin_input(24)]] static const uint3 groups;
[[vk::ext_builtin_input(24)]] static const int3 counts;
//~                                             ^ error[E3030]: built-in 'NumWorkgroups' is declared with two types
[[vk::ext_builtin_input(24)]] static const uint3 same;
[[vk::ext_builtin_input(24)]] static const float3 unused;
RWBuffer<int> list;
[numthreads(1, 1, 1)]
void main() {
    list[0] = groups.x + counts.y + same.z;
}
