; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: variable 'g': a variable of the module is in no address space
; Rows: 6
target triple = "spir64-unknown-unknown"

@g = internal global i32 0

define spir_kernel void @k() {
  ret void
}
