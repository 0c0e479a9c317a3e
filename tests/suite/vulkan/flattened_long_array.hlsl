//@ run: -T cs_6_0 -fspv-flatten-resource-arrays
RWTexture2D<float> maps[5000] : register(u0);
//~                ^ error[E5114]: code size limit exceeded: an array of 5000 resources cannot become variables: 4096 is the limit

[numthreads(1, 1, 1)]
void main() { maps[4][uint2(0, 1)] = 2; }
