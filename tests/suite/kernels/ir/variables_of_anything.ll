; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: %whole = OpVariable {type} CrossWorkgroup
; //@ check: %parts = OpVariable {type} CrossWorkgroup {composite}
; A variable whose initial value may be anything has no initializer; one that is known in part has one.
target triple = "spir64-unknown-unknown"

@whole = internal addrspace(1) global [2 x i32] undef, align 4
@parts = internal addrspace(1) global [2 x i32] [i32 7, i32 undef], align 4

define spir_kernel void @k(ptr addrspace(1) %out) {
  %value = load i32, ptr addrspace(1) @whole, align 4
  %other = load i32, ptr addrspace(1) @parts, align 4
  %sum = add i32 %value, %other
  store i32 %sum, ptr addrspace(1) %out, align 4
  ret void
}
