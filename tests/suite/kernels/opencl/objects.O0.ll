; ModuleID = 'objects.cl'
source_filename = "objects.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

@run.copy = internal addrspace(3) global [8 x float] undef, align 4

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func float @at(ptr addrspace(1) %0, ptr addrspace(2) %1, <2 x i32> noundef %2) #0 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(2), align 8
  %6 = alloca <2 x i32>, align 8
  %7 = alloca <4 x float>, align 16
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(2) %1, ptr %5, align 8
  store <2 x i32> %2, ptr %6, align 8
  %8 = load ptr addrspace(1), ptr %4, align 8
  %9 = load ptr addrspace(2), ptr %5, align 8
  %10 = load <2 x i32>, ptr %6, align 8
  %11 = call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %10) #5
  %12 = fadd <2 x float> %11, <float 5.000000e-01, float 5.000000e-01>
  %13 = load ptr addrspace(1), ptr %4, align 8
  %14 = call spir_func <2 x i32> @_Z13get_image_dim14ocl_image2d_ro(ptr addrspace(1) %13) #5
  %15 = call spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef %14) #5
  %16 = fdiv <2 x float> %12, %15, !fpmath !4
  %17 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1) %8, ptr addrspace(2) %9, <2 x float> noundef %16) #6
  store <4 x float> %17, ptr %7, align 16
  %18 = load <4 x float>, ptr %7, align 16
  %19 = extractelement <4 x float> %18, i64 0
  ret float %19
}

; Function Attrs: convergent nounwind readonly willreturn
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1), ptr addrspace(2), <2 x float> noundef) #1

; Function Attrs: convergent nounwind readnone willreturn
declare dso_local spir_func <2 x float> @_Z14convert_float2Dv2_i(<2 x i32> noundef) #2

; Function Attrs: convergent nounwind readnone willreturn
declare dso_local spir_func <2 x i32> @_Z13get_image_dim14ocl_image2d_ro(ptr addrspace(1)) #2

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(2) %2, ptr addrspace(1) noundef align 4 %3, ptr addrspace(1) noundef align 4 %4) #3 !kernel_arg_addr_space !5 !kernel_arg_access_qual !6 !kernel_arg_type !7 !kernel_arg_base_type !7 !kernel_arg_type_qual !8 !reqd_work_group_size !9 {
  %6 = alloca ptr addrspace(1), align 8
  %7 = alloca ptr addrspace(1), align 8
  %8 = alloca ptr addrspace(2), align 8
  %9 = alloca ptr addrspace(1), align 8
  %10 = alloca ptr addrspace(1), align 8
  %11 = alloca [2 x ptr], align 8
  %12 = alloca <2 x i32>, align 8
  %13 = alloca <2 x i32>, align 8
  %14 = alloca i32, align 4
  %15 = alloca float, align 4
  %16 = alloca <4 x float>, align 16
  %17 = alloca <4 x float>, align 16
  store ptr addrspace(1) %0, ptr %6, align 8
  store ptr addrspace(1) %1, ptr %7, align 8
  store ptr addrspace(2) %2, ptr %8, align 8
  store ptr addrspace(1) %3, ptr %9, align 8
  store ptr addrspace(1) %4, ptr %10, align 8
  %18 = load ptr addrspace(1), ptr %9, align 8
  %19 = call spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef @run.copy, ptr addrspace(1) noundef %18, i64 noundef 4, ptr null) #7
  %20 = getelementptr inbounds [2 x ptr], ptr %11, i64 0, i64 0
  store ptr %19, ptr %20, align 8
  %21 = load ptr addrspace(1), ptr %9, align 8
  %22 = getelementptr inbounds float, ptr addrspace(1) %21, i64 4
  %23 = call spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef getelementptr inbounds (float, ptr addrspace(3) @run.copy, i64 4), ptr addrspace(1) noundef %22, i64 noundef 4, ptr null) #7
  %24 = getelementptr inbounds [2 x ptr], ptr %11, i64 0, i64 1
  store ptr %23, ptr %24, align 8
  %25 = getelementptr inbounds [2 x ptr], ptr %11, i64 0, i64 0
  %26 = addrspacecast ptr %25 to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 2, ptr addrspace(4) noundef %26) #7
  %27 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %28 = trunc i64 %27 to i32
  %29 = insertelement <2 x i32> undef, i32 %28, i32 0
  %30 = call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #5
  %31 = trunc i64 %30 to i32
  %32 = insertelement <2 x i32> %29, i32 %31, i32 1
  store <2 x i32> %32, ptr %13, align 8
  %33 = load <2 x i32>, ptr %13, align 8
  store <2 x i32> %33, ptr %12, align 8
  %34 = load <2 x i32>, ptr %12, align 8
  %35 = extractelement <2 x i32> %34, i64 1
  %36 = mul nsw i32 %35, 4
  %37 = load <2 x i32>, ptr %12, align 8
  %38 = extractelement <2 x i32> %37, i64 0
  %39 = add nsw i32 %36, %38
  store i32 %39, ptr %14, align 4
  %40 = load ptr addrspace(1), ptr %6, align 8
  %41 = load ptr addrspace(2), ptr %8, align 8
  %42 = load <2 x i32>, ptr %12, align 8
  %43 = call spir_func float @at(ptr addrspace(1) %40, ptr addrspace(2) %41, <2 x i32> noundef %42) #7
  %44 = load ptr addrspace(1), ptr %6, align 8
  %45 = load <2 x i32>, ptr %12, align 8
  %46 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(1) %44, <2 x i32> noundef %45) #6
  store <4 x float> %46, ptr %16, align 16
  %47 = load <4 x float>, ptr %16, align 16
  %48 = extractelement <4 x float> %47, i64 0
  %49 = fadd float %43, %48
  %50 = fadd float %49, 2.000000e+00
  store float %50, ptr %15, align 4
  %51 = load ptr addrspace(1), ptr %7, align 8
  %52 = load <2 x i32>, ptr %12, align 8
  %53 = load float, ptr %15, align 4
  %54 = insertelement <4 x float> undef, float %53, i32 0
  %55 = insertelement <4 x float> %54, float 0.000000e+00, i32 1
  %56 = insertelement <4 x float> %55, float 0.000000e+00, i32 2
  %57 = insertelement <4 x float> %56, float 1.000000e+00, i32 3
  store <4 x float> %57, ptr %17, align 16
  %58 = load <4 x float>, ptr %17, align 16
  call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1) %51, <2 x i32> noundef %52, <4 x float> noundef %58) #7
  %59 = load i32, ptr %14, align 4
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds [8 x float], ptr addrspace(3) @run.copy, i64 0, i64 %60
  %62 = load float, ptr addrspace(3) %61, align 4
  %63 = load i32, ptr %14, align 4
  %64 = icmp slt i32 %63, 7
  br i1 %64, label %65, label %66

65:                                               ; preds = %5
  br label %70

66:                                               ; preds = %5
  %67 = load ptr addrspace(1), ptr %6, align 8
  %68 = call spir_func i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1) %67) #5
  %69 = add nsw i32 1, %68
  br label %70

70:                                               ; preds = %66, %65
  %71 = phi i32 [ 1, %65 ], [ %69, %66 ]
  %72 = sitofp i32 %71 to float
  %73 = fadd float %62, %72
  %74 = load ptr addrspace(1), ptr %10, align 8
  %75 = load i32, ptr %14, align 4
  %76 = sext i32 %75 to i64
  %77 = getelementptr inbounds float, ptr addrspace(1) %74, i64 %76
  store float %73, ptr addrspace(1) %77, align 4
  ret void
}

; Function Attrs: convergent
declare dso_local spir_func ptr @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(ptr addrspace(3) noundef, ptr addrspace(1) noundef, i64 noundef, ptr) #4

; Function Attrs: convergent
declare dso_local spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef, ptr addrspace(4) noundef) #4

; Function Attrs: convergent nounwind readnone willreturn
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #2

; Function Attrs: convergent nounwind readonly willreturn
declare dso_local spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(ptr addrspace(1), <2 x i32> noundef) #1

; Function Attrs: convergent
declare dso_local spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1), <2 x i32> noundef, <4 x float> noundef) #4

; Function Attrs: convergent nounwind readnone willreturn
declare dso_local spir_func i32 @_Z15get_image_width14ocl_image2d_ro(ptr addrspace(1)) #2

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { convergent nounwind readonly willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #4 = { convergent "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { convergent nounwind readnone willreturn }
attributes #6 = { convergent nounwind readonly willreturn }
attributes #7 = { convergent }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 15.0.6"}
!4 = !{float 2.500000e+00}
!5 = !{i32 1, i32 1, i32 0, i32 1, i32 1}
!6 = !{!"read_only", !"write_only", !"none", !"none", !"none"}
!7 = !{!"image2d_t", !"image2d_t", !"sampler_t", !"float*", !"float*"}
!8 = !{!"", !"", !"", !"const", !""}
!9 = !{i32 4, i32 2, i32 1}
