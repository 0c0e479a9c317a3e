// Functions of shader models 6.0 to 6.10 that compute shaders have, each once.
//@ run: -T cs_6_10 -fspv-target-env=vulkan1.3 -enable-16bit-types
//@ check: OpGroupNonUniformBallot
//@ check: OpGroupNonUniformQuadBroadcast
RWStructuredBuffer<uint> numbers;
RWByteAddressBuffer bytes;
RWStructuredBuffer<uint64_t> wide;
groupshared uint64_t shared_wide;

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    uint sum = WaveActiveSum(id) + WavePrefixSum(id) + WaveActiveCountBits(id > 3) + WaveGetLaneIndex() + WaveGetLaneCount();
    sum += WaveReadLaneAt(id, 3) + WaveReadLaneFirst(id) + WaveActiveBallot(id > 2).x + WaveIsFirstLane();
    sum += QuadReadAcrossX(id) + QuadReadLaneAt(id, 2) + QuadAny(id > 4) + QuadAll(id > 5);
    sum += WaveMatch(id).x + WaveMultiPrefixSum(id, uint4(15, 0, 0, 0));
    sum += dot4add_u8packed(id, sum, 1) + (uint)dot2add((half2)id, (half2)sum, 1.0f);
    const uint4 bytes_of = unpack_u8u32(sum);
    const int4 signed_bytes = unpack_s8s32(sum);
    sum += pack_u8(bytes_of) + pack_clamp_u8(signed_bytes);
    sum += GetGroupWaveIndex() + GetGroupWaveCount();
    const float16_t half_value = (float16_t)sum;
    sum += isnan(half_value) ? 1 : 0;
    InterlockedAdd(wide[0], (uint64_t)sum);
    InterlockedMax(shared_wide, (uint64_t)id);
    uint64_t before;
    bytes.InterlockedAdd64(0, 1, before);
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    if (id == 7)
        DebugBreak();
    numbers[id] = sum + (uint)before + and(id > 1, id > 2) + select(id > 1, 2, 3);
}
