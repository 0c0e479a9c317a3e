; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: function 'k': instruction 1 ('call'): 'sub_group_reduc_add' is not a function of OpenCL C; did you mean 'sub_group_reduce_add'?
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %a) {
  %b = call spir_func i32 @_Z19sub_group_reduc_addi(i32 %a)
  store i32 %b, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z19sub_group_reduc_addi(i32)
