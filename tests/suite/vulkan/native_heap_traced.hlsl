//@ run: -T cs_6_6 -fspv-use-descriptor-heap -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: %{structure} = OpConstantSizeOfEXT %uint %accelerationStructureNV
//@ check: OpSpecConstantOp %bool UGreaterThan {*} %{structure}
RWByteAddressBuffer result;

// A resource that is taken from the heap in the middle of an expression.
[numthreads(1, 1, 1)]
void main() {
  RaytracingAccelerationStructure scene = ResourceDescriptorHeap[0];
  RayDesc ray = {0.0.xxx, 0.0, 1.0.xxx, 1.0};
  RayQuery<RAY_FLAG_NONE> query;
  query.TraceRayInline(scene, 0, 0xFF, ray);
  query.Proceed();
  uint old;
  InterlockedAdd(((RWTexture2D<uint>)ResourceDescriptorHeap[1])[uint2(0, 0)], 1, old);
  result.Store(0, query.CommittedStatus() + old);
}
