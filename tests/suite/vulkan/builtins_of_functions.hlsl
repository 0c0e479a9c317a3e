//@ run: -T ps_6_0 -E pixel -fspv-target-env=vulkan1.3
//@ run: -T lib_6_5 -fspv-target-env=vulkan1.3 -DRAYS
//@ run: -T cs_6_0 -E compute -fspv-target-env=vulkan1.3 -DCOMPUTE
//@ run: -T vs_6_0 -E vertex -DVERTEX
// Built-ins beside the functions and semantics that read or write the same ones.
#ifdef RAYS
[[vk::ext_builtin_input(5319)]] static const uint3 launch;
[[vk::ext_builtin_input(5319)]] static const uint3 again;
RWStructuredBuffer<uint> o;
[shader("raygeneration")]
void main() { o[launch.x] = DispatchRaysIndex().y + again.z; }
#elif defined(COMPUTE)
[[vk::ext_builtin_input(41)]] static const uint lane;
[[vk::ext_builtin_input(36)]] static const uint size;
RWStructuredBuffer<uint> o;
[numthreads(8, 1, 1)]
void compute(uint i : SV_GroupIndex) { o[i] = WaveGetLaneIndex() + lane + size + WaveGetLaneCount(); }
#elif defined(VERTEX)
[[vk::ext_builtin_output(0)]] static float4 place;
float4 vertex(float4 a : A) : SV_Position {
    place = a;
    return a * 2;
}
#else
float4 pixel([[vk::builtin("HelperInvocation")]] bool is_helper : H, float4 at : SV_Position) : SV_Target {
    return is_helper || IsHelperLane() ? at : 0;
}
#endif
