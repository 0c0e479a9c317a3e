//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
// A query has no value, so it gets none at the start.
RaytracingAccelerationStructure scene;
static RayQuery<0> query;
[numthreads(1, 1, 1)] void main() {
    RayDesc ray = (RayDesc)1;
    query.TraceRayInline(scene, 0, 0, ray);
    query.Proceed();
}
