; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: SPIR-V has no vectors of 5 components
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(<5 x i32> %v) {
  ret void
}
