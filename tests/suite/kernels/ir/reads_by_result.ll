; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpImageRead %v4float {image} {at}
; //@ check: OpBitcast %uint
; Names that say the type of their result.
; Rows: 11, 37
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at, ptr addrspace(1) %out) {
  %texel = call spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  %x = extractelement <4 x float> %texel, i32 0
  %bits = call spir_func i32 @_Z20__spirv_Bitcast_Rintf(float %x)
  store i32 %bits, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare spir_func i32 @_Z20__spirv_Bitcast_Rintf(float)
