//@ run: -T cs_6_6 -fspv-use-descriptor-heap
[numthreads(1, 1, 1)]
void main() {
  Texture2D image = SamplerDescriptorHeap[0];
//~                 ^ error[E2130]: an element of 'SamplerDescriptorHeap' cannot be a 'Texture2D<float4>'
  SamplerState sampling = ResourceDescriptorHeap[0];
//~                       ^ error[E2130]: an element of 'ResourceDescriptorHeap' cannot be a 'SamplerState'
}
