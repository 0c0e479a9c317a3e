; ModuleID = 'relations.cl'
source_filename = "relations.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local spir_kernel void @run(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef writeonly align 4 %1) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 !reqd_work_group_size !8 {
  %3 = tail call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #2
  %4 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %3
  %5 = load float, ptr addrspace(1) %4, align 4, !tbaa !9
  %6 = fdiv float %5, 0.000000e+00, !fpmath !13
  %7 = fsub float %6, %6
  %8 = tail call spir_func i32 @_Z5isnanf(float noundef %7) #2
  %9 = tail call spir_func i32 @_Z5isinff(float noundef %6) #2
  %10 = shl nsw i32 %9, 1
  %11 = add nsw i32 %10, %8
  %12 = tail call spir_func i32 @_Z8isfinitef(float noundef %5) #2
  %13 = shl nsw i32 %12, 2
  %14 = add nsw i32 %11, %13
  %15 = tail call spir_func i32 @_Z7signbitf(float noundef %5) #2
  %16 = icmp eq i32 %15, 0
  %17 = select i1 %16, i32 0, i32 8
  %18 = add nsw i32 %14, %17
  %19 = mul i64 %3, 6
  %20 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %19
  store i32 %18, ptr addrspace(1) %20, align 4, !tbaa !14
  %21 = tail call spir_func i32 @_Z6islessff(float noundef %5, float noundef 2.000000e+00) #2
  %22 = tail call spir_func i32 @_Z14isgreaterequalff(float noundef %5, float noundef 2.000000e+00) #2
  %23 = shl nsw i32 %22, 1
  %24 = add nsw i32 %23, %21
  %25 = tail call spir_func i32 @_Z11isunorderedff(float noundef %5, float noundef %7) #2
  %26 = shl nsw i32 %25, 2
  %27 = add nsw i32 %24, %26
  %28 = or disjoint i64 %19, 1
  %29 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %28
  store i32 %27, ptr addrspace(1) %29, align 4, !tbaa !14
  %30 = insertelement <2 x float> <float poison, float 2.000000e+00>, float %5, i64 0
  %31 = tail call spir_func <2 x i32> @_Z9isgreaterDv2_fS_(<2 x float> noundef %30, <2 x float> noundef <float 1.000000e+00, float 1.000000e+00>) #2
  %32 = extractelement <2 x i32> %31, i64 0
  %33 = extractelement <2 x i32> %31, i64 1
  %34 = mul nsw i32 %33, 10
  %35 = add nsw i32 %34, %32
  %36 = getelementptr i8, ptr addrspace(1) %20, i64 8
  store i32 %35, ptr addrspace(1) %36, align 4, !tbaa !14
  %37 = tail call spir_func i32 @_Z3anyDv2_i(<2 x i32> noundef %31) #2
  %38 = tail call spir_func i32 @_Z3allDv2_i(<2 x i32> noundef %31) #2
  %39 = shl nsw i32 %38, 1
  %40 = add nsw i32 %39, %37
  %41 = getelementptr i8, ptr addrspace(1) %20, i64 12
  store i32 %40, ptr addrspace(1) %41, align 4, !tbaa !14
  %42 = fptosi float %5 to i32
  %43 = tail call spir_func i32 @_Z9bitselectiii(i32 noundef 3855, i32 noundef %42, i32 noundef 255) #2
  %44 = getelementptr i8, ptr addrspace(1) %20, i64 16
  store i32 %43, ptr addrspace(1) %44, align 4, !tbaa !14
  %45 = fcmp ogt float %5, 1.000000e+00
  %46 = zext i1 %45 to i32
  %47 = tail call spir_func i32 @_Z6selectiii(i32 noundef 5, i32 noundef 7, i32 noundef %46) #2
  %48 = getelementptr i8, ptr addrspace(1) %20, i64 20
  store i32 %47, ptr addrspace(1) %48, align 4, !tbaa !14
  ret void
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5isnanf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z5isinff(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z8isfinitef(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z7signbitf(float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6islessff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z14isgreaterequalff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z11isunorderedff(float noundef, float noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func <2 x i32> @_Z9isgreaterDv2_fS_(<2 x float> noundef, <2 x float> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3anyDv2_i(<2 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z3allDv2_i(<2 x i32> noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z9bitselectiii(i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare dso_local spir_func i32 @_Z6selectiii(i32 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

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
!6 = !{!"float*", !"int*"}
!7 = !{!"const", !""}
!8 = !{i32 4, i32 1, i32 1}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{float 2.500000e+00}
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !11, i64 0}
