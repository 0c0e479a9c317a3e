; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpDecorate {callee} LinkageAttributes "_Z5twicei" Import
; //@ check: OpFunctionCall %uint {callee}
; The same where the metadata lists `Linkage`.
; Rows: 4
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %a) {
  %b = call spir_func i32 @_Z5twicei(i32 %a)
  store i32 %b, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z5twicei(i32)

!spirv.Capability = !{!0}
!0 = !{i32 5}
