; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: a boolean in memory has no size
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  store i1 true, ptr addrspace(1) %p, align 1
  ret void
}
