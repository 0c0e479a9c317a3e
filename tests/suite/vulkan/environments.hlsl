//@ run: -T cs_6_0 -fspv-target-env=vulkan1.0
//@ check: Version: 1.0
//@ check: OpEntryPoint GLCompute %main "main"
//@ check: BufferBlock
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.1
//@ check: Version: 1.3
//@ check: BufferBlock
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.2
//@ check: Version: 1.5
//@ check: OpEntryPoint GLCompute %main "main" %values
//@ check: StorageBuffer
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ check: Version: 1.6
RWStructuredBuffer<uint> values;
[numthreads(1, 1, 1)] void main() { values[0] = 1; }
