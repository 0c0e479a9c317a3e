//@ run: -T ps_6_0
// A type that is an error is not an operand of another.
[[vk::ext_type_def(7, 21)]] void make_int([[vk::ext_literal]] int bits, [[vk::ext_literal]] int sign);
[[vk::ext_type_def(8, 23)]] void make_vector([[vk::ext_reference]] vk::ext_type<1.5> elem, [[vk::ext_literal]] int count);
//~                                                                    ^ error[E2022]: template argument for 'vk::ext_type' must be an integer constant
vk::ext_type<7> element;
void main() {
    make_int(16, 1);
    make_vector(element, 3);
    vk::ext_type<8> local;
}
