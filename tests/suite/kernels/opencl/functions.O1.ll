; ModuleID = 'functions.cl'
source_filename = "functions.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %3
  %5 = load float, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = tail call spir_func float @_Z4sqrtf(float noundef %5) #2, !fpmath !13
  %7 = shl i64 %3, 3
  %8 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %7
  store float %6, ptr addrspace(1) %8, align 4, !tbaa !9
  %9 = fadd float %5, -3.000000e+00
  %10 = tail call spir_func float @_Z4fabsf(float noundef %9) #2
  %11 = or disjoint i64 %7, 1
  %12 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %11
  store float %10, ptr addrspace(1) %12, align 4, !tbaa !9
  %13 = fmul float %5, 1.500000e+00
  %14 = tail call spir_func float @_Z5floorf(float noundef %13) #2
  %15 = or disjoint i64 %7, 2
  %16 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %15
  store float %14, ptr addrspace(1) %16, align 4, !tbaa !9
  %17 = tail call spir_func float @_Z3powff(float noundef %5, float noundef 2.000000e+00) #2
  %18 = or disjoint i64 %7, 3
  %19 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %18
  store float %17, ptr addrspace(1) %19, align 4, !tbaa !9
  %20 = tail call spir_func float @_Z4exp2f(float noundef %5) #2
  %21 = or disjoint i64 %7, 4
  %22 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %21
  store float %20, ptr addrspace(1) %22, align 4, !tbaa !9
  %23 = tail call spir_func float @_Z4fminff(float noundef %5, float noundef 2.000000e+00) #2
  %24 = tail call spir_func float @_Z4fmaxff(float noundef %5, float noundef 2.000000e+00) #2
  %25 = fadd float %23, %24
  %26 = or disjoint i64 %7, 5
  %27 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %26
  store float %25, ptr addrspace(1) %27, align 4, !tbaa !9
  %28 = tail call spir_func float @_Z3mixfff(float noundef %5, float noundef 1.000000e+01, float noundef 5.000000e-01) #2
  %29 = or disjoint i64 %7, 6
  %30 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %29
  store float %28, ptr addrspace(1) %30, align 4, !tbaa !9
  %31 = tail call spir_func float @_Z5hypotff(float noundef %5, float noundef %5) #2
  %32 = fmul float %31, %31
  %33 = or disjoint i64 %7, 7
  %34 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %33
  store float %32, ptr addrspace(1) %34, align 4, !tbaa !9
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4sqrtf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fabsf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5floorf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3powff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4exp2f(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fminff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z4fmaxff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z3mixfff(float noundef, float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func float @_Z5hypotff(float noundef, float noundef) local_unnamed_addr #1

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { convergent mustprogress nofree nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #2 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!4 = !{i32 1, i32 1}
!5 = !{!"none", !"none"}
!6 = !{!"float*", !"float*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{float 3.000000e+00}
