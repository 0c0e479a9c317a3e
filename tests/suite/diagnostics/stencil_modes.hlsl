//@ run: -T ps_6_0
[[vk::stencil_ref_unchanged_front, vk::stencil_ref_less_equal_front]]
//~                                ^ error[E2210]: attributes 'vk::stencil_ref_unchanged_front' and 'vk::stencil_ref_less_equal_front' cannot be combined
float4 main() : SV_Target { return 0; }
