//@ run: -T cs_6_5 -fspv-target-env=vulkan1.2
//@ emit: spirv
//@ check: OpRayQueryInitializeKHR %{first}
//@ check: %{state} = OpLoad %rayQueryKHR %{first}
//@ check: OpStore %{second} %{state}
//@ check: OpRayQueryProceedKHR %bool %{second}
//@ check: OpRayQueryProceedKHR %bool %{first}
// A copy goes on from where the query is; the query itself stays there.
RaytracingAccelerationStructure scene;
RWStructuredBuffer<float> distances;

[numthreads(1, 1, 1)]
void main() {
  RayDesc ray = {0.0.xxx, 0.0, 1.0.xxx, 1.0};
  RayQuery<RAY_FLAG_NONE> query;
  query.TraceRayInline(scene, 0, 0xFF, ray);
  RayQuery<RAY_FLAG_NONE> copy = query;
  copy.Proceed();
  query.Proceed();
  distances[0] = query.CommittedRayT();
  distances[1] = copy.CommittedRayT();
}
