//@ run: -T cs_6_6 -fspv-target-env=vulkan1.3
// Memory without a type holds numbers, not resources.
struct Material { Texture2D image; uint kind; };
ByteAddressBuffer source;
RWByteAddressBuffer target;
Texture2D image;

[numthreads(1, 1, 1)]
void main() {
  Material material = source.Load<Material>(0);
//~                          ^ error[E2028]: a value in memory cannot have type 'Material'
  target.Store<Texture2D>(0, image);
//~      ^ error[E2028]: a value in memory cannot have type 'Texture2D<float4>'
  target.Store(4, image);
//~      ^ error[E2028]: a value in memory cannot have type 'Texture2D<float4>'
  Texture2D other = vk::RawBufferLoad<Texture2D>(8);
//~                     ^ error[E2028]: a value in memory cannot have type 'Texture2D<float4>'
  vk::RawBufferStore<Texture2D>(8, image);
//~   ^ error[E2028]: a value in memory cannot have type 'Texture2D<float4>'
}
