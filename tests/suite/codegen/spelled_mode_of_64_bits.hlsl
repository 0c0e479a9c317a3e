//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
// What the source spells is the source's error.
[numthreads(8, 6, 4)]
void main() {
    vk::ext_execution_mode_id(38, 10ull, 6u, 4u);
}
