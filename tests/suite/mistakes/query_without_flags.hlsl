//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
RaytracingAccelerationStructure scene;
[numthreads(1, 1, 1)]
void main() {
    RayQuery query;
//~ ^ error[E2020]: use of template 'RayQuery' requires template arguments
    query.TraceRayInline(scene, 0, 255, (RayDesc)0);
}
