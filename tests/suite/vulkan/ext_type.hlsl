//@ run: -T ps_6_0 -fcgl -Vd
//@ emit: spirv
//@ check: {int} = OpTypeInt 16 1
//@ check: OpTypeVector {int} 3
[[vk::ext_type_def(7, 21)]] void make_int([[vk::ext_literal]] int bits, [[vk::ext_literal]] int sign);
[[vk::ext_type_def(8, 23)]] void make_vector([[vk::ext_reference]] vk::ext_type<7> elem, [[vk::ext_literal]] int count);
vk::ext_type<7> element;

void main() {
  make_int(16, 1);
  make_vector(element, 3);
  vk::ext_type<8> local;
}
