; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpDecorate {a} SpecId 5
; //@ check: OpDecorate {b} SpecId 6
; //@ check: {a} = OpSpecConstant %uint 7
; //@ check: {b} = OpSpecConstantTrue %bool
; //@ check: OpIAdd %uint {a} {a}
; Specialisation constants as calls; two calls of one number are the same constant.
; Rows: 38
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 5, i32 7)
  %b = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 5, i32 7)
  %c = call spir_func i1 @_Z20__spirv_SpecConstantib(i32 6, i1 true)
  %sum = add i32 %a, %b
  %chosen = select i1 %c, i32 %sum, i32 0
  store i32 %chosen, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare spir_func i1 @_Z20__spirv_SpecConstantib(i32, i1)
