; //@ run: -fspv-import-functions
; //@ emit: spirv
; //@ check: OpCapability BFloat16CooperativeMatrixKHR
; //@ check: OpExtension "SPV_KHR_bfloat16"
; //@ check: OpTypeFloat 16 BFloat16KHR
; //@ check: {matrix} = OpTypeCooperativeMatrixKHR {brain} %uint_3 %uint_8 %uint_16 %uint_0
; //@ check: OpCooperativeMatrixLengthKHR %uint {matrix}
; Floats of 16 bits with the range of those of 32 bits, and cooperative matrices of them.
; Rows: 46
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %x = load bfloat, ptr addrspace(1) %out, align 2
  %wide = fpext bfloat %x to float
  store float %wide, ptr addrspace(1) %out, align 4
  %m = call spir_func target("spirv.CooperativeMatrixKHR", bfloat, 3, 8, 16, 0) @_Z26__spirv_CompositeConstructDF16b(bfloat %x)
  %n = call spir_func i32 @_Z34__spirv_CooperativeMatrixLengthKHRPU3AS147__spirv_CooperativeMatrixKHR__bfloat16_3_8_16_0(target("spirv.CooperativeMatrixKHR", bfloat, 3, 8, 16, 0) %m)
  store i32 %n, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func target("spirv.CooperativeMatrixKHR", bfloat, 3, 8, 16, 0) @_Z26__spirv_CompositeConstructDF16b(bfloat)
declare spir_func i32 @_Z34__spirv_CooperativeMatrixLengthKHRPU3AS147__spirv_CooperativeMatrixKHR__bfloat16_3_8_16_0(target("spirv.CooperativeMatrixKHR", bfloat, 3, 8, 16, 0))
