; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability ImageBasic
; //@ check: {image} = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
; //@ check: {written} = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
; //@ check: {pair} = OpTypeSampledImage {image}
; //@ check: {both} = OpSampledImage {pair}
; //@ check: OpImageSampleExplicitLod %v4float {both} {at} Lod %float_0
; //@ check: OpImageWrite
; //@ check: OpImageQuerySizeLod %v2uint
; Images and samplers are target types.
; Rows: 33, 34, 35, 36, 37
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %s, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %o, <2 x float> %at) {
  %si = call spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImage(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %s)
  %texel = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %si, <2 x float> %at, i32 2, float 0.0)
  %place = fptosi <2 x float> %at to <2 x i32>
  call spir_func void @_Z18__spirv_ImageWrite(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %o, <2 x i32> %place, <4 x float> %texel)
  %size = call spir_func <2 x i32> @_Z31__spirv_ImageQuerySizeLod_Rint2(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, i32 0)
  call spir_func void @_Z18__spirv_ImageWrite(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %o, <2 x i32> %size, <4 x float> %texel)
  ret void
}

declare spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImage(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
declare spir_func void @_Z18__spirv_ImageWrite(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <4 x float>)
declare spir_func <2 x i32> @_Z31__spirv_ImageQuerySizeLod_Rint2(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), i32)
