//@ run: -T ps_6_0 -fvk-t-shift 10 0
//@ emit: spirv
//@ check: OpDecorate %named Binding 12
//@ check: OpDecorate %nameless Binding 0

//@ run: -T ps_6_0 -fvk-t-shift 10 0 -fvk-auto-shift-bindings
//@ emit: spirv
//@ check: OpDecorate %named Binding 12
//@ check: OpDecorate %nameless Binding 10
Buffer<float> named : register(t2);
Buffer<float> nameless;
float4 main() : SV_Target { return named[0] + nameless[0]; }
