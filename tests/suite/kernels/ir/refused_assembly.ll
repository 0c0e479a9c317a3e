; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: function 'k', instruction 1 ('call'): inline assembly is not supported
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  call void asm sideeffect "nop", ""()
  ret void
}
