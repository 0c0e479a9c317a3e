// Direct3D has a place for each class of registers.
cbuffer Frame : register(b0) { float4 tint; };
StructuredBuffer<float4> colors : register(t0);
float4 main() : SV_Target { return tint * colors[0]; }
//@ run: -T ps_6_0 -E main -fvk-t-shift 1 0
