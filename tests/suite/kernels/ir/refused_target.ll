; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: the target is 'x86_64'
; Rows: 1
target triple = "x86_64-unknown-linux-gnu"

define void @k() {
  ret void
}
