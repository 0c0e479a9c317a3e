; //@ run: -fspv-target-env=opencl2.2 -fspv-import-functions
; //@ emit: spirv
; //@ check: OpDecorate {callee} LinkageAttributes "_Z5twicei" Import
; //@ check: OpFunctionCall %uint {callee}
; Functions with mangled names are another module's where that is asked for.
; Rows: 4
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, i32 %a) {
  %b = call spir_func i32 @_Z5twicei(i32 %a)
  store i32 %b, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @_Z5twicei(i32)
