; ModuleID = 'by_value.cl'
source_filename = "by_value.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.entry = type { float, i32, <4 x float> }

; Function Attrs: argmemonly mustprogress nofree noinline norecurse nosync nounwind willreturn
define dso_local spir_func float @changed(ptr nocapture noundef byval(%struct.entry) align 16 %0) local_unnamed_addr #0 {
  %2 = load float, ptr %0, align 16, !tbaa !4
  %3 = fadd float %2, 1.000000e+00
  %4 = getelementptr inbounds %struct.entry, ptr %0, i64 0, i32 1
  %5 = load i32, ptr %4, align 4, !tbaa !10
  %6 = sitofp i32 %5 to float
  %7 = fmul float %3, %6
  ret float %7
}

; Function Attrs: argmemonly convergent mustprogress nofree norecurse nounwind willreturn
define dso_local spir_kernel void @run(ptr nocapture noundef byval(%struct.entry) align 16 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #1 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 !reqd_work_group_size !15 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #4
  %4 = tail call spir_func float @changed(ptr noundef nonnull byval(%struct.entry) align 16 %0)
  %5 = load float, ptr %0, align 16, !tbaa !4
  %6 = getelementptr inbounds %struct.entry, ptr %0, i64 0, i32 1
  %7 = load i32, ptr %6, align 4, !tbaa !10
  %8 = sitofp i32 %7 to float
  %9 = tail call float @llvm.fmuladd.f32(float %5, float %8, float %4)
  %10 = getelementptr inbounds %struct.entry, ptr %0, i64 0, i32 2
  %11 = load float, ptr %10, align 16
  %12 = fsub float %9, %11
  %13 = uitofp i64 %3 to float
  %14 = fadd float %12, %13
  %15 = getelementptr inbounds %struct.entry, ptr %0, i64 0, i32 2, i64 3
  %16 = load float, ptr %15, align 4
  %17 = getelementptr inbounds %struct.entry, ptr %0, i64 0, i32 2, i64 2
  %18 = load float, ptr %17, align 8
  %19 = fsub float %16, %18
  %20 = fadd float %19, %14
  %21 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %3
  store float %20, ptr addrspace(1) %21, align 4, !tbaa !16
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fmuladd.f32(float, float, float) #3

attributes #0 = { argmemonly mustprogress nofree noinline norecurse nosync nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #1 = { argmemonly convergent mustprogress nofree norecurse nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent nounwind readnone willreturn }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 15.0.6"}
!4 = !{!5, !6, i64 0}
!5 = !{!"", !6, i64 0, !9, i64 4, !7, i64 16}
!6 = !{!"float", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!"int", !7, i64 0}
!10 = !{!5, !9, i64 4}
!11 = !{i32 0, i32 1}
!12 = !{!"none", !"none"}
!13 = !{!"entry", !"float*"}
!14 = !{!"", !""}
!15 = !{i32 4, i32 1, i32 1}
!16 = !{!6, !6, i64 0}
