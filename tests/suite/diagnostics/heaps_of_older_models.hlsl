//@ run: -T cs_6_5 -E main
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)]
void main() {
    StructuredBuffer<float> b = ResourceDescriptorHeap[1];
    SamplerState s = SamplerDescriptorHeap[0];
    o[0] = b[0];
}
