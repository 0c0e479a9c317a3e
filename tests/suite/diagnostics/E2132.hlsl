//@ run: -T cs_6_6 -fspv-use-descriptor-heap -fspv-target-env=vulkan1.3
[numthreads(1, 1, 1)]
void main() {
  AppendStructuredBuffer<uint> found = ResourceDescriptorHeap[0];
//~                                    ^ error[E2132]: buffers in a descriptor heap have no counter with -fspv-use-descriptor-heap
  RWStructuredBuffer<uint> counted = ResourceDescriptorHeap[1];
//~                                  ^ error[E2132]: buffers in a descriptor heap have no counter with -fspv-use-descriptor-heap
  RWStructuredBuffer<uint> plain = ResourceDescriptorHeap[2];
  found.Append(counted.IncrementCounter() + plain[0]);
}
