//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3 -enable-16bit-types -fspv-extension=SPV_KHR_constant_data
//@ only on the CPU: drivers may lack the extension
//@ check: OpCapability ConstantDataKHR
//@ check: OpExtension "SPV_KHR_constant_data"
//@ check: OpConstantDataKHR
//@ in: result = u32:0,1,2,3,4,5,6,7
//@ dispatch: 1
//@ out: result = u32:13,4294967291,114,21,75,4294967293,92,46
// Tables of integers are one instruction each.
static const uint words[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
static const int16_t halves[5] = { 10, -6, 110, 20, 70 };
static const int64_t longs[3] = { -12, 90, 40 };
RWStructuredBuffer<uint> result;

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const uint at = result[lane];
    result[lane] = words[at] + (at < 5 ? uint(int(halves[at])) : uint(int(longs[at - 5])));
}
