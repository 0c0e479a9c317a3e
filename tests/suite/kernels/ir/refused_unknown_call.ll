; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: function 'k': instruction 1 ('call'): '__f' is neither defined nor a SPIR-V or OpenCL function
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  call void @__f()
  ret void
}

declare void @__f()
