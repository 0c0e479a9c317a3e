; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: decorations of instructions without a result are not supported in SPIR-V
; A store has no id that could be decorated.
; Rows: 30
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out, align 4, !spirv.Decorations !0
  ret void
}

!0 = !{!1}
!1 = !{i32 6443, i32 0, i32 1}
