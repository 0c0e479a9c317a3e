//@ run: -T lib_6_8 -fspv-target-env=vulkan1.3 -enable-16bit-types
//@ emit: spirv
//@ check: OpCapability Int16
//@ check: OpTypeInt 16 0
// What a record holds needs its capability, also where nothing computes with it.
struct Payload {
  uint value;
  uint16_t2 size : SV_DispatchGrid;
};
RWStructuredBuffer<uint> target;

[Shader("node")]
[NodeLaunch("broadcasting")]
[NodeMaxDispatchGrid(3, 3, 1)]
[NumThreads(2, 1, 1)]
void main(DispatchNodeInputRecord<Payload> payload, uint3 id : SV_DispatchThreadID) {
  target[id.x] = payload.Get().value;
}
