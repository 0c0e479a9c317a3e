; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpDecorate {a} SaturatedConversion
; //@ check: OpDecorate {b} FPRoundingMode RTZ
; //@ check: OpAtomicIAdd %uint {cell} %uint_1 %uint_0 {value}
; //@ check: OpControlBarrier %uint_2 %uint_2 %uint_272
; //@ check: {a} = OpConvertFToS %uint
; //@ check: {b} = OpConvertFToU %uint
; //@ check: OpExtInst %float {set} fma
; //@ check: OpExtInst %v4float {set} fmax
; //@ check: OpExtInst %v2float {set} vloadn {at} {from} 2
; //@ check: OpGroupIAdd %uint %uint_3 Reduce
; Instructions and functions as calls with mangled names; numbers of the instruction as constants.
; Rows: 8, 9, 10, 11, 12, 13, 14, 15, 16, 40
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, float %x, <4 x float> %v) {
  %old = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %out, i32 1, i32 0, i32 7)
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %a = call spir_func i32 @_Z28__spirv_ConvertFToS_Rint_satf(float %x)
  %b = call spir_func i32 @_Z29__spirv_ConvertFToU_Ruint_rtzf(float %x)
  %c = call spir_func float @_Z15__spirv_ocl_fmafff(float %x, float %x, float %x)
  %d = call spir_func <4 x float> @_Z16__spirv_ocl_fmaxDv4_fS_(<4 x float> %v, <4 x float> %v)
  %e = call spir_func <2 x float> @_Z27__spirv_ocl_vloadn__Rfloat2lPU3AS1fi(i64 0, ptr addrspace(1) %out, i32 2)
  %f = call spir_func i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %a)
  %sum = add i32 %a, %b
  %all = add i32 %sum, %f
  store i32 %all, ptr addrspace(1) %out, align 4
  %e0 = extractelement <2 x float> %e, i32 0
  %d0 = extractelement <4 x float> %d, i32 0
  %g = fadd float %c, %d0
  %h = fadd float %g, %e0
  store float %h, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare spir_func i32 @_Z28__spirv_ConvertFToS_Rint_satf(float)
declare spir_func i32 @_Z29__spirv_ConvertFToU_Ruint_rtzf(float)
declare spir_func float @_Z15__spirv_ocl_fmafff(float, float, float)
declare spir_func <4 x float> @_Z16__spirv_ocl_fmaxDv4_fS_(<4 x float>, <4 x float>)
declare spir_func <2 x float> @_Z27__spirv_ocl_vloadn__Rfloat2lPU3AS1fi(i64, ptr addrspace(1), i32)
declare spir_func i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
