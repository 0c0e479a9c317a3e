; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: expected instruction opcode
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  nonsense
}
