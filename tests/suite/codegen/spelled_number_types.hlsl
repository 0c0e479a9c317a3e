//@ run: -T ps_6_0
//@ run: -T ps_6_0 -fcgl
// The globals say which types are meant, and are no uniforms.
[[vk::ext_type_def(0, 21)]] void integer([[vk::ext_literal]] int bits, [[vk::ext_literal]] int sign);
[[vk::ext_type_def(1, 23)]] void vector_of([[vk::ext_reference]] vk::ext_type<0> element, [[vk::ext_literal]] int count);
vk::ext_type<0> element;
vk::ext_type<1> several;
float4 main() : SV_Target { integer(32, 0); vector_of(element, 4); return 0; }
