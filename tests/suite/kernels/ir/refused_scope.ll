; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: argument 0 of 'barrier' must be a constant
; Rows: 14
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 %flags) {
  call spir_func void @_Z7barrierj(i32 %flags)
  ret void
}

declare spir_func void @_Z7barrierj(i32)
