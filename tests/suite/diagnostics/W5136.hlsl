//@ run: -T lib_6_9 -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_ray_tracing
//@ check-not: OpReorderThread
RWStructuredBuffer<uint> result;
[shader("raygeneration")]
void main() {
    dx::MaybeReorderThread(DispatchRaysIndex().x, 2);
//~ ^ warning[W5136]: invocations are not reordered: the extension SPV_EXT_shader_invocation_reorder is not allowed
    result[0] = 1;
}
