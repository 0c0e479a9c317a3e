//@ run: -T cs_6_5 -E main
RWStructuredBuffer<float> o;
[numthreads(1, 1, 1)]
void main() {
    StructuredBuffer<float> b = ResourceDescriptorHeap[1];
//~                             ^ error[E2643]: 'ResourceDescriptorHeap' requires shader model 6.6 or later (option '-T')
    SamplerState s = SamplerDescriptorHeap[0];
//~                  ^ error[E2643]: 'SamplerDescriptorHeap' requires shader model 6.6 or later (option '-T')
    o[0] = b[0];
}
