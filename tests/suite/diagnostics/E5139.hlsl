//@ run: -T cs_6_0
// Only uses of such arrays are errors, as in DXC.
[[vk::image_format("rgba16ui")]] Buffer<int4> unused[2];
[[vk::image_format("rgba16ui")]] Buffer<int4> lists[2];
RWStructuredBuffer<int> found;

[numthreads(1, 1, 1)]
void main(uint at : SV_DispatchThreadID) {
    found[at] = lists[1][at].x;
//~                          ^ fatal error[E5139]: sign of the image format does not match that of the texels
}
