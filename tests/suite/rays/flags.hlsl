//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ in: scene = {tlas: [{blas: "solid", id: 1}, {blas: "leaf", id: 2, transform: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]}, {blas: "leaf", id: 3, flags: "flip-facing, cull-disable", transform: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 2]]}], blas: {solid: {mesh: "suite/rays/scenes/two.obj#near"}, leaf: {mesh: "suite/rays/scenes/two.obj#near", opaque: false}}}
//@ in: masks = zeros:40
//@ dispatch: 1
//@ out: masks = u32:12,2,14,2,12,12,2,12,0,2
//@ only on the CPU: it has no acceleration structures there

// The candidates of each ray, as bits of their instances, with the committed instance: what is opaque, culled and skipped.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<uint> masks;

uint seen(uint flags) {
    RayDesc ray = { float3(0, 0, -2), 0, float3(0, 0, 1), 100 };
    if (flags & RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH)
        ray.TMax = 2.5;
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(scene, flags, 0xFF, ray);
    uint found = 0;
    while (query.Proceed())
        found |= 1u << query.CandidateInstanceID();
    if (query.CommittedStatus() != COMMITTED_NOTHING)
        found |= 1u << query.CommittedInstanceID();
    return found;
}

[numthreads(1, 1, 1)]
void main() {
    masks[0] = seen(RAY_FLAG_CULL_OPAQUE);
    masks[1] = seen(RAY_FLAG_CULL_NON_OPAQUE);
    masks[2] = seen(RAY_FLAG_FORCE_NON_OPAQUE);
    masks[3] = seen(RAY_FLAG_FORCE_OPAQUE);
    masks[4] = seen(RAY_FLAG_CULL_OPAQUE | RAY_FLAG_CULL_BACK_FACING_TRIANGLES);
    masks[5] = seen(RAY_FLAG_CULL_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES);
    masks[6] = seen(RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH);
    masks[7] = seen(RAY_FLAG_CULL_OPAQUE);
    masks[8] = seen(RAY_FLAG_SKIP_TRIANGLES);
    masks[9] = seen(RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_CULL_BACK_FACING_TRIANGLES);
}
