//@ run: -T cs_6_6 -fspv-use-descriptor-heap
[numthreads(1, 1, 1)]
void main() {
  RWByteAddressBuffer bytes = ResourceDescriptorHeap[0];
//~                           ^ error[E3001]: a buffer of a descriptor heap is needed here, but not available: it needs SPIR-V 1.4
  bytes.Store(0, 1);
}
