//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3
RWStructuredBuffer<uint> result;
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
    result[0] = hit.LoadLocalRootTableConstant(6);
//~                                            ^ error[E2640]: offset of 6 bytes into a shader record is not a multiple of 4
    result[1] = hit.LoadLocalRootTableConstant(8);
}
