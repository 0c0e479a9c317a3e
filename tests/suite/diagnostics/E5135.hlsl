//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
RWStructuredBuffer<uint> result;
[shader("raygeneration")]
void main() {
    dx::HitObject hit;
    hit.SetShaderTableIndex(2);
    result[0] = hit.GetClusterID();
//~             ^ error[E5135]: 'GetClusterID' and 'SetShaderTableIndex' are not available for the hit objects of the same module
}
