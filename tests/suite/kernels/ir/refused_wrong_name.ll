; //@ run: -fspv-target-env=opencl2.2
; //~? error[E5112]: '_Z99__spirv_Dotff' is neither defined nor a SPIR-V or OpenCL function
; Rows: 8
target triple = "spir64-unknown-unknown"

define spir_kernel void @k() {
  call void @_Z99__spirv_Dotff()
  ret void
}

declare void @_Z99__spirv_Dotff()
