; //@ run: -fspv-import-functions
; //~? error[E5112]: function 'k', instruction 1 ('add'): unsupported integer width 128
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i128 %x) {
  %y = add i128 %x, 1
  ret void
}
