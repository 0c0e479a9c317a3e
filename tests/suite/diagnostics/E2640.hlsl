//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
RWStructuredBuffer<uint> result;
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
    result[0] = hit.LoadLocalRootTableConstant(6);
    result[1] = hit.LoadLocalRootTableConstant(8);
}
