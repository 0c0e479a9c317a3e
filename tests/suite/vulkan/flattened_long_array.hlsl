//@ run: -T cs_6_0 -fspv-flatten-resource-arrays
RWTexture2D<float> maps[5000] : register(u0);
//~                ^ error[E5114]: code size limit exceeded: cannot split an array of 5000 resources: the limit is 4096

[numthreads(1, 1, 1)]
void main() { maps[4][uint2(0, 1)] = 2; }
