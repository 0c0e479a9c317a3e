; //@ run: -fspv-target-env=opencl2.2 -Vd
; //@ emit: spirv
; //@ check: OpMemoryModel Physical32 OpenCL
; //@ check: OpConvertPtrToU %uint
; `spir` has addresses of 32 bits.
; Rows: 1, 3
target triple = "spir-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out) {
  %number = ptrtoint ptr addrspace(1) %out to i32
  store i32 %number, ptr addrspace(1) %out, align 4
  ret void
}
