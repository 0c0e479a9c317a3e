//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingPositionFetchKHR
//@ check: OpExtension "SPV_KHR_ray_tracing_position_fetch"
//@ check: OpDecorate %{positions} BuiltIn HitTriangleVertexPositionsKHR
// Both entry points read one input.
struct [raypayload] Shade { float3 normal : write(closesthit, anyhit) : read(caller); };

float3 facing() {
    const BuiltInTrianglePositions at = TriangleObjectPositions();
    return normalize(cross(at.p1 - at.p0, at.p2 - at.p0));
}

[shader("closesthit")]
void near(inout Shade s, BuiltInTriangleIntersectionAttributes a) { s.normal = facing(); }

[shader("anyhit")]
void any(inout Shade s, BuiltInTriangleIntersectionAttributes a) { s.normal = facing(); }
