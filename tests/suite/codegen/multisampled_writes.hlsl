//@ run: -T cs_6_7
//@ emit: spirv
//@ check: OpCapability StorageImageMultisample
//@ check: OpImageWrite {*} {*} {*} Sample %uint_0
//@ check: OpImageWrite {*} {*} {*} Sample %uint_2
//@ check: OpImageRead %v4float {*} {*} Sample %uint_3
//@ check: OpImageTexelPointer %_ptr_Image_uint %counts {*} %uint_1
RWTexture2DMS<float> layer;
RWTexture2DMS<uint> counts;

[numthreads(4, 4, 1)]
void main(uint2 at : SV_DispatchThreadID) {
  layer[at] = 1.0;
  layer.sample[2][at] = 2.0;
  layer.sample[2][at] = layer.sample[3][at];
  InterlockedAdd(counts.sample[1][at], 1);
}
