//@ run: -T ps_6_6 -fvk-bind-register s1 0 2 0
SamplerState sampling : register(s1);
float4 main() : SV_Target {
  Texture2D image = ResourceDescriptorHeap[0];
//~                 ^ error[E2534]: -fvk-bind-register requires -fvk-bind-resource-heap for the descriptor heap of this file
  return image.Sample(sampling, 0.5);
}
