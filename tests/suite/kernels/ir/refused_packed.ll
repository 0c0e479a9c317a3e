; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: packed struct
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load <{ i8, i32 }>, ptr addrspace(1) %p, align 1
  ret void
}
