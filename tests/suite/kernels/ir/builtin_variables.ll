; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpDecorate %__spirv_BuiltInGlobalInvocationId BuiltIn GlobalInvocationId
; //@ check: %__spirv_BuiltInGlobalInvocationId = OpVariable %_ptr_Input_v3ulong Input
; //@ check: OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; //@ check: OpInBoundsAccessChain %_ptr_Input_ulong %__spirv_BuiltInGlobalInvocationId
; Builtins as variables of the module.
; Rows: 19, 20
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>

define spir_kernel void @k(ptr addrspace(1) %out) {
  %all = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 32
  %y = extractelement <3 x i64> %all, i32 1
  %x = load i64, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 32
  %sum = add i64 %x, %y
  store i64 %sum, ptr addrspace(1) %out, align 8
  ret void
}
