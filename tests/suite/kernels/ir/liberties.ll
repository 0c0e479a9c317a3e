; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv-llvm
; //@ check: fadd nnan ninf float
; //@ check: fmul fast float
; //@ check: fdiv arcp <2 x float>
; //@ check: fsub float
; //@ check: call nsz spir_func float @_Z15__spirv_ocl_fmafff(
; What arithmetic may do that is not exact: flags of LLVM are FPFastMathMode, and are printed as flags again.
; Rows: 31
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y, <2 x float> %v) {
  %a = fadd nnan ninf float %x, %y
  %b = fmul fast float %a, %y
  %c = fdiv arcp <2 x float> %v, %v
  %d = fsub float %b, %y
  %e = extractelement <2 x float> %c, i32 1
  %f = call nsz spir_func float @_Z15__spirv_ocl_fmafff(float %d, float %e, float %x)
  store float %f, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func float @_Z15__spirv_ocl_fmafff(float, float, float)
