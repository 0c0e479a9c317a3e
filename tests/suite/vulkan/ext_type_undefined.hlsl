//@ run: -T ps_6_0
// A number stands for a type only where a function defines it.
[[vk::ext_type_def(8, 23)]] void make_vector([[vk::ext_reference]] vk::ext_type<7> elem, [[vk::ext_literal]] int count);
//~                                                                    ^ error[E2051]: vk::ext_type<7> is not defined by any function with vk::ext_type_def
vk::ext_type<7> element;

void main() {
  vk::ext_type<8> local;
//~   ^ error[E2051]: vk::ext_type<8> is not defined by any function with vk::ext_type_def
}
