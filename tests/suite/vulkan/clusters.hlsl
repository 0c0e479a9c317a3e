//@ run: -T lib_6_10 -fspv-target-env=vulkan1.3
//@ check: OpCapability RayTracingClusterAccelerationStructureNV
//@ check: OpExtension "SPV_NV_cluster_acceleration_structure"
//@ check: OpDecorate %{cluster} BuiltIn ClusterIDNV
struct [raypayload] Shade { uint id : write(closesthit) : read(caller); };

[shader("closesthit")]
void near(inout Shade s, BuiltInTriangleIntersectionAttributes a) {
    s.id = ClusterID() == CLUSTER_ID_INVALID ? 0 : ClusterID();
}
