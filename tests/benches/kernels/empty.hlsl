//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
// Nothing: what a dispatch costs.
[numthreads(64, 1, 1)]
void main() {
}
