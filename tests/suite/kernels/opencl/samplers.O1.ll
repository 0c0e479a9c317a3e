; ModuleID = 'samplers.cl'
source_filename = "samplers.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @run(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %1, target("spirv.Sampler") %2, ptr addrspace(1) nocapture noundef writeonly align 4 %3) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %5 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 36) #3
  %6 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 23) #3
  %7 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 41) #3
  %8 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  %9 = trunc i64 %8 to i32
  %10 = insertelement <2 x i32> poison, i32 %9, i64 0
  %11 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #4
  %12 = trunc i64 %11 to i32
  %13 = insertelement <2 x i32> %10, i32 %12, i64 1
  %14 = tail call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %13) #4
  %15 = fadd <2 x float> %14, <float 5.000000e-01, float 5.000000e-01>
  %16 = fmul <2 x float> %15, <float 2.500000e-01, float 5.000000e-01>
  %17 = shl nsw i32 %12, 2
  %18 = add nsw i32 %17, %9
  %19 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 18) #3
  %20 = add <2 x i32> %13, <i32 2, i32 -1>
  %21 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %19, <2 x i32> noundef %20) #5
  %22 = extractelement <4 x float> %21, i64 0
  %23 = sext i32 %18 to i64
  %24 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %23
  store float %22, ptr addrspace(1) %24, align 4, !tbaa !9
  %25 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 20) #3
  %26 = add <2 x i32> %13, <i32 -1, i32 0>
  %27 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %25, <2 x i32> noundef %26) #5
  %28 = extractelement <4 x float> %27, i64 0
  %29 = getelementptr i8, ptr addrspace(1) %24, i64 32
  store float %28, ptr addrspace(1) %29, align 4, !tbaa !9
  %30 = tail call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 18) #3
  %31 = shl <2 x i32> %13, <i32 1, i32 1>
  %32 = tail call spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %1, target("spirv.Sampler") %30, <2 x i32> noundef %31) #5
  %33 = extractelement <4 x i32> %32, i64 0
  %34 = uitofp i32 %33 to float
  %35 = getelementptr i8, ptr addrspace(1) %24, i64 64
  store float %34, ptr addrspace(1) %35, align 4, !tbaa !9
  %36 = fadd <2 x float> %14, <float 1.000000e+00, float 1.000000e+00>
  %37 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %5, <2 x float> noundef %36) #5
  %38 = extractelement <4 x float> %37, i64 0
  %39 = getelementptr i8, ptr addrspace(1) %24, i64 96
  store float %38, ptr addrspace(1) %39, align 4, !tbaa !9
  %40 = fadd <2 x float> %14, <float 1.250000e+00, float 1.000000e+00>
  %41 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %2, <2 x float> noundef %40) #5
  %42 = extractelement <4 x float> %41, i64 0
  %43 = getelementptr i8, ptr addrspace(1) %24, i64 128
  store float %42, ptr addrspace(1) %43, align 4, !tbaa !9
  %44 = fadd <2 x float> %16, <float 1.250000e+00, float -1.000000e+00>
  %45 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %6, <2 x float> noundef %44) #5
  %46 = extractelement <4 x float> %45, i64 0
  %47 = getelementptr i8, ptr addrspace(1) %24, i64 160
  store float %46, ptr addrspace(1) %47, align 4, !tbaa !9
  %48 = fadd <2 x float> %16, <float 1.250000e-01, float 1.000000e+00>
  %49 = tail call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %0, target("spirv.Sampler") %7, <2 x float> noundef %48) #5
  %50 = extractelement <4 x float> %49, i64 0
  %51 = getelementptr i8, ptr addrspace(1) %24, i64 192
  store float %50, ptr addrspace(1) %51, align 4, !tbaa !9
  ret void
}

declare dso_local spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32) local_unnamed_addr

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(read)
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32> noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(read)
declare dso_local spir_func <4 x i32> @_Z12read_imageui14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32> noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(read)
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float> noundef) local_unnamed_addr #2

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent mustprogress nofree nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nounwind }
attributes #4 = { convergent nounwind willreturn memory(none) }
attributes #5 = { convergent nounwind willreturn memory(read) }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1, i32 1, i32 0, i32 1}
!5 = !{!"read_only", !"read_only", !"none", !"none"}
!6 = !{!"image2d_t", !"image2d_t", !"sampler_t", !"float*"}
!7 = !{!"", !"", !"", !""}
!8 = !{i32 4, i32 2, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
