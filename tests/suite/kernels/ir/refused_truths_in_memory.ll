; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: vectors of booleans in memory are not supported
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p) {
  store <4 x i1> zeroinitializer, ptr addrspace(1) %p, align 1
  ret void
}
