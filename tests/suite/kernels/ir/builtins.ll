; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpEntryPoint Kernel %k "k" %__spirv_BuiltInGlobalLinearId %__spirv_BuiltInGlobalInvocationId
; //@ check: OpDecorate %__spirv_BuiltInGlobalLinearId BuiltIn GlobalLinearId
; //@ check: OpDecorate %__spirv_BuiltInGlobalLinearId LinkageAttributes "__spirv_BuiltInGlobalLinearId" Import
; //@ check: {a} = OpLoad %ulong %__spirv_BuiltInGlobalLinearId
; //@ check: {b} = OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; //@ check: OpCompositeExtract %ulong {b} 1
; Builtins as functions: without an argument, and of a component.
; Rows: 17, 18, 20
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = call spir_func i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  %b = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %sum = add i64 %a, %b
  store i64 %sum, ptr addrspace(1) %out, align 8
  ret void
}

declare spir_func i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
