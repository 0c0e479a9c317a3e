; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: function 'k': SPIR-V has no integers of 24 bits
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i24 %x) {
  %y = add i24 %x, 1
  ret void
}
