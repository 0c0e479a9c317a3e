//@ run: -T cs_6_5 -E main
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)]
void main() {
    StructuredBuffer<float> b = ResourceDescriptorHeap[1];
//~                             ^ error[E2128]: 'ResourceDescriptorHeap' before shader model 6.6 is not supported
    SamplerState s = SamplerDescriptorHeap[0];
//~                  ^ error[E2128]: 'SamplerDescriptorHeap' before shader model 6.6 is not supported
    o[0] = b[0];
}
