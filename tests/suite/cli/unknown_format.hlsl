//@ run: -T cs_6_0
//@ emit: spirv
//@ check: OpTypeImage %float 2D 2 0 0 2 Rgba32f

//@ run: -T cs_6_0 -fspv-use-unknown-image-format
//@ emit: spirv
//@ check: OpCapability StorageImageWriteWithoutFormat
//@ check: OpTypeImage %float 2D 2 0 0 2 Unknown
RWTexture2D<float4> image;
[numthreads(1, 1, 1)] void main() { image[uint2(0, 0)] = 1; }
