//@ run: -T cs_6_6 -fvk-bind-resource-heap 7 1 -fvk-bind-counter-heap 8 2
//@ emit: spirv
//@ check: OpDecorate %ResourceDescriptorHeap DescriptorSet 1
//@ check: OpDecorate %ResourceDescriptorHeap Binding 7
//@ check: OpDecorate %{counters} DescriptorSet 2
//@ check: OpDecorate %{counters} Binding 8
[numthreads(1, 1, 1)] void main() {
    RWStructuredBuffer<uint> data = ResourceDescriptorHeap[3];
    data[data.IncrementCounter()] = 1;
}
