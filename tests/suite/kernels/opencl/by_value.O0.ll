; ModuleID = 'by_value.cl'
source_filename = "by_value.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.entry = type { float, i32, <4 x float> }

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_func float @changed(ptr noundef byval(%struct.entry) align 16 %0) #0 {
  %2 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 0
  %3 = load float, ptr %2, align 16
  %4 = fadd float %3, 1.000000e+00
  store float %4, ptr %2, align 16
  %5 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 0
  %6 = load float, ptr %5, align 16
  %7 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 1
  %8 = load i32, ptr %7, align 4
  %9 = sitofp i32 %8 to float
  %10 = fmul float %6, %9
  ret float %10
}

; Function Attrs: convergent noinline norecurse nounwind optnone
define dso_local spir_kernel void @run(ptr noundef byval(%struct.entry) align 16 %0, ptr addrspace(1) noundef align 4 %1) #1 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca i64, align 8
  %5 = alloca float, align 4
  store ptr addrspace(1) %1, ptr %3, align 8
  %6 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  store i64 %6, ptr %4, align 8
  %7 = call spir_func float @changed(ptr noundef byval(%struct.entry) align 16 %0) #5
  store float %7, ptr %5, align 4
  %8 = load float, ptr %5, align 4
  %9 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 0
  %10 = load float, ptr %9, align 16
  %11 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 1
  %12 = load i32, ptr %11, align 4
  %13 = sitofp i32 %12 to float
  %14 = call float @llvm.fmuladd.f32(float %10, float %13, float %8)
  %15 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 2
  %16 = load <4 x float>, ptr %15, align 16
  %17 = extractelement <4 x float> %16, i64 0
  %18 = fsub float %14, %17
  %19 = load i64, ptr %4, align 8
  %20 = uitofp i64 %19 to float
  %21 = fadd float %18, %20
  %22 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 2
  %23 = load <4 x float>, ptr %22, align 16
  %24 = extractelement <4 x float> %23, i64 3
  %25 = getelementptr inbounds %struct.entry, ptr %0, i32 0, i32 2
  %26 = load <4 x float>, ptr %25, align 16
  %27 = extractelement <4 x float> %26, i64 2
  %28 = fsub float %24, %27
  %29 = fadd float %21, %28
  %30 = load ptr addrspace(1), ptr %3, align 8
  %31 = load i64, ptr %4, align 8
  %32 = getelementptr inbounds float, ptr addrspace(1) %30, i64 %31
  store float %29, ptr addrspace(1) %32, align 4
  ret void
}

; Function Attrs: convergent nounwind readnone willreturn
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fmuladd.f32(float, float, float) #3

attributes #0 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { convergent noinline norecurse nounwind optnone "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent nounwind readnone willreturn }
attributes #5 = { convergent }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 15.0.6"}
!4 = !{i32 0, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"entry", !"float*"}
!7 = !{!"", !""}
!8 = !{i32 4, i32 1, i32 1}
