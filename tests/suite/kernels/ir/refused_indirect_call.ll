; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: function 'k', instruction 1 ('call'): indirect calls and inline assembly are not supported
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr %f) {
  call void %f()
  ret void
}
