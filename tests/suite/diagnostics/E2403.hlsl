//@ run: -T cs_6_0
RWTexture2D<uint2> image;
[numthreads(1, 1, 1)] void main() {
  InterlockedAdd(image[uint2(0, 0)].x, 1);
//~                                 ^ error[E2403]: atomic operations require single-component texels
}
