//@ run: -T ps_6_0
[[vk::image_format("rgba32f")]]
RWTexture2D<int4> image;
//~               ^ error[E2051]: image format 'rgba32f' does not fit texels of type 'int4'

[[vk::constant_id(1)]]
static const int chosen = 1;
//~              ^ error[E2051]: specialization constant 'chosen' cannot be 'static'

[[vk::ext_instruction(62)]]
void store([[vk::ext_reference]] float4 pointer, float4 value, [[vk::ext_literal]] int access);

float4 main(int number : A) : SV_Target {
  float4 place;
  store(place, 1, number);
//~               ^ error[E2125]: argument for a parameter with vk::ext_literal must be a constant expression
  store(float4(0, 0, 0, 0), 1, 1);
//~     ^ error[E2051]: argument for a parameter with vk::ext_reference must be a variable
  return place;
}

[[vk::ext_builtin_input(24)]]
static uint3 groups;
//~          ^ error[E2051]: builtin input variable must be const
