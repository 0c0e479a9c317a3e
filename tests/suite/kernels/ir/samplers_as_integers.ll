; //@ run: -fspv-target-env=opencl2.2
; //@ emit: spirv
; //@ check: OpCapability LiteralSampler
; //@ check: OpConstantSampler {sampler} ClampToEdge 0 Nearest
; //@ check: %s = OpFunctionParameter {sampler}
; Older compilers have samplers as integers.
; Rows: 35
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %i, i32 %s, ptr addrspace(1) %out) !kernel_arg_base_type !0 !kernel_arg_access_qual !1 {
  %a = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %i, i32 18, <2 x i32> zeroinitializer)
  %b = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1) %i, i32 %s, <2 x i32> zeroinitializer)
  %c = fadd <4 x float> %a, %b
  store <4 x float> %c, ptr addrspace(1) %out, align 16
  ret void
}

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(ptr addrspace(1), i32, <2 x i32>)

!0 = !{!"image2d_t", !"sampler_t", !"float4*"}
!1 = !{!"read_only", !"none", !"none"}
