//@ run: -T cs_6_0
//@ in: settings = f32:1,2,3,4,5,6,7,8
//@ in: target = f32:0*3
//@ dispatch: 1 1 1
//@ out: target = f32:6,4,9
// What the old effect framework had objects for can be the names of types.
struct Texture { float4 colour; };
struct PixelShader { float cost; };

cbuffer settings {
  Texture textures[2];
};
RWStructuredBuffer<float> target;

static PixelShader cheapest = {4.0};

PixelShader make(float cost) {
  PixelShader made = {cost};
  return made;
}

[numthreads(1, 1, 1)]
void main() {
  Texture second = textures[1];
  target[0] = second.colour.y;
  target[1] = cheapest.cost;
  target[2] = make(9).cost;
}
